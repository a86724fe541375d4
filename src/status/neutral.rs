//! Filling the neutral points, and what that makes the players protect.

use crate::{
    board::{Board, Color, Point, PointSet},
    score::shared,
    tactics::LadderReader,
};

/// How a game goes on when nothing is left but neutral points.
pub(super) struct Filled {
    /// The board without dead stones at the end.
    pub(super) board: Board,
    /// Stones that a player had to put into his own territory to connect chains in atari.
    pub(super) protections: Vec<(Point, Color)>,
}

/// Fills the neutral points that a player can fill without losing stones, both players in turn.
pub(super) fn fill_neutral_points(board: &Board, dead: &PointSet, first: Color) -> Filled {
    let mut filled = Filled::new(board, dead);
    let mut reader = LadderReader::new(board);
    let (mut color, mut passed) = (first, false);
    loop {
        let neutral = shared(&filled.board, &PointSet::EMPTY);
        let choice = filled.choose(color, &neutral, &mut reader);
        match choice {
            Some(point) => {
                if !neutral.contains(point) {
                    filled.protections.push((point, color));
                }
                filled.board.play_unchecked(point, color, &mut ());
            }
            None if passed => return filled,
            None => filled.board.pass(),
        }
        passed = choice.is_none();
        color = color.opponent();
    }
}

/// Where a player begins to fill the neutral points.
pub(super) fn next_filling(board: &Board, dead: &PointSet, color: Color) -> Option<Point> {
    let filled = Filled::new(board, dead);
    let neutral = shared(&filled.board, &PointSet::EMPTY);
    filled.choose(color, &neutral, &mut LadderReader::new(board))
}

impl Filled {
    fn new(board: &Board, dead: &PointSet) -> Filled {
        let stones = board.size().points().filter_map(|point| Some((point, board.stone(point)?)));
        let living = stones.filter(|(point, _)| !dead.contains(*point));
        let board = Board::set_up(board.size(), living);
        Filled {
            board: board.expect("taking stones off leaves liberties"),
            protections: Vec::new(),
        }
    }

    /// First own chains are connected, then neutral points filled: those that put a chain into
    /// atari before others.
    fn choose(&self, color: Color, neutral: &PointSet, reader: &mut LadderReader) -> Option<Point> {
        let board = &self.board;
        let in_atari = board
            .chains()
            .filter(|&chain| board.stone(chain) == Some(color) && board.liberty_count(chain) == 1);
        let mut connections = in_atari.filter_map(|chain| board.liberties(chain).next());
        let connection = connections.find(|&point| is_safe(board, point, color, reader));
        connection.or_else(|| {
            let safe = neutral.iter().filter(|&point| is_safe(board, point, color, reader));
            safe.max_by_key(|&point| self.presses(point))
        })
    }

    /// Whether a stone on this point takes the last liberty but one of a chain.
    fn presses(&self, point: Point) -> bool {
        let mut around = self.board.neighbours(point);
        around.any(|place| !self.board.is_empty(place) && self.board.liberty_count(place) == 2)
    }
}

/// Whether a stone put on a point cannot be captured at once.
fn is_safe(board: &Board, point: Point, color: Color, reader: &mut LadderReader) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let mut after = board.clone();
    after.play_unchecked(point, color, &mut ());
    let is_captured = |attack: Point| reader.captures(&after, point, attack);
    match after.liberty_count(point) {
        0 | 1 => false,
        2 => !after.liberties(point).collect::<Vec<_>>().into_iter().any(is_captured),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Vertex, status::seki::stones_in_seki};

    fn filled(diagram: &str, first: Color) -> Filled {
        fill_neutral_points(&diagram.parse().unwrap(), &PointSet::EMPTY, first)
    }

    #[test]
    fn a_chain_put_into_atari_has_to_be_connected() {
        let cut = "
            . . X O . . .
            . X X O . . .
            . X . . O . .
            . X X O . . .
            . . X O . . .";
        let white_first = filled(cut, Color::White);
        assert!(white_first.protections.is_empty(), "nothing is cut");
        let loose = "
            . X O O .
            X . X O .
            X X . O .
            . X O O .
            . X O . .";
        let filled = filled(loose, Color::White);
        let size = filled.board.size();
        let protections: Vec<String> =
            filled.protections.iter().map(|&(p, _)| Vertex::of(size, p).to_string()).collect();
        assert_eq!(protections, ["B4"]);
    }

    #[test]
    fn common_liberties_that_nobody_can_fill_are_a_seki() {
        let seki = filled(
            "
            . X X X . O X
            O O O O O O X
            X X X X X X X
            . . . . . . .",
            Color::Black,
        );
        assert_eq!(stones_in_seki(&seki.board).len(), 3 + 7);
        let none = filled(". X . O .\n. X . O .\n. X . O .\n. X . O .", Color::Black);
        assert!(stones_in_seki(&none.board).is_empty());
    }
}
