use rand::Rng;

use super::Policy;
use crate::board::{Board, Color, Point};

/// Draws from all legal points that are no eyes of the player, each with the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline]
    fn choose(&mut self, board: &mut Board, color: Color, rng: &mut impl Rng) -> Option<Point> {
        let mut candidates = board.empty_points().len();
        while candidates > 0 {
            let place = draw_below(candidates, rng);
            let point = board.empty_points()[place];
            if board.is_candidate(point, color) {
                return Some(point);
            }
            candidates -= 1;
            board.swap_empty_points(place, candidates);
        }
        None
    }
}

/// A number from 0 to `bound` - 1 without a division; with a bound of at most 625 the chances
/// differ by less than one in six million (Lemire 2019, "Fast random integer generation in an
/// interval", without the rejection step).
#[inline]
fn draw_below(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}
