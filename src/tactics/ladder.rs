//! Ladders: chains chased with one atari after the other.

use super::joined_liberties;
use crate::board::{Board, Color, Point};

/// Most turns of a ladder: across the largest board and back.
const MAX_DEPTH: usize = 160;

/// Most stones that one question may put on the board.
const MAX_NODES: usize = 400;

/// Most answers to an atari: captures around the chain, and its last liberty.
const MAX_ANSWERS: usize = 6;

/// Liberties that no ladder can take away.
const FREE: usize = 3;

/// Reads ladders on boards of any size; to be kept and used again, since it owns a board.
///
/// The hunter gives atari with every move; the prey extends or captures. A ladder that is not
/// read to its end within the limits counts as one that does not work. What would be settled by a
/// ko only counts as captured.
#[derive(Debug)]
pub struct LadderReader {
    board: Box<Board>,
    /// The turns played on `board` since the position asked about.
    path: Vec<(Point, Color)>,
    nodes: usize,
}

/// The question: what becomes of the chain of `prey`.
#[derive(Clone, Copy)]
struct Chase<'a> {
    start: &'a Board,
    prey: Point,
    runner: Color,
}

impl LadderReader {
    /// A reader for positions like this one.
    #[must_use]
    pub fn new(board: &Board) -> LadderReader {
        LadderReader { board: Box::new(board.clone()), path: Vec::new(), nodes: 0 }
    }

    /// Whether the opponent, to move, captures the two-liberty chain of `prey` in a ladder that
    /// begins on its liberty `point`.
    #[must_use]
    pub fn captures(&mut self, board: &Board, prey: Point, point: Point) -> bool {
        let Some((chase, runner)) = Chase::new(board, prey) else { return false };
        let mut others = board.liberties(prey).filter(|&liberty| liberty != point);
        let (Some(other), None) = (others.next(), others.next()) else { return false };
        if board.liberty_count(prey) != 2
            || is_open(board, runner, other, Some(point))
            || !board.is_legal(point, runner.opponent())
        {
            return false;
        }
        self.start(board);
        self.play(point, runner.opponent());
        !self.run(chase)
    }

    /// Whether the chain of `prey`, which is in atari and to move, lives through the ladder after
    /// a play on `point`: its last liberty, or a capture.
    #[must_use]
    pub fn escapes(&mut self, board: &Board, prey: Point, point: Point) -> bool {
        let Some((chase, runner)) = Chase::new(board, prey) else { return false };
        if !board.is_legal(point, runner) {
            return false;
        }
        if board.liberties(prey).any(|liberty| liberty == point)
            && is_open(board, runner, point, None)
        {
            return true;
        }
        self.start(board);
        self.play(point, runner);
        self.is_out(chase)
    }

    fn start(&mut self, board: &Board) {
        self.board.as_mut().clone_from(board);
        self.path.clear();
        self.nodes = 0;
    }

    fn play(&mut self, point: Point, color: Color) {
        self.board.play_unchecked(point, color, &mut ());
        self.path.push((point, color));
        self.nodes += 1;
    }

    /// Takes back turns until `depth` of them are left, which happens too seldom to be worth
    /// a record of every change.
    fn back_to(&mut self, chase: Chase, depth: usize) {
        if self.path.len() == depth {
            return;
        }
        self.board.as_mut().clone_from(chase.start);
        self.path.truncate(depth);
        for &(point, color) in &self.path {
            self.board.play_unchecked(point, color, &mut ());
        }
    }

    fn is_exhausted(&self) -> bool {
        self.nodes >= MAX_NODES || self.path.len() >= MAX_DEPTH
    }

    /// The prey has two liberties and the hunter is to move: whether it is captured.
    fn hunt(&mut self, chase: Chase) -> bool {
        let hunter = chase.runner.opponent();
        let depth = self.path.len();
        let mut liberties = self.board.liberties(chase.prey);
        let (Some(a), Some(b)) = (liberties.next(), liberties.next()) else { return false };
        drop(liberties);
        for (attack, other) in [(a, b), (b, a)] {
            self.back_to(chase, depth);
            if self.is_exhausted() {
                return false;
            }
            if is_open(&self.board, chase.runner, other, Some(attack))
                || !self.board.is_legal(attack, hunter)
            {
                continue;
            }
            self.play(attack, hunter);
            if !self.run(chase) {
                return true;
            }
        }
        false
    }

    /// The prey is in atari and to move: whether it escapes.
    fn run(&mut self, chase: Chase) -> bool {
        let depth = self.path.len();
        let (answers, count) = answers(&self.board, chase);
        for &answer in &answers[..count] {
            self.back_to(chase, depth);
            if self.is_exhausted() {
                return true;
            }
            if !self.board.is_legal(answer, chase.runner) {
                continue;
            }
            self.play(answer, chase.runner);
            if self.is_out(chase) {
                return true;
            }
        }
        false
    }

