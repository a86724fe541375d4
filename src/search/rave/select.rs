//! Selection of a child by UCT with RAVE.

use super::{Rave, RavePrior};
use crate::{
    search::node::{Node, WeightedSum},
    tuning::{MAX_SMALL_BOARD_AREA, RAVE_EQUIVALENCE, SMALL_BOARD_EXPLORATION},
};

/// Weight of UCT exploration on a board of `area` points.
///
/// On a small board the search reaches the end of the game and must try moves that RAVE undervalues.
pub(super) fn exploration(area: usize) -> f64 {
    if area <= MAX_SMALL_BOARD_AREA.get() { SMALL_BOARD_EXPLORATION.get() } else { 0.0 }
}

/// The index of the child with the largest sum of [`rave_mean`] and exploration (UCT: Kocsis and
/// Szepesvári 2006, "Bandit based Monte-Carlo planning"); in case of a tie the first from index
/// `offset` on, `None` if every child is skipped.
///
/// `visit` is called once for each child before its statistics are read; children for which it returns
/// false are skipped.
pub(super) fn select(
    children: &[Node<Rave>],
    parent_visits: u32,
    exploration: f64,
    offset: usize,
    visit: impl Fn(&Node<Rave>) -> bool,
) -> Option<usize> {
    let log = f64::from(parent_visits.max(1)).ln();
    let mut best = (0, f64::NEG_INFINITY);
    let mut consider = |index: usize| {
        let child = &children[index];
        if !visit(child) {
            return;
        }
        let own = child.utility();
        let mut urgency = rave_mean(own, child.stats.amaf(), child.stats.prior());
        // The square root would take longer than all the rest.
        if exploration > 0.0 {
            urgency += exploration * (log / (own.weight + 1.0)).sqrt();
        }
        if urgency > best.1 {
            best = (index, urgency);
        }
    };
    // Two loops, since a chained range tests at each step which part it is in.
    (offset..children.len()).for_each(&mut consider);
    (0..offset).for_each(consider);
    (best.1 > f64::NEG_INFINITY).then_some(best.0)
}

/// The expected value of a move: the mean of its own visits and its prior, mixed with its AMAF mean,
/// which is available sooner but less reliable (RAVE: Gelly and Silver 2011, "Monte-Carlo tree search
/// and rapid action value estimation in computer Go", section 4).
///
/// Without AMAF visits it is the first mean alone.
fn rave_mean(own: WeightedSum, amaf: WeightedSum, prior: RavePrior) -> f64 {
    let weight = own.weight + f64::from(prior.visits);
    let sum = own.sum + f64::from(prior.sum);
    // The weight of the AMAF mean is v' / (v' + v + v v' / k), for v own and v' AMAF visits and the
    // equivalence k; this form takes a single division.
    let share = 1.0 + amaf.weight * (1.0 / RAVE_EQUIVALENCE.get());
    (sum * share + amaf.sum) / (weight * share + amaf.weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: RavePrior = RavePrior { visits: 10.0, sum: 5.0 };

    fn weighted_sum(weight: f64, mean: f64) -> WeightedSum {
        WeightedSum { weight, sum: weight * mean }
    }

    #[test]
    fn without_amaf_it_is_the_mean_with_the_prior() {
        assert_eq!(rave_mean(weighted_sum(0.0, 0.0), weighted_sum(0.0, 0.0), EVEN), 0.5);
        assert_eq!(rave_mean(weighted_sum(10.0, 1.0), weighted_sum(0.0, 0.0), EVEN), 0.75);
    }

    #[test]
    fn amaf_dominates_at_first_and_own_visits_in_the_end() {
        let amaf = weighted_sum(1000.0, 0.9);
        assert!(rave_mean(weighted_sum(0.0, 0.0), amaf, EVEN) > 0.85);
        let many = rave_mean(weighted_sum(1e6, 0.2), weighted_sum(1e6, 0.9), EVEN);
        assert!((many - 0.2).abs() < 0.01);
    }
}
