//! The lines of `shusaku score` about a game.

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::{
    board::{Color, PointSet, Vertex},
    game::Game,
    score::{Score, territory},
    sgf::Record,
    status::Verdict,
};

/// A counted game, as the output has it.
#[derive(Serialize)]
pub(super) struct CountedGame {
    pub(super) rules: String,
    pub(super) recorded: Option<String>,
    result: String,
    black: f64,
    white: f64,
    /// Stones that each player captured in play.
    captures: Captures,
    dead: Vec<String>,
    seki: Vec<String>,
    /// Whether the result is the count, not a forfeit or no result.
    #[serde(skip)]
    pub(super) is_counted: bool,
    #[serde(skip)]
    pub(super) score: Score,
    #[serde(skip)]
    diagram: String,
}

#[derive(Serialize)]
struct Captures {
    black: u32,
    white: u32,
}

impl CountedGame {
    /// The count of a record's final position with this verdict.
    pub(super) fn new(record: &Record, game: &Game, verdict: &Verdict) -> CountedGame {
        let score = verdict.score(game);
        let uncounted = game.uncounted_result();
        let vertices = |points: PointSet| {
            points.iter().map(|point| Vertex::of(game.size(), point).to_string()).collect()
        };
        CountedGame {
            rules: game.rules().sgf_name(),
            recorded: record.result.clone(),
            is_counted: uncounted.is_none(),
            result: uncounted.unwrap_or_else(|| score.to_string()),
            black: score.black,
            white: score.white,
            captures: Captures {
                black: game.state().captures(Color::Black),
                white: game.state().captures(Color::White),
            },
            dead: vertices(verdict.judgment.dead),
            seki: vertices(verdict.judgment.seki.unwrap_or(PointSet::EMPTY)),
            score,
            diagram: diagram(game, verdict),
        }
    }
}

/// The lines about a counted game, with its board in colors.
pub(super) fn text(name: &str, count: &CountedGame) -> String {
    let CountedGame { rules, result, black, white, captures, diagram, .. } = count;
    let recorded = count.recorded.as_deref().unwrap_or("nothing");
    let mut text = format!(
        "{name}, {rules} rules: {result}, recorded {recorded}\n\
         Black {black}, captures {}; White {white}, captures {}\n",
        captures.black, captures.white
    );
    for (name, points) in [("dead", &count.dead), ("seki", &count.seki)] {
        if !points.is_empty() {
            text += &format!("{name}: {}\n", points.join(" "));
        }
    }
    text + diagram + "\n"
}

/// Draws the board: living stones as `X` and `O`, dead ones in lower case, Black's territory as
/// `+`, White's as `-`, other points as `.`; owners also by color.
fn diagram(game: &Game, verdict: &Verdict) -> String {
    let judgment = &verdict.judgment;
    let owned = territory(&verdict.counted_board, game.rules(), judgment, &verdict.tally(game));
    let mut text = String::new();
    for point in game.size().points() {
        let owner = Color::ALL.into_iter().find(|color| owned[color.index()].contains(point));
        let is_dead = judgment.dead.contains(point);
        let symbol = match (game.board().stone(point), owner) {
            (Some(stone), _) if is_dead => stone.symbol().to_ascii_lowercase(),
            (Some(stone), _) => stone.symbol(),
            (None, Some(Color::Black)) => '+',
            (None, Some(Color::White)) => '-',
            (None, None) => '.',
        };
        let living = game.board().stone(point).filter(|_| !is_dead);
        let style = style(living.or(owner), living.is_some());
        text += &format!("{style}{symbol}{style:#}");
        text += if game.size().column(point) + 1 == game.size().width() { "\n" } else { " " };
    }
    text
}

/// The style of a point of this owner, with a living stone or without.
fn style(owner: Option<Color>, has_stone: bool) -> Style {
    let style = match owner {
        Some(Color::Black) => AnsiColor::Green.on_default(),
        Some(Color::White) => AnsiColor::Cyan.on_default(),
        None => Style::new(),
    };
    if has_stone { style.bold() } else { style }
}
