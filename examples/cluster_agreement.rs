//! Whether a search with evaluations by other ranks has the visits of a search with as many threads.
//!
//! `cargo run --release --example cluster_agreement -- [POSITIONS]` searches positions of random games
//! on 9×9 three times: twice with threads, and once with ranks that are threads of this process. It
//! prints the sums of the visits, and how far the shares of the moves' visits are apart.

use std::{env, sync::Arc, sync::atomic::AtomicBool, thread, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPoolBuilder;
use shusaku::{
    Game, Network, Rules, Searcher, Size,
    board::Move,
    cluster::{Coordinator, InputEvaluator, LocalTransport, NetworkId, Worker, WorkerOptions},
    network::Precision,
    search::{
        EvalCache, EvalOptions, Limits, NetworkBackend, NetworkEvaluator, Report, SearchRequest,
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
    let limits = Limits { iterations: Some(VISITS), is_exact: true, ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let (color, options) = (game.to_move(), EvalOptions::default());
    let evaluator = |_| NetworkEvaluator::new(&cache, None, options, game, color);
    searcher.search(game, color, &request, &AtomicBool::new(false), evaluator)
}

/// Half the sum of the differences of the visit shares, in per cent: the part of the visits that other
/// moves have.
fn distance(a: &Report, b: &Report) -> f64 {
    let share = |report: &Report, mv: Move| {
        let all: u32 = report.candidates.iter().map(|c| c.visits).sum();
        let visits = report.candidates.iter().find(|c| c.mv == mv).map_or(0, |c| c.visits);
        f64::from(visits) / f64::from(all.max(1))
    };
    let moves = a.candidates.iter().chain(&b.candidates).map(|candidate| candidate.mv);
    let mut seen = Vec::new();
    let mut sum = 0.0;
    for mv in moves {
        if !seen.contains(&mv) {
            seen.push(mv);
            sum += (share(a, mv) - share(b, mv)).abs();
        }
    }
    50.0 * sum
}

fn main() {
    let positions: u64 = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut transports = LocalTransport::ranks(RANKS + 1, Duration::from_micros(50)).into_iter();
    let own = transports.next().expect("rank 0");
    for transport in transports {
        let evaluator: Arc<dyn InputEvaluator> = Network::embedded(Precision::Auto);
        let (network, threads, memory) = (NetworkId::BUILT_IN, 1, 0);
        let options = WorkerOptions { evaluator: Some(evaluator), network, threads, memory };
        thread::spawn(move || Worker::new(transport).run(options));
    }
    let cluster = Coordinator::join(own, NetworkId::BUILT_IN, Duration::from_secs(60));
    let cluster = cluster.expect("all ranks start");
    let slots = cluster.slots();
    let (mut visits, mut between_threads, mut to_ranks, mut to_fewer) = ([0; 2], 0.0, 0.0, 0.0);
    for seed in 0..positions {
        let game = position(seed);
        let [first, second] = [(); 2].map(|()| search(&game, slots, None));
        let ranks = search(&game, slots, cluster.peers().backend);
        let fewer = search(&game, RANKS, None);
        visits[0] += u64::from(first.visits);
        visits[1] += u64::from(ranks.visits);
        between_threads += distance(&first, &second) / positions as f64;
        to_ranks += distance(&first, &ranks) / positions as f64;
        to_fewer += distance(&fewer, &ranks) / positions as f64;
    }
    println!("{positions} positions, {VISITS} visits, {RANKS} ranks with {slots} places:");
    println!("visits: {} with threads, {} with ranks", visits[0], visits[1]);
    println!("two searches of {slots} threads: {between_threads:.2} % of the visits differ");
    println!("{slots} threads and {RANKS} ranks: {to_ranks:.2} %");
    println!("{RANKS} threads and {RANKS} ranks: {to_fewer:.2} %");
}
