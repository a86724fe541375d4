use std::f64::consts::FRAC_2_PI;

use crate::tuning::{DYNAMIC_SCORE_WEIGHT, MOST_UTILITY, STATIC_SCORE_WEIGHT};

/// What winning and the score are worth together, as KataGo weighs them (D. J. Wu 2019,
/// "Accelerating Self-Play Learning in Go", section 4.4 and appendix F): besides winning, a player
/// wants points, and those around the score expected now most of all.
///
/// Scores are Black's.
pub(super) struct Utility {
    /// The square root of the number of points of the board.
    side: f64,
    /// The score around which every point is worth most.
    center: f64,
}

/// Width of the curve of what a score is worth, in sides of the board.
const STATIC_WIDTH: f64 = 2.0;
/// The same of the one around the score expected.
const DYNAMIC_WIDTH: f64 = 0.75;

/// How near to the score expected the center is: it is drawn to a draw, but not far.
const CENTER_SHARE: f64 = 0.8;

/// A normal distribution, as equally spaced points in standard deviations from its mean, each with
/// its weight.
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
    /// For a board of so many points on which this score is expected.
    pub(super) fn new(area: usize, expected: f64) -> Utility {
        let side = (area as f64).sqrt();
        let most = DYNAMIC_WIDTH * side;
        let center = (CENTER_SHARE * expected).clamp(expected - most, expected + most);
        Utility { side, center }
    }

    /// From 0 to 1, given Black's chance to win and the score with its standard deviation.
    pub(super) fn of(&self, win: f64, score: f64, deviation: f64) -> f64 {
        let worth = |center: f64, width: f64| {
            let at = |away: f64| (score + away * deviation - center) / (width * self.side);
            NORMAL.iter().map(|&(away, weight)| weight * FRAC_2_PI * at(away).atan()).sum::<f64>()
        };
        let utility = 2.0 * win - 1.0
            + STATIC_SCORE_WEIGHT * worth(0.0, STATIC_WIDTH)
            + DYNAMIC_SCORE_WEIGHT * worth(self.center, DYNAMIC_WIDTH);
        (0.5 + 0.5 * utility / MOST_UTILITY).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_comes_first_and_points_second() {
        let utility = Utility::new(81, 0.0);
        assert!((utility.of(0.5, 0.0, 5.0) - 0.5).abs() < 1e-9);
        assert!(utility.of(0.6, -20.0, 5.0) < utility.of(1.0, 0.5, 5.0));
        assert!(utility.of(1.0, 0.5, 0.0) < utility.of(1.0, 3.5, 0.0));
        assert!(utility.of(0.0, -80.0, 0.0) < utility.of(0.0, -10.0, 0.0));
    }

    #[test]
    fn points_are_worth_most_around_the_score_expected() {
        let utility = Utility::new(81, 40.0);
        let step = |score: f64| utility.of(1.0, score + 2.0, 0.0) - utility.of(1.0, score, 0.0);
        assert!(step(34.0) > step(2.0) && step(34.0) > step(70.0));
    }

    #[test]
    fn the_weights_are_those_of_a_distribution() {
        let moment = |power| NORMAL.iter().map(|&(away, weight)| weight * away.powi(power)).sum();
        let [sum, mean, square]: [f64; 3] = [0, 1, 2].map(moment);
        assert!((sum - 1.0).abs() < 1e-3 && mean.abs() < 1e-9 && (square - 0.95).abs() < 0.01);
    }
}
