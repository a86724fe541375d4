//! Points of a board, and moves.

/// Length of arrays indexed by points: a power of two no less than the largest layout, so that a
/// masked index needs no bounds check.
pub(crate) const CAPACITY: usize = 1024;

/// Bits of one word of a [`PointSet`](super::PointSet).
pub(crate) const WORD_BITS: usize = u64::BITS as usize;

/// A point of a board, as an index into the layout of that board's [`Size`](super::Size).
///
/// A point is only meaningful for the size that made it; points of different sizes must not be
/// mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// A place that is never on the board; fills unused entries of arrays.
    pub(crate) const NOWHERE: Point = Point(0);

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }

    /// Index in the layout, below 1024, for arrays over points.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % CAPACITY
    }
}

/// A play on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a stone on a point.
    Play(Point),
    /// Places no stone.
    Pass,
}

impl Move {
    /// The point of a play, `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}
