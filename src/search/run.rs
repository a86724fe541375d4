//! The work of the threads of one search.

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
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
    descend::{SearchContext, Worker},
    evaluation::Evaluator,
    limits::Progress,
    node::Node,
    report::Report,
    request::{SearchRequest, Watcher},
    selection::Selection,
    sharing::{Exchange, Ledger, TreeSums},
    tree::{PositionId, Tree},
};
use crate::tuning::MIN_VISITS_SHARE;

/// The state of one call of [`Searcher::search`](super::Searcher::search), which its workers share.
pub(super) struct SearchRun<'r, W> {
    pub(super) request: &'r SearchRequest,
    pub(super) start: Instant,
    /// Number of iterations begun.
    begun: AtomicU64,
    is_done: AtomicBool,
    /// Whether a worker panicked.
    has_failed: AtomicBool,
    pub(super) watcher: &'r W,
    /// Searches of other processes, and what is known to them.
    exchange: Option<(&'r dyn Exchange, Mutex<Ledger>)>,
}

/// Visits of the root after which no iterations are made: its 32-bit count is half full.
const MAX_VISITS: u32 = 1 << 31;

impl<'r, W: Watcher> SearchRun<'r, W> {
    /// A search that was begun at `start`, and exchanges statistics with those of other processes.
    pub(super) fn new(
        request: &'r SearchRequest,
        start: Instant,
        watcher: &'r W,
        exchange: Option<(&'r dyn Exchange, Ledger)>,
    ) -> SearchRun<'r, W> {
        SearchRun {
            request,
            start,
            begun: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            watcher,
            exchange: exchange.map(|(other, ledger)| (other, Mutex::new(ledger))),
        }
    }

