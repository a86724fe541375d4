//! The utility of win rate and score.

use std::f64::consts::FRAC_2_PI;

use crate::{
    network::{ErrorEstimates, NetworkOutput},
    tuning::{
        DYNAMIC_SCORE_CENTER, DYNAMIC_SCORE_WEIGHT, DYNAMIC_SCORE_WIDTH, STATIC_SCORE_WEIGHT,
        STATIC_SCORE_WIDTH, UNCERTAINTY_COEFF, UNCERTAINTY_MAX_WEIGHT,
    },
};

/// KataGo's utility of win rate and score (D. J. Wu 2019, "Accelerating Self-Play Learning in Go",
/// appendix F). The score counts most around the one expected at the root.
///
/// Scores are in points, positive for Black.
pub(super) struct Utility {
    /// The square root of the number of points of the board.
    side: f64,
    /// The score around which the dynamic utility is steepest.
    center: f64,
}

/// Utility of a game won by the largest score, in KataGo's units.
pub(in crate::search) fn max_utility() -> f64 {
    1.0 + STATIC_SCORE_WEIGHT.get() + DYNAMIC_SCORE_WEIGHT.get()
}

/// The utility of a network's output on a board of `area` points, for the player to move and in KataGo's
/// units, with the score that is expected there as the one expected at the root.
#[must_use]
pub fn raw_utility(output: &NetworkOutput, area: usize) -> f64 {
    let score = f64::from(output.score_mean);
    let utility = Utility::new(area, score);
    let share = utility.of(output.win_rate(), score, output.score_deviation());
    (2.0 * share - 1.0) * max_utility()
}

/// A normal distribution as weighted sample points: distance from the mean in standard deviations,
/// and weight.
const NORMAL: [(f64, f64); 9] = [
    (-2.4, 0.0135),
    (-1.8, 0.0477),
    (-1.2, 0.1172),
    (-0.6, 0.2012),
    (0.0, 0.2408),
    (0.6, 0.2012),
    (1.2, 0.1172),
    (1.8, 0.0477),
    (2.4, 0.0135),
];

impl Utility {
    /// The utility on a board of `area` points, with this score expected at the root.
    pub(super) fn new(area: usize, expected: f64) -> Utility {
        let side = (area as f64).sqrt();
        let max = DYNAMIC_SCORE_WIDTH.get() * side;
        let center = (DYNAMIC_SCORE_CENTER.get() * expected).clamp(expected - max, expected + max);
        Utility { side, center }
    }

    /// Black's utility, from 0 to 1, for this win rate of Black, and this score and its standard
    /// deviation.
    pub(super) fn of(&self, win: f64, score: f64, deviation: f64) -> f64 {
        let score_utility = |center: f64, width: f64| {
            let at = |z: f64| (score + z * deviation - center) / (width * self.side);
            NORMAL.iter().map(|&(z, weight)| weight * FRAC_2_PI * at(z).atan()).sum::<f64>()
        };
        let utility = 2.0 * win - 1.0
            + STATIC_SCORE_WEIGHT.get() * score_utility(0.0, STATIC_SCORE_WIDTH.get())
            + DYNAMIC_SCORE_WEIGHT.get() * score_utility(self.center, DYNAMIC_SCORE_WIDTH.get());
        (0.5 + 0.5 * utility / max_utility()).clamp(0.0, 1.0)
    }

    /// The weight of an evaluation with this score and these errors: in inverse proportion to the
    /// error of its utility ("Uncertainty-Weighted MCTS Playouts" in KataGo's
    /// `docs/KataGoMethods.md`).
    pub(super) fn weight(&self, score: f64, errors: ErrorEstimates) -> f64 {
        let coefficient = UNCERTAINTY_COEFF.get();
        if coefficient == 0.0 {
            return 1.0;
        }
        let error = f64::from(errors.value) + self.slope(score) * f64::from(errors.score);
        coefficient / (error + coefficient / UNCERTAINTY_MAX_WEIGHT.get())
    }

    /// The derivative of the utility of a score, in KataGo's units for each point.
    fn slope(&self, score: f64) -> f64 {
        let slope = |center: f64, width: f64| {
            let scale = width * self.side;
            let at = (score - center) / scale;
            FRAC_2_PI / (scale * (1.0 + at * at))
        };
        STATIC_SCORE_WEIGHT.get() * slope(0.0, STATIC_SCORE_WIDTH.get())
            + DYNAMIC_SCORE_WEIGHT.get() * slope(self.center, DYNAMIC_SCORE_WIDTH.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rate_counts_more_than_score() {
        let utility = Utility::new(81, 0.0);
        assert!((utility.of(0.5, 0.0, 5.0) - 0.5).abs() < 1e-9);
        assert!(utility.of(0.6, -20.0, 5.0) < utility.of(1.0, 0.5, 5.0));
        assert!(utility.of(1.0, 0.5, 0.0) < utility.of(1.0, 3.5, 0.0));
        assert!(utility.of(0.0, -80.0, 0.0) < utility.of(0.0, -10.0, 0.0));
    }

    #[test]
    fn the_utility_of_an_output_has_a_part_for_the_score() {
        let utility = |score_mean: f32| {
            let output = NetworkOutput {
                policy: Vec::new(),
                win: 0.5,
                loss: 0.5,
                no_result: 0.0,
                score_mean,
                score_square: score_mean * score_mean + 25.0,
                lead: score_mean,
                errors: None,
                ownership: Vec::new(),
            };
            raw_utility(&output, 81)
        };
        assert!(utility(0.0).abs() < 1e-9);
        assert!(utility(10.0) > 0.05 && (utility(10.0) + utility(-10.0)).abs() < 1e-9);
    }

    #[test]
    fn the_score_counts_most_around_the_one_expected() {
        let utility = Utility::new(81, 40.0);
        let step = |score: f64| utility.of(1.0, score + 2.0, 0.0) - utility.of(1.0, score, 0.0);
        assert!(step(34.0) > step(2.0) && step(34.0) > step(70.0));
    }

    #[test]
    fn an_uncertain_evaluation_has_little_weight() {
        let utility = Utility::new(81, 0.0);
        let weight = |score, value_error, score_error| {
            let errors =
                ErrorEstimates { time_variance: 0.0, value: value_error, score: score_error };
            utility.weight(score, errors)
        };
        assert!((weight(0.0, 0.0, 0.0) - UNCERTAINTY_MAX_WEIGHT.get()).abs() < 1e-9);
        assert!(weight(0.0, 0.25, 0.0) < 1.0 && weight(0.0, 0.2, 0.0) > 1.0);
        assert!(weight(0.0, 0.2, 5.0) < weight(0.0, 0.2, 0.0));
        assert!(weight(40.0, 0.2, 5.0) > weight(0.0, 0.2, 5.0), "the score hardly counts there");
    }

    #[test]
    fn the_weights_have_the_moments_of_a_normal_distribution() {
        let moment = |power| NORMAL.iter().map(|&(z, weight)| weight * z.powi(power)).sum();
        let [sum, mean, square]: [f64; 3] = [0, 1, 2].map(moment);
        assert!((sum - 1.0).abs() < 1e-3 && mean.abs() < 1e-9 && (square - 0.95).abs() < 0.01);
    }
}
