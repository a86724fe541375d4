//! Simultaneous perturbation stochastic approximation (SPSA).
//!
//! Source: Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), whose exponents
//! are used.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

/// Exponent of the decrease of the steps.
const STEP_EXPONENT: f64 = 0.602;

/// Exponent of the decrease of the perturbations.
const PERTURBATION_EXPONENT: f64 = 0.101;

/// Share of the iterations before the steps decrease notably.
const STABILITY_SHARE: f64 = 0.1;

/// The parameters of an SPSA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spsa {
    /// Number of iterations.
    pub iterations: u64,
    /// Factor of the first step: the distance that a value moves at a slope of 1.
    pub step: f64,
    /// First perturbation, as a share of the range of a value.
    pub perturbation: f64,
    /// Random seed of the perturbations.
    pub seed: u64,
}

/// One iteration: two points around the present one, to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaIteration {
    /// The two points.
    pub candidates: [Vec<f64>; 2],
    /// The change of the point if the first candidate is better by 1.
    direction: Vec<f64>,
}

impl Spsa {
    /// The iteration number `index`, from 0, at a point whose values are from 0 to 1. It depends on
    /// nothing else, so that an interrupted run can be resumed.
    #[must_use]
    pub fn iteration(&self, index: u64, point: &[f64]) -> SpsaIteration {
        let stability = STABILITY_SHARE * self.iterations as f64;
        let number = index as f64 + 1.0;
        let step = self.step * ((stability + 1.0) / (stability + number)).powf(STEP_EXPONENT);
        let perturbation = self.perturbation / number.powf(PERTURBATION_EXPONENT);
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(self.seed.wrapping_add(index));
        let signs: Vec<f64> = point.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
        let candidates = [1.0, -1.0].map(|side| {
            let perturbed = point.iter().zip(&signs);
            let value =
                |(value, sign): (&f64, &f64)| (value + side * perturbation * sign).clamp(0.0, 1.0);
            perturbed.map(value).collect()
        });
        let direction = signs.iter().map(|sign| step * sign / (2.0 * perturbation)).collect();
        SpsaIteration { candidates, direction }
    }
}

impl SpsaIteration {
    /// The point after this iteration. `advantage` is the margin by which the first candidate is
    /// better, from -1 to 1: twice its score against the second, less 1.
    #[must_use]
    pub fn next_point(&self, point: &[f64], advantage: f64) -> Vec<f64> {
        let moved = point.iter().zip(&self.direction);
        moved.map(|(value, change)| (value + advantage * change).clamp(0.0, 1.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::elo::expected_score;

    const BEST: [f64; 3] = [0.3, 0.75, 0.5];

    /// Elo of a point, a quadratic with its maximum of 0 at `BEST`.
    fn strength(point: &[f64]) -> f64 {
        -2000.0 * point.iter().zip(BEST).map(|(value, best)| (value - best).powi(2)).sum::<f64>()
    }

    /// The end of a run in which each iteration plays one pair of games.
    fn tune(seed: u64) -> Vec<f64> {
        let spsa = Spsa { iterations: 3000, step: 0.004, perturbation: 0.15, seed };
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1000 + seed);
        let mut point = vec![0.5, 0.5, 0.2];
        for index in 0..spsa.iterations {
            let iteration = spsa.iteration(index, &point);
            let [first, second] = &iteration.candidates;
            let score = expected_score(strength(first) - strength(second));
            let wins = [0, 1].map(|_| f64::from(u8::from(rng.random::<f64>() < score)));
            point = iteration.next_point(&point, wins.iter().sum::<f64>() - 1.0);
        }
        point
    }

    #[test]
    fn a_noisy_quadratic_is_climbed() {
        let strengths: Vec<f64> = (0..10).map(|seed| strength(&tune(seed))).collect();
        let mean = strengths.iter().sum::<f64>() / 10.0;
        // The start is at -385.
        assert!(mean > -20.0, "{mean}: {strengths:?}");
    }

    #[test]
    fn iterations_are_reproducible_and_stay_in_range() {
        let spsa = Spsa { iterations: 10, step: 5.0, perturbation: 0.3, seed: 1 };
        let point = [0.1, 0.9, 0.5, 0.0];
        let iteration = spsa.iteration(3, &point);
        assert_eq!(iteration, spsa.iteration(3, &point));
        assert_ne!(iteration, spsa.iteration(4, &point));
        let next = iteration.next_point(&point, 1.0);
        let [first, second] = &iteration.candidates;
        for values in [first, second, &next] {
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
        }
        assert_eq!(iteration.next_point(&point, 0.0), point);
    }
}
