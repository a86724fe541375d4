//! The settings of searches, by the keys of KataGo's configuration.

use std::time::Duration;

use thiserror::Error;

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
    pub(super) pv_len: usize,
    pub(super) max_visits: Option<u64>,
    pub(super) max_playouts: Option<u64>,
    pub(super) max_time: Option<f64>,
    /// Largest number of threads of a search; `None` for as many as are free.
    pub(super) search_threads: Option<usize>,
    pub(super) wide_root_noise: f64,
    pub(super) ignores_history: bool,
    pub(super) conservative_pass: bool,
    pub(super) temperature: f64,
    pub(super) root_temperature: f64,
    /// Playout-doubling advantage in doublings.
    pub(super) pda: f64,
    /// The player with the advantage; the player to move if `None`.
    pub(super) pda_color: Option<Color>,
    pub(super) human_profile: Option<HumanProfile>,
    pub(super) warns_of_unused_fields: bool,
    pub(super) counts_starting_moves_as_handicap: bool,
    /// Number of positions that are analyzed at the same time.
    pub(super) analysis_threads: Option<usize>,
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
            temperature: 1.0,
            root_temperature: 1.0,
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

type Set = fn(&mut Settings, &str) -> Result<(), String>;

/// Settings that a query may override.
const SEARCH_KEYS: &[(&str, Set)] = &[
    ("reportAnalysisWinratesAs", |s, text| {
        s.perspective = match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Perspective::Of(Color::Black),
            "white" | "w" => Perspective::Of(Color::White),
            "sidetomove" => Perspective::SideToMove,
            _ => return Err("BLACK, WHITE or SIDETOMOVE".to_string()),
        };
        Ok(())
    }),
    ("maxVisits", |s, text| put(&mut s.max_visits, integer(text, 1, 1 << 50))),
    ("maxPlayouts", |s, text| put(&mut s.max_playouts, integer(text, 1, 1 << 50))),
    ("maxTime", |s, text| put(&mut s.max_time, number(text, 0.0, 1e20))),
    ("numSearchThreads", |s, text| {
        put(&mut s.search_threads, integer(text, 1, 4096).map(|n| n as usize))
    }),
    ("wideRootNoise", |s, text| assign(&mut s.wide_root_noise, number(text, 0.0, 5.0))),
    ("ignorePreRootHistory", |s, text| assign(&mut s.ignores_history, boolean(text))),
    ("rootSymmetryPruning", |s, text| assign(&mut s.prunes_symmetry, boolean(text))),
    ("conservativePass", |s, text| assign(&mut s.conservative_pass, boolean(text))),
    ("nnPolicyTemperature", |s, text| assign(&mut s.temperature, number(text, 0.01, 5.0))),
    ("rootPolicyTemperature", |s, text| assign(&mut s.root_temperature, number(text, 0.01, 100.0))),
    ("playoutDoublingAdvantage", |s, text| assign(&mut s.pda, number(text, -3.0, 3.0))),
    ("playoutDoublingAdvantagePla", |s, text| {
        put(&mut s.pda_color, text.parse().map_err(|_| "BLACK or WHITE".to_string()))
    }),
    ("humanSLProfile", |s, text| match text {
        "" => assign(&mut s.human_profile, Ok(None)),
        _ => put(
            &mut s.human_profile,
            text.parse().map_err(|e: crate::features::UnknownProfile| {
                e.to_string().trim_start_matches("expected ").to_string()
            }),
        ),
    }),
];

/// Settings of the whole program.
const PROGRAM_KEYS: &[(&str, Set)] = &[
    ("analysisPVLen", |s, text| assign(&mut s.pv_len, integer(text, 1, 100).map(|n| n as usize))),
    ("warnUnusedFields", |s, text| assign(&mut s.warns_of_unused_fields, boolean(text))),
    ("assumeMultipleStartingBlackMovesAreHandicap", |s, text| {
        assign(&mut s.counts_starting_moves_as_handicap, boolean(text))
    }),
    ("numAnalysisThreads", |s, text| {
        put(&mut s.analysis_threads, integer(text, 1, 16384).map(|n| n as usize))
    }),
    ("numSearchThreadsPerAnalysisThread", |s, text| {
        put(&mut s.search_threads, integer(text, 1, 4096).map(|n| n as usize))
    }),
    ("nnRandomize", |s, text| assign(&mut s.is_random, boolean(text))),
    ("logToStderr", |s, text| assign(&mut s.logs, boolean(text))),
    ("logErrorsAndWarnings", |s, text| assign(&mut s.logs_problems, boolean(text))),
    ("logAllRequests", |s, text| assign(&mut s.logs_requests, boolean(text))),
    ("logAllResponses", |s, text| assign(&mut s.logs_responses, boolean(text))),
];

