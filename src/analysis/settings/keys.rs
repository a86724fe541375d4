//! The keys of KataGo's configuration, and the parsers of their values.

use super::{Perspective, Settings, SettingsError, wrong};
use crate::{board::Color, features::UnknownProfile};

/// Reads a value and sets it; the error states the accepted values.
pub(super) type Set = fn(&mut Settings, &str) -> Result<(), String>;

/// Settings that a query may override.
pub(super) const SEARCH_KEYS: &[(&str, Set)] = &[
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
    ("nnPolicyTemperature", |s, text| assign(&mut s.policy_temperature, number(text, 0.01, 5.0))),
    ("rootPolicyTemperature", |s, text| {
        assign(&mut s.root_policy_temperature, number(text, 0.01, 100.0))
    }),
    ("playoutDoublingAdvantage", |s, text| assign(&mut s.pda, number(text, -3.0, 3.0))),
    ("playoutDoublingAdvantagePla", |s, text| {
        put(&mut s.pda_color, text.parse().map_err(|_| "BLACK or WHITE".to_string()))
    }),
    ("humanSLProfile", |s, text| match text {
        "" => assign(&mut s.human_profile, Ok(None)),
        _ => put(
            &mut s.human_profile,
            text.parse().map_err(|_| UnknownProfile::EXPECTED.to_string()),
        ),
    }),
];

/// Settings of the whole program.
pub(super) const PROGRAM_KEYS: &[(&str, Set)] = &[
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
    "avoidMYTDaggerHack",
    "enablePassingHacks",
    "enableMorePassingHacks",
    "fillDameBeforePass",
    "fpuParentWeightByVisitedPolicy",
    "preventCleanupPhase",
    "rootPruneUselessMoves",
    "useGraphSearch",
    "useLcbForSelection",
    "useNoisePruning",
    "useNonBuggyLcb",
    "useUncertainty",
];

/// Settings that no query may change.
pub(super) const FIXED_KEYS: [&str; 3] =
    ["useEvalCache", "evalCacheMinVisits", "nodeTableShardsPowerOfTwo"];

/// Prefixes of configuration keys that are accepted and ignored.
const IGNORED_KEY_PREFIXES: &[&str] = &[
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
    "openclDeviceToUse",
    "searchRandSeed",
    "tree",
    "mutexPoolSize",
    "nodeTable",
    "useEvalCache",
    "evalCacheMinVisits",
    "forDeterministicTesting",
    "avoidSgf",
    "requireMaxBoardSize",
];

/// As [`IGNORED_KEY_PREFIXES`], for search parameters, which queries may override.
const IGNORED_SEARCH_KEY_PREFIXES: &[&str] = &[
    "humanSL",
    "rootNoise",
    "rootDirichlet",
    "noisePrun",
    "subtreeValueBiasTable",
    "chosenMoveTemperatureOnly",
];

pub(super) fn find(keys: &[(&str, Set)], key: &str) -> Option<Set> {
    keys.iter().find(|(known, _)| *known == key).map(|(_, set)| *set)
}

/// Whether a key of KataGo's configuration is accepted and ignored, whatever its value.
pub(super) fn is_ignored_key(key: &str) -> bool {
    is_ignored_search_key(key) || IGNORED_KEY_PREFIXES.iter().any(|start| key.starts_with(start))
}

/// Whether a search parameter of KataGo is accepted and ignored, whatever its value.
pub(super) fn is_ignored_search_key(key: &str) -> bool {
    IGNORED_SEARCH_KEY_PREFIXES.iter().any(|start| key.starts_with(start))
}

/// Checks the value of a search parameter that has no effect.
pub(super) fn check_without_effect(key: &str, value: &str) -> Result<(), SettingsError> {
    let number_key = NUMBERS_WITHOUT_EFFECT.iter().find(|(known, ..)| *known == key);
    let checked = match number_key {
        Some(&(_, min, max)) => number(value, min, max).map(drop),
        None if SWITCHES_WITHOUT_EFFECT.contains(&key) => boolean(value).map(drop),
        None => return Err(SettingsError::UnknownKey(key.to_string())),
    };
    checked.map_err(|expected| wrong(key, value, expected))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_have_these_keys() {
        let text = include_str!("../../../docs/analysis.md");
        let mut paragraphs = text.split("\n\n");
        let keys = paragraphs.find(|text| text.starts_with("The keys that matter are"));
        let keys = keys.expect("the list");
        for (key, _) in SEARCH_KEYS.iter().chain(PROGRAM_KEYS) {
            assert!(keys.contains(&format!("`{key}`")), "{key}");
        }
    }
}
