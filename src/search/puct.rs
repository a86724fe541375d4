//! Which child to look at next, where the chances of moves guide the search.
//!
//! The formulas are KataGo's ("Other Methods Implemented in KataGo" and `cpp/search` in its
//! repository), whose utilities run from -[`MOST_UTILITY`] to [`MOST_UTILITY`] where ours run from
//! 0 to 1.

use super::node::Node;
use crate::tuning::{
    EXPLORATION, EXPLORATION_BASE, EXPLORATION_LOG, FPU_REDUCTION, MOST_UTILITY, ROOT_FPU_REDUCTION,
};

/// One unit of KataGo's utility in ours.
const UNIT: f64 = 0.5 / MOST_UTILITY;

/// How much worse than its siblings an unvisited child is taken to be when all that are likely
/// have been visited ("first play urgency": Gelly and Wang 2006, "Exploration exploitation in Go:
/// UCT for Monte-Carlo Go").
pub(super) fn fpu_reduction(is_root: bool) -> f64 {
    UNIT * if is_root { ROOT_FPU_REDUCTION } else { FPU_REDUCTION }
}

/// The place of the child with the largest sum of utility and exploration (PUCT: Rosin 2011,
/// "Multi-armed bandits with episode context", in the form of AlphaGo Zero) of those that are
/// `open`; among equals the first. `None` if none is open.
///
/// Iterations under way count as losses.
pub(super) fn select(
    children: &[Node],
    parent: &Node,
    fpu_reduction: f64,
    is_open: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let (mut visits, mut visited_chance) = (0.0, 0.0);
    for child in children.iter().filter(|child| child.visits() > 0) {
        visits += f64::from(child.visits());
        visited_chance += chance(child);
    }
    let parent_utility = parent.finished().mean().map_or(0.5, |of_opponent| 1.0 - of_opponent);
    let unvisited_utility = parent_utility - fpu_reduction * visited_chance.sqrt();
    let exploration = exploration(visits);
    let mut best = (None, f64::NEG_INFINITY);
    for (place, child) in children.iter().enumerate().filter(|(_, child)| is_open(child)) {
        let own = child.statistics();
        let utility = own.mean().unwrap_or(unvisited_utility);
        let promise = utility + exploration * chance(child) / (1.0 + own.visits);
        if promise > best.1 {
            best = (Some(place), promise);
        }
    }
    best.0
}

fn chance(child: &Node) -> f64 {
    f64::from(child.prior().sum)
}

/// The weight of exploration after so many visits: it grows a little faster than their root, so
/// that long searches look wider.
fn exploration(visits: f64) -> f64 {
    /// Lets the chances decide before the first visit.
    const LITTLE: f64 = 0.01;
    let growth = ((visits + EXPLORATION_BASE) / EXPLORATION_BASE).ln();
    UNIT * (EXPLORATION + EXPLORATION_LOG * growth) * (visits + LITTLE).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Move, search::Prior};

    fn child(chance: f32, values: &[f64]) -> Node {
        let node = Node::default();
        node.set(Move::Pass, Prior::chance(chance));
        for &value in values {
            visit(&node, value);
        }
        node
    }

    fn visit(node: &Node, value: f64) {
        node.enter();
        node.back_up(value);
        node.back_up_win(value);
    }

    fn choice(parent: &Node, children: &[Node]) -> Option<usize> {
        select(children, parent, fpu_reduction(false), |_| true)
    }

    #[test]
    fn the_likeliest_is_first_and_a_good_one_stays_so() {
        let parent = child(1.0, &[0.5]);
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[]), child(0.1, &[])]), Some(1));
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[0.6])]), Some(1));
        assert_eq!(choice(&parent, &[]), None);
    }

    #[test]
    fn a_bad_one_gives_way_and_an_unlikely_one_gets_its_turn() {
        let parent = child(1.0, &[0.5, 0.8]);
        assert_eq!(choice(&parent, &[child(0.2, &[]), child(0.7, &[0.2])]), Some(0));
        let parent = child(1.0, &[0.5; 2000]);
        assert_eq!(choice(&parent, &[child(0.02, &[]), child(0.98, &[0.5; 2000])]), Some(0));
    }

    #[test]
    fn an_iteration_under_way_sends_others_elsewhere() {
        let parent = child(1.0, &[0.5; 3]);
        let children = [child(0.45, &[0.5]), child(0.5, &[0.5])];
        assert_eq!(choice(&parent, &children), Some(1));
        children[1].enter();
        assert_eq!(choice(&parent, &children), Some(0));
    }
}
