use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPool;

use super::{
    batch::Batch,
    descend::{SharedSearch, Worker},
    evaluation::Evaluator,
    limits::Progress,
    report::Report,
    request::{SearchRequest, Watcher},
    root::RootKey,
    root_stats::RootStats,
    selection::Selection,
    sharing::{Exchange, Ledger, StatSums},
    tree::{NodeId, Tree},
};
use crate::{
    board::Color,
    game::{Game, Variation},
};

/// Runs searches, and keeps the tree between them.
///
/// The root stays the same as long as the next positions are in the tree, so that they are found
/// again after an undo. When the memory is full, everything but the subtree of the current position
/// is dropped, and as much of its least visited parts as necessary.
pub struct Searcher<S: Selection> {
    pool: Arc<ThreadPool>,
    memory: usize,
    tree: Tree<S>,
    key: Option<RootKey>,
    exchange: Option<Arc<dyn Exchange>>,
}

/// The state of one call of [`Searcher::search`], which its workers share.
struct SearchRun<'r, W> {
    request: &'r SearchRequest,
    start: Instant,
    /// Number of iterations begun.
    begun: AtomicU64,
    is_done: AtomicBool,
    watcher: &'r W,
    /// Searches of other processes, and what is known to them.
    exchange: Option<(&'r dyn Exchange, Mutex<Ledger>)>,
}

/// Visits of the root after which no iterations are made: its 32-bit count is half full.
const MAX_VISITS: u32 = 1 << 31;

impl<S: Selection> Searcher<S> {
    /// A searcher that uses all threads of the pool, and at most `memory` bytes for its tree.
    #[must_use]
    pub fn new(pool: Arc<ThreadPool>, memory: usize) -> Searcher<S> {
        Searcher { pool, memory, tree: Tree::new(memory), key: None, exchange: None }
    }

    /// Size of a node of the tree, in bytes.
    pub const NODE_BYTES: usize = Tree::<S>::NODE_BYTES;

    /// Discards the tree.
    pub fn clear(&mut self) {
        self.tree = Tree::new(self.memory);
        self.key = None;
    }

    /// Connects the next searches to those of other processes, or to none. Only searches by playouts
    /// make use of what the others find.
    pub fn share_with(&mut self, exchange: Option<Arc<dyn Exchange>>) {
        self.exchange = exchange;
    }

    /// Searches for the best move of `color`, who need not be the player to move in `game`, until a
    /// limit is reached or the watcher stops it.
    ///
    /// The result is reproducible with one thread, a limit of iterations only, the same seed, and
    /// the same earlier searches. A search with constraints uses a tree of its own.
    pub fn search<E: Evaluator<Selection = S>>(
        &mut self,
        game: &Game,
        color: Color,
        request: &SearchRequest,
        watcher: &impl Watcher,
        evaluator: impl Fn(u64) -> E + Sync,
    ) -> Report {
        if !request.constraints.is_empty() {
            self.clear();
        }
        let mut root = self.find_or_create_root(RootKey::new(game, color, request.eval_options));
        // Expanded even after the end of the game, since a move is requested; and before the workers
        // start, so that every iteration goes through one of the children.
        let priors = || evaluator(request.seed).priors(&Variation::new(game), color);
        if S::HAS_ROOT_PRIORS && !self.tree.children(root).is_empty() {
            self.tree.set_priors(root, &priors());
        } else {
            self.tree.expand(root, priors);
        }
        let root_stats =
            RootStats::new(game.size(), self.tree.children(root).len(), request.details);
        let run = SearchRun {
            request,
            start: Instant::now(),
            begun: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            watcher,
            exchange: self
                .exchange
                .as_deref()
                .map(|exchange| (exchange, Mutex::new(Ledger::new(&self.tree, root)))),
        };
        while !run.is_done.load(Ordering::Relaxed) {
            let tree = &self.tree;
            let shared = SharedSearch { tree, root, game, color, request, root_stats: &root_stats };
            self.pool.broadcast(|context| {
                // A round that follows a collection gets other seeds.
                let round = run.begun.load(Ordering::Relaxed);
                let seed = request.seed.wrapping_add(context.index() as u64);
                let seed = seed.wrapping_add(round << 16);
                let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
                let worker = Worker::new(shared, evaluator(seed), rng);
                run.work(worker, shared, context.index() == 0);
            });
            if self.tree.is_full() {
                self.tree = self.tree.collected(root);
                self.key = Some(RootKey::new(game, color, request.eval_options));
                root = NodeId::ROOT;
            }
        }
        let is_complete = run.begun.load(Ordering::Relaxed) >= request.max_iterations();
        run.share(&self.tree, root, |other, own| other.finish(own, is_complete));
        let tree = &self.tree;
        let shared = SharedSearch { tree, root, game, color, request, root_stats: &root_stats };
        let report = Report::new(&shared, run.start.elapsed());
        if !request.constraints.is_empty() {
            self.clear();
        }
        report
    }

