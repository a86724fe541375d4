//! PUCT, for evaluations that are more reliable than a playout.

mod select;
mod stats;

use self::select::{fpu_reduction, select};
pub use self::stats::PuctStats;
use super::{
    neural::max_utility,
    node::{Node, Statistics},
    selection::{Fork, Means, Selection},
};
use crate::tuning::NETWORK_VISITS_TO_EXPAND;

/// PUCT: means of own visits, and exploration in proportion to the policy; for evaluations that are
/// more reliable than a playout. The prior of a move is its probability, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Puct;

impl Selection for Puct {
    type Prior = f32;
    type Stats = PuctStats;

    /// Small, since iterations are slow.
    const CHECK_INTERVAL: u64 = 8;
    const HAS_ROOT_PRIORS: bool = true;

    fn max_utility() -> f64 {
        max_utility()
    }

    fn visits_to_expand() -> u32 {
        NETWORK_VISITS_TO_EXPAND.get()
    }

    fn select(fork: &Fork<Puct>, is_open: impl Fn(&Node<Puct>) -> bool) -> Option<usize> {
        select(fork.children, fork.node, fpu_reduction(fork.is_root), is_open)
    }

    fn means(node: &Node<Puct>) -> Means {
        let mean = |statistics: Statistics| statistics.mean().unwrap_or(0.0);
        let (value, utility) = (mean(node.stats.wins()), mean(backed_up(node)));
        Means { value, utility, amaf_value: None }
    }
}

/// The utilities for the player who moved here of the iterations that are backed up.
fn backed_up(node: &Node<Puct>) -> Statistics {
    Statistics { visits: node.stats.backed_up_visits(), sum: node.utility_sum() }
}
