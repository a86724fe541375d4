//! Selection of a child by PUCT.
//!
//! The formulas are KataGo's ("Other Methods Implemented in KataGo" in its repository, and
//! `getExploreScaling` and `getFpuValueForChildrenAssumeVisited` in
//! `cpp/search/searchexplorehelpers.cpp`). KataGo's utilities range from
//! -[`max_utility`](super::max_utility) to it, those of this module from 0 to 1.

use super::{Puct, katago_unit, stdev::utility_stdev_factor};
use crate::{
    search::{
        node::Node,
        selection::{NodeStats, Parent},
    },
    tuning::{
        CPUCT_EXPLORATION, CPUCT_EXPLORATION_BASE, CPUCT_EXPLORATION_LOG, FPU_PARENT_WEIGHT_POWER,
        FPU_REDUCTION, ROOT_FPU_REDUCTION,
    },
};

/// Maximum by which the utility of an unvisited child is taken to be below its parent's, reached when
/// all likely siblings are visited ("first play urgency": Gelly and Wang 2006, "Exploration
/// exploitation in Go: UCT for Monte-Carlo Go").
fn fpu_reduction(is_root: bool) -> f64 {
    katago_unit() * if is_root { ROOT_FPU_REDUCTION.get() } else { FPU_REDUCTION.get() }
}

/// The index of the open child with the largest sum of utility and exploration (PUCT: Rosin 2011,
/// "Multi-armed bandits with episode context", in the form of AlphaGo Zero); the first in case of a
/// tie, `None` if no child is open.
///
/// Iterations in progress count as losses. After the entered children, priors descend.
pub(super) fn select(
    parent: &Parent<Puct>,
    is_open: impl Fn(&Node<Puct>) -> bool,
) -> Option<usize> {
    let Parent { node, children, is_root, .. } = *parent;
    let (mut weight, mut visited_policy) = (0.0, 0.0);
    let (entered, others) = children.split_at(node.stats.entered_children().min(children.len()));
    for child in entered.iter().filter(|child| child.visits() > 0) {
        weight += child.utility().weight;
        visited_policy += child.stats.policy();
    }
    let unvisited_utility =
        parent_utility(node, visited_policy) - fpu_reduction(is_root) * visited_policy.sqrt();
    let exploration = explore_scaling(weight) * utility_stdev_factor(node.stats.means());
    let mut best = (None, f64::NEG_INFINITY);
    let likeliest_other = others.iter().position(&is_open).map(|index| entered.len() + index);
    let open = (0..entered.len()).filter(|&index| is_open(&children[index]));
    for index in open.chain(likeliest_other) {
        let child = &children[index];
        let own = child.utility();
        let utility = own.mean().unwrap_or(unvisited_utility);
        let urgency = utility + exploration * child.stats.policy() / (1.0 + own.weight);
        if urgency > best.1 {
            best = (Some(index), urgency);
        }
    }
    best.0
}

/// The utility of a node for the player to move there, from which that of its unvisited children is
/// reduced: the evaluation of the node itself, and more of the mean the more likely children are
/// visited.
fn parent_utility(parent: &Node<Puct>, visited_policy: f64) -> f64 {
    let (own, all) = (parent.stats.own(), parent.stats.means());
    if all.weight == 0.0 {
        return 0.5;
    }
    let power = FPU_PARENT_WEIGHT_POWER.get();
    let share = if own.weight == 0.0 { 1.0 } else { visited_policy.min(1.0).powf(power) };
    1.0 - (share * all.utility + (1.0 - share) * own.utility)
}

/// The factor of exploration where the children have this sum of weights: it grows a little faster than
/// the square root of the sum, so that long searches are wider.
fn explore_scaling(weight: f64) -> f64 {
    /// Added so that the policy decides before the first visit.
    const EXTRA_WEIGHT: f64 = 0.01;
    let base = CPUCT_EXPLORATION_BASE.get();
    let growth = ((weight + base) / base).ln();
    let cpuct = CPUCT_EXPLORATION.get() + CPUCT_EXPLORATION_LOG.get() * growth;
    katago_unit() * cpuct * (weight + EXTRA_WEIGHT).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Move,
        search::{
            puct::{BiasClass, stats::WeightedMeans},
            selection::LeafEvaluation,
        },
    };

    fn child(policy: f32, values: &[f64]) -> Node<Puct> {
        let node = Node::default();
        node.set(Move::Pass, policy);
        for &value in values {
            visit(&node, value);
        }
        node
    }

    fn visit(node: &Node<Puct>, value: f64) {
        node.enter();
        let means = node.stats.means();
        let weight = means.weight + 1.0;
        let mean = |mean: f64, value: f64| mean + (value - mean) / weight;
        node.stats.count(LeafEvaluation {
            utility: value,
            win_rate: value,
            weight: 1.0,
            is_at_leaf: true,
            bias_class: BiasClass::default(),
        });
        node.stats.count_edge();
        node.stats.set_means(WeightedMeans {
            weight,
            utility: mean(means.utility, value),
            utility_square: mean(means.utility_square, value * value),
            win_rate: mean(means.win_rate, value),
        });
    }

    fn choice(node: &Node<Puct>, children: &[Node<Puct>]) -> Option<usize> {
        node.stats.extend_entered(children.len());
        select(&Parent { node, children, is_root: false, area: 0, offset: 0 }, |_| true)
    }

    #[test]
    fn the_likeliest_child_is_first_and_stays_so_if_good() {
        let parent = child(1.0, &[0.5]);
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[]), child(0.1, &[])]), Some(1));
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[0.6])]), Some(1));
        assert_eq!(choice(&parent, &[]), None);
    }

    #[test]
    fn a_bad_child_is_left_and_an_unlikely_one_is_visited_in_the_end() {
        let parent = child(1.0, &[0.5, 0.8]);
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[0.2])]), Some(0));
        let parent = child(1.0, &[0.5; 2000]);
        assert_eq!(choice(&parent, &[child(0.02, &[]), child(0.98, &[0.5; 2000])]), Some(0));
    }

    #[test]
    fn an_iteration_in_progress_makes_others_select_a_sibling() {
        let parent = child(1.0, &[0.5; 3]);
        let children = [child(0.45, &[0.5]), child(0.5, &[0.5])];
        assert_eq!(choice(&parent, &children), Some(1));
        children[1].enter();
        assert_eq!(choice(&parent, &children), Some(0));
    }
}
