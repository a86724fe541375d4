//! Playouts: a game played on from a position to its end by a fast policy.

mod area;
mod uniform;

use rand::Rng;

pub use self::{
    area::{Ownership, area_margin, owner},
    uniform::Uniform,
};

use crate::board::{Board, Color, Observer, Point};

/// Chooses the moves of a playout.
pub trait Policy {
    /// The point to play on, or `None` to pass. The choice must be legal under simple ko without
    /// suicide. The order of the board's empty points may be changed.
    fn choose(&mut self, board: &mut Board, color: Color, rng: &mut impl Rng) -> Option<Point>;
}

/// How many turns a playout may take, as a multiple of the board's points: beyond it two or more
/// kos go round in a circle.
const MAX_TURNS_PER_POINT: usize = 3;

/// Plays on from `board`, `to_move` first, until both players pass; returns the number of turns.
///
/// The observer is told of every stone, as in [`Board::play_unchecked`].
pub fn play_out(
    board: &mut Board,
    to_move: Color,
    policy: &mut impl Policy,
    rng: &mut impl Rng,
    observer: &mut impl Observer,
) -> usize {
    let limit = MAX_TURNS_PER_POINT * board.size().area();
    let mut color = to_move;
    let mut passed = false;
    for turn in 0..limit {
        match policy.choose(board, color, rng) {
            Some(point) => {
                board.play_unchecked(point, color, observer);
                passed = false;
            }
            None if passed => return turn + 1,
            None => {
                board.pass();
                passed = true;
            }
        }
        color = color.opponent();
    }
    limit
}
