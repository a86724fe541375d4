//! The nodes, and how threads share them without locks.

use std::sync::{
    OnceLock,
    atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering},
};

use crate::board::{Move, Point};

/// Nodes of one chunk; siblings stand in one chunk, side by side.
const CHUNK: u32 = 1 << 14;

/// Chunks at most: some 400 MiB of nodes. When they are full the search goes on without growing.
const CHUNKS: usize = 1 << 10;

/// The place of a node in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A position, as the move that led to it, with the statistics of the search.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Index of the point played on, 0 for a pass.
    mv: AtomicU32,
    visits: AtomicU32,
    /// Sum of the values, in units of 1 / [`VALUE_UNIT`], for the player who moved here. Integers
    /// keep every unit however many there are.
    value_sum: AtomicI64,
    /// [`UNEXPANDED`], [`EXPANDING`], or the first child and the number of children.
    children: AtomicU64,
    /// Iterations through the parent in which its player played here at any time after it.
    amaf_visits: AtomicU32,
    /// Sum of their values, in the same units and for the same player.
    amaf_sum: AtomicI64,
    /// The bits of the [`Prior`].
    prior: AtomicU64,
}

/// What was thought of a move before it was looked at, as if it had been visited so many times
/// with that mean value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prior {
    /// Visits, 0 or more.
    pub(super) visits: f32,
    /// Mean value for the player who makes the move, from 0 to 1.
    pub(super) value: f32,
}

impl Prior {
    /// The prior with `visits` more, all of them won or lost.
    pub(super) fn add(&mut self, visits: f32, value: f32) {
        let wins = self.visits * self.value + visits * value;
        self.visits += visits;
        self.value = wins / self.visits;
    }
}

/// Visits and the sum of their values, from 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Statistics {
    pub(super) visits: f64,
    pub(super) sum: f64,
}

/// Values are from 0 to this many units: 2^31 visits fit.
const VALUE_UNIT: f64 = (1_u64 << 31) as f64;

const UNEXPANDED: u64 = 0;
const EXPANDING: u64 = 1;
const FIRST_CHILD_SHIFT: u32 = 32;

impl Node {
    /// The move that led here.
    pub(super) fn mv(&self) -> Move {
        match self.mv.load(Ordering::Relaxed) as usize {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    /// How many iterations passed through, those under way included.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// What the iterations found, for the player who moved here; one under way counts as a loss.
    pub(super) fn statistics(&self) -> Statistics {
        let sum = self.value_sum.load(Ordering::Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.visits()), sum }
    }

    /// What iterations found that played here later ("all moves as first").
    pub(super) fn amaf(&self) -> Statistics {
        let sum = self.amaf_sum.load(Ordering::Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.amaf_visits.load(Ordering::Relaxed)), sum }
    }

    pub(super) fn prior(&self) -> Prior {
        let bits = self.prior.load(Ordering::Relaxed);
        let (visits, value) = ((bits >> 32) as u32, bits as u32);
        Prior { visits: f32::from_bits(visits), value: f32::from_bits(value) }
    }

    /// Mean value for the player who moved here, from 0 to 1; an iteration under way counts as a
    /// loss. `None` without a visit.
    pub(super) fn value(&self) -> Option<f64> {
        let Statistics { visits, sum } = self.statistics();
        (visits > 0.0).then(|| sum / visits)
    }

    /// Counts an iteration that passes through. Until it is backed up it counts as a loss (virtual
    /// loss: Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo Tree Search", section
    /// 3.3), so that other threads look elsewhere.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value, from 0 to 1 for the player who moved here, of an iteration that entered.
    pub(super) fn back_up(&self, value: f64) {
        self.value_sum.fetch_add((value * VALUE_UNIT) as i64, Ordering::Relaxed);
    }

    /// Adds the value of an iteration that played here later.
    pub(super) fn back_up_amaf(&self, value: f64) {
        self.amaf_visits.fetch_add(1, Ordering::Relaxed);
        self.amaf_sum.fetch_add((value * VALUE_UNIT) as i64, Ordering::Relaxed);
    }
}

/// All nodes, the root first.
pub(super) struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
}

impl Tree {
    pub(super) const ROOT: NodeId = NodeId(0);

    pub(super) fn new() -> Tree {
        let chunks = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        let tree = Tree { chunks, used: AtomicU32::new(0) };
        let root = tree.allocate(1);
        debug_assert_eq!(root, Some(Tree::ROOT));
        tree
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        let chunk = self.chunks[(id.0 / CHUNK) as usize].get();
        &chunk.expect("an id is given out after its chunk")[(id.0 % CHUNK) as usize]
    }

    /// The children of an expanded node; none of another.
    pub(super) fn children(&self, id: NodeId) -> &[Node] {
        let packed = self.node(id).children.load(Ordering::Acquire);
        if packed == UNEXPANDED || packed == EXPANDING {
            return &[];
        }
        let (first, count) = ((packed >> FIRST_CHILD_SHIFT) as u32, packed as u32);
        let chunk = self.chunks[(first / CHUNK) as usize].get().expect("children have a chunk");
        let start = (first % CHUNK) as usize;
        &chunk[start..start + count as usize]
    }

    /// The child at this place among its siblings.
    pub(super) fn child_id(&self, parent: NodeId, place: usize) -> NodeId {
        let packed = self.node(parent).children.load(Ordering::Acquire);
        NodeId((packed >> FIRST_CHILD_SHIFT) as u32 + place as u32)
    }

    /// Gives a node its children, unless another thread has done so or is about to, or there is
    /// no room left.
    pub(super) fn expand(&self, id: NodeId, moves: impl FnOnce() -> Vec<(Move, Prior)>) {
        let state = &self.node(id).children;
        let claim =
            state.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return;
        }
        let moves = moves();
        let Some(first) = self.allocate(moves.len() as u32) else {
            // The node stays claimed: with the tree full, trying again would only cost time.
            return;
        };
        for (place, (mv, prior)) in moves.iter().enumerate() {
            let child = self.node(NodeId(first.0 + place as u32));
            let index = mv.point().map_or(0, Point::index);
            let (visits, value) = (prior.visits.to_bits(), prior.value.to_bits());
            child.mv.store(index as u32, Ordering::Relaxed);
            child.prior.store(u64::from(visits) << 32 | u64::from(value), Ordering::Relaxed);
        }
        let packed = u64::from(first.0) << FIRST_CHILD_SHIFT | moves.len() as u64;
        state.store(packed, Ordering::Release);
    }

    /// Takes `count` nodes side by side, or `None` if the tree is full.
    fn allocate(&self, count: u32) -> Option<NodeId> {
        let place = |used: u32| {
            let fits = used % CHUNK + count <= CHUNK;
            if fits { used } else { used.next_multiple_of(CHUNK) }
        };
        let limit = CHUNK * CHUNKS as u32;
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(place(used) + count).filter(|&end| end <= limit)
        });
        let first = place(used.ok()?);
        let chunk = &self.chunks[(first / CHUNK) as usize];
        chunk.get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        Some(NodeId(first))
    }
}