    /// The prey has just answered an atari: whether it has escaped.
    fn is_out(&mut self, chase: Chase) -> bool {
        match self.board.liberty_count(chase.prey) {
            FREE.. => true,
            2 => !self.hunt(chase),
            _ => false,
        }
    }
}

impl Chase<'_> {
    fn new(start: &Board, prey: Point) -> Option<(Chase<'_>, Color)> {
        let runner = start.stone(prey)?;
        Some((Chase { start, prey, runner }, runner))
    }
}

/// Whether the prey, left with the liberty `point` only, gets away by a play there for sure, the
/// hunter having a stone on `attack`: without reading, which takes a copy of the board.
///
/// Chains that the play joins have `point` as a liberty too, so that `attack` captures none of them.
fn is_open(board: &Board, runner: Color, point: Point, attack: Option<Point>) -> bool {
    joined_liberties::<FREE>(board, point, runner, attack) == FREE
}

/// The answers of a prey in atari: captures around it, then its last liberty.
fn answers(board: &Board, chase: Chase) -> ([Point; MAX_ANSWERS], usize) {
    let mut answers = [chase.prey; MAX_ANSWERS];
    let mut count = 0;
    let mut add = |point: Point| {
        if count < MAX_ANSWERS && !answers[..count].contains(&point) {
            answers[count] = point;
            count += 1;
        }
    };
    let hunter = chase.runner.opponent();
    for member in board.chain(chase.prey) {
        for place in board.around(member) {
            if board.stone(place) == Some(hunter) && board.liberty_count(place) == 1 {
                board.liberties(place).for_each(&mut add);
            }
        }
    }
    board.liberties(chase.prey).for_each(add);
    (answers, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Vertex};

    fn at(board: &Board, vertex: &str) -> Point {
        match Vertex::parse(board.size(), vertex) {
            Ok(Move::Play(point)) => point,
            other => panic!("{vertex}: {other:?}"),
        }
    }

    fn captures(diagram: &str, stones: &[(&str, Color)], prey: &str, point: &str) -> bool {
        let board = with(diagram, stones);
        LadderReader::new(&board).captures(&board, at(&board, prey), at(&board, point))
    }

    fn escapes(diagram: &str, stones: &[(&str, Color)], prey: &str, point: &str) -> bool {
        let board = with(diagram, stones);
        LadderReader::new(&board).escapes(&board, at(&board, prey), at(&board, point))
    }

    /// The chain on D4 can be chased to the upper right corner, beginning on D5.
    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .";

    fn with(diagram: &str, stones: &[(&str, Color)]) -> Board {
        let mut board: Board = diagram.parse().unwrap();
        for &(vertex, color) in stones {
            let point = at(&board, vertex);
            board.play_unchecked(point, color, &mut ());
        }
        board
    }

    #[test]
    fn a_ladder_works_from_one_side_only() {
        assert!(captures(LADDER, &[], "D4", "D5"));
        assert!(!captures(LADDER, &[], "D4", "E4"));
        assert!(!escapes(LADDER, &[("D5", Color::Black)], "D4", "E4"));
        assert!(escapes(LADDER, &[("E4", Color::Black)], "D4", "D5"));
    }

    #[test]
    fn a_stone_on_its_way_breaks_a_ladder() {
        for breaker in ["G7", "H8", "F6", "G8"] {
            let stones = [(breaker, Color::White)];
            assert!(!captures(LADDER, &stones, "D4", "D5"), "{breaker}");
        }
        for elsewhere in ["C7", "J3", "B2"] {
            let stones = [(elsewhere, Color::White)];
            assert!(captures(LADDER, &stones, "D4", "D5"), "{elsewhere}");
        }
        let stones = [("D5", Color::Black), ("G7", Color::White)];
        assert!(escapes(LADDER, &stones, "D4", "E4"));
    }

    #[test]
    fn a_chain_is_driven_to_the_edge() {
        let edge = "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . . . . .";
        assert!(captures(edge, &[], "D2", "E2"));
        assert!(!captures(edge, &[], "D2", "D1"));
    }

    #[test]
    fn a_capture_of_the_hunters_stone_saves() {
        let stones = [("B4", Color::White), ("C5", Color::White)];
        assert!(!captures(LADDER, &stones, "D4", "D5"));
        let in_atari = [("B4", Color::White), ("C5", Color::White), ("D5", Color::Black)];
        assert!(escapes(LADDER, &in_atari, "D4", "C3"));
    }

    #[test]
    fn a_capture_that_is_snapped_back_saves_nothing() {
        let snapback = "
            . . . . .
            X X X X .
            O O O X .
            X . O X .";
        assert!(!escapes(snapback, &[], "A2", "B1"));
    }

    #[test]
    fn what_is_no_question_of_a_ladder_is_denied() {
        assert!(!captures(LADDER, &[], "A1", "A2"));
        assert!(!captures(LADDER, &[], "C4", "C3"));
        assert!(!captures(LADDER, &[], "D4", "G5"));
    }
}
