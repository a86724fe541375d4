//! Compares the visits of searches whose positions other ranks evaluate with those of searches by
//! threads.
//!
//! `cargo run --release --example cluster_agreement -- [POSITIONS]` searches positions of random
//! games on 9×9 with ranks that are threads of this process, and twice with threads. It prints the
//! sums of the visits, and the distances of the searches by their shares of the visits.

use std::{collections::HashSet, env, sync::Arc, sync::atomic::AtomicBool, thread, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPoolBuilder;
use shusaku::{
    Game, Network, Rules, Searcher, Size,
    board::Move,
    cluster::{Coordinator, InputEvaluator, LocalTransport, NetworkId, Worker, WorkerOptions},
    network::Precision,
    search::{
        EvalCache, EvalOptions, Limits, NetworkBackend, NetworkEvaluators, Report, SearchRequest,
    },
};

const RANKS: usize = 4;
const VISITS: u64 = 100;
const MEMORY: usize = 32 << 20;

/// A position after some random moves.
fn position(seed: u64) -> Game {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(Size::square(9).expect("a size"), Rules::default());
    for _ in 0..rng.random_range(2..40) {
        let color = game.to_move();
        let is_legal = |mv: &Move| game.check(color, *mv).is_ok();
        let moves: Vec<Move> = game.size().points().map(Move::Play).filter(is_legal).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        game.play(color, mv).expect("a legal move");
    }
    game
}

/// A search with this number of threads, and the ranks behind a backend.
fn search(game: &Game, threads: usize, backend: Option<Arc<dyn NetworkBackend>>) -> Report {
    let network = Network::embedded(Precision::Auto);
    let cache = EvalCache::new(network, game.size(), MEMORY, Some(1)).with_backend(backend);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let mut searcher = Searcher::new(Arc::new(pool), MEMORY);
    let limits = Limits { iterations: Some(VISITS), runs_to_limit: true, ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let (color, options) = (game.to_move(), EvalOptions::default());
    let network = NetworkEvaluators::new(&cache, None, options, game, color);
    searcher.search(game, color, &request, &AtomicBool::new(false), |_| network.evaluator())
}

/// The distances of two searches by the shares of their visits, in percent: the part of the visits
/// that fall on different moves, and the mean difference of the share of a move that either has
/// visited.
fn distances(a: &Report, b: &Report) -> [f64; 2] {
    let share = |report: &Report, mv: Move| {
        let all: u32 = report.candidates.iter().map(|c| c.visits).sum();
        let visits = report.candidates.iter().find(|c| c.mv == mv).map_or(0, |c| c.visits);
        f64::from(visits) / f64::from(all.max(1))
    };
    let candidates = a.candidates.iter().chain(&b.candidates);
    let moves: HashSet<Move> = candidates.filter(|c| c.visits > 0).map(|c| c.mv).collect();
    let sum: f64 = moves.iter().map(|&mv| (share(a, mv) - share(b, mv)).abs()).sum();
    [50.0 * sum, 100.0 * sum / moves.len().max(1) as f64]
}

/// Searches with threads beside searches with ranks.
struct Comparison {
    threads: usize,
    under_way: usize,
    /// By measure, of each position: the distance of two searches with threads, and the mean distance of
    /// these two from the one with ranks.
    distances: [Vec<(f64, f64)>; 2],
}

impl Comparison {
    fn new((threads, under_way): (usize, usize)) -> Comparison {
        Comparison { threads, under_way, distances: [Vec::new(), Vec::new()] }
    }

    fn add(&mut self, [a, b]: &[Report; 2], ranks: &Report) {
        let all = [distances(a, b), distances(a, ranks), distances(b, ranks)];
        for (measure, list) in self.distances.iter_mut().enumerate() {
            let [among_threads, from_a, from_b] = all.map(|distances| distances[measure]);
            list.push((among_threads, (from_a + from_b) / 2.0));
        }
    }

    fn print(&self) {
        print!("{:7}  {:9}", self.threads, self.under_way);
        for list in &self.distances {
            let threads = mean(list.iter().map(|(threads, _)| *threads));
            let ranks = mean(list.iter().map(|(_, ranks)| *ranks));
            let more = list.iter().map(|(threads, ranks)| ranks - threads);
            let error = standard_error(more);
            print!("  |  {threads:8.2}  {ranks:9.2}  {:+7.2} ± {error:.2}", ranks - threads);
        }
        println!();
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// The standard error of the mean.
fn standard_error(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let (mean, count) = (mean(values.clone()), values.len() as f64);
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
}

fn main() {
    let positions: u64 = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut transports = LocalTransport::ranks(RANKS + 1, Duration::from_micros(50)).into_iter();
    let own = transports.next().expect("rank 0");
    for transport in transports {
        let evaluator: Arc<dyn InputEvaluator> = Network::embedded(Precision::Auto);
        let (network, threads, memory) = (NetworkId::EMBEDDED, 1, 0);
        let options = WorkerOptions { evaluator: Some(evaluator), network, threads, memory };
        thread::spawn(move || Worker::new(transport).run(options));
    }
    let cluster = Coordinator::join(own, NetworkId::EMBEDDED, Duration::from_secs(60));
    let cluster = cluster.expect("all ranks start");
    let slots = cluster.slots();
    let widths = [RANKS, slots];
    let mut comparisons = [(RANKS, slots), (slots, slots), (RANKS, RANKS)].map(Comparison::new);
    let mut visits = [0; 2];
    for seed in 0..positions {
        let game = position(seed);
        let by_threads = widths.map(|threads| [(); 2].map(|()| search(&game, threads, None)));
        let by_ranks = widths.map(|threads| search(&game, threads, cluster.peers().backend));
        for comparison in &mut comparisons {
            let place = |width| usize::from(width != RANKS);
            let (threads, ranks) = (place(comparison.threads), place(comparison.under_way));
            comparison.add(&by_threads[threads], &by_ranks[ranks]);
        }
        visits[0] +=
            by_threads.iter().flatten().map(|report| u64::from(report.visits)).sum::<u64>();
        visits[1] += by_ranks.iter().map(|report| u64::from(report.visits)).sum::<u64>();
    }
    let [by_threads, by_ranks] = visits;
    println!("{positions} positions, {VISITS} visits; {RANKS} ranks");
    println!("visits of 4 searches with threads: {by_threads}, of 2 with ranks: {by_ranks}");
    println!(
        "                    |  percent of the visits that differ   |  mean difference of a share"
    );
    println!(
        "threads  under way  |  two runs  and ranks           more  |  two runs  and ranks          more"
    );
    comparisons.iter().for_each(Comparison::print);
}
