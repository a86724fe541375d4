//! The layout of a network's inputs, KataGo's input format V7: the indices of planes and globals.

/// Number of input planes.
pub const PLANES: usize = 22;

/// Number of global inputs.
pub const GLOBALS: usize = 19;

/// Number of metadata inputs of HumanSL networks.
pub const METADATA: usize = 192;

/// Indices of the planes, which are also the bits of [`Input::planes`](super::Input::planes). "Own"
/// points and stones are those of the player to move.
pub mod plane {
    /// Every point of the board.
    pub const BOARD: u32 = 0;
    /// Own stones.
    pub const OWN: u32 = 1;
    /// The opponent's stones.
    pub const OPPONENT: u32 = 2;
    /// The first of three: chains of one, two and three liberties.
    pub const LIBERTIES: u32 = 3;
    /// Empty points where a play is illegal by the ko rule.
    pub const KO_BANNED: u32 = 6;
    /// Stones that may not be recaptured in a ko before a pass.
    pub const RECAPTURE_BLOCKED: u32 = 7;
    // Plane 8 is unused and always 0.
    /// The first of five: the last moves, the latest first.
    pub const HISTORY: u32 = 9;
    /// The first of three: chains in a ladder now, one move ago, and two moves ago.
    pub const LADDER: u32 = 14;
    /// Own plays that catch a chain in a ladder.
    pub const LADDER_MOVE: u32 = 17;
    /// Own area.
    pub const OWN_AREA: u32 = 18;
    /// The opponent's area.
    pub const OPPONENT_AREA: u32 = 19;
    /// The first of two: own stones and the opponent's at the start of the second clean-up phase.
    pub const CLEAN_UP_STONES: u32 = 20;
}

/// Indices of the globals.
pub mod global {
    /// The first of five: whether the last moves were passes, the latest first.
    pub const PASSES: usize = 0;
    /// Points that the player to move has besides those on the board (komi, bonus, button, prisoners),
    /// in units of 20 points; at most the board's area plus 20 points, either way.
    pub const KOMI: usize = 5;
    /// Whether a superko rule holds.
    pub const SUPERKO: usize = 6;
    /// 0.5 under positional superko, -0.5 under any other, 0 under simple ko.
    pub const SUPERKO_KIND: usize = 7;
    /// Whether multi-stone suicide is legal.
    pub const SUICIDE: usize = 8;
    /// Whether territory is counted.
    pub const TERRITORY: usize = 9;
    /// Whether eyes in seki or of all groups are taxed.
    pub const TAX: usize = 10;
    /// Whether eyes of all groups are taxed.
    pub const TAX_ALL: usize = 11;
    /// Whether a clean-up phase has begun.
    pub const CLEAN_UP: usize = 12;
    /// Whether the second clean-up phase has begun.
    pub const SECOND_CLEAN_UP: usize = 13;
    /// Whether a pass ends the phase of the game.
    pub const PASS_ENDS_PHASE: usize = 14;
    /// Whether there is a playout-doubling advantage.
    pub const HAS_PDA: usize = 15;
    /// The playout-doubling advantage of the player to move, in units of two doublings.
    pub const PDA: usize = 16;
    /// Whether the button can still be taken.
    pub const BUTTON: usize = 17;
    /// KataGo's komi parity wave, -0.5 to 0.5; 0 in a territory game before its second clean-up
    /// phase.
    pub const PARITY: usize = 18;
}
