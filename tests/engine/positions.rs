//! Positions at the end of play: dead, alive and seki stones, and the score.
//!
//! Each file of `tests/positions/` contains positions of one kind. A position starts with `= ` and
//! its name, followed by comment lines (`#`), the diagram, and the score under some rule sets, with
//! komi 0 and Black to move. In the diagrams X and O are alive, x and o dead, B (Black) and W
//! (White) alive in seki. A line `# known miss: ` describes an error of the current judgment.

use std::{fmt::Write, fs};

use shusaku::{
    board::{Board, Color, Move, Point, PointSet, Size},
    game::Game,
    rules::Rules,
    score::Score,
    status::Status,
};

use crate::parallel;

/// A position with its correct judgment.
struct Position<'a> {
    name: &'a str,
    rows: Vec<&'a str>,
    /// Rule sets with the score, komi 0.
    scores: Vec<(&'a str, &'a str)>,
    /// Whether the judgment is known to be wrong.
    is_known_miss: bool,
}

/// The text of all files.
fn text() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let texts: Vec<_> =
        paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect();
    texts.join("\n")
}

fn positions(text: &str) -> impl Iterator<Item = Position<'_>> {
    let blocks = text.split("\n\n= ").skip(1);
    blocks.map(|block| {
        let block = block.split("\n\n").next().expect("the text before an empty line");
        let mut lines = block.lines();
        let name = lines.next().expect("a name");
        let (comments, lines) = lines.partition::<Vec<_>, _>(|line| line.starts_with('#'));
        let (scores, rows) = lines.into_iter().partition::<Vec<_>, _>(|line| line.contains(':'));
        assert!(!scores.is_empty(), "{name} has no score");
        let scores = scores.iter().map(|line| line.split_once(": ").expect("a score"));
        let is_known_miss = comments.iter().any(|line| line.starts_with("# known miss: "));
        Position { name, rows, scores: scores.collect(), is_known_miss }
    })
}

impl Position<'_> {
    /// The board of the diagram.
    fn board(&self) -> Board {
        let rows = self.rows.join("\n");
        let plain = rows.replace(['x', 'B'], "X").replace(['o', 'W'], "O");
        plain.parse().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn game(&self, rules: &str) -> Game {
        let rules = Rules::preset(rules).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let mut game = Game::from_position(self.board(), Color::Black, rules);
        game.set_komi(Some(0.0));
        game.declare_handicap(0);
        game
    }

    /// The symbols of the diagram.
    fn symbols(&self) -> Vec<char> {
        self.rows.iter().flat_map(|row| row.chars().filter(|c| !c.is_whitespace())).collect()
    }

    /// The differences between the correct and the actual judgment.
    fn failures(&self) -> String {
        let mut failures = String::new();
        let judged = judge_all(self.scores.iter().map(|(rules, _)| self.game(rules)));
        for (index, ((game, status), (rules, expected))) in
            judged.iter().zip(&self.scores).enumerate()
        {
            let judged = symbols(game.board(), status);
            if index == 0 && judged != self.symbols() {
                writeln!(failures, "{}: judged\n{}", self.name, diagram(game, &judged)).unwrap();
            }
            let score = status.verdict.score(game).to_string();
            if score != *expected {
                writeln!(failures, "{}: {rules} {score}, not {expected}", self.name).unwrap();
            }
        }
        failures
    }
}

/// Judges games of one position. Its ownership depends on the stones alone, and is computed for the
/// first game only.
fn judge_all(games: impl IntoIterator<Item = Game>) -> Vec<(Game, Status)> {
    let mut judged: Vec<(Game, Status)> = Vec::new();
    for game in games {
        let status = match judged.first() {
            None => Status::judge(&game),
            Some((_, first)) => Status::judge_by(&game, first.ownership.clone()),
        };
        judged.push((game, status));
    }
    judged
}

