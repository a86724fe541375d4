//! The statistics of a node with PUCT.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};

use crate::search::{
    node::{Statistics, VALUE_UNIT},
    selection::NodeStats,
};

/// The statistics of a node with PUCT.
#[derive(Debug, Default)]
pub struct PuctStats {
    /// Sum of the win rates of the player who moved here, in units of 1 / [`VALUE_UNIT`].
    win_sum: AtomicI64,
    /// Number of visits that are backed up.
    backed_up: AtomicU32,
    /// The probability of the move, as the bits of an `f32`.
    policy: AtomicU32,
}

impl NodeStats for PuctStats {
    type Prior = f32;

    fn set_prior(&self, policy: f32) {
        self.policy.store(policy.to_bits(), Relaxed);
    }

    fn policy_weight(&self) -> f64 {
        self.policy()
    }

    fn back_up(&self, win_rate: f64) {
        self.win_sum.fetch_add((win_rate * VALUE_UNIT) as i64, Relaxed);
        self.backed_up.fetch_add(1, Relaxed);
    }

    fn copy_from(&self, source: &PuctStats) {
        self.win_sum.store(source.win_sum.load(Relaxed), Relaxed);
        self.backed_up.store(source.backed_up.load(Relaxed), Relaxed);
        self.policy.store(source.policy.load(Relaxed), Relaxed);
    }
}

impl PuctStats {
    /// The probability of the move that led here.
    pub(super) fn policy(&self) -> f64 {
        f64::from(f32::from_bits(self.policy.load(Relaxed)))
    }

    /// Number of visits that are backed up.
    pub(super) fn backed_up_visits(&self) -> f64 {
        f64::from(self.backed_up.load(Relaxed))
    }

    /// The win rates of the player who moved here, of the iterations that are backed up.
    pub(in crate::search) fn wins(&self) -> Statistics {
        let sum = self.win_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: self.backed_up_visits(), sum }
    }
}
