//! The nodes of a search, in an arena of limited size.

mod collection;
mod transpositions;

use std::{
    hint::black_box,
    mem,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering},
    },
};

pub(super) use self::collection::NotCollected;
pub(super) use self::transpositions::PositionKey;
use self::transpositions::Transpositions;
use super::{
    node::Node,
    selection::{NodeStats, Selection},
};
use crate::board::Move;

/// Number of nodes in a chunk; siblings are adjacent, in one chunk.
const NODES_PER_CHUNK: u32 = 1 << 14;

/// Share of the memory that nodes may take. The rest is for the copy that a collection makes, which
/// keeps at most half of the nodes.
const NODES_SHARE: f64 = 2.0 / 3.0;

/// A node of a [`Tree`] as the edge to a position: the move that leads there and the visits by that
/// move. Several edges may lead to one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

/// The node of a [`Tree`] that has the statistics and children of a position; [`Tree::position`] gives
/// it. The node is itself one of the edges to the position, the root an edge without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PositionId(u32);

/// Nodes that are allocated together, when the first of them is needed; none if the system has no
/// memory for them.
type Chunk<S> = OnceLock<Box<[Node<S>]>>;

/// All nodes, the root first. Threads expand it without locks; only the map of transpositions has one.
pub(super) struct Tree<S: Selection> {
    chunks: Box<[Chunk<S>]>,
    used: AtomicU32,
    is_full: AtomicBool,
    lacks_memory: AtomicBool,
    bias_table: Arc<S::BiasTable>,
    transpositions: Transpositions,
}

/// The `child_count` of a node without children.
const UNEXPANDED: u16 = 0;
/// The `child_count` of a node that a thread is expanding.
const EXPANDING: u16 = u16::MAX;
/// The `child_count` of a node whose position is kept in another node; `first_child` is the index of that
/// node.
const TRANSPOSITION: u16 = u16::MAX - 1;

impl PositionId {
    /// The root of a tree.
    pub(super) const ROOT: PositionId = PositionId(0);
}

impl From<PositionId> for EdgeId {
    fn from(position: PositionId) -> EdgeId {
        EdgeId(position.0)
    }
}

impl<S: Selection> Tree<S> {
    /// Size of a node, in bytes.
    pub(super) const NODE_BYTES: usize = size_of::<Node<S>>();

    /// A tree with only a root, that takes at most `memory` bytes, collections included, but has at
    /// least two chunks.
    ///
    /// # Panics
    /// If the system has no memory for the first chunk.
    pub(super) fn new(memory: usize) -> Tree<S> {
        let chunk_bytes = NODES_PER_CHUNK as usize * Self::NODE_BYTES;
        let max = (memory as f64 * NODES_SHARE) as usize / chunk_bytes;
        let chunks = max.clamp(2, (u32::MAX / NODES_PER_CHUNK) as usize);
        let tree = Tree::without_nodes(chunks, Arc::default());
        assert!(tree.allocate(1).is_some(), "no memory for a search tree");
        tree
    }

