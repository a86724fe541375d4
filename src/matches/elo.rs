//! Elo differences, and estimates of them from games.

use serde::Serialize;

use super::pairs::PairCounts;

/// Expected score, from 0 to 1, of a player who is this much stronger, by the logistic Elo model.
#[must_use]
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference at which this score is expected; infinite for 0 and 1.
#[must_use]
fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The Elo difference of a score.
    #[must_use]
    pub(super) fn to_elo(self) -> Estimate {
        let [value, low, high] = [self.value, self.low, self.high].map(elo_of_score);
        Estimate { value, low, high }
    }
}

/// Standard deviations of a normal distribution within which 95 % of it lie.
const DEVIATIONS_OF_95_PERCENT: f64 = 1.959_964;

/// Estimates the score of the first player of paired games, with its 95 % interval.
///
/// Wilson's interval (1927) for the number of independent games whose mean has the observed
/// variance. One pair of independent games is added to that variance, so that a few pairs with equal
/// outcomes are not taken for certainty.
#[must_use]
pub(super) fn estimate_score(counts: &PairCounts) -> Estimate {
    let (pairs, mean) = (f64::from(counts.pairs()), counts.mean());
    if pairs == 0.0 {
        return Estimate { value: mean, low: 0.0, high: 1.0 };
    }
    // The variance of one game without draws; and the variance of a pair's score relative to it (0.5 for
    // independent games).
    let variance = mean * (1.0 - mean);
    let observed =
        if variance > 0.0 { counts.squared_deviations() / variance } else { 0.5 * pairs };
    let share = (observed + 0.5) / (pairs + 1.0);
    wilson(mean, pairs / share)
}

/// Wilson's 95 % interval of a mean of `games` independent games.
fn wilson(mean: f64, games: f64) -> Estimate {
    let z = DEVIATIONS_OF_95_PERCENT;
    let center = mean + z * z / (2.0 * games);
    let half = z * (mean * (1.0 - mean) / games + z * z / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z * z / games;
    // Exactly 0 and 1 where no game was won or lost, despite rounding.
    let low = if mean > 0.0 { (center - half) / scale } else { 0.0 };
    let high = if mean < 1.0 { (center + half) / scale } else { 1.0 };
    Estimate { value: mean, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -50.0, 0.0, 5.0, 191.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_interval_of_independent_games_is_wilsons() {
        // 100 pairs of two independent, even games: 56 of 100 within 43 to 57 %.
        let wilson = estimate_score(&PairCounts([25, 0, 50, 0, 25]));
        assert!((wilson.low - 0.4314).abs() < 1e-3 && (wilson.high - 0.5686).abs() < 1e-3);
    }

    #[test]
    fn openings_that_decide_narrow_the_interval_and_dependent_games_widen_it() {
        let width = |counts| {
            let Estimate { low, high, .. } = estimate_score(&PairCounts(counts));
            high - low
        };
        let independent = width([25, 0, 50, 0, 25]);
        assert!(width([5, 0, 90, 0, 5]) < 0.6 * independent);
        assert!(width([50, 0, 0, 0, 50]) > 1.3 * independent);
    }

    #[test]
    fn few_and_equal_outcomes_are_not_certain() {
        assert_eq!(estimate_score(&PairCounts::default()).to_elo().high, f64::INFINITY);
        let won = estimate_score(&PairCounts([0, 0, 0, 0, 5]));
        assert!(won.high == 1.0 && won.low > 0.6 && won.low < 0.8, "{won:?}");
        let even = estimate_score(&PairCounts([0, 0, 3, 0, 0]));
        assert!(even.low < 0.45 && even.high > 0.55, "{even:?}");
    }
}
