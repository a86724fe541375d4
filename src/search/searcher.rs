use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPool;

use super::{
    descend::{Place, Worker},
    evaluation::{Evaluator, Selection},
    limits::{Progress, look_every},
    report::Report,
    request::{SearchRequest, Watcher},
    root::RootKey,
    root_stats::RootStats,
    tree::{NodeId, Tree},
};
use crate::{
    board::Color,
    game::{Game, Variation},
};

/// Searches, and keeps the tree from one search to the next.
///
/// The tree's root stays where it was as long as the next positions lie in the tree, so that taking
/// turns back finds it again. When the memory is used up, what does not lie below the present
/// position is dropped, and as much of the least visited as is needed to go on.
pub struct Searcher {
    pool: Arc<ThreadPool>,
    memory: usize,
    tree: Tree,
    key: Option<RootKey>,
}

/// One call of [`Searcher::search`], as its workers share it.
struct Run<'r, W> {
    request: &'r SearchRequest,
    start: Instant,
    /// Iterations begun.
    begun: AtomicU64,
    is_done: AtomicBool,
    watcher: &'r W,
}

/// A node that was visited so often is left in peace: its count is nearly full, and after days of
/// analysis nothing changes any more.
const MOST_VISITS: u32 = 1 << 31;

impl Searcher {
    /// A searcher whose tree takes at most `memory` bytes and grows on all threads of the pool.
    #[must_use]
    pub fn new(pool: Arc<ThreadPool>, memory: usize) -> Searcher {
        Searcher { pool, memory, tree: Tree::new(memory), key: None }
    }

    /// Bytes of a node of the tree.
    pub const NODE_BYTES: usize = Tree::NODE_BYTES;

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.tree = Tree::new(self.memory);
        self.key = None;
    }

    /// Searches for the best turn of `color`, who need not be the one whose turn it is, until a
    /// limit is reached or the watcher wants it to stop.
    ///
    /// With one thread, a limit of iterations only, a seed, and the same searches before it, the
    /// result is always the same. A search with restrictions uses a tree of its own.
    pub fn search<E: Evaluator>(
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
        let mut root = self.go_to(RootKey::new(game, color, request.eval_options));
        // Even if play has stopped: who asks for a turn wants one. And before there are workers,
        // so that every iteration goes through one of the children.
        let priors = || evaluator(request.seed).priors(&Variation::new(game), color);
        if E::SELECTION == Selection::Puct && !self.tree.children(root).is_empty() {
            self.tree.set_priors(root, &priors());
        } else {
            self.tree.expand(root, priors);
        }
        let root_stats =
            RootStats::new(game.size(), self.tree.children(root).len(), request.details);
        let run = Run {
            request,
            start: Instant::now(),
            begun: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            watcher,
        };
        while !run.is_done.load(Ordering::Relaxed) {
            let place =
                Place { tree: &self.tree, root, game, color, request, root_stats: &root_stats };
            self.pool.broadcast(|context| {
                // A round that follows a collection begins with other numbers.
                let round = run.begun.load(Ordering::Relaxed);
                let seed = request.seed.wrapping_add(context.index() as u64);
                let seed = seed.wrapping_add(round << 16);
                let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
                let worker = Worker::new(place, evaluator(seed), rng);
                run.work(worker, place, context.index() == 0);
            });
            if self.tree.is_full() {
                self.tree = self.tree.collected(root);
                self.key = Some(RootKey::new(game, color, request.eval_options));
                root = Tree::ROOT;
            }
        }
        let place = Place { tree: &self.tree, root, game, color, request, root_stats: &root_stats };
        let report = Report::new(&place, E::SELECTION, run.start.elapsed());
        if !request.constraints.is_empty() {
            self.clear();
        }
        report
    }

    /// The node of the position, in the tree as it is or in a new one.
    fn go_to(&mut self, wanted: RootKey) -> NodeId {
        let found = self.key.as_ref().and_then(|key| key.find(&self.tree, &wanted));
        found.unwrap_or_else(|| {
            self.clear();
            self.key = Some(wanted);
            Tree::ROOT
        })
    }
}

impl<W: Watcher> Run<'_, W> {
    /// Iterates until the search is done or the tree is full. The leading worker also looks
    /// whether going on is of any use, and reports.
    fn work<E: Evaluator>(
        &self,
        mut worker: Worker<'_, E, Xoroshiro128PlusPlus>,
        place: Place,
        leads: bool,
    ) {
        let most = self.request.limits.iterations.unwrap_or(u64::MAX);
        let mut own = 0;
        while !self.is_done.load(Ordering::Relaxed) && !place.tree.is_full() {
            let begun = self.begun.fetch_add(1, Ordering::Relaxed);
            if begun >= most {
                self.finish();
                break;
            }
            if place.tree.node(place.root).visits() < MOST_VISITS {
                worker.iterate();
            } else {
                thread::sleep(Duration::from_millis(1));
            }
            own += 1;
            let elapsed = self.start.elapsed();
            let is_over = self.request.limits.is_over(elapsed) || self.watcher.wants_stop();
            let looks = leads && own % look_every(E::SELECTION) == 0;
            if is_over || (looks && self.is_settled(place.tree, place.root, begun)) {
                self.finish();
            } else if leads && self.watcher.is_due(elapsed) {
                self.watcher.take(&Report::new(&place, E::SELECTION, elapsed));
            }
        }
    }

    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    fn is_settled(&self, tree: &Tree, root: NodeId, iterations: u64) -> bool {
        let children = tree.children(root);
        let (mut first, mut second) = ((0, 0.0), 0);
        let mut best_value = 0.0_f64;
        for child in children {
            let visits = child.visits();
            let value = child.statistics().mean().unwrap_or(0.0);
            if visits > first.0 {
                second = first.0;
                first = (visits, value);
            } else {
                second = second.max(visits);
            }
            // A turn that was hardly looked at proves nothing.
            if visits > first.0 / 8 {
                best_value = best_value.max(value);
            }
        }
        let progress = Progress {
            iterations,
            elapsed: self.start.elapsed(),
            first: first.0,
            second,
            is_stable: first.1 >= best_value,
        };
        self.request.limits.is_settled(&progress)
    }
}
