//! Which child to look at next.

use super::node::{Node, Prior, Statistics};
use crate::tuning::{RAVE_EQUIVALENCE, SMALL_BOARD, SMALL_BOARD_EXPLORATION};

/// Weight of exploration by count of visits on a board of `area` points.
///
/// On a small board the search reaches the end of the game and must try what RAVE is wrong about.
pub(super) fn exploration(area: usize) -> f64 {
    if area <= SMALL_BOARD { SMALL_BOARD_EXPLORATION } else { 0.0 }
}

/// The place of the child with the largest [`urgency`] and its share of exploration (UCT: Kocsis
/// and Szepesvári 2006, "Bandit based Monte-Carlo planning") of those that are `open`; among equals
/// the first from place `offset` on. `None` if none is open.
pub(super) fn select(
    children: &[Node],
    parent_visits: u32,
    exploration: f64,
    offset: usize,
    is_open: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let log = f64::from(parent_visits.max(1)).ln();
    let mut best = (0, f64::NEG_INFINITY);
    let mut look_at = |place: usize| {
        let child = &children[place];
        if !is_open(child) {
            return;
        }
        let own = child.statistics();
        let mut urgency = urgency(own, child.amaf(), child.prior());
        // Where there is none, the root of it would take longer than all the rest.
        if exploration > 0.0 {
            urgency += exploration * (log / (own.visits + 1.0)).sqrt();
        }
        if urgency > best.1 {
            best = (place, urgency);
        }
    };
    // As two loops, since a chained range asks at each step which part it is in.
    (offset..children.len()).for_each(&mut look_at);
    (0..offset).for_each(look_at);
    (best.1 > f64::NEG_INFINITY).then_some(best.0)
}

/// The expected value of a move: the mean of its own visits and its prior, mixed with the mean of
/// the iterations that played it later, which come sooner but know less (RAVE: Gelly and Silver
/// 2011, "Monte-Carlo tree search and rapid action value estimation in computer Go", section 4).
///
/// Without such iterations it is the first mean alone.
fn urgency(own: Statistics, amaf: Statistics, prior: Prior) -> f64 {
    let visits = own.visits + f64::from(prior.visits);
    let sum = own.sum + f64::from(prior.sum);
    // The weight of the second mean is v' / (v' + v + v v' / k), for v and v' visits and the
    // equivalence k; written like this it takes one division, and they are many.
    let share = 1.0 + amaf.visits * (1.0 / RAVE_EQUIVALENCE);
    (sum * share + amaf.sum) / (visits * share + amaf.visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Prior = Prior { visits: 10.0, sum: 5.0 };

    fn statistics(visits: f64, mean: f64) -> Statistics {
        Statistics { visits, sum: visits * mean }
    }

    #[test]
    fn without_amaf_it_is_the_mean_with_the_prior() {
        assert_eq!(urgency(statistics(0.0, 0.0), statistics(0.0, 0.0), EVEN), 0.5);
        assert_eq!(urgency(statistics(10.0, 1.0), statistics(0.0, 0.0), EVEN), 0.75);
    }

    #[test]
    fn amaf_rules_at_first_and_own_visits_in_the_end() {
        let amaf = statistics(1000.0, 0.9);
        assert!(urgency(statistics(0.0, 0.0), amaf, EVEN) > 0.85);
        let many = urgency(statistics(1e6, 0.2), statistics(1e6, 0.9), EVEN);
        assert!((many - 0.2).abs() < 0.01);
    }
}
