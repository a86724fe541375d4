/// The name of a feature of a move: 30 bits, mixed from its kind and its value.
///
/// Two features can share a key by chance; with half a million of them in use one in two thousand
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u32);

impl Key {
    /// Bits of a key.
    pub const BITS: u32 = 30;

    /// The key of a feature.
    #[inline]
    #[must_use]
    pub const fn new(kind: Kind, value: u64) -> Key {
        let kind = (kind as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (value ^ (value >> 32) ^ kind).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key((mixed >> (u64::BITS - Self::BITS)) as u32)
    }

    /// The key with these bits, those above [`Self::BITS`] being dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Key {
        Key(bits & ((1 << Self::BITS) - 1))
    }

    /// The bits, below 2³⁰.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// What a feature speaks of. Patterns take one kind for each size, from their first one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Capture: size, and what it is good for.
    Capture,
    /// Capture that frees an own chain in atari.
    Rescue,
    /// Extension of an own chain in atari.
    Extension,
    /// Move that leaves its chain in atari.
    SelfAtari,
    /// Atari on a chain of two liberties.
    Atari,
    /// Atari on two chains.
    DoubleAtari,
    /// Defence of a chain that a ladder would capture.
    Defence,
    /// Liberties and chains joined.
    Liberties,
    /// Filling of an own eye.
    Eye,
    /// Distances to the last two moves.
    Last,
    /// Distance to the player's own last move.
    Before,
    /// Both distances.
    Both,
    /// Place on the board.
    Place,
    /// Stones next to the point, by the stage of the game.
    StagedShape,
    /// Stones only.
    Shape,
    /// Stones with their liberties.
    Liberty,
    /// Stones, with the last move marked.
    Answer,
    /// Stones with their liberties, with the last move marked.
    LibertyAnswer,
    /// Stones, with the last two moves marked.
    Sequence,
}
