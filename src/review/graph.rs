//! The score and the win rate over a game as a drawing in SVG.

use std::fmt::{Arguments, Write};

use super::{
    assess::{Assessment, MoveAssessment, MoveQuality},
    game::ReviewGame,
    summary::{GameHeading, rate, score_text},
    values::PositionValues,
};
use crate::board::{Color, Vertex};

/// Width of the drawing.
const WIDTH: f64 = 900.0;

/// Left and right edge of the panels.
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 20.0;

/// Height of a panel, and distance of the panels.
const PANEL: f64 = 180.0;
const GAP: f64 = 34.0;

/// Upper edge of the first panel.
const TOP: f64 = 74.0;

/// Height of the drawing.
const HEIGHT: f64 = TOP + 2.0 * PANEL + GAP + 50.0;

/// The least range of the score, in points.
const MIN_SCORE_RANGE: f64 = 10.0;

/// Losses of the worst moves are marked in these colors, which remain apart for the color-blind; the
/// marks differ in shape too.
const BLUNDER: &str = "#c1272d";
const MISTAKE: &str = "#e08214";
const INACCURACY: &str = "#5aa9e6";

/// The drawing of a game. The `worst` moves of each player are marked, with a text that viewers show
/// under the pointer.
#[must_use]
pub fn graph(
    heading: &GameHeading,
    game: &ReviewGame,
    values: &[Option<PositionValues>],
    assessment: &Assessment,
    worst: usize,
) -> String {
    let mut drawing = Drawing { svg: String::new(), game, values };
    drawing.heading(heading);
    let highest = values.iter().flatten().map(|values| values.score.abs()).fold(0.0, f64::max);
    let score = Panel {
        top: TOP,
        range: rounded_up(highest.max(MIN_SCORE_RANGE)),
        value: |values| values.score,
        label: |value| score_text(value).replace(".0", ""),
        title: "Lead in points",
    };
    let win_rate = Panel {
        top: TOP + PANEL + GAP,
        range: 50.0,
        value: |values| 100.0 * values.win_rate - 50.0,
        label: |value| format!("{:.0} %", 50.0 + value),
        title: "Win rate of Black",
    };
    for panel in [&score, &win_rate] {
        drawing.panel(panel);
        for color in Color::ALL {
            for assessed in assessment.worst(color, worst) {
                drawing.mark(panel, assessed);
            }
        }
    }
    drawing.move_numbers();
    drawing.legend();
    drawing.svg + "</svg>\n"
}

/// A value over the moves of the game, between `-range` and `range`.
struct Panel {
    top: f64,
    range: f64,
    value: fn(&PositionValues) -> f64,
    label: fn(f64) -> String,
    title: &'static str,
}

impl Panel {
    /// The height of a value in the drawing.
    fn y(&self, value: f64) -> f64 {
        self.top + PANEL / 2.0 * (1.0 - (value / self.range).clamp(-1.0, 1.0))
    }
}

struct Drawing<'d> {
    svg: String,
    game: &'d ReviewGame,
    values: &'d [Option<PositionValues>],
}

