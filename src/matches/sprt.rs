//! The sequential probability ratio test (SPRT) of a match.
//!
//! The outcomes of pairs of games are multinomial, with unknown probabilities. Each hypothesis fixes
//! only their mean score, so the test compares the maximum likelihoods under both (generalized SPRT:
//! Michel Van den Bergh, "A practical introduction to the GSPRT"; the maximum likelihood under a fixed
//! mean is the empirical likelihood of Owen, "Empirical likelihood", 2001, section 2.9).

use serde::Serialize;

use super::{
    elo::expected_score,
    pairs::{PAIR_SCORES, PairCounts},
};

/// A sequential test of two hypotheses on the Elo difference of two players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1, above `elo0`.
    pub elo1: f64,
    /// Probability that H1 is accepted although H0 is true.
    pub alpha: f64,
    /// Probability that H0 is accepted although H1 is true.
    pub beta: f64,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SprtVerdict {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// Number of pairs that an outcome without any is taken to have, as in fastchess: every mean from 0
/// to 1 is then possible.
const UNSEEN_PAIRS: f64 = 1e-3;

/// Halvings of the interval in which the multiplier of a constraint lies.
const HALVINGS: u32 = 100;

impl Sprt {
    /// The log-likelihood ratios at which the test accepts H0 and H1 (Wald, "Sequential tests of
    /// statistical hypotheses", 1945).
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The generalized log-likelihood ratio of H1 to H0; 0 without pairs.
    #[must_use]
    pub(super) fn log_likelihood_ratio(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let counts = counts.0.map(|count| f64::from(count).max(UNSEEN_PAIRS));
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| log_likelihood(&counts, elo));
        h1 - h0
    }

    /// The accepted hypothesis, if the pairs suffice for one.
    #[must_use]
    pub fn verdict(&self, counts: &PairCounts) -> Option<SprtVerdict> {
        let [lower, upper] = self.bounds();
        match self.log_likelihood_ratio(counts) {
            ratio if ratio <= lower => Some(SprtVerdict::H0),
            ratio if ratio >= upper => Some(SprtVerdict::H1),
            _ => None,
        }
    }
}

/// The maximum log-likelihood of the outcomes among the distributions whose mean score is that of
/// `elo`, relative to the observed distribution.
///
/// By Lagrange multipliers, the probability of the outcome with score a is its observed frequency
/// divided by 1 + m (a − mean), where m makes the mean right.
fn log_likelihood(counts: &[f64; 5], elo: f64) -> f64 {
    let mean = expected_score(elo);
    let multiplier = multiplier(counts, mean);
    let terms = counts.iter().zip(PAIR_SCORES);
    -terms.map(|(count, score)| count * (multiplier * (score - mean)).ln_1p()).sum::<f64>()
}

