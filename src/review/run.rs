//! Analysis of positions, several at a time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use rayon::{ThreadPool, ThreadPoolBuildError};

use super::{game::ReviewGame, values::PositionValues};
use crate::{
    engine::Analyzer,
    features::HumanProfile,
    game::Game,
    search::{Details, EvalOptions, Limits, SearchRequest},
    sgf::Replay,
    threads,
};

/// Share of the iterations, 0 to 1, that draw their first move from the prior; the value of KataGo's
/// default `wideRootNoise` in analysis, which serves the same purpose by another method.
const WIDE_ROOT: f64 = 0.04;

/// The limits of the analysis of a position, which ends at the first one reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewLimits {
    /// Visits of a position, at least 2.
    pub visits: u64,
    /// Time of a position.
    pub time: Option<Duration>,
}

/// A position that is to be analyzed.
#[derive(Clone, Copy, Debug)]
pub struct ReviewJob<'g> {
    /// The game.
    pub game: &'g ReviewGame,
    /// The number of the game, for the caller.
    pub game_index: usize,
    /// The index of the position.
    pub position: usize,
}

/// Analyzes the positions in this order, on this number of threads. `take` gets the values in the
/// order in which they are found, and returns whether to go on.
///
/// Each thread analyzes a position of its own; with fewer positions than threads, a position gets
/// several. Successive positions of one game are cheapest in the order of the game.
///
/// # Errors
/// The system refuses a thread.
pub fn analyze<'g>(
    analyzer: &Analyzer,
    jobs: &[ReviewJob<'g>],
    limits: &ReviewLimits,
    threads: usize,
    take: impl Fn(&ReviewJob<'g>, PositionValues) -> bool + Sync,
) -> Result<(), ThreadPoolBuildError> {
    let lanes = threads.min(jobs.len()).max(1);
    let pools = (0..lanes).map(|_| threads::pool((threads / lanes).max(1)));
    let pools = pools.collect::<Result<Vec<_>, _>>()?;
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for (index, pool) in pools.iter().enumerate() {
            let work = || {
                let mut lane = Lane { analyzer, pool, limits, is_stopped: &is_stopped, at: None };
                while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                    let values = lane.analyze(job);
                    if is_stopped.load(Relaxed) || !take(job, values) {
                        is_stopped.store(true, Relaxed);
                        break;
                    }
                }
            };
            if index + 1 == lanes {
                work();
            } else {
                // If the system refuses a thread, the other lanes do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
        }
    });
    Ok(())
}

/// One of the threads that take positions.
struct Lane<'g, 'a> {
    analyzer: &'a Analyzer,
    pool: &'a Arc<ThreadPool>,
    limits: &'a ReviewLimits,
    is_stopped: &'a AtomicBool,
    /// The number of the last position's game, and that game replayed up to the position.
    at: Option<(usize, Replay<'g>)>,
}

impl<'g> Lane<'g, '_> {
    fn analyze(&mut self, job: &ReviewJob<'g>) -> PositionValues {
        let color = job.game.positions[job.position].to_move;
        let game = self.replay_to(job);
        let request = self.request();
        let network = self.analyzer.network();
        let profile = network
            .is_some_and(|network| network.takes_metadata())
            .then_some(HumanProfile::STRONGEST);
        let raw = self.analyzer.raw(&game, color, &request, profile);
        let report =
            self.analyzer.search(self.pool, (&game, color), &request, profile, self.is_stopped);
        PositionValues::of(&report, raw.as_ref())
    }

    /// The game up to a position, replayed from the last one if that was before it.
    fn replay_to(&mut self, job: &ReviewJob<'g>) -> Game {
        let steps = job.game.positions[job.position].steps;
        let is_before = |(index, replay): &(usize, Replay<'g>)| {
            *index == job.game_index && replay.steps() <= steps
        };
        let at = self.at.take().filter(is_before);
        let (_, replay) = self.at.insert(at.unwrap_or_else(|| (job.game_index, job.game.replay())));
        while replay.steps() < steps {
            replay.step().expect("the steps of positions were replayed before");
        }
        replay.game()
    }

    fn request(&self) -> SearchRequest {
        SearchRequest {
            limits: Limits {
                // The root's own evaluation is the first visit.
                iterations: Some(self.limits.visits.saturating_sub(1).max(1)),
                max_time: self.limits.time,
                runs_to_limit: true,
                ..Limits::default()
            },
            wide_root: WIDE_ROOT,
            eval_options: EvalOptions {
                hides_game_history: true,
                conservative_root: true,
                ..EvalOptions::default()
            },
            details: Details { score: true, ownership: true, move_ownership: false },
            ..SearchRequest::default()
        }
    }
}
