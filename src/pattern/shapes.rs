//! Features of a move: the patterns around it.

use std::ops::RangeInclusive;

use super::{
    FeatureKey, FeatureSink,
    features::Context,
    grid::{self, MAX_DISTANCE, PLACES, SymmetryHashes},
    key::FeatureKind,
};
use crate::board::Point;

/// Sizes of patterns of stones, as distances from the move: up to 88 places.
const SHAPE_SIZES: RangeInclusive<usize> = 3..=MAX_DISTANCE;
/// Sizes of patterns with liberties.
const LIBERTY_SIZES: RangeInclusive<usize> = 3..=6;
/// Sizes of patterns with the last move marked.
const ANSWER_SIZES: RangeInclusive<usize> = 4..=9;
/// Sizes of patterns with liberties and the last move marked.
const LIBERTY_ANSWER_SIZES: RangeInclusive<usize> = 4..=6;
/// Sizes of patterns with the last two moves marked.
const SEQUENCE_SIZES: RangeInclusive<usize> = 5..=8;

/// Size of the patterns that are combined with the stage of the game.
const STAGED_SHAPE_SIZE: usize = 4;

/// The patterns around one move, which grow as long as they are known.
struct GrowingPattern {
    /// The move's index in the grid.
    cell: usize,
    /// Place of the last move in the pattern, if it is within reach.
    last: Option<usize>,
    /// Place of the move before the last.
    before: Option<usize>,
    stones: SymmetryHashes,
    liberties: SymmetryHashes,
    /// By kind from [`FIRST_KIND`] on: whether the pattern of the previous size is known.
    is_known: [bool; 6],
}

const FIRST_KIND: FeatureKind = FeatureKind::StagedShape;

/// A pattern to look up.
struct Lookup {
    /// Index of the candidate move.
    index: usize,
    kind: FeatureKind,
    key: FeatureKey,
}

impl Context<'_> {
    /// The patterns around each candidate, from the smallest to the largest.
    ///
    /// All patterns of one size are looked up together: they are far apart in a large table, and
    /// the processor fetches many at once if no lookup waits for the previous one (searches on
    /// 19×19 take 3 % less time).
    pub(super) fn patterns(&self, candidates: &[Point], sink: &mut impl FeatureSink) {
        let mut patterns: Vec<GrowingPattern> =
            candidates.iter().map(|&point| self.pattern(point)).collect();
        let mut growing: Vec<usize> = (0..patterns.len()).collect();
        let mut lookups = Vec::new();
        for distance in 2..=MAX_DISTANCE {
            lookups.clear();
            for &index in &growing {
                let pattern = &mut patterns[index];
                let push = |kind, key| lookups.push(Lookup { index, kind, key });
                self.grow(pattern, distance, push);
            }
            for &Lookup { index, kind, key } in &lookups {
                let is_known = sink.add(index, key);
                patterns[index].is_known[kind as usize - FIRST_KIND as usize] = is_known;
            }
            growing.retain(|&index| patterns[index].can_grow(distance));
            if SHAPE_SIZES.contains(&distance) {
                sink.prune(&mut growing);
            }
        }
    }

    fn pattern(&self, point: Point) -> GrowingPattern {
        let size = self.position.board.size();
        let place = |other: Option<Point>| self.hashes.place(size, point, other?);
        let last = place(self.position.last);
        GrowingPattern {
            cell: grid::cell(size, point),
            last,
            before: last.and(place(self.position.before)),
            stones: grid::EMPTY_PATTERN,
            liberties: grid::EMPTY_PATTERN,
            is_known: [true; 6],
        }
    }

    /// Adds the places at `distance`, and calls `push` for the patterns of this size.
    #[inline]
    fn grow(
        &self,
        pattern: &mut GrowingPattern,
        distance: usize,
        mut push: impl FnMut(FeatureKind, FeatureKey),
    ) {
        self.grid.add_stones(&mut pattern.stones, self.hashes, pattern.cell, distance);
        if distance <= *LIBERTY_SIZES.end() {
            self.grid.add_liberties(&mut pattern.liberties, self.hashes, pattern.cell, distance);
        }
        let GrowingPattern { last, before, stones, liberties, is_known, .. } = pattern;
        let mut add = |kind: FeatureKind, sizes: RangeInclusive<usize>, hashes: &SymmetryHashes| {
            if is_known[kind as usize - FIRST_KIND as usize] && sizes.contains(&distance) {
                let value = grid::invariant(hashes).wrapping_mul(2 * distance as u64 + 1);
                push(kind, FeatureKey::new(kind, value));
            }
        };
        add(FeatureKind::Shape, SHAPE_SIZES, stones);
        add(FeatureKind::LibertyShape, LIBERTY_SIZES, liberties);
        let is_inside = |place: &usize| *place < PLACES[distance];
        if let Some(last) = last.filter(is_inside) {
            let mark = self.hashes.last(last);
            let answer = grid::marked(stones, mark);
            add(FeatureKind::Answer, ANSWER_SIZES, &answer);
            let liberty_answer = grid::marked(liberties, mark);
            add(FeatureKind::LibertyShapeAnswer, LIBERTY_ANSWER_SIZES, &liberty_answer);
            if let Some(before) = before.filter(is_inside) {
                let sequence = grid::marked(&answer, self.hashes.before(before));
                add(FeatureKind::Sequence, SEQUENCE_SIZES, &sequence);
            }
        }
        if distance == STAGED_SHAPE_SIZE {
            let value = grid::invariant(stones).wrapping_mul(self.stage + 1);
            push(FeatureKind::StagedShape, FeatureKey::new(FeatureKind::StagedShape, value));
        }
    }
}

impl GrowingPattern {
    /// Whether a larger pattern may be known.
    fn can_grow(&self, distance: usize) -> bool {
        let [_, shape, liberty, answer, liberty_answer, sequence] = self.is_known;
        let has_answers =
            self.last.is_some() && distance < *ANSWER_SIZES.end() && (answer || sequence);
        let has_liberties = distance < *LIBERTY_SIZES.end() && (liberty || liberty_answer);
        shape || has_answers || has_liberties || distance < STAGED_SHAPE_SIZE
    }
}