/// The multiplier of the constraint on the mean. The deviation from the mean falls with it, from
/// infinity to minus infinity between the values at which a probability is infinite.
fn multiplier(counts: &[f64; 5], mean: f64) -> f64 {
    let deviation = |multiplier: f64| -> f64 {
        let terms = counts.iter().zip(PAIR_SCORES.map(|score| score - mean));
        terms.map(|(count, distance)| count * distance / (1.0 + multiplier * distance)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            // No number lies between them.
            break;
        }
        if deviation(middle) > 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoroshiro128PlusPlus;

    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };

    /// Probabilities of the outcomes of a pair whose mean score is that of `elo`.
    ///
    /// A share of the games is drawn, and the opening favors one color or not.
    fn outcomes(elo: f64) -> [f64; 5] {
        let mut outcomes = [0.0; 5];
        for bias in [-0.25, 0.25] {
            let [first, second] = [bias, -bias].map(|bias| {
                let (draw, win) = (0.1, expected_score(elo) - 0.05 + bias);
                [1.0 - draw - win, draw, win]
            });
            for (points, p) in first.iter().enumerate() {
                for (more_points, q) in second.iter().enumerate() {
                    outcomes[points + more_points] += 0.5 * p * q;
                }
            }
        }
        outcomes
    }

    /// The verdict of a test on simulated pairs, and the number of pairs.
    fn simulate(outcomes: &[f64; 5], rng: &mut Xoroshiro128PlusPlus) -> (SprtVerdict, u32) {
        let mut counts = PairCounts::default();
        loop {
            let mut rest: f64 = rng.random();
            let outcome = outcomes.iter().position(|p| {
                rest -= p;
                rest < 0.0
            });
            counts.add(outcome.unwrap_or(4) as u32);
            if let Some(verdict) = SPRT.verdict(&counts) {
                return (verdict, counts.pairs());
            }
        }
    }

    /// The number of 1,000 simulated tests that accept H1, and the mean number of pairs.
    fn accepted(elo: f64) -> (u32, f64) {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
        let results: Vec<_> = (0..1000).map(|_| simulate(&outcomes(elo), &mut rng)).collect();
        let accepted = results.iter().filter(|(verdict, _)| *verdict == SprtVerdict::H1).count();
        let pairs = results.iter().map(|(_, pairs)| f64::from(*pairs)).sum::<f64>() / 1000.0;
        (accepted as u32, pairs)
    }

    #[test]
    fn error_rates_hold_in_a_thousand_simulated_tests() {
        // 50 errors are allowed; three standard deviations of their number are 21.
        let (wrong, pairs) = accepted(SPRT.elo0);
        assert!((20..=71).contains(&wrong), "H1 accepted {wrong} times under H0");
        let (right, more_pairs) = accepted(SPRT.elo1);
        assert!((929..=980).contains(&right), "H1 accepted {right} times under H1");
        assert!(pairs < 400.0 && more_pairs < 400.0, "{pairs} and {more_pairs} pairs");
        // Between the hypotheses either is right, and more pairs are needed.
        let (either, most_pairs) = accepted(0.5 * (SPRT.elo0 + SPRT.elo1));
        assert!(
            (400..=600).contains(&either) && most_pairs > pairs,
            "{either}, {most_pairs} pairs"
        );
    }

    #[test]
    fn the_constrained_distribution_has_the_mean_and_is_the_likeliest() {
        let counts = [12.0, 20.0, 31.0, 25.0, 9.0];
        let total: f64 = counts.iter().sum();
        let mean = expected_score(20.0);
        let multiplier = multiplier(&counts, mean);
        let p: Vec<f64> = counts
            .iter()
            .zip(PAIR_SCORES)
            .map(|(count, score)| count / total / (1.0 + multiplier * (score - mean)))
            .collect();
        let moment = |power: i32| -> f64 {
            p.iter().zip(PAIR_SCORES).map(|(p, score)| p * score.powi(power)).sum()
        };
        assert!((moment(0) - 1.0).abs() < 1e-9 && (moment(1) - mean).abs() < 1e-9);
        let likelihood =
            |p: &[f64]| -> f64 { counts.iter().zip(p).map(|(count, p)| count * p.ln()).sum() };
        // Directions that keep both the sum and the mean.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for step in [-1e-3, 1e-3] {
                let other: Vec<f64> = p.iter().zip(direction).map(|(p, d)| p + step * d).collect();
                assert!(likelihood(&other) < likelihood(&p));
            }
        }
    }

    #[test]
    fn the_ratio_is_near_the_normal_approximation() {
        // For small differences it is (s1 - s0) (2 mean - s0 - s1) N / (2 variance).
        let counts = PairCounts([200, 400, 900, 420, 210]);
        let pairs = f64::from(counts.pairs());
        let (s0, s1) = (expected_score(SPRT.elo0), expected_score(SPRT.elo1));
        let variance = counts.squared_deviations() / pairs;
        let normal = (s1 - s0) * (2.0 * counts.mean() - s0 - s1) * pairs / (2.0 * variance);
        let ratio = SPRT.log_likelihood_ratio(&counts);
        assert!((ratio - normal).abs() < 0.03 * normal.abs(), "{ratio}, {normal}");
    }

    #[test]
    fn extreme_results_are_decided_and_no_result_is_not() {
        assert_eq!(SPRT.verdict(&PairCounts::default()), None);
        assert_eq!(SPRT.verdict(&PairCounts([0, 0, 0, 0, 50])), Some(SprtVerdict::H1));
        assert_eq!(SPRT.verdict(&PairCounts([50, 0, 0, 0, 0])), Some(SprtVerdict::H0));
        let [lower, upper] = SPRT.bounds();
        assert!((upper - 2.944).abs() < 1e-3 && (lower + upper).abs() < 1e-12);
    }
}
