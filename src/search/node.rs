//! A node of the tree: statistics that threads update without locks.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use super::{
    selection::{NodeStats, Selection},
    sharing::NodeSums,
};
use crate::board::{Move, Point};

/// A move and the position that it leads to, with their statistics. Of the nodes of one position, one
/// has its children.
pub struct Node<S: Selection> {
    /// The statistics that the selection needs besides visits.
    pub(super) stats: S::Stats,
    visits: AtomicU32,
    /// Index of the first child or, in a transposition, of the position's node; managed by the tree, as is
    /// the number of children.
    pub(super) first_child: AtomicU32,
    pub(super) child_count: AtomicU16,
    /// Index of the point that the move played on; 0 for a pass.
    point: AtomicU16,
}

/// A weighted sum of values, from 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightedSum {
    /// Sum of the weights of the visits. Each is 1 with playouts and while it is in progress.
    pub(super) weight: f64,
    /// Sum of the values, each times its weight.
    pub(super) sum: f64,
}

impl WeightedSum {
    /// The mean value; `None` without weight.
    pub(super) fn mean(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

impl<S: Selection> Default for Node<S> {
    fn default() -> Node<S> {
        Node {
            stats: S::Stats::default(),
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

    /// Number of iterations through this node whose values are in its means: with PUCT without those in
    /// progress.
    pub(super) fn backed_up(&self) -> u32 {
        self.stats.backed_up(self.visits())
    }

    /// The utilities for the player who moved here; iterations in progress count as losses.
    pub(super) fn utility(&self) -> WeightedSum {
        self.stats.utility(self.visits())
    }

    /// Counts an iteration that enters this node. Until it is backed up it counts as a loss (virtual
    /// loss: Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo Tree Search", section
    /// 3.3), so that other threads select other nodes.
    ///
    /// Returns whether it is the first one.
    pub(super) fn enter(&self) -> bool {
        self.visits.fetch_add(1, Relaxed) == 0
    }

    /// Takes back an [`enter`](Self::enter) of an iteration that ends without an evaluation.
    pub(super) fn leave(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    /// Adds what other processes have found.
    pub(super) fn add_shared(&self, sums: NodeSums) {
        self.visits.fetch_add(sums.visits as u32, Relaxed);
        self.stats.add_sums(sums);
    }

    /// Copies everything but the children.
    pub(super) fn copy_from(&self, source: &Node<S>) {
        self.stats.copy_from(&source.stats);
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
        assert_eq!([size_of::<Node<Rave>>(), size_of::<Node<Puct>>()], [48, 64]);
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
}