/// Search parameters of KataGo without effect here, with their ranges.
const NUMBERS_WITHOUT_EFFECT: &[(&str, f64, f64)] = &[
    ("cpuctExploration", 0.0, 10.0),
    ("cpuctExplorationLog", 0.0, 10.0),
    ("cpuctExplorationBase", 10.0, 100_000.0),
    ("cpuctUtilityStdevPrior", 0.0, 10.0),
    ("cpuctUtilityStdevPriorWeight", 0.0, 100.0),
    ("cpuctUtilityStdevScale", 0.0, 1.0),
    ("fpuReductionMax", 0.0, 2.0),
    ("fpuLossProp", 0.0, 1.0),
    ("fpuParentWeight", 0.0, 1.0),
    ("fpuParentWeightByVisitedPolicyPow", 0.0, 5.0),
    ("rootFpuReductionMax", 0.0, 2.0),
    ("rootFpuLossProp", 0.0, 1.0),
    ("rootDesiredPerChildVisitsCoeff", 0.0, 100.0),
    ("rootPolicyTemperatureEarly", 0.01, 100.0),
    ("rootNumSymmetriesToSample", 1.0, 8.0),
    ("rootEndingBonusPoints", -1.0, 1.0),
    ("rootPolicyOptimism", 0.0, 1.0),
    ("policyOptimism", 0.0, 1.0),
    ("chosenMoveTemperature", 0.0, 5.0),
    ("chosenMoveTemperatureEarly", 0.0, 5.0),
    ("chosenMoveTemperatureHalflife", 0.1, 100_000.0),
    ("chosenMoveSubtract", 0.0, 1e10),
    ("chosenMovePrune", 0.0, 1e10),
    ("lcbStdevs", 1.0, 12.0),
    ("minVisitPropForLCB", 0.0, 1.0),
    ("winLossUtilityFactor", 0.0, 1.0),
    ("staticScoreUtilityFactor", 0.0, 1.0),
    ("dynamicScoreUtilityFactor", 0.0, 1.0),
    ("dynamicScoreCenterZeroWeight", 0.0, 1.0),
    ("dynamicScoreCenterScale", 0.2, 5.0),
    ("noResultUtilityForWhite", -1.0, 1.0),
    ("drawEquivalentWinsForWhite", 0.0, 1.0),
    ("valueWeightExponent", 0.0, 1.0),
    ("subtreeValueBiasFactor", 0.0, 1.0),
    ("subtreeValueBiasWeightExponent", 0.0, 1.0),
    ("uncertaintyCoeff", 0.0, 1.0),
    ("uncertaintyExponent", 0.0, 2.0),
    ("uncertaintyMaxWeight", 1.0, 100.0),
    ("graphSearchRepBound", 3.0, 50.0),
    ("graphSearchCatchUpLeakProb", 0.0, 1.0),
    ("numVirtualLossesPerThread", 0.01, 1000.0),
    ("avoidRepeatedPatternUtility", -3.0, 3.0),
    ("futileVisitsThreshold", 0.0, 1.0),
    ("lagBuffer", 0.0, 3600.0),
];

/// As [`NUMBERS_WITHOUT_EFFECT`], for parameters that are true or false.
const SWITCHES_WITHOUT_EFFECT: &[&str] = &[
    "antiMirror",
    "enablePassingHacks",
    "enableMorePassingHacks",
    "fillDameBeforePass",
    "preventCleanupPhase",
    "rootPruneUselessMoves",
    "useGraphSearch",
    "useLcbForSelection",
    "useNoisePruning",
    "useNonBuggyLcb",
    "useUncertainty",
];

/// Settings that no query may change.
const FIXED_KEYS: [&str; 3] = ["useEvalCache", "evalCacheMinVisits", "nodeTableShardsPowerOfTwo"];

