//! The standard deviation of a node's utilities.
//!
//! The formulas are KataGo's (in `cpp/search` of its repository).

use super::{katago_unit, stats::WeightedMeans};
use crate::{
    search::neural::max_utility,
    tuning::{
        CPUCT_UTILITY_STDEV_PRIOR, CPUCT_UTILITY_STDEV_PRIOR_WEIGHT, CPUCT_UTILITY_STDEV_SCALE,
        NETWORK_LCB_DEVIATIONS,
    },
};

/// Variance of utilities, in squares of KataGo's units.
fn variance(means: WeightedMeans) -> f64 {
    let variance = means.utility_square - means.utility * means.utility;
    variance.max(0.0) / (katago_unit() * katago_unit())
}

/// Factor of the exploration at a node: it grows with the standard deviation of the utilities, which
/// is taken to be [`CPUCT_UTILITY_STDEV_PRIOR`] before there are some.
pub(super) fn utility_stdev_factor(means: WeightedMeans) -> f64 {
    let WeightedMeans { weight, .. } = means;
    let (prior, prior_weight) =
        (CPUCT_UTILITY_STDEV_PRIOR.get(), CPUCT_UTILITY_STDEV_PRIOR_WEIGHT.get());
    if weight <= 1.0 {
        return 1.0;
    }
    // KataGo's formula has a further term, mean² / (prior_weight + weight - 1); a match showed no
    // difference.
    let pooled =
        (prior * prior * prior_weight + variance(means) * weight) / (prior_weight + weight - 1.0);
    let deviation = (pooled.max(0.0)).sqrt();
    1.0 + CPUCT_UTILITY_STDEV_SCALE.get() * (deviation / prior - 1.0)
}

/// Difference between a utility, from 0 to 1, and its lower confidence bound
/// (`getSelfUtilityLCBAndRadius` in `searchhelpers.cpp`).
pub(super) fn confidence_radius(means: WeightedMeans) -> f64 {
    let WeightedMeans { weight, .. } = means;
    if weight == 0.0 {
        return 1.0;
    }
    // As in KataGo, with the weight as the effective sample size: a prior with the widest possible spread
    // and weight 1 / weight², which fades fast.
    let prior_weight = 1.0 / (weight * weight);
    let spread = variance(means) + max_utility().powi(2) * prior_weight / (weight + prior_weight);
    NETWORK_LCB_DEVIATIONS.get() * (spread.max(1e-8) / weight).sqrt() * katago_unit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means of this weight, whose utilities have this standard deviation in KataGo's units.
    fn means(weight: f64, deviation: f64) -> WeightedMeans {
        let (utility, variance) = (0.6, (deviation * katago_unit()).powi(2));
        WeightedMeans {
            weight,
            utility,
            utility_square: utility * utility + variance,
            win_rate: utility,
        }
    }

    #[test]
    fn a_wide_spread_of_utilities_is_explored_more() {
        let prior = CPUCT_UTILITY_STDEV_PRIOR.get();
        assert_eq!(utility_stdev_factor(means(1.0, 0.0)), 1.0);
        assert!((utility_stdev_factor(means(1e6, prior)) - 1.0).abs() < 1e-3);
        assert!(utility_stdev_factor(means(50.0, 0.1)) < 0.6);
        assert!(utility_stdev_factor(means(50.0, 0.8)) > 1.5);
        assert!(utility_stdev_factor(means(2.0, 0.0)) > utility_stdev_factor(means(50.0, 0.0)));
    }

    #[test]
    fn a_bound_is_near_the_mean_of_many_visits_that_agree() {
        let radius =
            |weight, deviation| confidence_radius(means(weight, deviation)) / katago_unit();
        assert!((radius(100.0, 0.3) - 5.0 * 0.03).abs() < 1e-2);
        assert!(radius(100.0, 0.1) < radius(100.0, 0.3) && radius(400.0, 0.3) < radius(100.0, 0.3));
        assert!(radius(1.0, 0.0) > 2.0, "one visit says nothing of the spread");
    }
}
