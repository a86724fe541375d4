//! The policy of tactical playouts.

use rand::Rng;

use super::{LastMoves, Policy, draw_below, uniform::draw_candidate};
use crate::{
    board::{Board, Color, Point},
    pattern::matches_shape,
    tactics::{inescapable_ataris, is_bad_self_atari, nakade_point, rescues},
    tuning::{CAPTURE_RATE, CATCH_RATE, SHAPE_RATE},
};

/// Replies to the last move by tactics and 3×3 shapes, and otherwise plays at random, without bad
/// self-atari.
///
/// The rules are in the order of Pachi's `moggy` policy, which extends MoGo's (Gelly et al. 2006):
/// capture or rescue of a chain in atari; atari on the chain just played that it cannot escape by
/// extending; nakade; shapes. The first rule with a proposal decides; all its proposals are equally
/// likely.
#[derive(Clone, Debug, Default)]
pub struct Tactical {
    proposals: Vec<Point>,
}

impl Policy for Tactical {
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        last_moves: LastMoves,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        if let Some(last) = last_moves.last.filter(|&last| !board.is_empty(last)) {
            // The bytes of one random number decide which rules are considered.
            let [capture, shape, catch, _] = rng.next_u32().to_le_bytes().map(u32::from);
            if capture < CAPTURE_RATE.get() {
                self.propose_captures(board, color, last);
                if let Some(point) = self.draw(board, color, |_| true, rng) {
                    return Some(point);
                }
            }
            if catch < CATCH_RATE.get() {
                inescapable_ataris(board, last, |point| self.proposals.push(point));
                if let Some(point) = self.draw(board, color, |_| true, rng) {
                    return Some(point);
                }
            }
            self.propose_nakade(board, color.opponent(), last);
            if let Some(point) = self.draw(board, color, |_| true, rng) {
                return Some(point);
            }
            if shape < SHAPE_RATE.get() {
                for center in [last_moves.last, last_moves.before].into_iter().flatten() {
                    self.propose_shapes(board, center);
                }
                let is_safe = |point: Point| !is_bad_self_atari(board, point, color);
                if let Some(point) = self.draw(board, color, is_safe, rng) {
                    return Some(point);
                }
            }
        }
        draw_candidate(board, color, rng, |board, point| !is_bad_self_atari(board, point, color))
    }
}

impl Tactical {
    /// Proposes the capture of the chain just played if it is in atari, and rescues of the own chains
    /// next to it that are in atari.
    fn propose_captures(&mut self, board: &Board, color: Color, last: Point) {
        if board.liberty_count(last) == 1 {
            self.proposals.extend(board.liberties(last).next());
        }
        for place in board.around(last) {
            if board.stone(place) == Some(color) && board.liberty_count(place) == 1 {
                rescues(board, place, |point| self.proposals.push(point));
            }
        }
    }

    /// Proposes the vital point of an eye space of `owner` next to the last move.
    fn propose_nakade(&mut self, board: &Board, owner: Color, last: Point) {
        for place in board.around(last) {
            if board.is_empty(place) {
                self.proposals.extend(nakade_point(board, place, owner));
            }
        }
    }

    /// Proposes the empty points around `center` that match a shape.
    fn propose_shapes(&mut self, board: &Board, center: Point) {
        for place in board.around(center).into_iter().chain(board.diagonals(center)) {
            if board.is_empty(place) && matches_shape(board, place) {
                self.proposals.push(place);
            }
        }
    }

    /// Draws one of the legal and `allowed` proposals, and clears the proposals.
    fn draw(
        &mut self,
        board: &Board,
        color: Color,
        allowed: impl Fn(Point) -> bool,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        let mut choice = None;
        while choice.is_none() && !self.proposals.is_empty() {
            let index = draw_below(self.proposals.len(), rng);
            let point = self.proposals.swap_remove(index);
            choice = (board.is_candidate(point, color) && allowed(point)).then_some(point);
        }
        self.proposals.clear();
        choice
    }
}
