//! Benchmarks for `shusaku bench`.

pub mod network;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::{ThreadPool, ThreadPoolBuildError};
use serde::Serialize;

use crate::{
    board::{Board, Color, Move, Point, Size},
    game::{Game, Variation},
    playout::{LastMoves, Policy, Tactical, Uniform, play_out},
    rules::Rules,
    search::{
        Amaf, Evaluation, Evaluator, Limits, PlayoutEvaluator, PriorOf, Rave, Report,
        SearchRequest, Searcher,
    },
    threads,
};

/// Sides of the measured boards.
const SIDES: [u8; 3] = [9, 13, 19];

/// Limit on the search tree, in bytes.
const TREE_BYTES: usize = 256 << 20;

/// Iterations of the search behind the checksum.
const CHECKSUM_ITERATIONS: u64 = 2_000;

/// Measurements on one board size, from the empty board.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// Side of the board.
    pub size: u8,
    /// Uniform playouts per second in one thread.
    pub uniform_playouts_per_second: f64,
    /// Moves per uniform playout.
    pub turns_per_playout: f64,
    /// Tactical playouts per second in one thread.
    pub tactical_playouts_per_second: f64,
    /// Search iterations per second in one thread.
    pub iterations_per_second_one_thread: f64,
    /// Share of the time of an iteration that the tree and the priors take, from 0 to 1.
    pub share_outside_playouts: f64,
    /// Search iterations per second with all threads.
    pub iterations_per_second_all_threads: f64,
    /// Checksum of the search, constant for one version: any change of behavior changes it.
    pub search_checksum: u64,
}

/// The measurements of a run.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// Version of the engine.
    pub version: &'static str,
    /// Size of a node of the search tree, in bytes.
    pub bytes_per_node: usize,
    /// Number of threads in the measurements with all threads.
    pub threads: usize,
    /// One entry per board size.
    pub boards: Vec<Measurement>,
}

/// Runs all measurements, each for about `time`.
///
/// # Errors
/// The threads cannot be started.
pub fn run(time: Duration) -> Result<BenchReport, ThreadPoolBuildError> {
    let all = threads::pool(0)?;
    let one = threads::pool(1)?;
    let measure = |side: u8| {
        let size = Size::square(side).expect("valid sides");
        let (uniform_playouts_per_second, turns_per_playout) = playouts(size, time, &mut Uniform);
        let (tactical_playouts_per_second, _) = playouts(size, time, &mut Tactical::default());
        let [on_one, on_all] = searches(size, time, [&one, &all]);
        Measurement {
            size: side,
            uniform_playouts_per_second,
            turns_per_playout,
            tactical_playouts_per_second,
            iterations_per_second_one_thread: on_one.iterations_per_second,
            share_outside_playouts: on_one.share_outside_playouts,
            iterations_per_second_all_threads: on_all.iterations_per_second,
            search_checksum: checksum(size, &one),
        }
    };
    let boards = SIDES.into_iter().map(measure).collect();
    Ok(BenchReport {
        version: env!("CARGO_PKG_VERSION"),
        bytes_per_node: Searcher::<Rave>::NODE_BYTES,
        threads: all.current_num_threads(),
        boards,
    })
}

/// Returns playouts per second and moves per playout.
fn playouts(size: Size, time: Duration, policy: &mut impl Policy) -> (f64, f64) {
    let empty = Board::new(size);
    let mut board = empty.clone();
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    let (mut playouts, mut turns) = (0, 0);
    let rate = best_rate(time, || {
        board.clone_from(&empty);
        turns +=
            play_out(&mut board, Color::Black, LastMoves::default(), policy, &mut rng, &mut ());
        playouts += 1;
    });
    (rate, turns as f64 / f64::from(playouts))
}

/// Rounds of a measurement. The best round counts, since other load on the machine only slows down.
const ROUNDS: u32 = 10;

/// Rounds of a measurement of the search: fewer, since the tree needs time to grow.
const SEARCH_ROUNDS: u32 = 4;

