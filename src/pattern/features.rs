//! Extraction of the features of the moves of a position.

use super::{
    FeatureKey, Position,
    grid::{self, PatternGrid, PatternHashes},
    key::FeatureKind,
    threats::Threats,
};
use crate::board::Point;

/// Receives the features of moves.
pub trait FeatureSink {
    /// Called first, with the number of candidate moves.
    fn begin(&mut self, candidates: usize);
    /// Called for each feature of the candidate at `index`; returns whether the feature is known.
    /// Larger patterns around an unknown one are not extracted.
    fn add(&mut self, index: usize, key: FeatureKey) -> bool;
    /// Removes candidates from a list of indices if larger patterns would hardly make them likely.
    fn prune(&self, _indices: &mut Vec<usize>) {}
}

/// Passes the features of one candidate to a sink.
pub(super) struct MoveSink<'a, S> {
    pub(super) index: usize,
    pub(super) sink: &'a mut S,
}

impl<S: FeatureSink> MoveSink<'_, S> {
    pub(super) fn add(&mut self, key: FeatureKey) {
        self.sink.add(self.index, key);
    }
}

/// Extracts the features of moves. It owns large buffers and should be reused.
#[derive(Debug)]
pub struct PatternExtractor {
    grid: PatternGrid,
    threats: Threats,
}

impl Default for PatternExtractor {
    fn default() -> PatternExtractor {
        PatternExtractor { grid: PatternGrid::new(), threats: Threats::new() }
    }
}

impl PatternExtractor {
    /// Passes the features of the candidate moves to the sink. All candidates must be empty points.
    pub fn extract(
        &mut self,
        position: &Position,
        candidates: &[Point],
        sink: &mut impl FeatureSink,
    ) {
        self.grid.fill(position.board, position.color);
        self.threats.read(position);
        let context = Context {
            grid: &self.grid,
            threats: &self.threats,
            position,
            hashes: PatternHashes::get(),
            stage: stage(position),
        };
        sink.begin(candidates.len());
        for (index, &point) in candidates.iter().enumerate() {
            let sink = &mut MoveSink { index, sink };
            context.chains(point, sink);
            context.distances(point, sink);
        }
        context.patterns(candidates, sink);
    }
}

/// A board whose shorter side is at most this is small: its games hardly have an opening.
const MAX_SMALL_SIDE: u8 = 12;

/// Percentages of occupied points at which the second and later stages of a game begin.
const STAGES: [usize; 5] = [3, 8, 17, 33, 55];

/// The stage of the game by the share of occupied points, 0 to 5; 6 is added on small boards.
fn stage(position: &Position) -> u64 {
    let size = position.board.size();
    let stones = size.area() - position.board.empty_points().len();
    let percent = 100 * stones / size.area();
    let stage = STAGES.iter().filter(|&&limit| percent >= limit).count();
    let is_small = size.width().min(size.height()) <= MAX_SMALL_SIDE;
    (stage + if is_small { STAGES.len() + 1 } else { 0 }) as u64
}

/// The data that all moves of a position share.
pub(super) struct Context<'a> {
    pub(super) grid: &'a PatternGrid,
    pub(super) threats: &'a Threats,
    pub(super) position: &'a Position<'a>,
    pub(super) hashes: &'static PatternHashes,
    pub(super) stage: u64,
}

/// Combines numbers below 32 into one.
pub(super) fn digits<const N: usize>(digits: [u64; N]) -> u64 {
    digits.into_iter().fold(0, |number, digit| number * 32 + digit)
}

impl Context<'_> {
    /// Distances of a move from the edges and from the last two moves.
    fn distances(&self, point: Point, sink: &mut MoveSink<impl FeatureSink>) {
        let size = self.position.board.size();
        let (column, row) = (size.column(point), size.row(point));
        let from_side = column.min(size.width() - 1 - column).min(9);
        let from_top = row.min(size.height() - 1 - row).min(9);
        let (near, far) = (from_side.min(from_top), from_side.max(from_top));
        let last = self.distance(point, self.position.last);
        let before = self.distance(point, self.position.before);
        let both = digits([last.min(10), before.min(10), near.min(3).into()]);
        let edges = digits([near.into(), far.into(), self.stage]);
        sink.add(FeatureKey::new(FeatureKind::EdgeDistances, edges));
        sink.add(FeatureKey::new(FeatureKind::DistanceToLast, digits([last, self.stage])));
        sink.add(FeatureKey::new(FeatureKind::DistanceToBefore, digits([before, self.stage])));
        sink.add(FeatureKey::new(FeatureKind::DistanceToBoth, both));
    }

    /// Distance from a point to a previous move, at most 17; 18 if that was no play.
    fn distance(&self, point: Point, other: Option<Point>) -> u64 {
        const MAX_DISTANCE: usize = 17;
        let size = self.position.board.size();
        other.map_or(MAX_DISTANCE as u64 + 1, |other| {
            let dx = size.column(point).abs_diff(size.column(other));
            let dy = size.row(point).abs_diff(size.row(other));
            grid::distance(dx.into(), dy.into()).min(MAX_DISTANCE) as u64
        })
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
