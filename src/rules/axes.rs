//! The axes of a rule set and their values.
//!
//! A *position* is the stones on the board, without the player to move. A move makes the position
//! after all its removals.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::RulesError;
use super::value::{AxisValue, fold, read};

/// Declares an axis as an enum. Each value has a name, and one phrase that serves as documentation
/// and in `Rules::describe`.
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

            /// The value's stable name, also used by `Display`, `FromStr` and JSON.
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
    /// The positions that a play may not make. Passes are never forbidden.
    Ko as "ko" {
        Simple = "simple": "a play may not recreate the position before the opponent's last move",
        Positional = "positional": "a play may not recreate any earlier position",
        Situational = "situational": "a play may not recreate a position reached by an earlier \
            play or pass of the same player",
        Natural = "natural": "a play may not recreate a position reached by an earlier play \
            of the same player",
        NaturalAndBasic = "natural+basic": "a play may not recreate a position reached by an \
            earlier play of the same player, nor the position before the opponent's last move",
    }
}

axis! {
    /// Whether superko forbids recreating the position before the first move. Irrelevant under
    /// `simple` ko.
    StartPosition as "start" {
        Remembered = "yes": "the starting position counts as made by a play of the player \
            who moves second",
        RememberedUnlessEmpty = "nonempty": "the starting position, unless empty, counts as made \
            by a play of the player who moves second",
    }
}

axis! {
    /// The consequence of a cycle that the ko rule allows. Such cycles occur only under `simple`
    /// ko.
    LongCycle as "long_cycle" {
        Legal = "legal": "longer cycles have no consequence",
        NoResult = "no-result": "the game has no result once a position with the same player \
            to move occurs for the third time since the last pass",
    }
}

axis! {
    /// Whether a play may leave its own chain without liberties, which is then removed.
    Suicide as "suicide" {
        None = "none": "forbidden",
        Multi = "multi": "allowed for two or more stones",
        Any = "any": "allowed, even for a single stone",
    }
}

axis! {
    /// The points that count. A region is a maximal connected set of empty points after the removal
    /// of dead stones; it touches the colors of the stones next to it. A region that touches both
    /// colors consists of dame.
    Scoring as "scoring" {
        Area = "area": "own stones, and the regions that touch only own stones",
        AreaLiteral = "area-literal": "own stones, and every region that touches them, so \
            that dame count for both",
        AreaSplit = "area-split": "own stones, and the regions that touch only own stones; dame \
            count half for each",
        Territory = "territory": "the regions that touch only own stones, and all opposing \
            stones removed in play or dead at the end",
        Stones = "stones": "own stones only",
        Mizessyn = "mizessyn": "as area; after a dispute, own stones and the empty points \
            all of whose neighbors are own stones",
    }
}

axis! {
    /// Which eyes and groups are taxed.
    Tax as "tax" {
        None = "none": "eyes are not taxed",
        Seki = "seki": "eyes in seki score nothing",
        All = "all": "eyes in seki score nothing, and every living group pays two points",
    }
}

axis! {
    /// The conditions under which play stops.
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
    /// White's points for a handicap of N ≥ 2 stones.
    HandicapBonus as "handicap_bonus" {
        Zero = "0": "White gets no points for handicap stones",
        N = "N": "White gets one point for each handicap stone",
        NMinusOne = "N-1": "White gets one point for each handicap stone but the first",
    }
}

impl HandicapBonus {
    /// White's points for a handicap of `stones`; 0 for fewer than two stones, which are no
    /// handicap.
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
    /// The placement of handicap stones.
    HandicapMethod as "handicap_method" {
        SetUp = "set-up": "the stones are set up before the first move",
        WhitePasses = "white-passes": "Black plays the stones one by one, and White passes \
            in between",
    }
}

axis! {
    /// The consequence of an illegal play.
    IllegalMovePolicy as "illegal" {
        Refuse = "refuse": "refused, nothing changes",
        Forfeit = "forfeit": "loses the game at once",
    }
}

/// Number of stones of each color that a rule text provides; `None` if it names no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneSupply {
    /// Black's stones.
    pub black: Option<u16>,
    /// White's stones.
    pub white: Option<u16>,
}

impl StoneSupply {
    /// Unlimited stones for both players.
    pub const UNLIMITED: Self = Self { black: None, white: None };
}

/// Formats as Black's and White's number, such as `181/180`, with `unlimited` for `None`.
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
        let number = |text: &str| match &*fold(text.trim()) {
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