    /// Iterates on all threads of the pool until the search is over or the tree is full.
    pub(super) fn run_round<E: Evaluator>(
        &self,
        pool: &ThreadPool,
        shared: SearchContext<E::Selection>,
        evaluator: impl Fn(u64) -> E + Sync,
    ) {
        pool.broadcast(|context| {
            // A round that follows a collection gets other seeds.
            let round = self.begun.load(Ordering::Relaxed);
            let seed = self.request.seed.wrapping_add(context.index() as u64);
            let seed = seed.wrapping_add(round << 16);
            let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
            if self.is_over() {
                return;
            }
            let work = || {
                let worker = Worker::new(shared, evaluator(seed), rng);
                self.work(worker, shared, context.index() == 0);
            };
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                self.fail();
            }
        });
    }

    /// Iterates until the search is done or the tree is full. The leading worker also checks whether
    /// the search is settled, and reports to the watcher.
    fn work<E: Evaluator>(
        &self,
        mut worker: Worker<'_, E, Xoroshiro128PlusPlus>,
        shared: SearchContext<E::Selection>,
        is_leader: bool,
    ) {
        let limits = &self.request.limits;
        let mut batch = Batch::default();
        let (mut own_iterations, mut elapsed) = (0, self.start.elapsed());
        // Iterations that this worker has begun and not made.
        let mut open = 0;
        while (open > 0 || !self.is_done.load(Ordering::Relaxed)) && !shared.tree.is_full() {
            let begun = self.begun.load(Ordering::Relaxed);
            if batch.needs_best(limits, elapsed) {
                batch.set_best(worker.batch());
                elapsed = self.start.elapsed();
            }
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
            if batch.is_over(limits, elapsed) || self.watcher.wants_stop() {
                self.finish();
                break;
            }
            if is_leader {
                let is_due = limits.time.is_some_and(|time| elapsed >= time);
                let checks = is_due || own_iterations / interval > checks_before;
                self.lead(&shared, elapsed, checks.then_some(begun));
            }
        }
        // Left to the workers that go on when the tree is collected.
        self.begun.fetch_sub(open, Ordering::Relaxed);
    }

    /// What the leading worker does after its iterations: exchanges statistics, ends a search that is
    /// settled, which it checks if the number of `iterations` is given, and reports to the watcher.
    fn lead<S: Selection>(
        &self,
        shared: &SearchContext<S>,
        elapsed: Duration,
        iterations: Option<u64>,
    ) {
        if self.exchange.as_ref().is_some_and(|(other, _)| other.is_due(elapsed)) {
            self.share(shared.tree, shared.root, |other, own| other.exchange(own));
        }
        if iterations.is_some_and(|count| self.is_settled(shared.tree, shared.root, count)) {
            self.finish();
        } else if self.watcher.is_due(elapsed) {
            self.watcher.take(&Report::new(shared, elapsed));
        }
    }

    /// Number of iterations begun, which at the end of the search are made.
    pub(super) fn iterations(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Begins up to `count` iterations, within their limit, and returns how many.
    fn begin(&self, count: u64) -> u64 {
        let max = self.request.max_iterations();
        let begun = self.begun.fetch_add(count, Ordering::Relaxed);
        let within = count.min(max.saturating_sub(begun));
        self.begun.fetch_sub(count - within, Ordering::Relaxed);
        within
    }

    /// Exchanges statistics with the other processes for the last time.
    pub(super) fn end_exchange<S: Selection>(&self, tree: &Tree<S>, root: PositionId) {
        let is_complete = self.begun.load(Ordering::Relaxed) >= self.request.max_iterations();
        self.share(tree, root, |other, own| other.finish(own, is_complete));
    }

    /// Exchanges statistics with the other processes, if there are any.
    fn share<S: Selection>(
        &self,
        tree: &Tree<S>,
        root: PositionId,
        exchange: impl FnOnce(&dyn Exchange, TreeSums) -> TreeSums,
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

    /// Whether the search is done, or its time is up after the first iteration has begun.
    pub(super) fn is_over(&self) -> bool {
        let has_begun = || self.begun.load(Ordering::Relaxed) > 0;
        let is_late = || has_begun() && self.request.limits.is_over(self.start.elapsed());
        self.is_done.load(Ordering::Relaxed) || is_late()
    }

    /// Ends the search after a worker has panicked.
    fn fail(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
        self.finish();
    }

    /// Whether a worker panicked.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    fn is_settled<S: Selection>(&self, tree: &Tree<S>, root: PositionId, iterations: u64) -> bool {
        let children = tree.children(root);
        // With a network, without the iterations in progress, which count as losses: nearly all are in
        // the most visited move.
        let value = |child: &Node<S>| (child.visits() > 0).then(|| S::means(child).utility);
        let (mut first, mut second) = ((0, 0.0), 0);
        for child in children {
            let visits = child.visits();
            if visits > first.0 {
                second = first.0;
                first = (visits, value(child).unwrap_or(0.0));
            } else {
                second = second.max(visits);
            }
        }
        let values = children.iter().map(|child| (child.visits(), value(child)));
        let min_visits = MIN_VISITS_SHARE.get() * f64::from(first.0);
        // The visits of all processes grow as many times as fast as the iterations of this one.
        let searches = self.exchange.as_ref().map_or(1, |(other, _)| other.searches().max(1));
        let progress = Progress {
            iterations,
            elapsed: self.start.elapsed(),
            first: first.0 / searches,
            second: second / searches,
            is_stable: first.1 >= best_value(values, min_visits),
        };
        self.request.limits.is_settled(&progress)
    }
}

/// The highest of these values of moves, each with the move's visits, among the moves that may be chosen:
/// those with at least `min_visits`.
fn best_value(values: impl Iterator<Item = (u32, Option<f64>)>, min_visits: f64) -> f64 {
    let eligible = values.filter(|&(visits, _)| f64::from(visits) >= min_visits);
    eligible.filter_map(|(_, value)| value).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_with_too_few_visits_to_be_chosen_has_no_say() {
        let values = [(20, Some(1.0)), (100, Some(0.5)), (30, Some(0.6)), (0, None)];
        assert_eq!(best_value(values.into_iter(), 25.0), 0.6);
    }
}
