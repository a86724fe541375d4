//! The contents of the eight places around a point, as one number.

use super::{Board, Color, Point};

/// The eight places around a point as one number with two bits for each: from the highest, above
/// left, above, above right, left, right, below left, below, below right.
///
/// The board updates this number incrementally for every place, so that one load answers what is
/// around a point (measured on 19×19 against reading the places: tactical playouts gain 5 %,
/// uniform playouts lose 6 %).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings(u16);

impl Surroundings {
    /// Number of values of [`code`](Self::code).
    pub const COUNT: usize = 1 << 16;
    /// The digit of an empty place.
    pub const EMPTY: u16 = 0;
    /// The digit of a black stone.
    pub const BLACK: u16 = 1;
    /// The digit of a white stone.
    pub const WHITE: u16 = 2;
    /// The digit of a place beyond the edge.
    pub const EDGE: u16 = 3;

    /// Eight places beyond the edge.
    pub(super) const NOWHERE: Surroundings = Surroundings(u16::MAX);

    /// The lower bits of all digits.
    const ALL: u16 = 0x5555;
    /// The lower bits of the digits above, left, right and below.
    const NEIGHBORS: u16 = 0x1144;
    /// The lower bits of the other digits.
    const DIAGONALS: u16 = Self::ALL & !Self::NEIGHBORS;

    /// The digit of a stone.
    #[inline]
    pub(super) const fn digit(color: Color) -> u16 {
        match color {
            Color::Black => Surroundings::BLACK,
            Color::White => Surroundings::WHITE,
        }
    }

    /// Number of empty places among the eight.
    #[inline]
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        self.empty().count_ones()
    }

    /// The eight digits as one number, below [`Self::COUNT`].
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The lower bit of the digit of each empty place.
    #[inline]
    const fn empty(self) -> u16 {
        !(self.0 | self.0 >> 1) & Self::ALL
    }

    /// The lower bit of the digit of each place beyond the edge.
    #[inline]
    const fn edge(self) -> u16 {
        self.0 & self.0 >> 1 & Self::ALL
    }

    /// The lower bit of the digit of each stone of a color.
    #[inline]
    const fn stones(self, color: Color) -> u16 {
        let (own, other) = match color {
            Color::Black => (self.0, self.0 >> 1),
            Color::White => (self.0 >> 1, self.0),
        };
        own & !other & Self::ALL
    }

    /// Whether a stone of `color` is above, left, right or below.
    #[inline]
    pub(super) const fn touches(self, color: Color) -> bool {
        self.stones(color) & Self::NEIGHBORS != 0
    }

    /// Whether the place above, left, right or below is empty.
    #[inline]
    pub(super) const fn has_liberty(self) -> bool {
        self.liberties() != 0
    }

    /// Number of empty places among those above, left, right and below.
    #[inline]
    pub(super) const fn liberty_count(self) -> usize {
        self.liberties().count_ones() as usize
    }

    #[inline]
    const fn liberties(self) -> u16 {
        self.empty() & Self::NEIGHBORS
    }

    /// Whether the places above, left, right and below are stones of `color`, or beyond the edge
    /// (not all of them).
    #[inline]
    pub(super) const fn is_surrounded(self, color: Color) -> bool {
        let closed = self.stones(color) | self.edge();
        closed & Self::NEIGHBORS == Self::NEIGHBORS && self.touches(color)
    }

    /// Whether the opponent of `color` holds two of the four diagonals, or one at the edge.
    #[inline]
    pub(super) const fn has_false_eye_diagonals(self, color: Color) -> bool {
        let opposing = self.stones(color.opponent()) & Self::DIAGONALS;
        let is_at_edge = self.edge() & Self::DIAGONALS != 0;
        // The lowest bit: one opposing stone is harmless away from the edge.
        let harmless = if is_at_edge { 0 } else { opposing & opposing.wrapping_neg() };
        opposing != harmless
    }
}

impl Board {
    /// The eight places around a point.
    #[inline]
    #[must_use]
    pub fn surroundings(&self, point: Point) -> Surroundings {
        self.surroundings[point.index()]
    }

    /// Switches the digit of `point` between empty and `digit` in the eight places around it.
    #[inline(always)]
    pub(super) fn toggle_around(&mut self, point: Point, digit: u16) {
        let [up, left, right, down] = self.around(point);
        let [up_left, up_right, down_left, down_right] = self.diagonals(point);
        // For the place above, this point is below, and so on.
        let places = [down_right, down, down_left, right, left, up_right, up, up_left];
        for (place, shift) in places.into_iter().zip([14, 12, 10, 8, 6, 4, 2, 0]) {
            self.surroundings[place.index()].0 ^= digit << shift;
        }
    }

    /// The eight places around a point, computed from scratch.
    pub(super) fn compute_surroundings(&self, point: Point) -> Surroundings {
        let [up, left, right, down] = self.around(point);
        let [up_left, up_right, down_left, down_right] = self.diagonals(point);
        let places = [up_left, up, up_right, left, right, down_left, down, down_right];
        let digit = |place| match self.stone(place) {
            Some(color) => Surroundings::digit(color),
            None if self.is_empty(place) => Surroundings::EMPTY,
            None => Surroundings::EDGE,
        };
        Surroundings(places.into_iter().fold(0, |code, place| code << 2 | digit(place)))
    }
}
