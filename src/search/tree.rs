//! The nodes of a search, in an arena of bounded size.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use super::node::{Node, Prior};
use crate::board::Move;

/// Nodes of one chunk; siblings stand in one chunk, side by side.
const CHUNK: u32 = 1 << 14;

/// Part of the memory that nodes may take: the rest is for the copy that a collection makes, which
/// keeps at most half of them.
const NODES_SHARE: f64 = 2.0 / 3.0;

/// The place of a node in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// All nodes, the root first. Threads grow it together without locks.
pub(super) struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
    is_full: AtomicBool,
}

/// A node's `child_count` while it has no children, and while a thread is about to give it some.
const UNEXPANDED: u16 = 0;
const EXPANDING: u16 = u16::MAX;

impl Tree {
    /// The root.
    pub(super) const ROOT: NodeId = NodeId(0);

    /// Bytes of a node.
    pub(super) const NODE_BYTES: usize = size_of::<Node>();

    /// A root alone, in a tree that takes at most `memory` bytes, collections included; a few
    /// chunks it takes in any case.
    pub(super) fn new(memory: usize) -> Tree {
        let chunk_bytes = CHUNK as usize * Self::NODE_BYTES;
        let most = (memory as f64 * NODES_SHARE) as usize / chunk_bytes;
        let chunks = most.clamp(2, (u32::MAX / CHUNK) as usize);
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
        };
        tree.allocate(1).expect("there is room for a root");
        tree
    }

    /// Whether a node could not be expanded for want of room.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        let chunk = self.chunks[(id.0 / CHUNK) as usize].get();
        &chunk.expect("an id is given out after its chunk")[(id.0 % CHUNK) as usize]
    }

    /// The children of an expanded node; none of another.
    pub(super) fn children(&self, id: NodeId) -> &[Node] {
        let Some((first, count)) = self.child_range(id) else { return &[] };
        let chunk = self.chunks[(first / CHUNK) as usize].get().expect("children have a chunk");
        let start = (first % CHUNK) as usize;
        &chunk[start..start + count as usize]
    }

    /// The id of the child at this place among its siblings.
    pub(super) fn child(&self, parent: NodeId, place: usize) -> NodeId {
        let (first, count) = self.child_range(parent).expect("only expanded nodes have children");
        assert!(place < count as usize, "the child is one of its siblings");
        NodeId(first + place as u32)
    }

    /// The place of a child among its siblings.
    pub(super) fn place(&self, parent: NodeId, child: NodeId) -> usize {
        let (first, _) = self.child_range(parent).expect("only expanded nodes have children");
        (child.0 - first) as usize
    }

    fn child_range(&self, id: NodeId) -> Option<(u32, u32)> {
        let node = self.node(id);
        let count = node.child_count.load(Ordering::Acquire);
        let is_expanded = count != UNEXPANDED && count != EXPANDING;
        is_expanded.then(|| (node.first_child.load(Ordering::Relaxed), u32::from(count)))
    }

    /// Gives a node its children, unless another thread has done so or is about to, or there is
    /// no room left.
    pub(super) fn expand(&self, id: NodeId, moves: impl FnOnce() -> Vec<(Move, Prior)>) {
        let state = &self.node(id).child_count;
        let claim =
            state.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return;
        }
        let moves = moves();
        let Some(first) = self.allocate(moves.len() as u32) else {
            self.is_full.store(true, Ordering::Relaxed);
            state.store(UNEXPANDED, Ordering::Release);
            return;
        };
        for (place, (mv, prior)) in moves.iter().enumerate() {
            self.node(NodeId(first + place as u32)).set(*mv, *prior);
        }
        self.publish(id, first, moves.len() as u32);
    }

    /// Thinks again of a node's children: of a root more is known than of other nodes.
    pub(super) fn set_priors(&self, id: NodeId, moves: &[(Move, Prior)]) {
        for child in self.children(id) {
            if let Some((mv, prior)) = moves.iter().find(|(mv, _)| *mv == child.mv()) {
                child.set(*mv, *prior);
            }
        }
    }

    fn publish(&self, id: NodeId, first: u32, count: u32) {
        let node = self.node(id);
        node.first_child.store(first, Ordering::Relaxed);
        node.child_count.store(count as u16, Ordering::Release);
    }

    /// Takes `count` nodes side by side, or `None` if the tree is full.
    fn allocate(&self, count: u32) -> Option<u32> {
        let place = |used: u32| {
            let fits = used % CHUNK + count <= CHUNK;
            if fits { used } else { used.next_multiple_of(CHUNK) }
        };
        let limit = CHUNK * self.chunks.len() as u32;
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(place(used) + count).filter(|&end| end <= limit)
        });
        let first = place(used.ok()?);
        let chunk = &self.chunks[(first / CHUNK) as usize];
        chunk.get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        Some(first)
    }

    /// The subtree of `root` as a tree of its own, without the least visited parts as far as is
    /// needed to leave half of the room free.
    pub(super) fn collected(&self, root: NodeId) -> Tree {
        let room = CHUNK * (self.chunks.len() / 2) as u32;
        // The end of a chunk may stay empty, so that a little less than the room is of use.
        let least_visits = self.least_visits_to_keep(root, room - room / 8);
        let tree = Tree {
            chunks: self.chunks.iter().map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
        };
        let copied_root = tree.allocate(1).expect("there is room for a root");
        let mut pending = vec![(root, NodeId(copied_root))];
        while let Some((source, copy)) = pending.pop() {
            tree.node(copy).copy_from(self.node(source));
            let Some((first, count)) = self.kept_children(source, least_visits) else { continue };
            let copied = tree.allocate(count).expect("what is kept was counted");
            tree.publish(copy, copied, count);
            pending.extend((0..count).map(|place| (NodeId(first + place), NodeId(copied + place))));
        }
        tree
    }

    /// The least power of two such that at most `room` nodes of a subtree remain if only children
    /// of nodes with so many visits are kept.
    fn least_visits_to_keep(&self, root: NodeId, room: u32) -> u32 {
        // By the logarithm of the parent's visits; no child has more visits than its parent.
        let mut children_by_log = [0; u32::BITS as usize];
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            let Some((first, count)) = self.child_range(node) else { continue };
            children_by_log[self.node(node).visits().max(1).ilog2() as usize] += count;
            pending.extend((first..first + count).map(NodeId));
        }
        let mut kept = 1;
        let mut least = children_by_log.len();
        while least > 0 && kept + children_by_log[least - 1] <= room {
            least -= 1;
            kept += children_by_log[least];
        }
        1_u32.checked_shl(least as u32).unwrap_or(u32::MAX)
    }

    fn kept_children(&self, id: NodeId, least_visits: u32) -> Option<(u32, u32)> {
        self.child_range(id).filter(|_| self.node(id).visits() >= least_visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(count: usize) -> Vec<(Move, Prior)> {
        vec![(Move::Pass, Prior::default()); count]
    }

    #[test]
    fn a_full_tree_says_so_and_goes_on() {
        let tree = Tree::new(0);
        let mut node = Tree::ROOT;
        while !tree.is_full() {
            tree.expand(node, || moves(300));
            if !tree.children(node).is_empty() {
                node = tree.child(node, 299);
            }
        }
        tree.expand(node, || moves(300));
        assert!(tree.children(node).is_empty());
        assert_eq!(tree.children(Tree::ROOT).len(), 300);
    }

    #[test]
    fn a_collection_keeps_the_visited_part() {
        let tree = Tree::new(0);
        let mut line = vec![Tree::ROOT];
        while !tree.is_full() {
            let node = line[line.len() - 1];
            (0..100 * (60 - line.len())).for_each(|_| tree.node(node).enter());
            tree.expand(node, || moves(300));
            if tree.children(node).is_empty() {
                break;
            }
            // A second child of every node is expanded, and hardly visited.
            tree.expand(tree.child(node, 1), || moves(300));
            line.push(tree.child(node, 0));
        }
        let root = line[3];
        let collected = tree.collected(root);
        let is_kept = |parent| !collected.children(parent).is_empty();
        assert_eq!(collected.node(Tree::ROOT).visits(), tree.node(root).visits());
        assert!(!collected.is_full() && is_kept(Tree::ROOT));
        assert!(is_kept(collected.child(Tree::ROOT, 0)));
        assert!(!is_kept(collected.child(Tree::ROOT, 1)));
    }
}
