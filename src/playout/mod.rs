//! Playouts: random games from a position to the end by a fast policy.

mod area;
mod tactical;
mod uniform;

use rand::Rng;

pub use self::{
    area::{area_margin, owner},
    tactical::Tactical,
    uniform::Uniform,
};

use crate::board::{Board, Color, Observer, Point};

/// The last two moves; `None` for a pass, and where there was no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// The last move, by the opponent of the player to move.
    pub last: Option<Point>,
    /// The move before it, by the player to move.
    pub before: Option<Point>,
}

impl LastMoves {
    #[inline]
    fn push(&mut self, mv: Option<Point>) {
        *self = LastMoves { last: mv, before: self.last };
    }
}

/// Chooses the moves of a playout.
pub trait Policy {
    /// The point to play on, or `None` to pass. The move must be legal under simple ko without
    /// suicide. The order of the board's empty points may change.
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        last_moves: LastMoves,
        rng: &mut impl Rng,
    ) -> Option<Point>;
}

/// Maximum length of a playout, in moves per point of the board. Longer ones are in a cycle of two or
/// more kos.
const MAX_MOVES_PER_POINT: usize = 3;

/// Plays on from `board`, `to_move` first, until both players pass; returns the number of moves.
///
/// The observer is notified of every stone, as in [`Board::play_unchecked`].
pub fn play_out(
    board: &mut Board,
    to_move: Color,
    mut last_moves: LastMoves,
    policy: &mut impl Policy,
    rng: &mut impl Rng,
    observer: &mut impl Observer,
) -> usize {
    let limit = MAX_MOVES_PER_POINT * board.size().area();
    let mut color = to_move;
    let mut passed = false;
    for played in 0..limit {
        let mv = policy.choose(board, color, last_moves, rng);
        match mv {
            Some(point) => board.play_unchecked(point, color, observer),
            None if passed => return played + 1,
            None => board.pass(),
        }
        passed = mv.is_none();
        last_moves.push(mv);
        color = color.opponent();
    }
    limit
}

/// A random number from 0 to `bound` - 1, drawn without a division. For a bound of at most 625 the
/// probabilities differ by less than one in six million (Lemire 2019, "Fast random integer generation
/// in an interval", without the rejection step).
#[inline]
fn draw_below(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}
