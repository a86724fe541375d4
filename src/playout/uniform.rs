//! The policy of uniform playouts.

use rand::Rng;

use super::{LastMoves, Policy, draw_below};
use crate::board::{Board, Color, Point};

/// Plays uniformly at random, but not into own eyes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline]
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        _: LastMoves,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        draw_candidate(board, color, rng, |_, _| true)
    }
}

/// Draws uniformly from the candidates of `color` (see [`Board::is_candidate`]) that are `allowed`.
#[inline]
pub(super) fn draw_candidate(
    board: &mut Board,
    color: Color,
    rng: &mut impl Rng,
    allowed: impl Fn(&Board, Point) -> bool,
) -> Option<Point> {
    let mut candidates = board.empty_points().len();
    while candidates > 0 {
        let index = draw_below(candidates, rng);
        let point = board.empty_points()[index];
        if board.is_candidate(point, color) && allowed(board, point) {
            return Some(point);
        }
        candidates -= 1;
        board.swap_empty_points(index, candidates);
    }
    None
}
