//! A node of the tree: statistics that threads update without locks.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, Ordering::Relaxed};

use super::selection::{NodeStats, Selection};
use crate::board::{Move, Point};

/// A position, identified by the move that led to it, and its statistics.
pub struct Node<S: Selection> {
    /// What the selection needs beside visits and utilities.
    pub(super) stats: S::Stats,
    /// Sum of the utilities for the player who moved here, in units of 1 / [`VALUE_UNIT`]. Integers
    /// add without rounding.
    utility_sum: AtomicI64,
    visits: AtomicU32,
    /// Index of the first child; managed by the tree, as is the number of children.
    pub(super) first_child: AtomicU32,
    pub(super) child_count: AtomicU16,
    /// Index of the point that the move played on; 0 for a pass.
    point: AtomicU16,
}

/// Units of a value of 1 in a sum: that of 2^31 visits fits.
pub(super) const VALUE_UNIT: f64 = (1_u64 << 31) as f64;

/// Visits and the sum of their values, from 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Statistics {
    pub(super) visits: f64,
    pub(super) sum: f64,
}

impl Statistics {
    /// The mean value; `None` without a visit.
    pub(super) fn mean(self) -> Option<f64> {
        (self.visits > 0.0).then(|| self.sum / self.visits)
    }
}

impl<S: Selection> Default for Node<S> {
    fn default() -> Node<S> {
        Node {
            stats: S::Stats::default(),
            utility_sum: AtomicI64::default(),
            visits: AtomicU32::default(),
            first_child: AtomicU32::default(),
            child_count: AtomicU16::default(),
            point: AtomicU16::default(),
        }
    }
}

impl<S: Selection> Node<S> {
    /// Sets the move that leads here, and its prior.
    pub(super) fn set(&self, mv: Move, prior: S::Prior) {
        self.point.store(mv.point().map_or(0, Point::index) as u16, Relaxed);
        self.stats.set_prior(prior);
    }

    /// The move that led here.
    pub(super) fn mv(&self) -> Move {
        match self.point_index() {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    /// The index of the point that the move played on; 0, which is no point's index, for a pass.
    pub(super) fn point_index(&self) -> usize {
        self.point.load(Relaxed) as usize
    }

    /// Number of iterations that entered this node, those in progress included.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The sum of the utilities for the player who moved here.
    pub(super) fn utility_sum(&self) -> f64 {
        self.utility_sum.load(Relaxed) as f64 / VALUE_UNIT
    }

    /// The utilities for the player who moved here; iterations in progress count as losses.
    pub(super) fn utility(&self) -> Statistics {
        Statistics { visits: f64::from(self.visits()), sum: self.utility_sum() }
    }

    /// Counts an iteration that enters this node. Until it is backed up it counts as a loss (virtual
    /// loss: Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo Tree Search", section
    /// 3.3), so that other threads select other nodes.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the utility and the win rate, from 0 to 1 for the player who moved here, of an iteration
    /// that entered.
    pub(super) fn back_up(&self, utility: f64, win_rate: f64) {
        self.utility_sum.fetch_add((utility * VALUE_UNIT) as i64, Relaxed);
        self.stats.back_up(win_rate);
    }

    /// Copies everything but the children.
    pub(super) fn copy_from(&self, source: &Node<S>) {
        self.stats.copy_from(&source.stats);
        self.utility_sum.store(source.utility_sum.load(Relaxed), Relaxed);
        self.visits.store(source.visits.load(Relaxed), Relaxed);
        self.point.store(source.point.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Size,
        search::{Puct, Rave, RavePrior},
    };

    #[test]
    fn nodes_are_small() {
        assert_eq!([size_of::<Node<Rave>>(), size_of::<Node<Puct>>()], [48, 40]);
    }

    #[test]
    fn moves_survive_packing() {
        let size = Size::square(25).unwrap();
        for mv in size.points().map(Move::Play).chain([Move::Pass]) {
            let node = Node::<Rave>::default();
            node.set(mv, RavePrior::default());
            assert_eq!(node.mv(), mv);
        }
    }

    #[test]
    fn a_million_values_add_up_exactly() {
        let node = Node::<Puct>::default();
        for _ in 0..1_000_000 {
            node.enter();
            node.back_up(0.75, 0.25);
        }
        assert_eq!(node.utility(), Statistics { visits: 1e6, sum: 7.5e5 });
        assert_eq!(node.stats.wins(), Statistics { visits: 1e6, sum: 2.5e5 });
    }
}
