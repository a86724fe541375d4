use rand::Rng;

use super::{Policy, Recent, draw_below};
use crate::board::{Board, Color, Point};

/// Draws from all legal points that are no eyes of the player, each with the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline]
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        _: Recent,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        draw_candidate(board, color, rng, |_, _| true)
    }
}

/// Draws from the candidates of `color` (see [`Board::is_candidate`]) that are `welcome`, each with
/// the same chance.
#[inline]
pub(super) fn draw_candidate(
    board: &mut Board,
    color: Color,
    rng: &mut impl Rng,
    welcome: impl Fn(&Board, Point) -> bool,
) -> Option<Point> {
    let mut candidates = board.empty_points().len();
    while candidates > 0 {
        let place = draw_below(candidates, rng);
        let point = board.empty_points()[place];
        if board.is_candidate(point, color) && welcome(board, point) {
            return Some(point);
        }
        candidates -= 1;
        board.swap_empty_points(place, candidates);
    }
    None
}
