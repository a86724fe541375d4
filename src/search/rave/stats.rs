//! The statistics of a node with RAVE.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::prior::{RavePrior, learned_probability};
use crate::search::{NodeSums, node::WeightedSum, selection::NodeStats};

/// The statistics of a node with RAVE.
#[derive(Debug, Default)]
pub struct RaveStats {
    /// Sum of the utilities for the player who moved here, in units of 1 / [`UNITS_PER_UTILITY`]. Integers
    /// add without rounding.
    utility_sum: AtomicI64,
    /// The number of iterations through the parent in which its player played here at any later time
    /// (upper half), and the sum of their utilities in units of 1 / [`UNITS_PER_AMAF_UTILITY`]. One word,
    /// since these are most of an iteration's writes.
    amaf: AtomicU64,
    /// The virtual visits of the prior, as the bits of an `f32`.
    prior_visits: AtomicU32,
    /// The sum of their values, as the bits of an `f32`.
    prior_sum: AtomicU32,
    /// 1 more than the index of the best child; 0 if it is not known.
    best: AtomicU32,
}

/// Units of a utility of 1 in a sum: that of 2^31 visits fits.
const UNITS_PER_UTILITY: f64 = (1_u64 << 31) as f64;

/// Units of an AMAF utility of 1: fine enough, since half a point on 9×9 need not be told apart.
const UNITS_PER_AMAF_UTILITY: f64 = 2048.0;

/// Bits of half a 64-bit word.
const HALF_BITS: u32 = 32;

/// Count, in the upper half, at which AMAF iterations are no longer added: 2^20 utilities of 1 overflow the
/// lower half as a signed number. 4096 are in reserve for threads that are about to add.
const MAX_AMAF: u64 = ((1 << 20) - 4096) << HALF_BITS;

/// A utility in the representation that nodes add up for AMAF: one visit and its utility.
#[derive(Clone, Copy)]
pub(super) struct AmafUtility(u64);

impl AmafUtility {
    /// Converts a utility from 0 to 1.
    pub(super) fn new(utility: f64) -> AmafUtility {
        AmafUtility(1 << HALF_BITS | (utility * UNITS_PER_AMAF_UTILITY).round() as u64)
    }
}

impl NodeStats for RaveStats {
    type Prior = RavePrior;

    fn set_prior(&self, prior: RavePrior) {
        self.prior_visits.store(prior.visits.to_bits(), Relaxed);
        self.prior_sum.store(prior.sum.to_bits(), Relaxed);
    }

    fn policy_weight(&self) -> f64 {
        learned_probability(self.prior())
    }

    fn utility(&self, entered: u32) -> WeightedSum {
        let sum = self.utility_sum.load(Relaxed) as f64 / UNITS_PER_UTILITY;
        WeightedSum { weight: f64::from(entered), sum }
    }

    fn sums(&self, entered: u32) -> NodeSums {
        let (own, amaf) = (self.utility(entered), self.amaf());
        NodeSums {
            visits: own.weight,
            utility: own.sum,
            amaf_visits: amaf.weight,
            amaf_utility: amaf.sum,
        }
    }

    fn add_sums(&self, sums: NodeSums) {
        self.add(sums.utility);
        let added = (sums.amaf_visits as u64) << HALF_BITS
            | (sums.amaf_utility.clamp(0.0, sums.amaf_visits) * UNITS_PER_AMAF_UTILITY).round()
                as u64;
        let bits = self.amaf.load(Relaxed);
        if bits.saturating_add(added) < MAX_AMAF {
            self.amaf.store(bits + added, Relaxed);
        }
    }

    fn copy_from(&self, source: &RaveStats) {
        self.utility_sum.store(source.utility_sum.load(Relaxed), Relaxed);
        self.amaf.store(source.amaf.load(Relaxed), Relaxed);
        self.set_prior(source.prior());
        self.best.store(source.best.load(Relaxed), Relaxed);
    }
}

impl RaveStats {
    /// Adds the utility of an iteration.
    pub(super) fn add(&self, utility: f64) {
        self.utility_sum.fetch_add((utility * UNITS_PER_UTILITY) as i64, Relaxed);
    }

    pub(super) fn prior(&self) -> RavePrior {
        let [visits, sum] =
            [&self.prior_visits, &self.prior_sum].map(|bits| f32::from_bits(bits.load(Relaxed)));
        RavePrior { visits, sum }
    }

    /// Takes the index of the best child that the last backup stored. The next iteration finds `None`
    /// until this one is backed up, and selects a child itself.
    pub(super) fn take_best(&self) -> Option<usize> {
        let best = self.best.load(Relaxed);
        self.best.store(0, Relaxed);
        best.checked_sub(1).map(|index| index as usize)
    }

    /// Stores the index of the best child for the next iteration.
    pub(super) fn set_best(&self, index: Option<usize>) {
        self.best.store(index.map_or(0, |index| index as u32 + 1), Relaxed);
    }

    /// The utilities of iterations that played here later ("all moves as first").
    pub(super) fn amaf(&self) -> WeightedSum {
        let bits = self.amaf.load(Relaxed);
        // Signed numbers, since the processor converts two of them in one instruction.
        let [weight, sum] = [bits >> HALF_BITS, bits].map(|half| f64::from(half as u32 as i32));
        WeightedSum { weight, sum: sum / UNITS_PER_AMAF_UTILITY }
    }

    /// Adds the utility of an iteration that played here later, if it `counts`.
    ///
    /// If two threads add at the same time, one utility is lost. That does not matter among thousands,
    /// and an atomic addition would take many times as long: on each level of each iteration half of
    /// all points are written to.
    pub(super) fn back_up_amaf(&self, utility: AmafUtility, counts: bool) {
        let bits = self.amaf.load(Relaxed);
        let counts = counts & (bits < MAX_AMAF);
        self.amaf.store(bits + utility.0 * u64::from(counts), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_values_add_up_exactly() {
        let stats = RaveStats::default();
        (0..1_000_000).for_each(|_| stats.add(0.75));
        assert_eq!(stats.utility(1_000_000), WeightedSum { weight: 1e6, sum: 7.5e5 });
    }

    #[test]
    fn the_best_child_is_taken_once() {
        let stats = RaveStats::default();
        assert_eq!(stats.take_best(), None);
        stats.set_best(Some(0));
        assert_eq!([stats.take_best(), stats.take_best()], [Some(0), None]);
    }

    #[test]
    fn amaf_utilities_add_up_to_the_maximum() {
        let stats = RaveStats::default();
        stats.back_up_amaf(AmafUtility::new(1.0), true);
        stats.back_up_amaf(AmafUtility::new(1.0), false);
        stats.back_up_amaf(AmafUtility::new(0.25), true);
        assert_eq!(stats.amaf(), WeightedSum { weight: 2.0, sum: 1.25 });
        stats.amaf.store(MAX_AMAF, Relaxed);
        stats.back_up_amaf(AmafUtility::new(1.0), true);
        assert_eq!(stats.amaf.load(Relaxed), MAX_AMAF);
    }
}
