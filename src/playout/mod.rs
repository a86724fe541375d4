//! Playouts: a game played on from a position to its end by a fast policy.

mod area;
mod tactical;
mod uniform;

use rand::Rng;

pub use self::{
    area::{Ownership, area_margin, owner},
    tactical::Tactical,
    uniform::Uniform,
};

use crate::board::{Board, Color, Observer, Point};

/// The last two turns of a playout, or before it; `None` for a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recent {
    /// Where the opponent of the player to move has just played.
    pub last: Option<Point>,
    /// Where the player to move played before that.
    pub before: Option<Point>,
}

impl Recent {
    #[inline]
    fn push(&mut self, played: Option<Point>) {
        *self = Recent { last: played, before: self.last };
    }
}

/// Chooses the moves of a playout.
pub trait Policy {
    /// The point to play on, or `None` to pass. The choice must be legal under simple ko without
    /// suicide. The order of the board's empty points may be changed.
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        recent: Recent,
        rng: &mut impl Rng,
    ) -> Option<Point>;
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
    mut recent: Recent,
    policy: &mut impl Policy,
    rng: &mut impl Rng,
    observer: &mut impl Observer,
) -> usize {
    let limit = MAX_TURNS_PER_POINT * board.size().area();
    let mut color = to_move;
    let mut passed = false;
    for turn in 0..limit {
        let choice = policy.choose(board, color, recent, rng);
        match choice {
            Some(point) => board.play_unchecked(point, color, observer),
            None if passed => return turn + 1,
            None => board.pass(),
        }
        passed = choice.is_none();
        recent.push(choice);
        color = color.opponent();
    }
    limit
}

/// A number from 0 to `bound` - 1 without a division; with a bound of at most 625 the chances
/// differ by less than one in six million (Lemire 2019, "Fast random integer generation in an
/// interval", without the rejection step).
#[inline]
fn draw_below(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}