/// Returns the number of times per second that `work` runs.
fn best_rate(time: Duration, mut work: impl FnMut()) -> f64 {
    /// Repetitions between two readings of the clock.
    const BATCH: u32 = 50;
    let round = |_| {
        let start = Instant::now();
        let mut count = 0;
        while start.elapsed() < time / ROUNDS {
            (0..BATCH).for_each(|_| work());
            count += BATCH;
        }
        f64::from(count) / start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(0.0, f64::max)
}

/// The speed of a search.
#[derive(Clone, Copy, Default)]
struct SearchSpeed {
    iterations_per_second: f64,
    share_outside_playouts: f64,
}

/// Returns the best speed on each pool. The pools take turns, so that the load of the machine
/// affects them alike.
fn searches<const N: usize>(
    size: Size,
    time: Duration,
    pools: [&Arc<ThreadPool>; N],
) -> [SearchSpeed; N] {
    let mut best = [SearchSpeed::default(); N];
    for _ in 0..SEARCH_ROUNDS {
        for (best, pool) in best.iter_mut().zip(pools) {
            let speed = search_for(size, time / SEARCH_ROUNDS, pool);
            if speed.iterations_per_second > best.iterations_per_second {
                *best = speed;
            }
        }
    }
    best
}

fn search_for(size: Size, time: Duration, pool: &Arc<ThreadPool>) -> SearchSpeed {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let nanoseconds = AtomicU64::new(0);
    let report = search_empty(size, limits, pool, &nanoseconds);
    let elapsed = report.elapsed.as_secs_f64();
    let evaluating = nanoseconds.into_inner() as f64 / 1e9 / pool.current_num_threads() as f64;
    SearchSpeed {
        iterations_per_second: f64::from(report.visits) / elapsed,
        share_outside_playouts: 1.0 - evaluating / elapsed,
    }
}

fn checksum(size: Size, pool: &Arc<ThreadPool>) -> u64 {
    const FNV_PRIME: u64 = 0x0100_0000_01b3;
    let limits = Limits { iterations: Some(CHECKSUM_ITERATIONS), ..Limits::default() };
    let report = search_empty(size, limits, pool, &AtomicU64::new(0));
    report.candidates.iter().fold(0, |sum: u64, candidate| {
        let point = candidate.mv.point().map_or(0, |point| point.index() as u64);
        sum.wrapping_mul(FNV_PRIME) ^ (point << 32 | u64::from(candidate.visits))
    })
}

/// Searches the empty board, and adds the time of its evaluations to `nanoseconds`.
fn search_empty(
    size: Size,
    limits: Limits,
    pool: &Arc<ThreadPool>,
    nanoseconds: &AtomicU64,
) -> Report {
    let game = Game::new(size, Rules::CHINESE);
    let evaluator = |seed| Timed { evaluator: PlayoutEvaluator::new(&game, seed), nanoseconds };
    let mut searcher = Searcher::new(Arc::clone(pool), TREE_BYTES);
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    searcher.search(&game, Color::Black, &request, &AtomicBool::new(false), evaluator)
}

/// An evaluator that measures its time.
struct Timed<'t, E> {
    evaluator: E,
    nanoseconds: &'t AtomicU64,
}

impl<E: Evaluator> Evaluator for Timed<'_, E> {
    type Selection = E::Selection;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, PriorOf<E>)> {
        self.evaluator.priors(line, to_move)
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        let start = Instant::now();
        let evaluation = self.evaluator.evaluate(line, to_move, amaf);
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        evaluation
    }

    fn ownership(&self, point: Point) -> f32 {
        self.evaluator.ownership(point)
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "shusaku {}, from the empty board; {} bytes per node",
            self.version, self.bytes_per_node
        )?;
        writeln!(
            f,
            "board   uniform/s   moves   tactical/s   iterations/s   outside   {:2} threads   checksum",
            self.threads
        )?;
        for board in &self.boards {
            writeln!(
                f,
                "{:>5}   {:9.0}   {:5.1}   {:10.0}   {:12.0}   {:5.1} %   {:10.0}   {:016x}",
                format!("{0}x{0}", board.size),
                board.uniform_playouts_per_second,
                board.turns_per_playout,
                board.tactical_playouts_per_second,
                board.iterations_per_second_one_thread,
                100.0 * board.share_outside_playouts,
                board.iterations_per_second_all_threads,
                board.search_checksum,
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_have_the_same_checksum_each_time() {
        let one = threads::pool(1).expect("a thread");
        let of_side = |side| checksum(Size::square(side).expect("a size"), &one);
        assert_eq!(of_side(5), of_side(5));
        assert_ne!(of_side(5), of_side(6));
    }
}
