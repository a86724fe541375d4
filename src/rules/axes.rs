//! What every axis of a rule set can be.
//!
//! A *position* is a grid of stones; "makes" and "recreates" speak of the grid after all removals
//! of a turn.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::RulesError;
use super::value::{AxisValue, fold, read};

/// Declares an axis as an enum. Each value comes with its spelling and with one phrase that is both
/// its documentation and what `Rules::describe` says.
macro_rules! axis {
    ($(#[$meta:meta])* $axis:ident as $key:literal {
        $($value:ident = $name:literal: $phrase:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $axis {
            $(#[doc = concat!("`", $name, "`: ", $phrase, ".")] $value,)+
        }

        impl $axis {
            /// Every value of the axis.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// The value's stable spelling, also used by `Display`, `FromStr` and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name),+ }
            }

            pub(super) const fn phrase(self) -> &'static str {
                match self { $(Self::$value => $phrase),+ }
            }
        }

        impl fmt::Display for $axis {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $axis {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<Self, RulesError> {
                read($key, text)
            }
        }

        impl AxisValue for $axis {
            fn known() -> String {
                Self::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", ")
            }

            fn read(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| fold(value.name()) == fold(text))
            }

            fn json(&self) -> Value {
                self.name().into()
            }
        }
    };
}

axis! {
    /// Which positions a play may not make. Passes are never forbidden.
    Ko as "ko" {
        Simple = "simple": "a play may not restore the position in which the opponent's turn \
            just before it began",
        Positional = "positional": "a play may not recreate any earlier position, whoever made it",
        Situational = "situational": "a play may not recreate a position that the same \
            player left by an earlier play or pass",
        Natural = "natural": "a play may not recreate a position that the same player made \
            by an earlier play",
        NaturalAndBasic = "natural+basic": "a play may not recreate a position that the same \
            player made by an earlier play, nor the position in which the opponent's turn just \
            before it began",
    }
}

axis! {
    /// Whether the position before the first turn counts as one that was made before; `simple` ko
    /// does not ask.
    StartPosition as "start" {
        Remembered = "yes": "the starting position counts as made by a play of the player \
            who does not move first",
        RememberedUnlessEmpty = "nonempty": "the starting position counts as made by a play \
            of the player who does not move first, unless the board starts empty",
    }
}

axis! {
    /// What a cycle means that runs without breaking the ko rule; it can only occur under `simple`
    /// ko.
    LongCycle as "long_cycle" {
        Legal = "legal": "longer cycles are legal and decide nothing",
        NoResult = "no-result": "the game has no result once a position with the same player \
            to move stands for the third time since the last pass",
    }
}

axis! {
    /// Whether a play may end with chains of its own player without liberties, which are then
    /// removed.
    Suicide as "suicide" {
        None = "none": "forbidden",
        Multi = "multi": "allowed for two or more stones",
        Any = "any": "allowed, even for a single stone",
    }
}

axis! {
    /// What counts as a point. A region is a maximal connected set of empty points after the
    /// removal of dead stones; it touches a color that has a stone next to it.
    Scoring as "scoring" {
        Area = "area": "own stones, and the regions that touch only own stones",
        AreaLiteral = "area-literal": "own stones, and every region that touches them, so \
            that a shared region counts for both",
        AreaSplit = "area-split": "own stones, and the regions that touch only own stones; a \
            shared region is halved",
        Territory = "territory": "the regions that touch only own stones, and all opposing \
            stones removed in play or dead at the end",
        Stones = "stones": "own stones only",
        Mizessyn = "mizessyn": "as area; after a dispute, own stones and the empty points \
            all of whose neighbors are own stones",
    }
}

axis! {
    /// What is deducted for eyes.
    Tax as "tax" {
        None = "none": "eyes are not taxed",
        Seki = "seki": "eyes in seki score nothing",
        All = "all": "eyes in seki score nothing, and every living group pays two points",
    }
}

axis! {
    /// How play stops.
    End as "end" {
        Two = "two": "two passes in a row stop play",
        TwoConfirm = "two-confirm": "two passes in a row stop play; if one player then \
            demands to resume, the other moves first",
        Aga = "aga": "two passes in a row stop play, and White owes one more pass if Black's \
            was the second",
        Agree = "agree": "the players agree that play is over; if they agree neither on dead \
            stones nor on who moves next, every stone counts",
        Mizessyn = "mizessyn": "two passes in a row stop play; after a dispute it goes on \
            until two new passes, and the second count decides",
        Ing = "ing": "two passes in a row stop play to settle what is dead or to resume, \
            four in a row end the game",
    }
}

axis! {
    /// Whether dead stones leave the board before counting.
    Removal as "removal" {
        Agree = "agree": "dead stones are removed by agreement",
        Never = "never": "every stone on the board counts as alive",
    }
}

axis! {
    /// Points for White in exchange for a handicap of N >= 2 stones.
    HandicapBonus as "handicap_bonus" {
        Zero = "0": "White gets no points for handicap stones",
        N = "N": "White gets one point for each handicap stone",
        NMinusOne = "N-1": "White gets one point for each handicap stone but the first",
    }
}

impl HandicapBonus {
    /// White's points for a handicap of `stones`; fewer than two stones are no handicap and earn
    /// nothing.
    #[must_use]
    pub const fn points(self, stones: u32) -> u32 {
        match self {
            Self::N if stones >= 2 => stones,
            Self::NMinusOne if stones >= 2 => stones - 1,
            _ => 0,
        }
    }
}

axis! {
    /// How handicap stones come onto the board.
    HandicapMethod as "handicap_method" {
        SetUp = "set-up": "the stones are set up before the first turn",
        WhitePasses = "white-passes": "Black plays the stones while White passes, one time \
            less than there are stones",
    }
}

axis! {
    /// What becomes of an illegal play.
    IllegalMovePolicy as "illegal" {
        Refuse = "refuse": "refused, nothing changes",
        Forfeit = "forfeit": "loses the game at once",
    }
}

/// How many stones of each color a rule text provides; `None` where it names no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneSupply {
    /// Black's stones.
    pub black: Option<u16>,
    /// White's stones.
    pub white: Option<u16>,
}

impl StoneSupply {
    /// No number is named.
    pub const UNLIMITED: Self = Self { black: None, white: None };
}

/// Black's and White's number with a slash between them, `unlimited` standing for none: `181/180`.
impl fmt::Display for StoneSupply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |number: Option<u16>| number.map_or("unlimited".to_owned(), |n| n.to_string());
        write!(f, "{}/{}", text(self.black), text(self.white))
    }
}

impl AxisValue for StoneSupply {
    fn known() -> String {
        "BLACK/WHITE, each a number of stones or unlimited".to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| match text.trim() {
            "unlimited" => Some(None),
            digits => digits.parse().ok().map(Some),
        };
        let (black, white) = text.split_once('/')?;
        Some(Self { black: number(black)?, white: number(white)? })
    }

    fn json(&self) -> Value {
        self.to_string().into()
    }
}
