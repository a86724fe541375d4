//! PUCT, for evaluations that are more reliable than a playout.

mod back_up;
mod bias;
mod select;
mod stats;
mod stdev;

use std::ptr;

pub use self::{
    bias::{BiasClass, BiasTable},
    stats::PuctStats,
};
use self::{select::select, stdev::confidence_radius};
use super::{
    neural::max_utility,
    node::Node,
    selection::{LeafEvaluation, Means, NodeStats, Parent, Selection},
};
use crate::{
    game::Variation,
    tuning::{GRAPH_SEARCH, NETWORK_VISITS_TO_EXPAND},
};

/// PUCT: weighted means of visits, and exploration in proportion to the policy; for evaluations that
/// are more reliable than a playout. The prior of a move is its probability, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Puct;

impl Selection for Puct {
    type Prior = f32;
    type Stats = PuctStats;
    type BiasClass = BiasClass;
    type BiasTable = BiasTable;

    /// Small, since iterations are slow.
    const CHECK_INTERVAL: u64 = 8;
    const HAS_ROOT_PRIORS: bool = true;

    fn max_utility() -> f64 {
        max_utility()
    }

    fn visits_to_expand() -> u32 {
        NETWORK_VISITS_TO_EXPAND.get()
    }

    fn merges_transpositions() -> bool {
        GRAPH_SEARCH.get() > 0
    }

    fn select(parent: &Parent<Puct>, is_open: impl Fn(&Node<Puct>) -> bool) -> Option<usize> {
        select(parent, is_open)
    }

    fn bias_class(line: &Variation) -> BiasClass {
        BiasClass::of(line)
    }

    fn back_up(
        edge: &Node<Puct>,
        position: &Node<Puct>,
        children: &[Node<Puct>],
        leaf: LeafEvaluation<BiasClass>,
        biases: &BiasTable,
    ) {
        position.stats.count(leaf);
        position.stats.set_means(back_up::means(position, children, biases));
        edge.stats.count_edge();
        if !ptr::eq(edge, position) {
            edge.stats.copy_position_from(&position.stats);
        }
    }

    fn means(node: &Node<Puct>) -> Means {
        let means = node.stats.edge_means();
        Means {
            win_rate: means.win_rate,
            utility: means.utility,
            utility_radius: confidence_radius(means),
            amaf_utility: None,
        }
    }
}

/// One unit of KataGo's utility on the scale from 0 to 1.
fn katago_unit() -> f64 {
    0.5 / max_utility()
}
