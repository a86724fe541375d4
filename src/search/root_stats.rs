//! Scores and ownership below the root, added up by all threads without locks.

use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering::Relaxed};

use super::{
    evaluation::{Evaluation, Evaluator},
    request::Details,
};
use crate::board::{Color, Size};

/// Margins are kept in parts of this size, up to so many points: the squares of some 10^8 fit.
const MARGIN_PARTS: f64 = 64.0;
const MOST_MARGIN: f64 = 2000.0;

/// Ownership is kept in parts of this size: some 10^8 fit.
const OWNERSHIP_PARTS: f32 = 16.0;

/// What the iterations of one search found: all of them, and those through each child of the root.
pub(super) struct RootStats {
    size: Size,
    root: ScoreStats,
    children: Vec<ScoreStats>,
}

/// What some iterations found.
pub(super) struct ScoreStats {
    iterations: AtomicU64,
    margin: AtomicI64,
    margin_squares: AtomicU64,
    /// By point in the order of [`Size::points`], Black's positive; empty if not asked for.
    ownership: Box<[AtomicI32]>,
}

/// The margin of the game's end, in points, of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedScore {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl RootStats {
    pub(super) fn new(size: Size, children: usize, details: Details) -> RootStats {
        let is_wanted = !details.are_none();
        let points = |is_wanted: bool| if is_wanted { size.area() } else { 0 };
        let child = |_| ScoreStats::new(points(details.move_ownership));
        RootStats {
            size,
            root: ScoreStats::new(points(details.ownership)),
            children: (0..if is_wanted { children } else { 0 }).map(child).collect(),
        }
    }

    /// Adds what an evaluator has just found, after an iteration through this child of the root.
    pub(super) fn add(
        &self,
        child: Option<usize>,
        evaluation: &Evaluation,
        evaluator: &impl Evaluator,
    ) {
        let Some(child) = child.and_then(|place| self.children.get(place)) else { return };
        for sum in [&self.root, child] {
            sum.add(self.size, evaluation, evaluator);
        }
    }

    /// Of all iterations.
    pub(super) fn root(&self) -> &ScoreStats {
        &self.root
    }

    /// Of those through this child; `None` unless scores or ownership were asked for.
    pub(super) fn child(&self, place: usize) -> Option<&ScoreStats> {
        self.children.get(place)
    }
}

impl ScoreStats {
    fn new(points: usize) -> ScoreStats {
        ScoreStats {
            iterations: AtomicU64::new(0),
            margin: AtomicI64::new(0),
            margin_squares: AtomicU64::new(0),
            ownership: (0..points).map(|_| AtomicI32::new(0)).collect(),
        }
    }

    fn add(&self, size: Size, evaluation: &Evaluation, evaluator: &impl Evaluator) {
        let parts = |points: f64| (points.clamp(-MOST_MARGIN, MOST_MARGIN) * MARGIN_PARTS) as i64;
        let margin = parts(evaluation.black_margin);
        let deviation = parts(evaluation.margin_deviation);
        self.iterations.fetch_add(1, Relaxed);
        self.margin.fetch_add(margin, Relaxed);
        let square = margin.unsigned_abs().pow(2) + deviation.unsigned_abs().pow(2);
        self.margin_squares.fetch_add(square, Relaxed);
        for (sum, point) in self.ownership.iter().zip(size.points()) {
            let parts = (evaluator.ownership(point) * OWNERSHIP_PARTS).round() as i32;
            sum.fetch_add(parts, Relaxed);
        }
    }

    /// The score of `color`, if any iteration told.
    pub(super) fn score(&self, color: Color) -> Option<ExpectedScore> {
        let count = Some(self.iterations.load(Relaxed) as f64).filter(|&count| count > 0.0)?;
        let mean = self.margin.load(Relaxed) as f64 / MARGIN_PARTS / count;
        let squares = self.margin_squares.load(Relaxed) as f64 / MARGIN_PARTS.powi(2) / count;
        let mean_of_color = if color == Color::Black { mean } else { -mean };
        let deviation = (squares - mean * mean).max(0.0).sqrt();
        Some(ExpectedScore { mean: mean_of_color, deviation })
    }

    /// For each point in the order of [`Size::points`] how much it will be that of `color`, from
    /// -1 to 1; `None` unless asked for.
    pub(super) fn ownership(&self, color: Color) -> Option<Vec<f32>> {
        let all = self.iterations.load(Relaxed).max(1) as f32 * OWNERSHIP_PARTS;
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let share = |sum: &AtomicI32| (sign * sum.load(Relaxed) as f32 / all).clamp(-1.0, 1.0);
        (!self.ownership.is_empty()).then(|| self.ownership.iter().map(share).collect())
    }
}
