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
    status::Status,
};

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
        for (index, &(rules, expected)) in self.scores.iter().enumerate() {
            let game = self.game(rules);
            let status = Status::judge(&game);
            let judged = symbols(game.board(), &status);
            if index == 0 && judged != self.symbols() {
                writeln!(failures, "{}: judged\n{}", self.name, diagram(&game, &judged)).unwrap();
            }
            let score = status.verdict.score(&game).to_string();
            if score != expected {
                writeln!(failures, "{}: {rules} {score}, not {expected}", self.name).unwrap();
            }
        }
        failures
    }
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
    let mut failures = String::new();
    for position in positions(&text) {
        match (position.failures(), position.is_known_miss) {
            (failure, false) => failures += &failure,
            (failure, true) if failure.is_empty() => {
                writeln!(failures, "{}: no longer missed", position.name).unwrap();
            }
            _ => {}
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(positions(&text).count() > 90, "the positions were not found");
}

#[test]
fn the_judgment_does_not_depend_on_colors_and_orientation() {
    for position in positions(&text()).filter(|position| !position.is_known_miss) {
        for (rules, _) in position.scores.iter().take(2) {
            let game = position.game(rules);
            let mirrored = mirrored(&game);
            let [score, other] =
                [&game, &mirrored].map(|game| Status::judge(game).verdict.score(game));
            assert_eq!(score.margin(), -other.margin(), "{} under {rules}", position.name);
        }
    }
}

#[test]
fn no_stone_is_dead_if_stones_are_never_removed() {
    for position in positions(&text()).filter(|position| position.rows.len() == 9) {
        for rules in ["tromp-taylor", "simple-territory", "stones-only"] {
            let judgment = Status::judge(&position.game(rules)).verdict.judgment;
            assert!(judgment.dead.is_empty(), "{} under {rules}", position.name);
        }
    }
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