/// Keys of KataGo's configuration without meaning here, by their beginnings.
const KEYS_WITHOUT_MEANING: &[&str] = &[
    "cuda",
    "opencl",
    "trt",
    "onnx",
    "metal",
    "coreml",
    "eigen",
    "nn",
    "numNN",
    "numEigen",
    "homeDataDir",
    "maxBoard",
    "log",
    "friendlyPassOk",
    "defaultBoardSize",
    "deviceToUse",
    "gpuToUse",
    "humanSL",
    "openclDeviceToUse",
    "searchRandSeed",
    "tree",
    "mutexPoolSize",
    "nodeTable",
    "useEvalCache",
    "evalCacheMinVisits",
    "forDeterministicTesting",
];

impl Settings {
    /// Sets a key of the configuration. Keys of KataGo that have no meaning here are accepted.
    ///
    /// # Errors
    /// [`SettingsError`] for an unknown key or a wrong value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingsError> {
        let set = find(SEARCH_KEYS, key).or_else(|| find(PROGRAM_KEYS, key));
        self.keys.push(key.to_string());
        match set {
            Some(set) => set(self, value).map_err(|expected| wrong(key, value, expected)),
            None if KEYS_WITHOUT_MEANING.iter().any(|start| key.starts_with(start)) => Ok(()),
            None => check_without_effect(key, value),
        }
    }

    /// Whether the configuration set this key.
    pub fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }

    /// Sets a key for one query.
    pub(super) fn override_with(&mut self, key: &str, value: &str) -> Result<(), SettingsError> {
        if FIXED_KEYS.contains(&key) {
            return Err(wrong(key, value, "no value, since it cannot change".to_string()));
        }
        match find(SEARCH_KEYS, key) {
            Some(set) => set(self, value).map_err(|expected| wrong(key, value, expected)),
            // Keys of the configuration that mean nothing for a query.
            None if find(PROGRAM_KEYS, key).is_some() && self.has(key) => Ok(()),
            None if find(PROGRAM_KEYS, key).is_none()
                && (key.starts_with("humanSL") || key.starts_with("nn") && self.has(key)) =>
            {
                Ok(())
            }
            None => match check_without_effect(key, value) {
                Err(SettingsError::UnknownKey(_)) if self.has(key) => Ok(()),
                checked => checked,
            },
        }
    }

    /// The number of positions that are analyzed at the same time, if it was set.
    #[must_use]
    pub fn analysis_threads(&self) -> Option<usize> {
        self.analysis_threads
    }

    /// Whether positions are evaluated under random symmetries of the board.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.is_random
    }

    /// The largest time of a search.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        let seconds = self.max_time?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The largest number of visits of the root, at least 1.
    pub(super) fn visit_limit(&self) -> Option<u64> {
        [self.max_visits, self.max_playouts].into_iter().flatten().min()
    }
}

fn find(keys: &[(&str, Set)], key: &str) -> Option<Set> {
    keys.iter().find(|(known, _)| *known == key).map(|(_, set)| *set)
}

/// Checks the value of a search parameter that has no effect.
fn check_without_effect(key: &str, value: &str) -> Result<(), SettingsError> {
    let number_key = NUMBERS_WITHOUT_EFFECT.iter().find(|(known, ..)| *known == key);
    let checked = match number_key {
        Some(&(_, min, max)) => number(value, min, max).map(drop),
        None if SWITCHES_WITHOUT_EFFECT.contains(&key) => boolean(value).map(drop),
        None => return Err(SettingsError::UnknownKey(key.to_string())),
    };
    checked.map_err(|expected| wrong(key, value, expected))
}

fn wrong(key: &str, value: &str, expected: String) -> SettingsError {
    SettingsError::Value { key: key.to_string(), value: value.to_string(), expected }
}

fn integer(text: &str, min: u64, max: u64) -> Result<u64, String> {
    let value = text.parse().ok().filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| format!("an integer from {min} to {max}"))
}

fn number(text: &str, min: f64, max: f64) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| format!("a number from {min} to {max}"))
}

fn boolean(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err("true or false".to_string()),
    }
}

fn put<T>(slot: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    *slot = Some(value?);
    Ok(())
}

fn assign<T>(slot: &mut T, value: Result<T, String>) -> Result<(), String> {
    *slot = value?;
    Ok(())
}
