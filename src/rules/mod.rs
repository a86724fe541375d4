//! A rule set as plain data.
//!
//! [`Rules`] has one field for each independent axis: repetition, suicide, scoring, end of play,
//! handicap and so on. A named rule set, such as [`Rules::CHINESE`], is a combination of values, so
//! code that applies rules reads an axis (`rules.suicide`) and never compares names. This module
//! does not depend on boards or games.
//!
//! Modules: `axes` defines the axes and their values, `presets` the named rule sets, `keys` access
//! to an axis by name, `value` the spelling of values, `json` KataGo's notation, `katago` the
//! nearest rules of KataGo, `record` SGF's properties.
//!
//! ```
//! use shusaku::rules::{Rules, Suicide};
//!
//! let mut rules = Rules::preset("Tromp-Taylor")?;
//! assert_eq!(rules, Rules::TROMP_TAYLOR);
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
pub use names::{preset_title, presets};
pub use record::{is_half_points, is_in_stones, sgf_komi};

/// A complete rule set: one value for every axis. Any combination is valid.
///
/// Common to all rule sets, and so not an axis: a move is a pass or a stone on an empty point;
/// opposing chains without liberties are removed first, then own chains; Black moves first; passing
/// is always legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The repeated positions that a play may not make.
    pub ko: Ko,
    /// Whether the position before the first move may be repeated.
    pub start: StartPosition,
    /// The consequence of a cycle that `ko` does not forbid.
    pub long_cycle: LongCycle,
    /// Whether a play may leave its own chain without liberties.
    pub suicide: Suicide,
    /// The points that count.
    pub scoring: Scoring,
    /// Which eyes and groups are taxed.
    pub tax: Tax,
    /// The conditions under which play stops.
    pub end: End,
    /// Whether dead stones leave the board before counting.
    pub removal: Removal,
    /// Button Go: the first pass of the game takes a button worth half a point. That pass does not
    /// count towards the end of play, and all earlier positions may be repeated after it.
    pub button: bool,
    /// Whether each pass gives the opponent one prisoner (AGA rules), so that area and territory
    /// counts agree.
    pub pass_stones: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// The placement of handicap stones.
    pub handicap_method: HandicapMethod,
    /// Default komi of an even game, in points; a multiple of 0.5.
    pub komi: f64,
    /// Default komi with two or more handicap stones, in points.
    pub handicap_komi: f64,
    /// The consequence of an illegal play.
    pub illegal: IllegalMovePolicy,
    /// Number of stones that the rule text provides. It has no effect, since no text says what
    /// happens when they run out.
    pub supply: StoneSupply,
}

impl Rules {
    /// The komi in points if the players agreed on none, given the handicap in stones.
    #[must_use]
    pub fn default_komi(&self, handicap_stones: u32) -> f64 {
        if handicap_stones >= 2 { self.handicap_komi } else { self.komi }
    }
}

/// The text is not a rule set. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No preset has this name.
    #[error("unknown rule set {name:?}: expected {known}")]
    UnknownName {
        /// The name as given.
        name: String,
        /// The names of all presets.
        known: String,
    },
    /// No axis has this key.
    #[error("unknown rule {key:?}: expected {known}")]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The known keys.
        known: String,
    },
    /// The axis has no such value.
    #[error("{key} cannot be {value:?}: expected {known}")]
    BadValue {
        /// The axis.
        key: &'static str,
        /// The value as given.
        value: String,
        /// The values of the axis.
        known: String,
    },
    /// The text is not a JSON object or string.
    #[error("rules must be a name or a JSON object: {0}")]
    BadJson(String),
}