impl Drawing<'_> {
    fn line(&mut self, text: Arguments<'_>) {
        // A string takes everything.
        let _ = writeln!(self.svg, "{text}");
    }

    fn text(&mut self, x: f64, y: f64, attributes: &str, text: &str) {
        self.line(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>"));
    }

    /// The place of a position on the axis of moves.
    fn x(&self, position: usize) -> f64 {
        let last = self.game.positions.len().saturating_sub(1).max(1);
        LEFT + (RIGHT - LEFT) * position as f64 / last as f64
    }

    /// The start of the drawing: its background, players and setting.
    fn heading(&mut self, heading: &GameHeading) {
        let title = escape(&heading.players());
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\" \
             role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fdfcf8\"/>"
        ));
        self.text(LEFT, 24.0, "font-size=\"16\" font-weight=\"bold\"", &title);
        let GameHeading { rules, komi, moves, .. } = heading;
        let size = self.game.size();
        let setting = format!("{moves} moves on {size}, {rules} rules, komi {komi}");
        self.text(LEFT, 42.0, "fill=\"#555\"", &escape(&setting));
    }

    fn panel(&mut self, panel: &Panel) {
        let (top, bottom, middle) = (panel.top, panel.top + PANEL, panel.y(0.0));
        let (width, half) = (RIGHT - LEFT, PANEL / 2.0);
        self.line(format_args!(
            "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{half}\" fill=\"#eee9dc\"/>"
        ));
        self.text(LEFT, top - 6.0, "font-weight=\"bold\"", panel.title);
        for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            let (value, y) = (part * panel.range, panel.y(part * panel.range));
            let color = if part == 0.0 { "#555" } else { "#d5d0c4" };
            self.line(format_args!("<path d=\"M{LEFT} {y}H{RIGHT}\" stroke=\"{color}\"/>"));
            let label = (panel.label)(value);
            self.text(LEFT - 6.0, y + 4.0, "text-anchor=\"end\" fill=\"#555\"", &label);
        }
        for line in self.curves(panel) {
            let (first, last) = (line[0].0, line[line.len() - 1].0);
            let curve: Vec<String> = line.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let curve = curve.join("L");
            self.line(format_args!(
                "<path d=\"M{first:.1} {middle}L{curve}L{last:.1} {middle}Z\" fill=\"#333\" \
                 fill-opacity=\"0.18\"/>"
            ));
            self.line(format_args!(
                "<path d=\"M{curve}\" stroke=\"#222\" stroke-width=\"1.6\" fill=\"none\" \
                 stroke-linejoin=\"round\"/>"
            ));
        }
        self.line(format_args!(
            "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{:.1}\" fill=\"none\" \
             stroke=\"#888\"/>",
            bottom - top
        ));
    }

    /// The points of the curve, in pieces between positions of unknown value.
    fn curves(&self, panel: &Panel) -> Vec<Vec<(f64, f64)>> {
        let point = |(index, values): (usize, &Option<PositionValues>)| {
            let values = values.as_ref()?;
            Some((self.x(index), panel.y((panel.value)(values))))
        };
        let points: Vec<Option<(f64, f64)>> = self.values.iter().enumerate().map(point).collect();
        let pieces = points.split(Option::is_none).filter(|piece| !piece.is_empty());
        pieces.map(|piece| piece.iter().copied().flatten().collect()).collect()
    }

    /// Marks a bad move.
    fn mark(&mut self, panel: &Panel, assessed: &MoveAssessment) {
        let MoveAssessment { position, number, color, mv, loss, quality, .. } = *assessed;
        let Some(values) = &self.values[position] else { return };
        let (x, y) = (self.x(position), panel.y((panel.value)(values)));
        let vertex = Vertex::new(self.game.size(), mv);
        let rate = rate(values.win_rate, color);
        let (fill, shape) = mark_of(quality, x, y);
        self.line(format_args!(
            "<path d=\"{shape}\" fill=\"{fill}\" stroke=\"#fff\"><title>{number} {color} {vertex}: \
             {loss:.1} points lost, {}, win rate of {color} {rate:.0} %</title></path>",
            score_text(values.score)
        ));
    }

    fn move_numbers(&mut self) {
        let positions = &self.game.positions;
        let last = positions.last().map_or(0, |position| position.moves);
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000]
            .into_iter()
            .find(|step| last / step <= 15)
            .unwrap_or(10_000);
        let y = TOP + 2.0 * PANEL + GAP + 16.0;
        let numbers: Vec<(usize, usize)> = positions
            .iter()
            .enumerate()
            .filter(|(_, position)| position.moves % step == 0)
            .map(|(index, position)| (index, position.moves))
            .collect();
        for (index, number) in numbers {
            let x = self.x(index);
            self.text(x, y, "text-anchor=\"middle\" fill=\"#555\"", &number.to_string());
        }
    }

    fn legend(&mut self) {
        let y = HEIGHT - 12.0;
        for (index, quality) in MoveQuality::ALL.iter().skip(2).enumerate() {
            let x = LEFT + 8.0 + 110.0 * index as f64;
            let (fill, shape) = mark_of(*quality, x, y - 4.0);
            self.line(format_args!("<path d=\"{shape}\" fill=\"{fill}\"/>"));
            self.text(x + 12.0, y, "fill=\"#555\"", quality.name());
        }
        let note = "above the middle: Black leads";
        self.text(RIGHT, y, "text-anchor=\"end\" fill=\"#555\"", note);
    }
}

/// The color and the path of a mark: a diamond, a triangle or a disc.
fn mark_of(quality: MoveQuality, x: f64, y: f64) -> (&'static str, String) {
    match quality {
        MoveQuality::Blunder => {
            (BLUNDER, format!("M{x:.1} {:.1}l6.5 6.5l-6.5 6.5l-6.5 -6.5Z", y - 6.5))
        }
        MoveQuality::Mistake => (MISTAKE, format!("M{x:.1} {:.1}l6 10h-12Z", y - 6.0)),
        _ => (INACCURACY, format!("M{:.1} {y:.1}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0", x - 4.5)),
    }
}

/// The next number of the form 10, 20, 40, 60, 80, 100 and so on.
fn rounded_up(value: f64) -> f64 {
    let step = if value <= 10.0 { 10.0 } else { 20.0 };
    (value / step).ceil() * step
}

/// Text for XML. Control characters, which XML does not allow, become blanks.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{
        Thresholds, assess,
        testing::{document, review_game, values},
    };

    fn drawn(text: &str, series: &[Option<f64>]) -> String {
        let game = review_game(&document(text));
        let values: Vec<_> =
            series.iter().map(|score| score.map(|score| values(0.5, score))).collect();
        let assessment = assess(&game.positions, &values, &Thresholds::default());
        graph(&GameHeading::new(String::new(), &game), &game, &values, &assessment, 5)
    }

    #[test]
    fn curves_and_marks_are_drawn() {
        let text = "(;SZ[9]PB[<A & B>]PW[\"C\"];B[aa];W[bb];B[cc])";
        let svg = drawn(text, &[Some(0.0), Some(-9.0), Some(-9.0), Some(-12.0)]);
        assert!(
            svg.contains("<title>&lt;A &amp; B&gt; (Black), &quot;C&quot; (White)</title>"),
            "{svg}"
        );
        // Two moves in two panels.
        assert_eq!(svg.matches("points lost").count(), 4);
        assert_eq!(svg.matches("W+20").count(), 1);
        assert_eq!(svg.matches("stroke-width").count(), 2);
    }

    #[test]
    fn games_without_moves_or_values_are_drawn() {
        for series in [&[Some(0.0)][..], &[None], &[]] {
            let svg = drawn("(;SZ[9])", series);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        }
        // A gap in the values is a gap in the curve.
        let svg = drawn("(;SZ[9];B[aa];W[bb])", &[Some(0.0), None, Some(1.0)]);
        assert_eq!(svg.matches("stroke-width").count(), 4);
    }
}
