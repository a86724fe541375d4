//! A rule set as plain data.
//!
//! [`Rules`] is a record of independent axes: how positions may repeat, whether suicide is allowed,
//! how the board is counted, how play ends, what a handicap costs. A named rule set is a row of
//! values and nothing more, so code that applies rules asks an axis (`rules.suicide`) and never a
//! name. Nothing here knows a board or a game.
//!
//! Where to look: `axes` says what each value means, `presets` holds the named rule sets, `keys` is
//! the table through which an axis is read and written by name, `value` the spelling of values,
//! `json` speaks KataGo's notation, `katago` says how near KataGo's rules come, `record` speaks
//! SGF's.
//!
//! ```
//! use shusaku::rules::{Rules, Suicide};
//!
//! let mut rules = Rules::preset("Tromp-Taylor")?;
//! assert_eq!(rules.suicide, Suicide::Any);
//! rules.set("suicide", "none")?;
//! assert_eq!(Rules::from_json(&rules.to_json())?, rules);
//! # Ok::<(), shusaku::rules::RulesError>(())
//! ```

mod axes;
mod describe;
mod json;
mod katago;
mod keys;
mod names;
mod presets;
mod record;
#[cfg(test)]
mod tests;
mod value;

pub use axes::{
    End, HandicapBonus, HandicapMethod, IllegalMovePolicy, Ko, LongCycle, Removal, Scoring,
    StartPosition, StoneSupply, Suicide, Tax,
};
pub use katago::KataGoRules;
pub use names::presets;
pub use record::sgf_komi;

/// A complete rule set: one value on every axis. Any combination is valid.
///
/// Common to all rule sets, and so not an axis: a turn is a pass or a stone on an empty point,
/// opposing chains without liberties are removed first, then own ones; Black moves first; passing
/// is always legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Which repeated positions a play may not make.
    pub ko: Ko,
    /// Whether the position before the first turn can be repeated.
    pub start: StartPosition,
    /// What a cycle means that `ko` does not forbid.
    pub long_cycle: LongCycle,
    /// Whether a play may leave an own chain without liberties.
    pub suicide: Suicide,
    /// What counts as a point.
    pub scoring: Scoring,
    /// What a living chain has to pay for its eyes.
    pub tax: Tax,
    /// How play stops.
    pub end: End,
    /// Whether dead stones leave the board before counting.
    pub removal: Removal,
    /// Button Go: the first pass of the game takes a button worth half a point. It does not count
    /// towards the end of play and lifts every ban on repetition.
    pub button: bool,
    /// Whether each pass hands the opponent one prisoner (AGA rules), which makes area and
    /// territory counts agree.
    pub pass_stones: bool,
    /// Points for White in exchange for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// How handicap stones come onto the board.
    pub handicap_method: HandicapMethod,
    /// Points for White in an even game, where nothing else was agreed; a multiple of 0.5.
    pub komi: f64,
    /// Points for White in a game with two or more handicap stones, where nothing else was agreed.
    pub handicap_komi: f64,
    /// What an illegal play leads to.
    pub illegal: IllegalMovePolicy,
    /// How many stones the rule text provides. No text says what running out means, so it has no
    /// effect.
    pub supply: StoneSupply,
}

impl Rules {
    /// Points for White that these rules provide when the players agreed on none, given the
    /// handicap in stones.
    #[must_use]
    pub fn default_komi(&self, handicap_stones: u32) -> f64 {
        if handicap_stones >= 2 { self.handicap_komi } else { self.komi }
    }
}

/// Why a text names no rule set. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No preset has this name.
    #[error("unknown rule set {name:?}; known are {known}")]
    UnknownName {
        /// The name as given.
        name: String,
        /// The names of all presets.
        known: String,
    },
    /// No axis has this key.
    #[error("unknown rule {key:?}; known are {known}")]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The keys that are allowed in its place.
        known: String,
    },
    /// The axis does not have this value.
    #[error("{key} cannot be {value:?}; it takes {known}")]
    BadValue {
        /// The axis.
        key: &'static str,
        /// The value as given.
        value: String,
        /// The values that the axis takes.
        known: String,
    },
    /// The text is not a JSON object or string.
    #[error("rules must be a name or a JSON object: {0}")]
    BadJson(String),
}
