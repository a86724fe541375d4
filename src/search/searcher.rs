use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPool;

use super::{
    descend::Worker,
    evaluation::Evaluator,
    limits::{LOOK_EVERY, Limits, Progress},
    report::Report,
    root::RootKey,
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
struct Run<'r> {
    limits: Limits,
    start: Instant,
    /// Iterations begun.
    begun: AtomicU64,
    is_done: AtomicBool,
    stop: &'r AtomicBool,
}

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
    /// limit is reached or somebody sets `stop`.
    ///
    /// With one thread, a limit of iterations only, a seed, and the same searches before it, the
    /// result is always the same.
    pub fn search<E: Evaluator>(
        &mut self,
        game: &Game,
        color: Color,
        limits: Limits,
        seed: u64,
        stop: &AtomicBool,
        evaluator: impl Fn(u64) -> E + Sync,
    ) -> Report {
        let mut root = self.go_to(game, color);
        // Even if play has stopped: who asks for a turn wants one. And before there are workers,
        // so that every iteration goes through one of the children.
        self.tree.expand(root, || evaluator(seed).priors(&Variation::new(game), color));
        let run = Run {
            limits,
            start: Instant::now(),
            begun: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            stop,
        };
        while !run.is_done.load(Ordering::Relaxed) {
            self.pool.broadcast(|context| {
                // A round that follows a collection begins with other numbers.
                let round = run.begun.load(Ordering::Relaxed);
                let seed = seed.wrapping_add(context.index() as u64).wrapping_add(round << 16);
                let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
                let worker = Worker::new(&self.tree, root, game, color, evaluator(seed), rng);
                run.work(worker, &self.tree, root, context.index() == 0);
            });
            if self.tree.is_full() {
                self.tree = self.tree.collected(root);
                self.key = Some(RootKey::new(game, color));
                root = Tree::ROOT;
            }
        }
        Report::new(&self.tree, root, color, run.start.elapsed())
    }

    /// The node of the position, in the tree as it is or in a new one.
    fn go_to(&mut self, game: &Game, color: Color) -> NodeId {
        let wanted = RootKey::new(game, color);
        let found = self.key.as_ref().and_then(|key| key.find(&self.tree, &wanted));
        found.unwrap_or_else(|| {
            self.clear();
            self.key = Some(wanted);
            Tree::ROOT
        })
    }
}

impl Run<'_> {
    /// Iterates until the search is done or the tree is full. The leading worker also looks
    /// whether going on is of any use.
    fn work<E: Evaluator>(
        &self,
        mut worker: Worker<'_, E, Xoroshiro128PlusPlus>,
        tree: &Tree,
        root: NodeId,
        leads: bool,
    ) {
        let most = self.limits.iterations.unwrap_or(u64::MAX);
        let mut own = 0;
        while !self.is_done.load(Ordering::Relaxed) && !tree.is_full() {
            let begun = self.begun.fetch_add(1, Ordering::Relaxed);
            if begun >= most {
                self.finish();
                break;
            }
            worker.iterate();
            own += 1;
            let elapsed = self.start.elapsed();
            let is_over = self.limits.is_over(elapsed) || self.stop.load(Ordering::Relaxed);
            let looks = leads && own % LOOK_EVERY == 0;
            if is_over || (looks && self.is_settled(tree, root, begun)) {
                self.finish();
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
        self.limits.is_settled(&progress)
    }
}
