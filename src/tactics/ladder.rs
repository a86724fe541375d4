//! Ladders: chains captured by a sequence of ataris.

use super::joined_liberties;
use crate::board::{Board, Color, Point};

/// Moves of the longest ladder that is read: across the largest board and back.
const MAX_DEPTH: usize = 160;

/// Limit of the moves tried by one query.
const MAX_NODES: usize = 400;

/// Answers to an atari that are tried: captures around the chain, and its last liberty.
const MAX_ANSWERS: usize = 6;

/// Liberties with which a chain has escaped from a ladder.
const ESCAPE_LIBERTIES: usize = 3;

/// Reads ladders on boards of any size. It owns a board and is meant to be reused.
///
/// The attacker gives atari with every move; the defender extends or captures. A ladder that
/// exceeds the limits counts as not working. A chain that only a ko could save counts as captured.
#[derive(Debug)]
pub struct LadderReader {
    board: Box<Board>,
    /// The moves on `board` since the query's position.
    path: Vec<(Point, Color)>,
    nodes: usize,
}

/// A query: whether the chain of `target` is captured in a ladder.
#[derive(Clone, Copy)]
struct Ladder<'a> {
    start: &'a Board,
    target: Point,
    defender: Color,
}

impl LadderReader {
    /// Creates a reader from any board; it can read other boards too.
    #[must_use]
    pub fn new(board: &Board) -> LadderReader {
        LadderReader { board: Box::new(board.clone()), path: Vec::new(), nodes: 0 }
    }

    /// Whether the opponent, to move, captures the two-liberty chain of `target` in a ladder that
    /// begins with a play on its liberty `attack`.
    #[must_use]
    pub fn captures(&mut self, board: &Board, target: Point, attack: Point) -> bool {
        let Some(ladder) = Ladder::new(board, target) else { return false };
        let attacker = ladder.defender.opponent();
        let mut others = board.liberties(target).filter(|&liberty| liberty != attack);
        let (Some(other), None) = (others.next(), others.next()) else { return false };
        if board.liberty_count(target) != 2
            || escapes_at_once(board, ladder.defender, other, Some(attack))
            || !board.is_legal(attack, attacker)
        {
            return false;
        }
        self.start(board);
        self.play(attack, attacker);
        !self.escapes_atari(ladder)
    }

    /// Whether the chain of `target`, in atari with its owner to move, escapes from the ladder by a
    /// play on `answer`: its last liberty, or a capture.
    #[must_use]
    pub fn escapes(&mut self, board: &Board, target: Point, answer: Point) -> bool {
        let Some(ladder) = Ladder::new(board, target) else { return false };
        if !board.is_legal(answer, ladder.defender) {
            return false;
        }
        if board.liberties(target).any(|liberty| liberty == answer)
            && escapes_at_once(board, ladder.defender, answer, None)
        {
            return true;
        }
        self.start(board);
        self.play(answer, ladder.defender);
        self.has_escaped(ladder)
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

    /// Takes back moves until `depth` of them are left, by replaying them: too rare to be worth an
    /// undo record.
    fn back_to(&mut self, ladder: Ladder, depth: usize) {
        if self.path.len() == depth {
            return;
        }
        self.board.as_mut().clone_from(ladder.start);
        self.path.truncate(depth);
        for &(point, color) in &self.path {
            self.board.play_unchecked(point, color, &mut ());
        }
    }

    fn is_exhausted(&self) -> bool {
        self.nodes >= MAX_NODES || self.path.len() >= MAX_DEPTH
    }

    /// Whether the target, with two liberties and the attacker to move, is captured.
    fn is_captured(&mut self, ladder: Ladder) -> bool {
        let attacker = ladder.defender.opponent();
        let depth = self.path.len();
        let mut liberties = self.board.liberties(ladder.target);
        let (Some(a), Some(b)) = (liberties.next(), liberties.next()) else { return false };
        drop(liberties);
        for (attack, other) in [(a, b), (b, a)] {
            self.back_to(ladder, depth);
            if self.is_exhausted() {
                return false;
            }
            if escapes_at_once(&self.board, ladder.defender, other, Some(attack))
                || !self.board.is_legal(attack, attacker)
            {
                continue;
            }
            self.play(attack, attacker);
            if !self.escapes_atari(ladder) {
                return true;
            }
        }
        false
    }

    /// Whether the target, in atari with the defender to move, escapes.
    fn escapes_atari(&mut self, ladder: Ladder) -> bool {
        let depth = self.path.len();
        let (answers, count) = answers(&self.board, ladder);
        for &answer in &answers[..count] {
            self.back_to(ladder, depth);
            if self.is_exhausted() {
                return true;
            }
            if !self.board.is_legal(answer, ladder.defender) {
                continue;
            }
            self.play(answer, ladder.defender);
            if self.has_escaped(ladder) {
                return true;
            }
        }
        false
    }

    /// Whether the target escapes, the defender having just answered an atari.
    fn has_escaped(&mut self, ladder: Ladder) -> bool {
        match self.board.liberty_count(ladder.target) {
            ESCAPE_LIBERTIES.. => true,
            2 => !self.is_captured(ladder),
            _ => false,
        }
    }
}

impl Ladder<'_> {
    fn new(start: &Board, target: Point) -> Option<Ladder<'_>> {
        Some(Ladder { start, target, defender: start.stone(target)? })
    }
}

/// Whether the target, left with the liberty `point` after the attacker's stone on `attack`,
/// certainly escapes by a play there. Saves reading, which copies the board.
///
/// Chains that the play joins have `point` as a liberty too, so that `attack` captures none of
/// them.
fn escapes_at_once(board: &Board, defender: Color, point: Point, attack: Option<Point>) -> bool {
    joined_liberties::<ESCAPE_LIBERTIES>(board, point, defender, attack) == ESCAPE_LIBERTIES
}

/// The answers of a chain in atari: captures around it, then its last liberty.
fn answers(board: &Board, ladder: Ladder) -> ([Point; MAX_ANSWERS], usize) {
    let mut answers = [ladder.target; MAX_ANSWERS];
    let mut count = 0;
    let mut add = |point: Point| {
        if count < MAX_ANSWERS && !answers[..count].contains(&point) {
            answers[count] = point;
            count += 1;
        }
    };
    let attacker = ladder.defender.opponent();
    for member in board.chain(ladder.target) {
        for place in board.around(member) {
            if board.stone(place) == Some(attacker) && board.liberty_count(place) == 1 {
                board.liberties(place).for_each(&mut add);
            }
        }
    }
    board.liberties(ladder.target).for_each(add);
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

    fn captures(diagram: &str, stones: &[(&str, Color)], target: &str, point: &str) -> bool {
        let board = with(diagram, stones);
        LadderReader::new(&board).captures(&board, at(&board, target), at(&board, point))
    }

    fn escapes(diagram: &str, stones: &[(&str, Color)], target: &str, point: &str) -> bool {
        let board = with(diagram, stones);
        LadderReader::new(&board).escapes(&board, at(&board, target), at(&board, point))
    }

    /// A ladder that begins on D5 captures the chain on D4 in the upper right corner.
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
    fn a_ladder_breaker_saves() {
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
    fn a_ladder_at_the_edge_works() {
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
    fn a_capture_of_the_attackers_stone_saves() {
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
    fn positions_without_a_ladder_are_not_captures() {
        assert!(!captures(LADDER, &[], "A1", "A2"));
        assert!(!captures(LADDER, &[], "C4", "C3"));
        assert!(!captures(LADDER, &[], "D4", "G5"));
    }
}
