//! The statistics of a node with PUCT.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use super::bias::{BiasClass, BiasSum};
use crate::search::{
    node::WeightedSum,
    selection::{LeafEvaluation, NodeStats},
};

/// The statistics of a node with PUCT: means over the evaluation made here and those of the children,
/// which are computed again whenever an iteration is backed up.
///
/// All values are those of the player who moved here.
#[derive(Debug, Default)]
pub struct PuctStats {
    /// The probability of the move.
    policy: AtomicF32,
    own_utility: AtomicF32,
    own_win_rate: AtomicF32,
    /// Sum of the weights of the iterations that ended here.
    own_weight: AtomicF32,
    /// Number of iterations through this node that are backed up.
    backed_up: AtomicU32,
    /// Number of iterations through all nodes of this position that are backed up.
    position_backed_up: AtomicU32,
    weight: AtomicF32,
    utility: AtomicF32,
    utility_square: AtomicF32,
    win_rate: AtomicF32,
    /// The number of the node's [`BiasClass`].
    bias_class: AtomicU16,
    /// Length of a prefix of the children that contains every entered child.
    entered_children: AtomicU16,
    /// What the node has added to the sum of its class.
    bias: [AtomicF32; 2],
}

/// Weighted means of values, from 0 to 1 each; all 0 without a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WeightedMeans {
    /// Sum of the weights: without estimates of errors the number of visits, less those that are
    /// pruned as noise.
    pub(super) weight: f64,
    pub(super) utility: f64,
    /// Mean of the squares of the utilities.
    pub(super) utility_square: f64,
    pub(super) win_rate: f64,
}

/// A number that is read and written as a whole.
#[derive(Debug, Default)]
struct AtomicF32(AtomicU32);

impl AtomicF32 {
    fn get(&self) -> f64 {
        f64::from(f32::from_bits(self.0.load(Relaxed)))
    }

    fn set(&self, value: f64) {
        self.0.store((value as f32).to_bits(), Relaxed);
    }

    /// Sets the number, and returns what it was.
    fn swap(&self, value: f64) -> f64 {
        f64::from(f32::from_bits(self.0.swap((value as f32).to_bits(), Relaxed)))
    }

    fn add(&self, value: f64) {
        let sum = |bits| Some((f32::from_bits(bits) + value as f32).to_bits());
        // Never fails, since `sum` is always `Some`.
        let _ = self.0.fetch_update(Relaxed, Relaxed, sum);
    }
}

impl NodeStats for PuctStats {
    type Prior = f32;

    fn set_prior(&self, policy: f32) {
        self.policy.set(policy.into());
    }

    fn policy_weight(&self) -> f64 {
        self.policy()
    }

    fn utility(&self, entered: u32) -> WeightedSum {
        let in_progress = entered.saturating_sub(self.backed_up.load(Relaxed));
        let WeightedMeans { weight, utility, .. } = self.edge_means();
        WeightedSum { weight: weight + f64::from(in_progress), sum: weight * utility }
    }

    fn backed_up(&self, _entered: u32) -> u32 {
        self.backed_up.load(Relaxed)
    }

    fn copy_from(&self, source: &PuctStats) {
        self.set_prior(source.policy() as f32);
        self.backed_up.store(source.backed_up.load(Relaxed), Relaxed);
        self.copy_position_from(source);
    }

    fn copy_position_from(&self, source: &PuctStats) {
        self.own_utility.set(source.own_utility.get());
        self.own_win_rate.set(source.own_win_rate.get());
        self.own_weight.set(source.own_weight.get());
        self.position_backed_up.store(source.position_backed_up.load(Relaxed), Relaxed);
        self.entered_children.store(source.entered_children.load(Relaxed), Relaxed);
        self.bias_class.store(source.bias_class.load(Relaxed), Relaxed);
        self.set_bias(source.bias());
        self.set_means(source.means());
    }

