//! Sets of points of a board.

use super::{
    point::{Point, WORD_BITS},
    size::Size,
};

/// Words that hold one bit for each index of the largest layout.
const CAPACITY_WORDS: usize =
    ((Size::MAX as usize + 2) * (Size::MAX as usize + 1) + 1).div_ceil(WORD_BITS);

/// A set of points of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet {
    words: [u64; CAPACITY_WORDS],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet { words: [0; CAPACITY_WORDS] };

    /// Adds a point; returns whether it was new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, mask) = word_and_mask(point);
        let is_new = self.words[word] & mask == 0;
        self.words[word] |= mask;
        is_new
    }

    /// Removes a point; returns whether it was in the set.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let was_in = self.contains(point);
        let (word, mask) = word_and_mask(point);
        self.words[word] &= !mask;
        was_in
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (word, mask) = word_and_mask(point);
        self.words[word] & mask != 0
    }

    /// Adds every point of `other`.
    pub fn extend_from(&mut self, other: &PointSet) {
        for (word, added) in self.words.iter_mut().zip(other.words) {
            *word |= added;
        }
    }

    /// Adds a point if `condition` holds. Branch-free, for unpredictable conditions.
    #[inline]
    pub(crate) fn insert_if(&mut self, point: Point, condition: bool) {
        let (word, mask) = word_and_mask(point);
        self.words[word] |= if condition { mask } else { 0 };
    }

    /// Whether both sets contain the same points of `within`.
    #[inline]
    pub(crate) fn is_same_within(&self, other: &PointSet, within: &PointSet) -> bool {
        let pairs = self.words.iter().zip(&other.words);
        pairs.zip(&within.words).all(|((a, b), within)| (a ^ b) & within == 0)
    }

    /// The points and all places of the layout next to them, those beyond the edge included.
    pub(crate) fn with_neighbors(&self, size: Size) -> PointSet {
        let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
        let words = std::array::from_fn(|at| {
            let (before, here, after) = (word(at.wrapping_sub(1)), word(at), word(at + 1));
            [1, size.stride()].into_iter().fold(here, |all, distance| {
                let rest = WORD_BITS - distance;
                all | here << distance | before >> rest | here >> distance | after << rest
            })
        });
        PointSet { words }
    }

    /// Number of points in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points, in the order of [`Size::points`].
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        bits(&self.words)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

/// The word and the bit in it that represent a point.
#[inline]
pub(crate) const fn word_and_mask(point: Point) -> (usize, u64) {
    (point.index() / WORD_BITS, 1 << (point.index() % WORD_BITS))
}

/// The points whose bits are set in `words`.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = Point> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(Point::from_index(place * WORD_BITS + bit))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_the_points_added() {
        let size = Size::square(25).unwrap();
        let corners: Vec<Point> = [(0, 0), (24, 0), (12, 12), (0, 24), (24, 24)]
            .map(|(x, y)| size.point(x, y).unwrap())
            .into();
        let mut set = corners.iter().copied().collect::<PointSet>();
        assert_eq!(set.iter().collect::<Vec<_>>(), corners);
        assert!(!set.insert(corners[2]));
        assert!(set.remove(corners[2]) && !set.remove(corners[2]));
        assert_eq!(set.len(), 4);
    }
}
