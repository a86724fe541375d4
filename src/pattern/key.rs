//! Kinds of move features, and the keys of features.

/// The identity of a move feature: a hash of 30 bits of its kind and its value.
///
/// With half a million features in use, about one in two thousand shares its key with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureKey(u32);

impl FeatureKey {
    /// Number of bits of a key.
    pub const BITS: u32 = 30;

    /// The key of a feature.
    #[inline]
    #[must_use]
    pub const fn new(kind: FeatureKind, value: u64) -> FeatureKey {
        let kind = (kind as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (value ^ (value >> 32) ^ kind).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        FeatureKey((mixed >> (u64::BITS - Self::BITS)) as u32)
    }

    /// The key with the lower [`Self::BITS`] bits of a number.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> FeatureKey {
        FeatureKey(bits & ((1 << Self::BITS) - 1))
    }

    /// The bits, below 2³⁰.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// The kind of a move feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FeatureKind {
    /// Capture of a chain.
    Capture,
    /// Capture that saves an own chain in atari.
    Rescue,
    /// Extension of an own chain in atari.
    Extension,
    /// Self-atari.
    SelfAtari,
    /// Atari on a chain of two liberties.
    Atari,
    /// Atari on two chains.
    DoubleAtari,
    /// Defense of a chain that a ladder would capture.
    Defense,
    /// Liberties after the move, and number of adjacent chains.
    Liberties,
    /// Filling an own eye.
    Eye,
    /// Distance to the opponent's last move.
    DistanceToLast,
    /// Distance to the player's own last move.
    DistanceToBefore,
    /// Distances to the last two moves.
    DistanceToBoth,
    /// Distances to the edges.
    EdgeDistances,
    /// Pattern of stones next to the point, by stage of the game.
    StagedShape,
    /// Pattern of stones.
    Shape,
    /// Pattern of stones with their liberties.
    LibertyShape,
    /// Pattern of stones, the last move marked.
    Answer,
    /// Pattern of stones with their liberties, the last move marked.
    LibertyShapeAnswer,
    /// Pattern of stones, the last two moves marked.
    Sequence,
}
