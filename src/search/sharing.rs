//! Searches of one position by several processes, each with a tree of its own, that share the
//! statistics of the nodes near the root (S. Gelly et al. 2008, "The Parallelization of Monte-Carlo
//! Planning", section 4).

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
    sync::Arc,
    time::Duration,
};

use super::{
    request::SearchRequest,
    selection::{NodeStats, Selection},
    tree::{NodeId, Tree},
};
use crate::{
    board::Color,
    game::Game,
    network::{InferenceOptions, Input, NetworkOutput},
    tuning::{MAX_SHARED_DEPTH, MIN_SHARED_VISITS_SHARE},
};

/// Computes outputs of a network in other processes.
pub trait NetworkBackend: Send + Sync {
    /// The network's output; `None` if the caller has to compute it. Called by many threads at once.
    fn evaluate(&self, input: &Input, options: InferenceOptions) -> Option<NetworkOutput>;
}

/// Other processes that search the same positions by playouts.
pub trait SharedSearches: Send + Sync {
    /// Begins a search on all of them. They end it when the exchange is finished.
    fn begin(&self, game: &Game, color: Color, request: &SearchRequest) -> Arc<dyn Exchange>;
}

/// The connection of one search to those of other processes.
pub trait Exchange: Send + Sync {
    /// Number of processes that search, this one included.
    fn searches(&self) -> u32;

    /// Whether [`exchange`](Self::exchange) is due at this time of the search. Called after every
    /// iteration of one thread.
    fn is_due(&self, elapsed: Duration) -> bool;

    /// Gives away what this search has found since the last call, and returns what the others have
    /// found. Does not wait.
    fn exchange(&self, own: StatSums) -> StatSums;

    /// Does the same for the last time. `is_complete` if this search has made the requested number of
    /// iterations: then it waits for the others, who make as many.
    fn finish(&self, own: StatSums, is_complete: bool) -> StatSums;
}

/// What other processes do for an engine.
#[derive(Clone, Default)]
pub struct Peers {
    /// Computes the network's outputs.
    pub backend: Option<Arc<dyn NetworkBackend>>,
    /// Takes part in searches by playouts.
    pub searches: Option<Arc<dyn SharedSearches>>,
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (backend, searches) = (self.backend.is_some(), self.searches.is_some());
        f.debug_struct("Peers").field("backend", &backend).field("searches", &searches).finish()
    }
}

/// Visits of a node, and the sums of their values, from 0 to 1 each, for the player who moved there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeSums {
    /// Number of visits.
    pub visits: f64,
    /// Sum of their utilities.
    pub utility: f64,
    /// Number of visits of the parent in which the move was played later.
    pub amaf_visits: f64,
    /// Sum of their utilities.
    pub amaf_utility: f64,
}

impl NodeSums {
    /// The sums of both.
    #[must_use]
    pub fn plus(self, other: NodeSums) -> NodeSums {
        NodeSums {
            visits: self.visits + other.visits,
            utility: self.utility + other.utility,
            amaf_visits: self.amaf_visits + other.amaf_visits,
            amaf_utility: self.amaf_utility + other.amaf_utility,
        }
    }

    /// The sums without those of `other`.
    #[must_use]
    pub fn minus(self, other: NodeSums) -> NodeSums {
        NodeSums {
            visits: self.visits - other.visits,
            utility: self.utility - other.utility,
            amaf_visits: self.amaf_visits - other.amaf_visits,
            amaf_utility: self.amaf_utility - other.amaf_utility,
        }
    }

    /// Whether the numbers are possible: counts from 0 to 2^31. A sum may exceed its count by the
    /// visits in progress, which have a value later than they are counted.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        const MAX: f64 = (1_u32 << 31) as f64;
        let is_count = |count: f64| (0.0..=MAX).contains(&count);
        [self.visits, self.amaf_visits].into_iter().all(is_count)
            && [self.utility, self.amaf_utility].into_iter().all(|sum| sum.abs() <= MAX)
    }

    /// The sums in units that add up without rounding, in whatever order.
    fn rounded(self) -> NodeSums {
        const UNITS: f64 = 4096.0;
        let round = |sum: f64| (sum * UNITS).round() / UNITS;
        NodeSums { utility: round(self.utility), amaf_utility: round(self.amaf_utility), ..self }
    }

    /// Whether there is nothing to add.
    fn is_nothing(&self) -> bool {
        *self == NodeSums::default()
    }
}

/// Statistics of nodes near the root. A node is identified by the moves from the root, each by the
/// index of its point in the layout of the board, 0 for a pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatSums(BTreeMap<Vec<u16>, NodeSums>);

impl StatSums {
    /// Adds to the statistics of one node.
    pub fn add(&mut self, path: Vec<u16>, sums: NodeSums) {
        let own = self.0.entry(path).or_default();
        *own = own.plus(sums);
    }