    fn position_visits(&self, entered: u32) -> u32 {
        entered.max(self.position_backed_up.load(Relaxed))
    }

    fn entered_children(&self) -> usize {
        self.entered_children.load(Relaxed).into()
    }

    fn extend_entered(&self, count: usize) {
        self.entered_children.fetch_max(count as u16, Relaxed);
    }

    fn absorb_children(&self) {
        let WeightedMeans { weight, utility, win_rate, .. } = self.means();
        self.own_utility.set(utility);
        self.own_win_rate.set(win_rate);
        self.own_weight.set(weight);
        self.bias_class.store(BiasClass::default().number(), Relaxed);
        self.set_bias(BiasSum::default());
    }
}

impl PuctStats {
    /// The probability of the move that led here.
    pub(super) fn policy(&self) -> f64 {
        self.policy.get()
    }

    /// Counts an iteration that reached the position, whose evaluation is added if it was made here.
    pub(super) fn count(&self, leaf: LeafEvaluation<BiasClass>) {
        if leaf.is_at_leaf {
            // The weight is written last: other threads read the values only if it is not 0. The values
            // are set once: an evaluator repeats its evaluation of a position.
            if self.own_weight.get() == 0.0 {
                self.own_utility.set(leaf.utility);
                self.own_win_rate.set(leaf.win_rate);
                self.bias_class.store(leaf.bias_class.number(), Relaxed);
            }
            self.own_weight.add(leaf.weight);
        }
        self.position_backed_up.fetch_add(1, Relaxed);
    }

    /// Counts an iteration through this node.
    pub(super) fn count_edge(&self) {
        self.backed_up.fetch_add(1, Relaxed);
    }

    /// The evaluations made here.
    pub(super) fn own(&self) -> WeightedMeans {
        let utility = self.own_utility.get();
        WeightedMeans {
            weight: self.own_weight.get(),
            utility,
            utility_square: utility * utility,
            win_rate: self.own_win_rate.get(),
        }
    }

    /// The means of the position, with the part of the weight that is due to iterations through this
    /// node.
    pub(super) fn edge_means(&self) -> WeightedMeans {
        let [edge, position] =
            [&self.backed_up, &self.position_backed_up].map(|count| count.load(Relaxed));
        let means = self.means();
        if edge >= position {
            return means;
        }
        let share = f64::from(edge) / f64::from(position);
        WeightedMeans { weight: share * means.weight, ..means }
    }

    /// The means of the iterations that are backed up.
    pub(super) fn means(&self) -> WeightedMeans {
        WeightedMeans {
            weight: self.weight.get(),
            utility: self.utility.get(),
            utility_square: self.utility_square.get(),
            win_rate: self.win_rate.get(),
        }
    }

    /// The class of nodes that share their bias.
    pub(super) fn bias_class(&self) -> BiasClass {
        BiasClass::from_number(self.bias_class.load(Relaxed))
    }

    /// What the node has added to the sum of its class.
    pub(super) fn bias(&self) -> BiasSum {
        let [sum, weight] = [&self.bias[0], &self.bias[1]].map(|number| number.get() as f32);
        BiasSum { sum, weight }
    }

    /// Sets what the node has added to the sum of its class, and returns what that was before. Of several
    /// threads, each gets what another one has set.
    pub(super) fn swap_bias(&self, bias: BiasSum) -> BiasSum {
        BiasSum {
            sum: self.bias[0].swap(bias.sum.into()) as f32,
            weight: self.bias[1].swap(bias.weight.into()) as f32,
        }
    }

    fn set_bias(&self, bias: BiasSum) {
        self.bias[0].set(bias.sum.into());
        self.bias[1].set(bias.weight.into());
    }

    pub(super) fn set_means(&self, means: WeightedMeans) {
        self.weight.set(means.weight);
        self.utility.set(means.utility);
        self.utility_square.set(means.utility_square);
        self.win_rate.set(means.win_rate);
    }
}
