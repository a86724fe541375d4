//! The formulas by which a search selects children, as types.

use super::{
    node::{Node, WeightedSum},
    sharing::NodeSums,
};
use crate::game::Variation;

/// A formula by which a search selects children: [`Rave`](super::Rave) or [`Puct`](super::Puct).
///
/// The nodes of a tree have the statistics that the formula needs, so that a tree serves one formula.
pub trait Selection: Copy + Send + Sync + 'static {
    /// The prior of a move.
    type Prior: Copy;

    /// The statistics of a node besides its visits.
    type Stats: NodeStats<Prior = Self::Prior>;

    /// Key of positions whose evaluations share a correction; `()` for none.
    type BiasClass: Copy;

    /// The subtree value biases of a tree; `()` for a formula without them.
    type BiasTable: Default + Send + Sync;

    /// Number of its own iterations after which the leading worker checks whether the search is
    /// settled; not 1, since the first iterations give no estimate of the rate.
    const CHECK_INTERVAL: u64;

    /// Whether the priors at the root differ from those of the same node in an earlier search.
    const HAS_ROOT_PRIORS: bool;

    /// The largest utility in KataGo's units, in which a won game alone is 1.
    fn max_utility() -> f64 {
        1.0
    }

    /// The visit at which a leaf is expanded and the search goes on to one of its children; at least 2.
    fn visits_to_expand() -> u32;

    /// The index of the best child among those that are open; `None` if no child is.
    fn select(parent: &Parent<Self>, is_open: impl Fn(&Node<Self>) -> bool) -> Option<usize>;

    /// Whether nodes of the same position share statistics and children (graph search).
    fn merges_transpositions() -> bool {
        false
    }

    /// The bias class of the position that `line` has reached.
    fn bias_class(line: &Variation) -> Self::BiasClass;

    /// Adds an iteration that went through `edge` and on to one of the children, or ended here. `position`
    /// is the node of the position, which is `edge` itself unless that is a transposition.
    fn back_up(
        edge: &Node<Self>,
        position: &Node<Self>,
        children: &[Node<Self>],
        leaf: LeafEvaluation<Self::BiasClass>,
        biases: &Self::BiasTable,
    );

    /// The mean values for the player who moved to this node.
    fn means(node: &Node<Self>) -> Means;

    /// The index of the best child if the last backup stored it.
    fn take_best(_node: &Node<Self>) -> Option<usize> {
        None
    }

    /// Adds the utility of an iteration, from 0 to 1 for the player to move at the parent, to the AMAF
    /// statistics of the children on whose point (by index) that player was the first to play, if
    /// the formula has such statistics.
    fn back_up_amaf(_parent: &Parent<Self>, _utility: f64, _is_first: impl Fn(usize) -> bool) {}
}

/// The statistics of a node that one formula needs. Threads update them without locks.
pub trait NodeStats: Default + Send + Sync {
    /// The prior of a move.
    type Prior: Copy;

    /// Sets the prior of the move that leads to the node.
    fn set_prior(&self, prior: Self::Prior);

    /// The weight of the move in the policy that the priors of a node's children stand for.
    fn policy_weight(&self) -> f64;

    /// The utilities for the player who moved here, of this number of iterations that entered the
    /// node. Those in progress count as losses.
    fn utility(&self, entered: u32) -> WeightedSum;

    /// Copies everything.
    fn copy_from(&self, source: &Self);

    /// Copies what belongs to the position rather than to the move that leads there.
    fn copy_position_from(&self, _source: &Self) {}

    /// Number of iterations through the node whose values are in the means, of this number that entered
    /// it.
    fn backed_up(&self, entered: u32) -> u32 {
        entered
    }

    /// Number of iterations that reached the position of a node that this number entered.
    fn position_visits(&self, entered: u32) -> u32 {
        entered
    }

    /// Length of a prefix of the children that contains every entered child.
    fn entered_children(&self) -> usize {
        usize::MAX
    }

    /// Notes that a child before index `count` was entered.
    fn extend_entered(&self, _count: usize) {}

    /// The sums that processes share, of this number of iterations that entered the node. Those in
    /// progress count as losses. Only searches by playouts are shared.
    fn sums(&self, _entered: u32) -> NodeSums {
        NodeSums::default()
    }

    /// Adds what other processes have found, visits excepted.
    fn add_sums(&self, _sums: NodeSums) {}

    /// Makes the node's means its own evaluation, before its children are removed.
    fn absorb_children(&self) {}
}

/// The evaluation of an iteration's leaf, for the player who moved to the node to which it is backed up.
#[derive(Clone, Copy, Debug)]
pub struct LeafEvaluation<C> {
    /// Utility, from 0 to 1.
    pub(super) utility: f64,
    /// Win rate, from 0 to 1.
    pub(super) win_rate: f64,
    /// Weight among other evaluations.
    pub(super) weight: f64,
    /// Whether that node is the leaf.
    pub(super) is_at_leaf: bool,
    /// The bias class of the leaf.
    pub(super) bias_class: C,
}

/// A position and its children, one of which is to be selected.
pub struct Parent<'t, S: Selection> {
    /// The node of the position.
    pub(super) node: &'t Node<S>,
    pub(super) children: &'t [Node<S>],
    pub(super) is_root: bool,
    /// Number of points of the board.
    pub(super) area: usize,
    /// Index at which the scan of the children begins: random, so that ties do not always go to the first
    /// child. PUCT ignores it.
    pub(super) offset: usize,
}

/// The mean values of a node for the player who moved there, from 0 to 1; 0 without a visit.
pub struct Means {
    pub(super) win_rate: f64,
    pub(super) utility: f64,
    /// Difference between the utility and its lower confidence bound.
    pub(super) utility_radius: f64,
    /// Utility of the iterations in which that player moved there at any later time, if there are any.
    pub(super) amaf_utility: Option<f64>,
}

/// The policy that the priors of these children stand for, which sums to 1; uniform if all have no
/// weight.
pub(super) fn prior_policy<S: Selection>(children: &[Node<S>]) -> Vec<f64> {
    let weights: Vec<f64> = children.iter().map(|child| child.stats.policy_weight()).collect();
    let sum: f64 = weights.iter().sum();
    let uniform = 1.0 / children.len() as f64;
    weights.into_iter().map(|weight| if sum > 0.0 { weight / sum } else { uniform }).collect()
}
