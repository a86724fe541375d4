//! Measures the scaling of a cluster: real searches whose evaluations sleep as long as those of a
//! large network take, on ranks that are threads of this process, with the latency of a real
//! connection.
//!
//! `cargo run --release --example cluster_scaling -- [FILE.svg]` prints the table of
//! `docs/cluster.md` and draws its curve. Sleeping takes no processor time, so one core is enough
//! for the ranks that evaluate, and the measured work is that of rank 0.

mod curve;

use std::{
    env, fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use cpu_time::ProcessTime;
use rayon::ThreadPoolBuilder;
use shusaku::{
    Color, Game, Network, Rules, Searcher, Size,
    cluster::{Coordinator, InputEvaluator, LocalTransport, NetworkId, Worker, WorkerOptions},
    network::{InferenceOptions, Input, NetworkOutput, Precision, Workspace},
    search::{EvalCache, EvalOptions, Limits, NetworkBackend, NetworkEvaluators, SearchRequest},
};

/// Times of an evaluation, in milliseconds.
const EVALUATIONS: [u64; 3] = [1, 10, 100];

/// One-way times of a message, in microseconds.
const LATENCIES: [u64; 2] = [50, 500];

/// Numbers of ranks that evaluate.
const RANKS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

const MEMORY: usize = 256 << 20;

/// An evaluator that sleeps, and makes up an output from the position.
struct Sleeper {
    time: Duration,
    /// Number of evaluations.
    count: AtomicU64,
}

impl InputEvaluator for Sleeper {
    fn evaluate(&self, input: &Input, _: InferenceOptions, _: &mut Workspace) -> NetworkOutput {
        let start = Instant::now();
        let output = made_up_output(input);
        thread::sleep(self.time.saturating_sub(start.elapsed()));
        self.count.fetch_add(1, Ordering::Relaxed);
        output
    }
}

/// A backend that answers at once, so that rank 0's own work takes all of the time.
struct Immediate;

impl NetworkBackend for Immediate {
    fn evaluate(&self, input: &Input, _: InferenceOptions) -> Option<NetworkOutput> {
        Some(made_up_output(input))
    }
}

/// A policy and a value that differ from position to position.
fn made_up_output(input: &Input) -> NetworkOutput {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |seed: u32| {
        state = (state ^ u64::from(seed)).wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(23);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    let mut policy: Vec<f32> = input.planes.iter().map(|&planes| 4.0 * next(planes)).collect();
    policy.push(-5.0);
    let win = 0.4 + 0.2 * next(0);
    NetworkOutput {
        policy,
        win,
        loss: 1.0 - win,
        no_result: 0.0,
        score_mean: 0.0,
        score_square: 100.0,
        lead: 0.0,
        errors: None,
        ownership: vec![0.0; input.planes.len()],
    }
}

/// Searches the empty 19×19 board for some time; returns visits a second of time, and of processor
/// time.
fn search(backend: Arc<dyn NetworkBackend>, threads: usize, time: Duration) -> (f64, f64) {
    let size = Size::square(19).expect("a size");
    let game = Game::new(size, Rules::default());
    let cache = EvalCache::new(Network::embedded(Precision::Auto), size, MEMORY, Some(1))
        .with_backend(Some(backend));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let mut searcher = Searcher::new(Arc::new(pool), MEMORY);
    let limits = Limits { time: Some(time), runs_to_limit: true, ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let options = EvalOptions::default();
    let network = NetworkEvaluators::new(&cache, None, options, &game, Color::Black);
    let never = AtomicBool::new(false);
    let start = ProcessTime::now();
    let report = searcher.search(&game, Color::Black, &request, &never, |_| network.evaluator());
    let visits = f64::from(report.visits);
    (visits / report.elapsed.as_secs_f64(), visits / start.elapsed().as_secs_f64())
}

/// Evaluations a second of this number of ranks.
fn rate(ranks: usize, evaluation: Duration, latency: Duration, time: Duration) -> f64 {
    let sleeper = Arc::new(Sleeper { time: evaluation, count: AtomicU64::new(0) });
    let mut transports = LocalTransport::ranks(ranks + 1, latency).into_iter();
    let own = transports.next().expect("rank 0");
    let spawn = |transport: LocalTransport| {
        let evaluator: Arc<dyn InputEvaluator> = Arc::clone(&sleeper) as _;
        let network = NetworkId::EMBEDDED;
        let (threads, memory) = (1, 0);
        let options = WorkerOptions { evaluator: Some(evaluator), network, threads, memory };
        thread::spawn(move || Worker::new(transport).run(options))
    };
    let workers: Vec<_> = transports.map(spawn).collect();
    let cluster = Coordinator::join(own, NetworkId::EMBEDDED, Duration::from_secs(60));
    let cluster = cluster.expect("all ranks start");
    let backend = cluster.peers().backend.expect("a backend");
    let start = Instant::now();
    search(backend, cluster.slots(), time);
    let rate = sleeper.count.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64();
    drop(cluster);
    workers.into_iter().for_each(|worker| worker.join().expect("a rank ends"));
    rate
}

fn main() {
    let path = env::args().nth(1);
    let time = Duration::from_secs(2);
    let descents = [1, 16, 128].map(|threads| search(Arc::new(Immediate), threads, time));
    for (threads, (by_time, by_processor)) in [1, 16, 128].into_iter().zip(descents) {
        println!(
            "{threads} threads: {by_time:.0} descents a second, {by_processor:.0} a second of \
             processor time"
        );
    }
    println!();
    println!("| evaluation | latency | {} |", RANKS.map(|ranks| ranks.to_string()).join(" | "));
    println!("|---|---|{}", "---|".repeat(RANKS.len()));
    let mut curves = Vec::new();
    for evaluation in EVALUATIONS {
        for latency in LATENCIES {
            let rates = RANKS.map(|ranks| {
                eprintln!("{evaluation} ms, {latency} µs, {ranks} ranks");
                // Long evaluations need a longer measurement.
                let time = time.max(Duration::from_millis(40 * evaluation));
                let evaluation = Duration::from_millis(evaluation);
                rate(ranks, evaluation, Duration::from_micros(latency), time)
            });
            let cells = rates.iter().zip(RANKS).map(|(rate, ranks)| {
                let efficiency = 100.0 * rate / (rates[0] * ranks as f64);
                format!("{rate:.0} ({efficiency:.0} %)")
            });
            let cells: Vec<String> = cells.collect();
            let milliseconds = latency as f64 / 1000.0;
            println!("| {evaluation} ms | {milliseconds} ms | {} |", cells.join(" | "));
            let speedups = rates.map(|rate| rate / rates[0]).to_vec();
            let name = format!("{evaluation} ms, latency {milliseconds} ms");
            curves.push(curve::Curve { name, speedups });
        }
    }
    if let Some(path) = path {
        fs::write(&path, curve::drawing(&RANKS, &curves)).expect("the drawing is written");
    }
}
