//! Garbage collection.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::{CHUNK, NodeId, NodeStats, Selection, Tree};

impl<S: Selection> Tree<S> {
    /// Garbage collection: a copy of the subtree of `root`, without so much of its least visited
    /// parts that half of the capacity is free; `None` if the system has no memory for it.
    pub(in crate::search) fn collected(&self, root: NodeId) -> Option<Tree<S>> {
        let capacity = CHUNK * (self.chunks.len() / 2) as u32;
        // The end of a chunk may stay empty, so that not all of the capacity is usable.
        let min_visits = self.min_visits_to_keep(root, capacity - capacity / 8);
        let mut tree = Tree::without_nodes(self.chunks.len(), Arc::clone(&self.shared));
        let copied_root = tree.allocate(1)?;
        let mut copies = HashMap::new();
        let mut pending = vec![(root, NodeId(copied_root))];
        while let Some((source, copy)) = pending.pop() {
            let (position, node) = (self.position(source), tree.node(copy));
            node.copy_from(self.node(source));
            if let Some(&known) = copies.get(&position) {
                tree.make_transposition(copy, known);
                continue;
            }
            if self.is_merged(source) {
                copies.insert(position, copy);
                node.stats.copy_position_from(&self.node(position).stats);
            }
            let Some((first, count)) = self.kept_children(source, min_visits) else {
                // The values of a leaf are its own in any case.
                if self.child_range(source).is_some() {
                    node.stats.keep_values();
                }
                continue;
            };
            let copied = tree.allocate(count);
            assert!(copied.is_some() || tree.lacks_memory(), "the nodes to keep were counted");
            let copied = copied?;
            tree.publish(copy, copied, count);
            pending.extend((0..count).map(|index| (NodeId(first + index), NodeId(copied + index))));
        }
        tree.transpositions = self.transpositions.copied(|node| copies.get(&node).copied());
        Some(tree)
    }

    /// Whether the position of a node may have other nodes.
    fn is_merged(&self, id: NodeId) -> bool {
        S::merges_transpositions() && (self.node(id).visits() > 0 || self.position(id) != id)
    }

    /// The smallest power of two such that at most `capacity` nodes of a subtree remain if only the
    /// children of nodes with at least that many visits are kept.
    fn min_visits_to_keep(&self, root: NodeId, capacity: u32) -> u32 {
        // Indexed by the logarithm of the parent's visits.
        let mut children_by_log = [0; u32::BITS as usize];
        let mut pending = vec![root];
        let mut counted = HashSet::new();
        while let Some(node) = pending.pop() {
            let Some((first, count)) = self.child_range(node) else { continue };
            if self.is_merged(node) && !counted.insert(self.position(node)) {
                continue;
            }
            children_by_log[self.position_visits(node).max(1).ilog2() as usize] += count;
            pending.extend((first..first + count).map(NodeId));
        }
        let mut kept = 1;
        let mut min_log = children_by_log.len();
        while min_log > 0 && kept + children_by_log[min_log - 1] <= capacity {
            min_log -= 1;
            kept += children_by_log[min_log];
        }
        1_u32.checked_shl(min_log as u32).unwrap_or(u32::MAX)
    }

    fn kept_children(&self, id: NodeId, min_visits: u32) -> Option<(u32, u32)> {
        self.child_range(id).filter(|_| self.position_visits(id) >= min_visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Puct, test_support::moves};

    #[test]
    fn a_collection_keeps_the_visited_part() {
        let tree = Tree::<Puct>::new(0);
        let mut line = vec![NodeId::ROOT];
        while !tree.is_full() {
            let node = line[line.len() - 1];
            (0..100 * (60 - line.len())).for_each(|_| {
                tree.node(node).enter();
            });
            tree.expand(node, || moves(300, 0.0));
            if tree.children(node).is_empty() {
                break;
            }
            // The second child of every node is expanded, but not visited.
            tree.expand(tree.child(node, 1), || moves(300, 0.0));
            line.push(tree.child(node, 0));
        }
        let root = line[3];
        let collected = tree.collected(root).expect("there is memory");
        let is_kept = |parent| !collected.children(parent).is_empty();
        assert_eq!(collected.node(NodeId::ROOT).visits(), tree.node(root).visits());
        assert!(!collected.is_full() && is_kept(NodeId::ROOT));
        assert!(is_kept(collected.child(NodeId::ROOT, 0)));
        assert!(!is_kept(collected.child(NodeId::ROOT, 1)));
    }
}
