//! The work of the threads of one search.

use std::{
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
    batch::BatchSizer,
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

/// Visits of the root after which no iterations are made: sums of utilities hold as many
/// (`UNITS_PER_UTILITY`).
const MAX_VISITS: u32 = 1 << 31;

impl<'r, W: Watcher> SearchRun<'r, W> {
    /// A search that begins now.
    pub(super) fn new(request: &'r SearchRequest, watcher: &'r W) -> SearchRun<'r, W> {
        SearchRun {
            request,
            start: Instant::now(),
            begun: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            watcher,
            exchange: None,
        }
    }

    /// Exchanges statistics with the searches of other processes from now on.
    pub(super) fn connect(&mut self, other: &'r dyn Exchange, ledger: Ledger) {
        self.exchange = Some((other, Mutex::new(ledger)));
    }

    /// Iterates on all threads of the pool until the search is over or the tree is full. `new_evaluator`
    /// makes a worker's evaluator from its random seed.
    pub(super) fn run_round<E: Evaluator>(
        &self,
        pool: &ThreadPool,
        context: SearchContext<E::Selection>,
        new_evaluator: impl Fn(u64) -> E + Sync,
    ) {
        pool.broadcast(|pool_thread| {
            // A round that follows a collection gets other seeds.
            let begun = self.begun.load(Ordering::Relaxed);
            let seed = self.request.seed.wrapping_add(pool_thread.index() as u64);
            let seed = seed.wrapping_add(begun << 16);
            let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
            if self.is_over() {
                return;
            }
            let work = || {
                let worker = Worker::new(context, new_evaluator(seed), rng);
                self.work(worker, context, pool_thread.index() == 0);
            };
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                self.fail();
            }
        });
    }

    /// Iterates until the search is done or the tree is full. The leading worker also exchanges statistics
    /// with other processes, checks whether the search is settled, and reports to the watcher.
    fn work<E: Evaluator>(
        &self,
        mut worker: Worker<'_, E, Xoroshiro128PlusPlus>,
        context: SearchContext<E::Selection>,
        is_leader: bool,
    ) {
        let limits = &self.request.limits;
        let mut sizer = BatchSizer::new(worker.known_batch_size());
        let (mut own_iterations, mut elapsed) = (0, self.start.elapsed());
        // Iterations that this worker has begun and not made.
        let mut open = 0;
        while (open > 0 || !self.has_begun_all()) && !context.tree.is_full() {
            let begun = self.begun.load(Ordering::Relaxed);
            if sizer.needs_measurement(limits, elapsed) {
                sizer.set_best_size(worker.best_batch_size());
                elapsed = self.start.elapsed();
            }
            if open == 0 {
                open = self.begin(sizer.next_size(begun, limits, elapsed));
            }
            if open == 0 {
                break;
            }
            let made = make(&mut worker, open, &context);
            open -= made;
            let before = elapsed;
            elapsed = self.start.elapsed();
            sizer.add(made, elapsed - before);
            let interval = <E::Selection as Selection>::CHECK_INTERVAL;
            let checks_before = own_iterations / interval;
            own_iterations += made;
            if sizer.lacks_time_for_iteration(limits, elapsed) || self.watcher.wants_stop() {
                self.finish();
                break;
            }
            if is_leader {
                let is_due = limits.time.is_some_and(|time| elapsed >= time);
                let checks = is_due || own_iterations / interval > checks_before;
                self.share_if_due(&context, elapsed);
                if checks && self.is_settled(&context, begun) {
                    self.finish();
                } else if self.watcher.is_due(elapsed) {
                    self.watcher.report(&Report::new(&context, elapsed));
                }
            }
        }
        // Left to the workers that go on when the tree is collected.
        self.begun.fetch_sub(open, Ordering::Relaxed);
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

    /// Exchanges statistics with the other processes if that is due.
    fn share_if_due<S: Selection>(&self, context: &SearchContext<S>, elapsed: Duration) {
        if self.exchange.as_ref().is_some_and(|(other, _)| other.is_due(elapsed)) {
            self.share(context.tree, context.root, |other, own| other.exchange(own));
        }
    }

    /// Exchanges statistics with the other processes for the last time.
    pub(super) fn end_exchange<S: Selection>(&self, tree: &Tree<S>, root: PositionId) {
        let is_complete = self.iterations() >= self.request.max_iterations();
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

    /// Whether no further iterations are to begin, unless a worker gives some back when the tree is full.
    fn has_begun_all(&self) -> bool {
        let is_done = self.is_done.load(Ordering::Relaxed);
        is_done || self.iterations() >= self.request.max_iterations()
    }

    /// Whether no further iterations are to begin, or the time is up after the first one has begun.
    pub(super) fn is_over(&self) -> bool {
        let is_late = || self.iterations() > 0 && self.request.limits.is_over(self.start.elapsed());
        self.has_begun_all() || is_late()
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

    /// Whether the search is settled after this number of iterations.
    fn is_settled<S: Selection>(&self, context: &SearchContext<S>, iterations: u64) -> bool {
        let children = context.tree.children(context.root);
        // With a network, means without the iterations in progress: they count as losses, and nearly all
        // are in the most visited move.
        let utility = |child: &Node<S>| (child.visits() > 0).then(|| S::means(child).utility);
        let (mut most_visits, mut most_visited_utility, mut second_visits) = (0_u32, 0.0, 0_u32);
        for child in children {
            let visits = child.visits();
            if visits > most_visits {
                second_visits = most_visits;
                most_visits = visits;
                most_visited_utility = utility(child).unwrap_or(0.0);
            } else {
                second_visits = second_visits.max(visits);
            }
        }
        let utilities = children.iter().map(|child| (child.visits(), utility(child)));
        let min_visits = MIN_VISITS_SHARE.get() * f64::from(most_visits);
        // With other processes the visits grow `searches` times as fast as this one's iterations, with
        // which they are compared.
        let searches = self.exchange.as_ref().map_or(1, |(other, _)| other.searches().max(1));
        let progress = Progress {
            iterations,
            elapsed: self.start.elapsed(),
            most_visits: most_visits / searches,
            second_visits: second_visits / searches,
            is_stable: most_visited_utility >= best_utility(utilities, min_visits),
        };
        self.request.limits.is_settled(&progress)
    }
}

/// Makes up to `count` iterations, at least one. Returns how many were made.
fn make<E: Evaluator>(
    worker: &mut Worker<'_, E, Xoroshiro128PlusPlus>,
    count: u64,
    context: &SearchContext<E::Selection>,
) -> u64 {
    if context.tree.node(context.root).visits() < MAX_VISITS {
        return worker.iterate(count);
    }
    // The root is full of visits: the search goes on to its limit, but makes nothing.
    thread::sleep(Duration::from_millis(1));
    1
}

/// The highest of these utilities of moves, each with the move's visits, among the moves that may be
/// chosen: those with at least `min_visits`.
fn best_utility(utilities: impl Iterator<Item = (u32, Option<f64>)>, min_visits: f64) -> f64 {
    let eligible = utilities.filter(|&(visits, _)| f64::from(visits) >= min_visits);
    eligible.filter_map(|(_, utility)| utility).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::{Limits, PlayoutEvaluator, Rave, root_stats::RootStats, test_support::game},
        threads,
    };

    #[test]
    fn a_move_with_too_few_visits_to_be_chosen_has_no_say() {
        let utilities = [(20, Some(1.0)), (100, Some(0.5)), (30, Some(0.6)), (0, None)];
        assert_eq!(best_utility(utilities.into_iter(), 25.0), 0.6);
    }

    /// Another thread has begun the last iterations, and gives some back since the tree is full.
    #[test]
    fn a_search_without_further_iterations_was_over_before_all_were_made() {
        let limits = Limits { iterations: Some(8), ..Limits::default() };
        let request = &SearchRequest { limits, ..SearchRequest::default() };
        let (game, tree) = (&game(), &Tree::<Rave>::new(0));
        let root_stats = &RootStats::new(game.size(), 0, request.details);
        let (root, color) = (PositionId::ROOT, game.to_move());
        let context = SearchContext { tree, root, game, color, request, root_stats };
        let watcher = AtomicBool::new(false);
        let run = SearchRun::new(request, &watcher);
        assert_eq!(run.begin(8), 8);
        let pool = threads::pool(1).expect("a thread");
        let new_evaluator = |seed| PlayoutEvaluator::new(game, seed);
        let worker = Worker::new(context, new_evaluator(1), Xoroshiro128PlusPlus::seed_from_u64(1));
        run.work(worker, context, true);
        assert!(run.is_over());
        run.begun.fetch_sub(4, Ordering::Relaxed);
        run.run_round(&pool, context, new_evaluator);
        assert_eq!(tree.node(root).visits(), 4);
    }
}
