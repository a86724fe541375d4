//! Monte Carlo tree search.
//!
//! One iteration (module `descend`) walks down the tree, lets the leaf be evaluated, and adds the value
//! to every node on the way. Workers share one tree without locks; [`search`] runs them until a
//! limit is reached and reports the statistics of the root.

mod choose;
mod descend;
mod evaluation;
mod prior;
mod select;
mod tree;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPool;

pub use self::{
    choose::{Candidate, Report},
    evaluation::{Amaf, Evaluation, Evaluator, PlayoutEvaluator, final_margin},
};
use self::{descend::Worker, tree::Tree};
use crate::{board::Color, game::Game};

/// When a search ends: at the first limit reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// This many iterations.
    pub iterations: Option<u64>,
    /// After this time.
    pub time: Option<Duration>,
}

/// Searches for the best turn of `color`, who need not be the one whose turn it is.
///
/// Every thread of the pool works on the same tree, each with an evaluator of its own. With one
/// thread, a limit of iterations and a seed, the result is always the same.
pub fn search<E: Evaluator>(
    game: &Game,
    color: Color,
    limits: Limits,
    seed: u64,
    pool: &ThreadPool,
    evaluator: impl Fn(u64) -> E + Sync,
) -> Report {
    let start = Instant::now();
    let deadline = limits.time.map(|time| start + time);
    let iterations = limits.iterations.unwrap_or(u64::MAX);
    let started = AtomicU64::new(0);
    let tree = Tree::new();
    pool.broadcast(|context| {
        let seed = seed.wrapping_add(context.index() as u64);
        let rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
        let mut worker = Worker::new(&tree, game, color, evaluator(seed), rng);
        while started.fetch_add(1, Ordering::Relaxed) < iterations {
            worker.iterate();
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
    });
    Report::new(&tree, color, start.elapsed())
}
