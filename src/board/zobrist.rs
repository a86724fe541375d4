//! Zobrist hashes of the stones on a board.

use super::{Color, Observer, Point, point::CAPACITY};

/// The Zobrist hash of the stones on the board: the XOR of one random number for each stone
/// (Zobrist 1970, "A new hashing method with application for game playing").
///
/// The player to move, a ko and the history are not part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hash(u64);

impl Hash {
    /// The hash of the empty board.
    pub const EMPTY: Hash = Hash(0);

    /// The hash after a stone is placed on `point`, or removed from it.
    #[inline]
    #[must_use]
    pub fn toggled(self, point: Point, color: Color) -> Hash {
        Hash(self.0 ^ NUMBERS[point.index()][color.index()])
    }

    /// The 64 bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Updates the hash incrementally.
impl Observer for Hash {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        *self = self.toggled(point, color);
    }

    #[inline]
    fn removed(&mut self, point: Point, color: Color) {
        *self = self.toggled(point, color);
    }
}

static NUMBERS: [[u64; 2]; CAPACITY] = numbers();

/// Pseudorandom numbers from a fixed seed, so that hashes are the same in every run.
const fn numbers() -> [[u64; 2]; CAPACITY] {
    const SEED: u64 = 0x5348_5553_414b_5531;
    let mut numbers = [[0; 2]; CAPACITY];
    let mut index = 0;
    while index < CAPACITY {
        let first = 2 * index as u64;
        numbers[index] = [split_mix(SEED, first), split_mix(SEED, first + 1)];
        index += 1;
    }
    numbers
}

/// The random number at an index, from 0, by SplitMix64 (Steele, Lea and Flood 2014, "Fast
/// splittable pseudorandom number generators", figure 16), since the `rand` crates cannot run at
/// compile time.
pub(crate) const fn split_mix(seed: u64, index: u64) -> u64 {
    let state = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
