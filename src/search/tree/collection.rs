//! Garbage collection.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::{EdgeId, NODES_PER_CHUNK, NodeStats, PositionId, Selection, Tree};

/// The reason why a tree was not collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCollected {
    /// The system has no memory for the copy.
    Memory,
    /// The search is to stop, or has no time for the copy.
    Stopped,
}

/// Number of nodes after which a collection asks whether to stop; a millisecond or so.
const STOP_INTERVAL: u32 = 1 << 14;

/// Asks after every [`STOP_INTERVAL`] nodes whether the search is to stop.
struct StopCheck<'w> {
    wants_stop: &'w dyn Fn() -> bool,
    nodes: u32,
}

impl StopCheck<'_> {
    fn count_node(&mut self) -> Result<(), NotCollected> {
        self.nodes = self.nodes.wrapping_add(1);
        let is_stopped = self.nodes.is_multiple_of(STOP_INTERVAL) && (self.wants_stop)();
        if is_stopped { Err(NotCollected::Stopped) } else { Ok(()) }
    }
}

impl<S: Selection> Tree<S> {
    /// Garbage collection: a copy of the subtree of `root`, in which the least visited nodes lose their
    /// children until it takes at most half of the capacity.
    ///
    /// # Errors
    /// [`NotCollected`] if the system has no memory for it, or the search is to stop.
    pub(in crate::search) fn collected(
        &self,
        root: PositionId,
        wants_stop: &dyn Fn() -> bool,
    ) -> Result<Tree<S>, NotCollected> {
        let mut check = StopCheck { wants_stop, nodes: 0 };
        let capacity = NODES_PER_CHUNK * (self.chunks.len() / 2) as u32;
        // The end of a chunk may stay empty, so that not all of the capacity is usable.
        let min_visits = self.min_visits_to_keep(root, capacity - capacity / 8, &mut check)?;
        let mut tree = Tree::without_nodes(self.chunks.len(), Arc::clone(&self.bias_table));
        let copied_root = tree.allocate(1).ok_or(NotCollected::Memory)?;
        let mut copies = HashMap::new();
        let mut pending = vec![(EdgeId::from(root), EdgeId(copied_root))];
        while let Some((source, copy)) = pending.pop() {
            check.count_node()?;
            let (position, node) = (self.position(source), tree.node(copy));
            node.copy_from(self.node(source));
            if let Some(&known) = copies.get(&position) {
                tree.make_transposition(copy, known);
                continue;
            }
            if self.is_merged(source) {
                copies.insert(position, tree.position(copy));
                node.stats.copy_position_from(&self.node(position).stats);
            }
            let Some((first, count)) = self.kept_children(position, min_visits) else {
                // The values of a leaf are its own in any case.
                if self.child_range(position).is_some() {
                    node.stats.absorb_children();
                }
                continue;
            };
            let copied = tree.allocate(count);
            assert!(copied.is_some() || tree.lacks_memory(), "the nodes to keep were counted");
            let copied = copied.ok_or(NotCollected::Memory)?;
            tree.publish(tree.position(copy), copied, count);
            pending.extend((0..count).map(|index| (EdgeId(first + index), EdgeId(copied + index))));
        }
        tree.transpositions = self.transpositions.copied(|position| copies.get(&position).copied());
        Ok(tree)
    }

    /// Whether other edges may lead to the position of an edge.
    fn is_merged(&self, edge: EdgeId) -> bool {
        let is_transposition = || EdgeId::from(self.position(edge)) != edge;
        S::merges_transpositions() && (self.node(edge).visits() > 0 || is_transposition())
    }

    /// The smallest power of two such that at most `capacity` nodes of a subtree remain if only the
    /// children of nodes with at least that many visits are kept.
    fn min_visits_to_keep(
        &self,
        root: PositionId,
        capacity: u32,
        check: &mut StopCheck,
    ) -> Result<u32, NotCollected> {
        // Indexed by the logarithm of the parent's visits.
        let mut children_by_log = [0; u32::BITS as usize];
        let mut pending = vec![EdgeId::from(root)];
        let mut counted = HashSet::new();
        while let Some(edge) = pending.pop() {
            check.count_node()?;
            let position = self.position(edge);
            let Some((first, count)) = self.child_range(position) else { continue };
            if self.is_merged(edge) && !counted.insert(position) {
                continue;
            }
            children_by_log[self.position_visits(position).max(1).ilog2() as usize] += count;
            pending.extend((first..first + count).map(EdgeId));
        }
        let mut kept = 1;
        let mut min_log = children_by_log.len();
        while min_log > 0 && kept + children_by_log[min_log - 1] <= capacity {
            min_log -= 1;
            kept += children_by_log[min_log];
        }
        Ok(1_u32.checked_shl(min_log as u32).unwrap_or(u32::MAX))
    }

    fn kept_children(&self, position: PositionId, min_visits: u32) -> Option<(u32, u32)> {
        self.child_range(position).filter(|_| self.position_visits(position) >= min_visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Puct, test_support::moves};

    #[test]
    fn a_collection_keeps_the_visited_part() {
        let tree = Tree::<Puct>::new(0);
        let mut line = vec![PositionId::ROOT];
        while !tree.is_full() {
            let parent = line[line.len() - 1];
            (0..100 * (60 - line.len())).for_each(|_| {
                tree.node(parent).enter();
            });
            tree.expand(parent, || moves(300, 0.0));
            if tree.children(parent).is_empty() {
                break;
            }
            // The second child of every node is expanded, but not visited.
            let [first, second] = [0, 1].map(|index| tree.position(tree.child(parent, index)));
            tree.expand(second, || moves(300, 0.0));
            line.push(first);
        }
        let root = line[3];
        let stopped = tree.collected(PositionId::ROOT, &|| true);
        assert_eq!(stopped.err(), Some(NotCollected::Stopped));
        let collected = tree.collected(root, &|| false).expect("there is memory");
        let is_kept = |parent: PositionId| !collected.children(parent).is_empty();
        let child = |index| collected.position(collected.child(PositionId::ROOT, index));
        assert_eq!(collected.node(PositionId::ROOT).visits(), tree.node(root).visits());
        assert!(!collected.is_full() && is_kept(PositionId::ROOT));
        assert!(is_kept(child(0)));
        assert!(!is_kept(child(1)));
    }
}