    /// The node of the position in the present tree, or the root of a new one.
    fn find_or_create_root(&mut self, wanted: RootKey) -> NodeId {
        let found = self.key.as_ref().and_then(|key| key.find(&self.tree, &wanted));
        found.unwrap_or_else(|| {
            self.clear();
            self.key = Some(wanted);
            NodeId::ROOT
        })
    }
}

impl<W: Watcher> SearchRun<'_, W> {
    /// Iterates until the search is done or the tree is full. The leading worker also checks whether
    /// the search is settled, and reports to the watcher.
    fn work<E: Evaluator>(
        &self,
        mut worker: Worker<'_, E, Xoroshiro128PlusPlus>,
        shared: SharedSearch<E::Selection>,
        is_leader: bool,
    ) {
        let limits = &self.request.limits;
        let mut batch = Batch::new(worker.batch());
        let (mut own_iterations, mut elapsed) = (0, self.start.elapsed());
        // Iterations that this worker has begun and not made.
        let mut open = 0;
        while (open > 0 || !self.is_done.load(Ordering::Relaxed)) && !shared.tree.is_full() {
            let begun = self.begun.load(Ordering::Relaxed);
            if open == 0 {
                open = self.begin(batch.size(begun, limits, elapsed));
            }
            if open == 0 {
                self.finish();
                break;
            }
            let made = if shared.tree.node(shared.root).visits() < MAX_VISITS {
                worker.iterate(open)
            } else {
                thread::sleep(Duration::from_millis(1));
                1
            };
            open -= made;
            let start = mem::replace(&mut elapsed, self.start.elapsed());
            batch.add(made, elapsed - start);
            let interval = <E::Selection as Selection>::CHECK_INTERVAL;
            let checks_before = own_iterations / interval;
            own_iterations += made;
            let checks = is_leader && own_iterations / interval > checks_before;
            if limits.is_over(elapsed) || self.watcher.wants_stop() {
                self.finish();
                break;
            }
            if is_leader && self.exchange.as_ref().is_some_and(|(other, _)| other.is_due(elapsed)) {
                self.share(shared.tree, shared.root, |other, own| other.exchange(own));
            }
            if checks && self.is_settled(shared.tree, shared.root, begun) {
                self.finish();
            } else if is_leader && self.watcher.is_due(elapsed) {
                self.watcher.take(&Report::new(&shared, elapsed));
            }
        }
        // Left to the workers that go on when the tree is collected.
        self.begun.fetch_sub(open, Ordering::Relaxed);
    }

    /// Begins up to `count` iterations, within their limit, and returns how many.
    fn begin(&self, count: u64) -> u64 {
        let max = self.request.max_iterations();
        let begun = self.begun.fetch_add(count, Ordering::Relaxed);
        let within = count.min(max.saturating_sub(begun));
        self.begun.fetch_sub(count - within, Ordering::Relaxed);
        within
    }

    /// Exchanges statistics with the other processes, if there are any.
    fn share<S: Selection>(
        &self,
        tree: &Tree<S>,
        root: NodeId,
        exchange: impl FnOnce(&dyn Exchange, StatSums) -> StatSums,
    ) {
        let Some((other, ledger)) = &self.exchange else { return };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let own = ledger.take_new(tree, root);
        let found = exchange(*other, own);
        ledger.add(tree, root, &found);
    }

    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    fn is_settled<S: Selection>(&self, tree: &Tree<S>, root: NodeId, iterations: u64) -> bool {
        let children = tree.children(root);
        let (mut first, mut second) = ((0, 0.0), 0);
        let mut best_value = 0.0_f64;
        for child in children {
            let visits = child.visits();
            let value = child.utility().mean().unwrap_or(0.0);
            if visits > first.0 {
                second = first.0;
                first = (visits, value);
            } else {
                second = second.max(visits);
            }
            // The value of a move with few visits is not reliable.
            if visits > first.0 / 8 {
                best_value = best_value.max(value);
            }
        }
        // The visits of all processes grow as many times as fast as the iterations of this one.
        let searches = self.exchange.as_ref().map_or(1, |(other, _)| other.searches().max(1));
        let progress = Progress {
            iterations,
            elapsed: self.start.elapsed(),
            first: first.0 / searches,
            second: second / searches,
            is_stable: first.1 >= best_value,
        };
        self.request.limits.is_settled(&progress)
    }
}
