//! Speedups as a drawing in SVG, with logarithmic axes.

use std::fmt::Write;

/// The speedups with each number of ranks.
pub struct Curve {
    pub name: String,
    pub speedups: Vec<f64>,
}

const WIDTH: f64 = 740.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 30.0;
/// Sides of the plot.
const PLOT_WIDTH: f64 = 440.0;
const PLOT_HEIGHT: f64 = 390.0;

/// Colors that remain apart for the color-blind; the second curve of each is dashed.
const COLORS: [&str; 3] = ["#c1272d", "#0000a7", "#008176"];

/// The drawing of some curves.
pub fn drawing(ranks: &[usize], curves: &[Curve]) -> String {
    let most = ranks.iter().copied().max().unwrap_or(2).max(2) as f64;
    let share = |value: f64| (value.max(0.5).ln() / most.ln()).min(1.0);
    let x = |ranks: f64| LEFT + PLOT_WIDTH * share(ranks);
    let y = |speedup: f64| TOP + PLOT_HEIGHT * (1.0 - share(speedup));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut add = |text: String| writeln!(svg, "{text}").expect("a string takes any text");
    let (right, bottom) = (LEFT + PLOT_WIDTH, TOP + PLOT_HEIGHT);
    for &number in ranks {
        let (at_x, at_y) = (x(number as f64), y(number as f64));
        add(format!(
            "<path d=\"M{at_x:.1} {TOP}V{bottom}M{LEFT} {at_y:.1}H{right}\" stroke=\"#ddd\"/>"
        ));
        let below = bottom + 18.0;
        add(format!("<text x=\"{at_x:.1}\" y=\"{below}\" text-anchor=\"middle\">{number}</text>"));
        let (before, line) = (LEFT - 8.0, at_y + 4.0);
        add(format!("<text x=\"{before}\" y=\"{line:.1}\" text-anchor=\"end\">{number}</text>"));
    }
    add(format!("<path d=\"M{LEFT} {bottom}L{right} {TOP}\" stroke=\"#888\"/>"));
    let middle = LEFT + PLOT_WIDTH / 2.0;
    let title = HEIGHT - 20.0;
    add(format!("<text x=\"{middle}\" y=\"{title}\" text-anchor=\"middle\">ranks</text>"));
    add(format!("<text x=\"{LEFT}\" y=\"18\">times the evaluations of one rank</text>"));
    for (index, curve) in curves.iter().enumerate() {
        let points = ranks.iter().zip(&curve.speedups);
        let points: Vec<String> = points
            .map(|(&ranks, &speedup)| format!("{:.1},{:.1}", x(ranks as f64), y(speedup)))
            .collect();
        let color = COLORS[index / 2 % COLORS.len()];
        let dash = if index % 2 == 1 { " stroke-dasharray=\"6 4\"" } else { "" };
        let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}");
        add(format!("<polyline points=\"{}\" {style}/>", points.join(" ")));
        let (from, line) = (right + 20.0, TOP + 20.0 + 22.0 * index as f64);
        let (to, text) = (from + 30.0, line + 4.0);
        add(format!("<path d=\"M{from} {line}H{to}\" {style}/>"));
        let after = to + 8.0;
        add(format!("<text x=\"{after}\" y=\"{text}\">{}</text>", curve.name));
    }
    svg + "</svg>\n"
}
