use super::{Board, Point};

/// The eight places around a point as one number, two bits for each: from the highest, above left,
/// above, above right, left, right, below left, below, below right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings(u16);

impl Surroundings {
    /// Number of values: what an array over them needs.
    pub const COUNT: usize = 1 << 16;
    /// The digit of an empty place.
    pub const EMPTY: u16 = 0;
    /// The digit of a black stone.
    pub const BLACK: u16 = 1;
    /// The digit of a white stone.
    pub const WHITE: u16 = 2;
    /// The digit of a place beyond the edge.
    pub const EDGE: u16 = 3;

    /// How many of the eight places are empty.
    #[inline]
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        let not_empty = (self.0 | self.0 >> 1) & 0x5555;
        8 - not_empty.count_ones()
    }

    /// The eight digits as one number, below [`Self::COUNT`].
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }
}

impl Board {
    /// What stands around a point.
    #[inline]
    #[must_use]
    pub fn surroundings(&self, point: Point) -> Surroundings {
        /// By the bits of a cell.
        const DIGITS: [u16; 8] = {
            let mut digits = [Surroundings::EDGE; 8];
            digits[1] = Surroundings::BLACK;
            digits[2] = Surroundings::WHITE;
            digits[4] = Surroundings::EMPTY;
            digits
        };
        let [up, left, right, down] = self.around(point);
        let [up_left, up_right, down_left, down_right] = self.diagonals(point);
        let places = [up_left, up, up_right, left, right, down_left, down, down_right];
        let digit = |place: Point| DIGITS[usize::from(self.cells[place.index()].0 % 8)];
        Surroundings(places.into_iter().fold(0, |code, place| code << 2 | digit(place)))
    }
}
