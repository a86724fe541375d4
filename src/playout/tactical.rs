use rand::Rng;

use super::{Policy, Recent, draw_below, uniform::draw_candidate};
use crate::{
    board::{Board, Color, Point},
    pattern::matches_shape,
    tactics::{catches, is_bad_self_atari, nakade_point, rescues},
    tuning::{CAPTURE_RATE, CATCH_RATE, SHAPE_RATE},
};

/// Answers the last move where it threatens something, catches it where it cannot run, plays
/// familiar shapes around it, and else draws at random, but not into a pointless self-atari.
///
/// The order of the rules is that of Pachi's and MoGo's playouts (Gelly et al. 2006, section 3.2):
/// the first one that proposes a move decides, all its proposals having the same chance.
#[derive(Clone, Debug, Default)]
pub struct Tactical {
    proposals: Vec<Point>,
}

impl Policy for Tactical {
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        recent: Recent,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        if let Some(last) = recent.last.filter(|&last| !board.is_empty(last)) {
            let dice = rng.next_u32();
            if dice & 255 < CAPTURE_RATE {
                self.propose_captures(board, color, last);
                if let Some(point) = self.draw(board, color, |_| true, rng) {
                    return Some(point);
                }
            }
            if dice >> 16 & 255 < CATCH_RATE {
                catches(board, last, |point| self.proposals.push(point));
                if let Some(point) = self.draw(board, color, |_| true, rng) {
                    return Some(point);
                }
            }
            self.propose_nakade(board, color.opponent(), last);
            if let Some(point) = self.draw(board, color, |_| true, rng) {
                return Some(point);
            }
            if dice >> 8 & 255 < SHAPE_RATE {
                for center in [recent.last, recent.before].into_iter().flatten() {
                    self.propose_shapes(board, center);
                }
                let is_sound = |point: Point| !is_bad_self_atari(board, point, color);
                if let Some(point) = self.draw(board, color, is_sound, rng) {
                    return Some(point);
                }
            }
        }
        draw_candidate(board, color, rng, |board, point| !is_bad_self_atari(board, point, color))
    }
}

impl Tactical {
    /// Captures the chain just played if it is in atari; else rescues own chains that it put into
    /// atari.
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

    /// Takes the vital point of an eye space that the last move helps to enclose.
    fn propose_nakade(&mut self, board: &Board, owner: Color, last: Point) {
        for place in board.around(last) {
            if board.is_empty(place) {
                self.proposals.extend(nakade_point(board, place, owner));
            }
        }
    }

    /// The familiar shapes around a move.
    fn propose_shapes(&mut self, board: &Board, center: Point) {
        for place in board.around(center).into_iter().chain(board.diagonals(center)) {
            if board.is_empty(place) && matches_shape(board, place) {
                self.proposals.push(place);
            }
        }
    }

    /// Draws one of the proposals that are legal and `welcome`, and forgets them all.
    fn draw(
        &mut self,
        board: &Board,
        color: Color,
        welcome: impl Fn(Point) -> bool,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        let mut choice = None;
        while choice.is_none() && !self.proposals.is_empty() {
            let place = draw_below(self.proposals.len(), rng);
            let point = self.proposals.swap_remove(place);
            choice = (board.is_candidate(point, color) && welcome(point)).then_some(point);
        }
        self.proposals.clear();
        choice
    }
}