/// The same position with the colors exchanged and the board reflected in its diagonal.
fn mirrored(game: &Game) -> Game {
    let size = game.size();
    let mirror = |point| size.point(size.row(point), size.column(point)).expect("a square board");
    let stones =
        size.points().filter_map(|point| Some((mirror(point), game.board().stone(point)?)));
    let exchanged = stones.map(|(point, color)| (point, color.opponent()));
    let board = Board::set_up(size, exchanged).expect("a reflection of a legal position");
    let mut mirrored = Game::from_position(board, Color::White, game.rules().clone());
    mirrored.set_komi(Some(0.0));
    mirrored.declare_handicap(0);
    mirrored
}

/// The judgment of every point, in the symbols of the diagrams.
fn symbols(board: &Board, status: &Status) -> Vec<char> {
    let seki = status.verdict.judgment.seki.unwrap_or(PointSet::EMPTY);
    let symbol = |point: Point| {
        let Some(color) = board.stone(point) else { return '.' };
        if status.verdict.judgment.dead.contains(point) {
            color.symbol().to_ascii_lowercase()
        } else if seki.contains(point) {
            color.letter()
        } else {
            color.symbol()
        }
    };
    board.size().points().map(symbol).collect()
}

fn diagram(game: &Game, symbols: &[char]) -> String {
    let width = usize::from(game.size().width());
    let row = |row: &[char]| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    symbols.chunks(width).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn positions_are_judged_correctly() {
    let text = text();
    let positions: Vec<Position> = positions(&text).collect();
    let failures =
        parallel::map(&positions, |position| match (position.failures(), position.is_known_miss) {
            (failure, false) => failure,
            (failure, true) if failure.is_empty() => {
                format!("{}: no longer missed\n", position.name)
            }
            _ => String::new(),
        });
    let failures = failures.concat();
    assert!(failures.is_empty(), "{failures}");
    assert!(positions.len() > 90, "the positions were not found");
}

#[test]
fn the_judgment_does_not_depend_on_colors_and_orientation() {
    let text = text();
    let known: Vec<Position> =
        positions(&text).filter(|position| !position.is_known_miss).collect();
    parallel::map(&known, |position| {
        let scores = &position.scores[..position.scores.len().min(2)];
        let judged = judge_all(scores.iter().map(|(rules, _)| mirrored(&position.game(rules))));
        for ((game, status), (rules, expected)) in judged.iter().zip(scores) {
            let Score { black, white } = status.verdict.score(game);
            let exchanged = Score { black: white, white: black };
            assert_eq!(exchanged.to_string(), *expected, "{} under {rules}", position.name);
        }
    });
}

#[test]
fn no_stone_is_dead_if_stones_are_never_removed() {
    const RULES: [&str; 4] = ["japanese", "tromp-taylor", "simple-territory", "stones-only"];
    let text = text();
    let has_dead = |position: &Position| {
        let is_dead = |symbol: &char| "xo".contains(*symbol);
        !position.is_known_miss && position.symbols().iter().any(is_dead)
    };
    let small = positions(&text).filter(|position| position.rows.len() == 9);
    let chosen: Vec<Position> = small.filter(has_dead).collect();
    assert!(chosen.len() > 30, "{} positions", chosen.len());
    parallel::map(&chosen, |position| {
        let judged = judge_all(RULES.map(|rules| position.game(rules)));
        for ((_, status), rules) in judged.iter().zip(RULES) {
            let dead = status.verdict.judgment.dead;
            assert_eq!(dead.is_empty(), rules != "japanese", "{} under {rules}", position.name);
        }
    });
}

/// With two stones on the board, one was once judged dead and the board the other's territory.
#[test]
fn no_stone_is_dead_in_the_opening() {
    for (rows, white) in [(9, [3, 2]), (9, [6, 3]), (13, [3, 9]), (19, [3, 9])] {
        let size = Size::square(rows).expect("a size");
        let mut game = Game::new(size, Rules::preset("chinese").expect("a preset"));
        for (color, [x, y]) in [(Color::Black, [rows / 2; 2]), (Color::White, white)] {
            let point = size.point(x, y).expect("on the board");
            game.play(color, Move::Play(point)).expect("legal");
        }
        let dead = Status::judge(&game).verdict.judgment.dead;
        assert!(dead.is_empty(), "{rows}: {} dead", dead.len());
    }
}