    /// A tree of at most this number of chunks, without a root.
    fn without_nodes(chunks: usize, bias_table: Arc<S::BiasTable>) -> Tree<S> {
        Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
            lacks_memory: AtomicBool::new(false),
            bias_table,
            transpositions: Transpositions::default(),
        }
    }

    /// Gives the memory of all nodes back. The tree is of no use afterwards.
    pub(super) fn release(&mut self) {
        self.chunks = Box::default();
    }

    /// Memory that the nodes take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let is_allocated = |chunk: &&Chunk<S>| chunk.get().is_some_and(|nodes| !nodes.is_empty());
        self.chunks.iter().filter(is_allocated).count()
            * NODES_PER_CHUNK as usize
            * Self::NODE_BYTES
    }

    /// Whether a node could not be expanded because the system has no more memory.
    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory.load(Ordering::Relaxed)
    }

    /// Whether a node could not be expanded since the tree takes all the memory that it may.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// The subtree value biases of the tree; `()` for a formula without them.
    pub(super) fn bias_table(&self) -> &S::BiasTable {
        &self.bias_table
    }

    /// The node of an edge or of a position.
    pub(super) fn node(&self, id: impl Into<EdgeId>) -> &Node<S> {
        let id: EdgeId = id.into();
        let chunk = self.chunks[(id.0 / NODES_PER_CHUNK) as usize].get();
        &chunk.expect("an id is given out after its chunk")[(id.0 % NODES_PER_CHUNK) as usize]
    }

    /// The children of a position; empty unless it is expanded.
    pub(super) fn children(&self, parent: PositionId) -> &[Node<S>] {
        let Some((first, count)) = self.child_range(parent) else { return &[] };
        let chunk =
            self.chunks[(first / NODES_PER_CHUNK) as usize].get().expect("children have a chunk");
        let start = (first % NODES_PER_CHUNK) as usize;
        &chunk[start..start + count as usize]
    }

    /// A prefix of the children that contains every entered child. If priors descend at
    /// expansion, each child after it has at most the prior of the one before.
    pub(super) fn entered_children(&self, parent: PositionId) -> &[Node<S>] {
        let children = self.children(parent);
        let count = self.node(self.current(parent)).stats.entered_children();
        &children[..count.min(children.len())]
    }

    /// Notes that an iteration enters a child.
    pub(super) fn enter_child(&self, parent: PositionId, child: EdgeId) {
        let stats = &self.node(self.current(parent)).stats;
        stats.extend_entered(self.index(parent, child) + 1);
    }

    /// The child with this index among its siblings.
    pub(super) fn child(&self, parent: PositionId, index: usize) -> EdgeId {
        let (first, count) = self.child_range(parent).expect("only expanded nodes have children");
        assert!(index < count as usize, "the child is one of its siblings");
        EdgeId(first + index as u32)
    }

    /// The index of a child among its siblings.
    pub(super) fn index(&self, parent: PositionId, child: EdgeId) -> usize {
        let (first, _) = self.child_range(parent).expect("only expanded nodes have children");
        (child.0 - first) as usize
    }

    fn child_range(&self, parent: PositionId) -> Option<(u32, u32)> {
        let node = self.node(self.current(parent));
        let count = node.child_count.load(Ordering::Acquire);
        // Another thread may have made it a transposition since `current`.
        let is_expanded = ![UNEXPANDED, EXPANDING, TRANSPOSITION].contains(&count);
        is_expanded.then(|| (node.first_child.load(Ordering::Relaxed), u32::from(count)))
    }

    /// Expands a position, unless another thread has done so or is doing so, or the tree is full.
    pub(super) fn expand(
        &self,
        position: PositionId,
        moves: impl FnOnce() -> Vec<(Move, S::Prior)>,
    ) {
        let position = self.current(position);
        let state = &self.node(position).child_count;
        let claim =
            state.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return;
        }
        let claim = Claim(state);
        let moves = moves();
        let Some(first) = self.allocate(moves.len() as u32) else {
            self.is_full.store(true, Ordering::Relaxed);
            return;
        };
        for (index, (mv, prior)) in moves.iter().enumerate() {
            self.node(EdgeId(first + index as u32)).set(*mv, *prior);
        }
        // `publish` ends the claim.
        mem::forget(claim);
        self.publish(position, first, moves.len() as u32);
    }

    /// Replaces the priors of the children, which at the root are computed with other options. Returns
    /// false if the children are not exactly these moves: another edge to the position may have expanded
    /// it, where superko forbade other moves. Then some priors may be
    /// replaced, and the tree must be discarded.
    pub(super) fn set_priors(&self, parent: PositionId, moves: &[(Move, S::Prior)]) -> bool {
        let children = self.children(parent);
        if children.len() != moves.len() {
            return false;
        }
        for child in children {
            let Some(&(mv, prior)) = moves.iter().find(|(mv, _)| *mv == child.mv()) else {
                return false;
            };
            child.set(mv, prior);
        }
        // Their priors need no longer descend.
        self.node(self.current(parent)).stats.extend_entered(children.len());
        true
    }

    fn publish(&self, parent: PositionId, first: u32, count: u32) {
        let node = self.node(parent);
        node.first_child.store(first, Ordering::Relaxed);
        node.child_count.store(count as u16, Ordering::Release);
    }

    /// The index of the first of `count` new adjacent nodes; `None` if the tree is full.
    fn allocate(&self, count: u32) -> Option<u32> {
        let start = |used: u32| {
            let fits = used % NODES_PER_CHUNK + count <= NODES_PER_CHUNK;
            if fits { used } else { used.next_multiple_of(NODES_PER_CHUNK) }
        };
        let limit = NODES_PER_CHUNK * self.chunks.len() as u32;
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(start(used) + count).filter(|&end| end <= limit)
        });
        let first = start(used.ok()?);
        let chunk = &self.chunks[(first / NODES_PER_CHUNK) as usize];
        let is_allocated = !chunk.get_or_init(|| new_chunk().unwrap_or_default()).is_empty();
        self.lacks_memory.fetch_or(!is_allocated, Ordering::Relaxed);
        is_allocated.then_some(first)
    }
}

/// A thread's claim to expand a node, given back when dropped.
struct Claim<'t>(&'t AtomicU16);

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.store(UNEXPANDED, Ordering::Release);
    }
}

/// The nodes of a chunk. Returns `None` unless the system has memory for twice as much: a failed
/// allocation elsewhere aborts the process, so as much is left to it.
fn new_chunk<S: Selection>() -> Option<Box<[Node<S>]>> {
    let (mut nodes, mut reserve) = (Vec::new(), Vec::<Node<S>>::new());
    nodes.try_reserve_exact(NODES_PER_CHUNK as usize).ok()?;
    reserve.try_reserve_exact(NODES_PER_CHUNK as usize).ok()?;
    // Otherwise the compiler may leave out an allocation that is not used.
    black_box(&reserve);
    nodes.resize_with(NODES_PER_CHUNK as usize, Node::default);
    Some(nodes.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Puct, test_support::moves};

    #[test]
    fn entered_children_are_the_first_ones_up_to_the_last_that_was_entered() {
        let (tree, root) = (Tree::<Puct>::new(0), PositionId::ROOT);
        tree.expand(root, || moves(9, 0.1));
        assert!(tree.entered_children(root).is_empty());
        for (index, count) in [(0, 1), (5, 6), (2, 6)] {
            tree.enter_child(root, tree.child(root, index));
            assert_eq!(tree.entered_children(root).len(), count);
        }
        tree.set_priors(root, &moves(9, 0.2));
        assert_eq!(tree.entered_children(root).len(), 9, "their order may be another one");
    }

    #[test]
    fn a_full_tree_expands_no_node() {
        let tree = Tree::<Puct>::new(0);
        let mut position = PositionId::ROOT;
        while !tree.is_full() {
            tree.expand(position, || moves(300, 0.0));
            if !tree.children(position).is_empty() {
                position = tree.position(tree.child(position, 299));
            }
        }
        tree.expand(position, || moves(300, 0.0));
        assert!(tree.children(position).is_empty());
        assert_eq!(tree.children(PositionId::ROOT).len(), 300);
    }
}
