//! Exchange of one tree's statistics with other processes.

use super::sums::{Children, NodeSums, TreeSums};
use crate::{
    search::{
        selection::{NodeStats, Selection},
        tree::{PositionId, Tree},
    },
    tuning::{MAX_SHARED_DEPTH, MIN_SHARED_VISITS, MIN_SHARED_VISITS_SHARE},
};

/// The part of a tree's statistics that all processes already know.
#[derive(Debug, Default)]
pub(in crate::search) struct Ledger {
    /// By node, the statistics sent or received, or present before the search.
    known: TreeSums,
    /// Statistics received for nodes that are not expanded yet.
    pending: TreeSums,
}

impl Ledger {
    /// A ledger for a search that starts now. The statistics in the tree count as known: the other
    /// processes have kept their trees, too.
    pub(in crate::search) fn new<S: Selection>(tree: &Tree<S>, root: PositionId) -> Ledger {
        Ledger { known: totals(tree, root, MIN_SHARED_VISITS.get()), ..Ledger::default() }
    }

    /// Returns what this process has found since the last call, below nodes with at least
    /// [`MIN_SHARED_VISITS_SHARE`] of the root's visits (and [`MIN_SHARED_VISITS`]).
    pub(in crate::search) fn take_new<S: Selection>(
        &mut self,
        tree: &Tree<S>,
        root: PositionId,
    ) -> TreeSums {
        let share = MIN_SHARED_VISITS_SHARE.get() * f64::from(tree.node(root).visits());
        let min_visits = (share.ceil() as u32).max(MIN_SHARED_VISITS.get());
        let mut new = TreeSums::default();
        for (parent, children) in totals(tree, root, min_visits).into_nodes() {
            let known = self.known.children_mut(&parent);
            let found = children.map(|point_index, total| {
                let before = known.get(point_index);
                let mut sums = total.minus(before).rounded();
                // A few of these are lost when threads write at the same time.
                sums.amaf_visits = sums.amaf_visits.max(0.0);
                sums.amaf_utility = sums.amaf_utility.clamp(0.0, sums.amaf_visits);
                if sums.is_valid() {
                    known.set(point_index, before.plus(sums));
                    sums
                } else {
                    // A count is smaller than it was if a node was removed to save memory.
                    known.set(point_index, total);
                    NodeSums::default()
                }
            });
            new.insert(parent, found);
        }
        new
    }

    /// Adds what the others have found to the tree.
    pub(in crate::search) fn add<S: Selection>(
        &mut self,
        tree: &Tree<S>,
        root: PositionId,
        found: &TreeSums,
    ) {
        self.pending.add_all(found);
        let mut root_sums = NodeSums::default();
        for (parent, children) in std::mem::take(&mut self.pending).into_nodes() {
            let position = find(tree, root, &parent);
            let nodes = position.map_or(&[][..], |position| tree.children(position));
            if nodes.is_empty() {
                self.pending.insert(parent, children);
                continue;
            }
            let known = self.known.children_mut(&parent);
            for node in nodes {
                let point_index = node.point_index() as u16;
                let sums = children.get(point_index);
                if sums == NodeSums::default() {
                    continue;
                }
                node.add_shared(sums);
                known.add(point_index, sums);
                // The root's utilities are those of the player who does not move there.
                if parent.is_empty() {
                    root_sums.visits += sums.visits;
                    root_sums.utility += sums.visits - sums.utility;
                }
            }
        }
        tree.node(root).add_shared(root_sums);
    }
}

/// The statistics of the children of all nodes near the root with at least this number of visits.
fn totals<S: Selection>(tree: &Tree<S>, root: PositionId, min_visits: u32) -> TreeSums {
    let mut all = TreeSums::default();
    let mut open = vec![(root, Vec::new())];
    while let Some((parent, path)) = open.pop() {
        let mut children = Children::default();
        for (index, child) in tree.children(parent).iter().enumerate() {
            let (point_index, visits) = (child.point_index() as u16, child.visits());
            if visits >= min_visits && path.len() + 1 < MAX_SHARED_DEPTH.get() {
                let path = path.iter().copied().chain([point_index]).collect();
                open.push((tree.position(tree.child(parent, index)), path));
            }
            let sums = child.stats.sums(visits);
            if !sums.is_nothing() {
                children.set(point_index, sums);
            }
        }
        all.insert(path, children);
    }
    all
}

