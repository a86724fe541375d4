//! The settings of searches, by the keys of KataGo's configuration.

mod keys;

use std::time::Duration;

use thiserror::Error;

use self::keys::{
    FIXED_KEYS, PROGRAM_KEYS, SEARCH_KEYS, check_without_effect, find, is_ignored_key,
    is_ignored_search_key,
};
use crate::{board::Color, features::HumanProfile};

/// The player from whose view values are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    /// Always this player.
    Of(Color),
    /// The player to move at the root.
    SideToMove,
}

/// The settings that a query has unless it overrides them.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) perspective: Perspective,
    /// Number of moves of a principal variation after the first.
    pub(super) pv_len: usize,
    pub(super) max_visits: Option<u64>,
    pub(super) max_playouts: Option<u64>,
    /// Seconds.
    pub(super) max_time: Option<f64>,
    /// Largest number of threads of a search; `None` for as many as are free.
    pub(super) search_threads: Option<usize>,
    pub(super) wide_root_noise: f64,
    pub(super) ignores_history: bool,
    pub(super) conservative_pass: bool,
    pub(super) policy_temperature: f64,
    pub(super) root_policy_temperature: f64,
    /// Playout-doubling advantage in doublings.
    pub(super) pda: f64,
    /// The player with the advantage; the player to move if `None`.
    pub(super) pda_color: Option<Color>,
    pub(super) human_profile: Option<HumanProfile>,
    pub(super) warns_of_unused_fields: bool,
    pub(super) counts_starting_moves_as_handicap: bool,
    /// Number of positions that are analyzed at the same time.
    pub(super) analysis_threads: Option<usize>,
    /// Whether symmetries of evaluations and the seeds of searches are random.
    pub(super) is_random: bool,
    /// Whether only one of the moves is searched that a symmetry of the position makes equal.
    pub(super) prunes_symmetry: bool,
    /// Whether there is a log at all.
    pub(super) logs: bool,
    pub(super) logs_problems: bool,
    pub(super) logs_requests: bool,
    pub(super) logs_responses: bool,
    /// The keys that were set.
    keys: Vec<String>,
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// No setting has this key.
    #[error("unknown key {0:?}")]
    UnknownKey(
        /// The key as given.
        String,
    ),
    /// The key cannot have the value.
    #[error("{key} cannot be {value:?}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// The accepted values.
        expected: String,
    },
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            perspective: Perspective::SideToMove,
            pv_len: 15,
            max_visits: None,
            max_playouts: None,
            max_time: None,
            search_threads: None,
            wide_root_noise: 0.04,
            ignores_history: true,
            conservative_pass: true,
            policy_temperature: 1.0,
            root_policy_temperature: 1.0,
            pda: 0.0,
            pda_color: None,
            human_profile: None,
            warns_of_unused_fields: true,
            counts_starting_moves_as_handicap: true,
            analysis_threads: None,
            is_random: true,
            prunes_symmetry: true,
            logs: true,
            logs_problems: true,
            logs_requests: false,
            logs_responses: false,
            keys: Vec::new(),
        }
    }
}

impl Settings {
    /// Sets a key of the configuration. Keys of KataGo that have no meaning here are ignored.
    ///
    /// # Errors
    /// [`SettingsError`] for an unknown key or a wrong value; the settings are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingsError> {
        let set = find(SEARCH_KEYS, key).or_else(|| find(PROGRAM_KEYS, key));
        match set {
            Some(set) => set(self, value).map_err(|expected| wrong(key, value, expected))?,
            None if is_ignored_key(key) => {}
            None => check_without_effect(key, value)?,
        }
        self.keys.push(key.to_string());
        Ok(())
    }

    /// Whether the configuration set this key.
    pub(super) fn was_configured(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }

    /// Sets a key for one query.
    pub(super) fn override_with(&mut self, key: &str, value: &str) -> Result<(), SettingsError> {
        if FIXED_KEYS.contains(&key) {
            return Err(wrong(key, value, "no value, since it cannot change".to_string()));
        }
        match find(SEARCH_KEYS, key) {
            Some(set) => set(self, value).map_err(|expected| wrong(key, value, expected)),
            None if is_ignored_search_key(key) => Ok(()),
            None => match check_without_effect(key, value) {
                // As in KataGo, a key that the configuration has is known, also where a query cannot
                // change it.
                Err(SettingsError::UnknownKey(_)) if self.was_configured(key) => Ok(()),
                checked => checked,
            },
        }
    }

    /// The number of positions that are analyzed at the same time, if it was set.
    #[must_use]
    pub fn analysis_threads(&self) -> Option<usize> {
        self.analysis_threads
    }

    /// Whether people are imitated, for which a HumanSL network is needed.
    #[must_use]
    pub fn has_human_profile(&self) -> bool {
        self.human_profile.is_some()
    }

    /// Whether positions are evaluated under random symmetries of the board, and searched with random
    /// seeds.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.is_random
    }

    /// The largest time of a search.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        let seconds = self.max_time?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The largest number of visits of the root, at least 1. The tree of a query starts empty, so that
    /// playouts, which leave out kept visits, are all visits.
    pub(super) fn visit_limit(&self) -> Option<u64> {
        [self.max_visits, self.max_playouts].into_iter().flatten().min()
    }
}

fn wrong(key: &str, value: &str, expected: String) -> SettingsError {
    SettingsError::Value { key: key.to_string(), value: value.to_string(), expected }
}