    /// Adds to the statistics of some nodes.
    pub fn add_all(&mut self, other: &StatSums) {
        other.iter().for_each(|(path, sums)| match self.0.get_mut(path) {
            Some(own) => *own = own.plus(*sums),
            None => self.add(path.to_vec(), *sums),
        });
    }

    /// The nodes that differ, without what `other` has of them.
    #[must_use]
    pub fn minus(&self, other: &StatSums) -> StatSums {
        let difference = |(path, sums): (&Vec<u16>, &NodeSums)| {
            let rest = sums.minus(other.get(path));
            (!rest.is_nothing()).then(|| (path.clone(), rest))
        };
        StatSums(self.0.iter().filter_map(difference).collect())
    }

    /// The statistics of a node; zeros if it has none.
    #[must_use]
    pub fn get(&self, path: &[u16]) -> NodeSums {
        self.0.get(path).copied().unwrap_or_default()
    }

    /// All nodes, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&[u16], &NodeSums)> {
        self.0.iter().map(|(path, sums)| (&path[..], sums))
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What of a tree's statistics is known to all processes.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// By node, what was given away or received, or was there before the search.
    known: StatSums,
    /// What was received for nodes that are not in the tree yet.
    pending: StatSums,
}

/// Visits below which what a node has at the start of a search is not known to matter.
const MIN_VISITS_AT_START: u32 = 32;

impl Ledger {
    /// A ledger for a search that starts now: what the tree has, all processes have.
    pub(super) fn new<S: Selection>(tree: &Tree<S>, root: NodeId) -> Ledger {
        Ledger { known: totals(tree, root, MIN_VISITS_AT_START), ..Ledger::default() }
    }

    /// What this process has found since the last call about the nodes that have more than a share of
    /// the visits.
    pub(super) fn take_new<S: Selection>(&mut self, tree: &Tree<S>, root: NodeId) -> StatSums {
        let share = MIN_SHARED_VISITS_SHARE.get() * f64::from(tree.node(root).visits());
        let mut new = StatSums::default();
        for (path, total) in totals(tree, root, share.ceil() as u32).0 {
            let mut found = total.minus(self.known.get(&path)).rounded();
            // A few of these are lost when threads write at the same time.
            found.amaf_visits = found.amaf_visits.max(0.0);
            found.amaf_utility = found.amaf_utility.clamp(0.0, found.amaf_visits);
            // A count is smaller than it was if a node was removed to save memory.
            if !found.is_valid() {
                self.known.0.insert(path, total);
            } else if !found.is_nothing() {
                new.add(path.clone(), found);
                self.known.add(path, found);
            }
        }
        new
    }

    /// Adds what the others have found to the tree.
    pub(super) fn add<S: Selection>(&mut self, tree: &Tree<S>, root: NodeId, found: &StatSums) {
        self.pending.add_all(found);
        let mut root_sums = NodeSums::default();
        for (path, sums) in std::mem::take(&mut self.pending).0 {
            let Some(node) = find(tree, root, &path) else {
                self.pending.0.insert(path, sums);
                continue;
            };
            tree.node(node).add_shared(sums);
            if path.len() == 1 {
                root_sums.visits += sums.visits;
                root_sums.utility += sums.visits - sums.utility;
            }
            match self.known.0.entry(path) {
                Entry::Occupied(mut known) => *known.get_mut() = known.get().plus(sums),
                Entry::Vacant(known) => drop(known.insert(sums)),
            }
        }
        tree.node(root).add_shared(root_sums);
    }
}

/// The statistics of the children of all nodes near the root with at least this number of visits.
fn totals<S: Selection>(tree: &Tree<S>, root: NodeId, min_visits: u32) -> StatSums {
    let mut all = StatSums::default();
    let mut open = vec![(root, Vec::new())];
    while let Some((parent, path)) = open.pop() {
        for (index, child) in tree.children(parent).iter().enumerate() {
            let mut path: Vec<u16> = path.clone();
            path.push(child.point_index() as u16);
            let sums = child.stats.sums(child.visits());
            let is_open = child.visits() >= min_visits && path.len() < MAX_SHARED_DEPTH.get();
            if is_open {
                open.push((tree.child(parent, index), path.clone()));
            }
            if !sums.is_nothing() {
                all.0.insert(path, sums);
            }
        }
    }
    all
}

/// The node with this path from the root.
fn find<S: Selection>(tree: &Tree<S>, root: NodeId, path: &[u16]) -> Option<NodeId> {
    path.iter().try_fold(root, |node, &wanted| {
        let mut children = tree.children(node).iter();
        let index = children.position(|child| child.point_index() == usize::from(wanted))?;
        Some(tree.child(node, index))
    })
}