/// The position with this path from the root.
fn find<S: Selection>(tree: &Tree<S>, root: PositionId, path: &[u16]) -> Option<PositionId> {
    path.iter().try_fold(root, |parent, &wanted| {
        let mut children = tree.children(parent).iter();
        let index = children.position(|child| child.point_index() == usize::from(wanted))?;
        Some(tree.position(tree.child(parent, index)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Move, Point},
        search::{Rave, RavePrior},
    };

    const ROOT: PositionId = PositionId::ROOT;

    fn expand(tree: &Tree<Rave>, position: PositionId) {
        let [low, high] = [30, 40].map(|index| Move::Play(Point::from_index(index)));
        let moves = [high, Move::Pass, low];
        tree.expand(position, || moves.map(|mv| (mv, RavePrior::default())).into());
    }

    fn new_tree() -> Tree<Rave> {
        let tree = Tree::new(0);
        expand(&tree, ROOT);
        tree
    }

    /// Visits the nodes of a line from the root, by their indices; `utility` is that of the root's child.
    fn visit(tree: &Tree<Rave>, line: &[usize], utility: f64) {
        tree.node(ROOT).enter();
        tree.node(ROOT).add_shared(NodeSums { utility: 1.0 - utility, ..NodeSums::default() });
        let mut position = ROOT;
        let mut utility = utility;
        for &index in line {
            let edge = tree.child(position, index);
            tree.node(edge).enter();
            let sums = NodeSums {
                utility,
                amaf_visits: 1.0,
                amaf_utility: utility,
                ..NodeSums::default()
            };
            tree.node(edge).add_shared(sums);
            position = tree.position(edge);
            utility = 1.0 - utility;
        }
    }

    fn exchange(trees: &[Tree<Rave>; 2], ledgers: &mut [Ledger; 2]) -> [TreeSums; 2] {
        let [first, second] = [0, 1].map(|at| ledgers[at].take_new(&trees[at], ROOT));
        ledgers[0].add(&trees[0], ROOT, &second);
        ledgers[1].add(&trees[1], ROOT, &first);
        [first, second]
    }

    #[test]
    fn trees_that_exchange_are_equal_and_then_have_nothing_new() {
        let trees = [new_tree(), new_tree()];
        let mut ledgers = [0, 1].map(|at| Ledger::new(&trees[at], ROOT));
        visit(&trees[0], &[0], 0.75);
        visit(&trees[0], &[2], 0.5);
        visit(&trees[1], &[0], 0.25);
        exchange(&trees, &mut ledgers);
        let known = totals(&trees[0], ROOT, 1);
        assert_eq!(known, totals(&trees[1], ROOT, 1));
        let point_index = trees[0].children(ROOT)[0].point_index() as u16;
        let sums = NodeSums { visits: 2.0, utility: 1.0, amaf_visits: 2.0, amaf_utility: 1.0 };
        assert_eq!(known.get(&[], point_index), sums);
        for tree in &trees {
            let root = tree.node(ROOT);
            assert_eq!(root.visits(), 3);
            assert_eq!(root.stats.sums(3).utility, 1.5);
        }
        assert_eq!(exchange(&trees, &mut ledgers), [TreeSums::default(), TreeSums::default()]);
    }

    #[test]
    fn what_a_tree_has_no_node_for_is_added_when_it_has() {
        let min_visits = MIN_SHARED_VISITS.get();
        let trees = [new_tree(), new_tree()];
        let mut ledgers = [0, 1].map(|at| Ledger::new(&trees[at], ROOT));
        let child = |tree: &Tree<Rave>| tree.position(tree.child(ROOT, 0));
        expand(&trees[0], child(&trees[0]));
        (0..min_visits).for_each(|_| visit(&trees[0], &[0, 1], 0.75));
        exchange(&trees, &mut ledgers);
        let child = child(&trees[1]);
        assert_eq!(trees[1].node(child).visits(), min_visits);
        expand(&trees[1], child);
        exchange(&trees, &mut ledgers);
        let grandchild = &trees[1].children(child)[1];
        assert_eq!(grandchild.visits(), min_visits);
        assert_eq!(grandchild.stats.sums(min_visits).utility, 0.25 * f64::from(min_visits));
    }

    #[test]
    fn what_was_known_before_the_search_is_not_given_away() {
        let tree = new_tree();
        expand(&tree, tree.position(tree.child(ROOT, 0)));
        for visits in 1..=2 * MIN_SHARED_VISITS.get() {
            visit(&tree, &[0, 1], 0.75);
            let mut ledger = Ledger::new(&tree, ROOT);
            assert_eq!(ledger.take_new(&tree, ROOT), TreeSums::default(), "{visits} visits");
        }
    }
}
