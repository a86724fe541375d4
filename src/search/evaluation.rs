//! Evaluation of leaves: the trait that searches use, and what its methods take and return.

use std::mem;

use super::selection::Selection;
use crate::{
    board::{CAPACITY, Color, Move, Observer, Point},
    game::Variation,
    tuning::PLAYOUT_SCORE_WEIGHT,
};

/// An estimate of a position's result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Utility for Black, from 0 (White wins) to 1 (Black wins), with a share for the score.
    pub black_utility: f64,
    /// Black's win rate, from 0 to 1; a draw is half a win.
    pub black_win_rate: f64,
    /// Expected score in points, komi included, positive for Black.
    pub black_score: f64,
    /// Standard deviation of the score, in points.
    pub score_deviation: f64,
    /// Weight among other evaluations, more than 0; 1 if nothing is known of its error.
    pub weight: f64,
}

/// Evaluates leaves.
///
/// Every worker owns an evaluator, which may keep buffers and a random number generator. There are
/// two implementations: playouts ([`PlayoutEvaluator`](super::PlayoutEvaluator)), and networks
/// ([`NetworkEvaluator`](super::NetworkEvaluator)), which compute value and policy at once and cache
/// them.
pub trait Evaluator: Send {
    /// How the search selects children.
    type Selection: Selection;

    /// The moves of `to_move` to be searched in the position that `line` has reached, each with its
    /// prior; the pass is among them. With [`Puct`](super::Puct) the highest prior is first, and the
    /// others descend.
    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, PriorOf<Self>)>;

    /// Evaluates the position that `line` has reached, with `to_move` to move.
    ///
    /// `amaf` is empty. An evaluator that plays the game on records in it who played first on each
    /// point; one that does not leaves it empty, and the search updates no AMAF statistics.
    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation;

    /// Ownership of a point by the last evaluation, from -1 (White) to 1 (Black).
    fn ownership(&self, point: Point) -> f32;

    /// Batch size of the highest throughput, in leaves. The first call may measure it.
    fn best_batch_size(&self) -> usize {
        1
    }

    /// The batch size of the highest throughput if it was measured.
    fn known_batch_size(&self) -> Option<usize> {
        None
    }

    /// Adds the position that `line` has reached, with `to_move` to move, to those of the next call
    /// of [`evaluate_prepared`](Self::evaluate_prepared).
    fn prepare(&mut self, _line: &Variation, _to_move: Color) {}

    /// Evaluates the prepared positions together, so that [`evaluate`](Self::evaluate) takes little
    /// time for them.
    fn evaluate_prepared(&mut self) {}
}

/// The prior of a move in the selection for which an evaluator is made.
pub type PriorOf<E> = <<E as Evaluator>::Selection as Selection>::Prior;

/// By point, the player who played there first after a position ("all moves as first").
pub struct Amaf {
    first: Box<[Option<Color>; CAPACITY]>,
    is_empty: bool,
}

impl Default for Amaf {
    fn default() -> Amaf {
        Amaf { first: Box::new([None; CAPACITY]), is_empty: true }
    }
}

impl Amaf {
    /// Whether no play is recorded.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Whether `color` was the first to play on the point with this index.
    #[inline]
    pub(super) fn is_first(&self, color: Color, index: usize) -> bool {
        self.first[index] == Some(color)
    }

    pub(super) fn clear(&mut self) {
        if !mem::replace(&mut self.is_empty, true) {
            self.first.fill(None);
        }
    }

    /// Records a play that precedes the recorded ones. Does nothing if there are none: the evaluator made
    /// no playout.
    pub(super) fn prepend(&mut self, point: Point, color: Color) {
        if !self.is_empty {
            self.first[point.index()] = Some(color);
        }
    }
}

impl Observer for Amaf {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        self.first[point.index()].get_or_insert(color);
        self.is_empty = false;
    }

    #[inline]
    fn removed(&mut self, _: Point, _: Color) {}
}

impl Evaluation {
    /// The evaluation of a game that ended with this margin (points, positive for Black) on a board
    /// of `area` points.
    #[must_use]
    pub fn from_margin(margin: f64, area: usize) -> Evaluation {
        let black_win_rate = match margin {
            margin if margin > 0.0 => 1.0,
            margin if margin < 0.0 => 0.0,
            _ => 0.5,
        };
        let score_utility = (margin / area as f64).clamp(-1.0, 1.0) / 2.0 + 0.5;
        let score_weight = PLAYOUT_SCORE_WEIGHT.get();
        let black_utility = (1.0 - score_weight) * black_win_rate + score_weight * score_utility;
        Evaluation {
            black_utility,
            black_win_rate,
            black_score: margin,
            score_deviation: 0.0,
            weight: 1.0,
        }
    }
}
