//! Scores and ownership at the root and its children, which threads update without locks.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use super::{
    evaluation::{Evaluation, Evaluator},
    request::Details,
};
use crate::board::{Color, Size};

/// Units of a point in which scores are added up.
const UNITS_PER_POINT: f64 = 64.0;

/// Largest score that is added, in points: the squares of some 10^8 scores fit.
const MAX_SCORE: f64 = 2000.0;

/// Units of an ownership of 1.
const UNITS_PER_OWNERSHIP: f32 = 16.0;

/// Scores and ownership of a search: those of all iterations, and of those through each child.
pub(super) struct RootStats {
    size: Size,
    root: ScoreStats,
    children: Vec<ScoreStats>,
}

/// Sums over some iterations.
pub(super) struct ScoreStats {
    iterations: AtomicU64,
    score: AtomicI64,
    score_squares: AtomicU64,
    /// By point in the order of [`Size::points`], positive for Black; empty unless requested.
    ownership: Box<[AtomicI64]>,
    /// The squares of the summands of `ownership`, in squares of their units.
    ownership_squares: Box<[AtomicU64]>,
}

/// The expected score of one player, in points; by default 0, for evaluators that estimate none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedScore {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
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

    /// Adds the last evaluation of an evaluator, made in an iteration through this child of the root.
    pub(super) fn add(
        &self,
        child: Option<usize>,
        evaluation: &Evaluation,
        evaluator: &impl Evaluator,
    ) {
        let Some(child) = child.and_then(|index| self.children.get(index)) else { return };
        for stats in [&self.root, child] {
            stats.add(self.size, evaluation, evaluator);
        }
    }

    /// The sums over all iterations.
    pub(super) fn root(&self) -> &ScoreStats {
        &self.root
    }

    /// The sums over the iterations through this child; `None` unless details were requested.
    pub(super) fn child(&self, index: usize) -> Option<&ScoreStats> {
        self.children.get(index)
    }
}

impl ScoreStats {
    fn new(points: usize) -> ScoreStats {
        ScoreStats {
            iterations: AtomicU64::new(0),
            score: AtomicI64::new(0),
            score_squares: AtomicU64::new(0),
            ownership: (0..points).map(|_| AtomicI64::new(0)).collect(),
            ownership_squares: (0..points).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn add(&self, size: Size, evaluation: &Evaluation, evaluator: &impl Evaluator) {
        let units = |points: f64| (points.clamp(-MAX_SCORE, MAX_SCORE) * UNITS_PER_POINT) as i64;
        let score = units(evaluation.black_score);
        let deviation = units(evaluation.score_deviation);
        self.iterations.fetch_add(1, Relaxed);
        self.score.fetch_add(score, Relaxed);
        // The mean square of a score with this mean and standard deviation.
        let square = score.unsigned_abs().pow(2) + deviation.unsigned_abs().pow(2);
        self.score_squares.fetch_add(square, Relaxed);
        let sums = self.ownership.iter().zip(&self.ownership_squares);
        for ((sum, squares), point) in sums.zip(size.points()) {
            let units = (evaluator.ownership(point) * UNITS_PER_OWNERSHIP).round() as i64;
            sum.fetch_add(units, Relaxed);
            squares.fetch_add(units.unsigned_abs().pow(2), Relaxed);
        }
    }

    /// The expected score of `color`; `None` without an iteration.
    pub(super) fn score(&self, color: Color) -> Option<ExpectedScore> {
        let count = Some(self.iterations.load(Relaxed) as f64).filter(|&count| count > 0.0)?;
        let mean = self.score.load(Relaxed) as f64 / UNITS_PER_POINT / count;
        let squares = self.score_squares.load(Relaxed) as f64 / UNITS_PER_POINT.powi(2) / count;
        let deviation = (squares - mean * mean).max(0.0).sqrt();
        Some(ExpectedScore { mean: color.points(mean), deviation })
    }

    /// Standard deviation of each point's ownership in the order of [`Size::points`]; `None` unless
    /// ownership was requested.
    pub(super) fn ownership_deviation(&self) -> Option<Vec<f32>> {
        let count = self.iterations.load(Relaxed).max(1) as f32;
        let deviation = |(sum, squares): (&AtomicI64, &AtomicU64)| {
            let mean = sum.load(Relaxed) as f32 / count / UNITS_PER_OWNERSHIP;
            let square = squares.load(Relaxed) as f32 / count / UNITS_PER_OWNERSHIP.powi(2);
            (square - mean * mean).max(0.0).sqrt()
        };
        let sums = self.ownership.iter().zip(&self.ownership_squares);
        (!self.ownership.is_empty()).then(|| sums.map(deviation).collect())
    }

    /// Ownership of each point in the order of [`Size::points`], from -1 (the opponent) to 1
    /// (`color`); `None` unless requested.
    pub(super) fn ownership(&self, color: Color) -> Option<Vec<f32>> {
        let all = self.iterations.load(Relaxed).max(1) as f32 * UNITS_PER_OWNERSHIP;
        let sign = color.sign() as f32;
        let mean = |sum: &AtomicI64| (sign * sum.load(Relaxed) as f32 / all).clamp(-1.0, 1.0);
        (!self.ownership.is_empty()).then(|| self.ownership.iter().map(mean).collect())
    }
}
