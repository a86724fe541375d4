//! Benchmarks of a network for `shusaku bench --model`.
//!
//! Rates are by processor time, which other load on the machine affects less, in the best round.

mod report;

use std::{
    fmt, io,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use cpu_time::ThreadTime;
use rayon::{BroadcastContext, ThreadPool};

use self::report::Heading;
pub use self::report::{BatchSpeed, FeatureSpeed, MethodReport, NetworkReport, NetworkSpeed};
use super::{ROUNDS, SIDES, TREE_BYTES};
use crate::{
    board::{Move, Size},
    features::{Extractor, FeatureOptions, check_inputs},
    game::{Game, Variation},
    network::{
        Accuracy, InferenceOptions, Input, LoadError, Method, Network, Precision, Workspace,
    },
    rules::Rules,
    search::{Limits, PlayoutEvaluator, SearchRequest, Searcher},
    threads,
};

/// Measured positions of a game.
const POSITIONS: usize = 8;

/// Search iterations for each move of a game.
const ITERATIONS: u64 = 10;

/// Processor time of an evaluation on the smallest board at or above which the reference method is
/// left out.
const MAX_REFERENCE_TIME: Duration = Duration::from_millis(50);

/// Measures the network of a file, or the embedded one, by every method that this machine supports,
/// each measurement for about `time`. Each line of the report is passed to `show` as soon as it is
/// known.
///
/// Errors are relative to the reference method. If that is slow, the network is a large one: then it
/// is left out, and errors are relative to single precision, unless `with_reference` is set.
///
/// # Errors
/// The network cannot be loaded, the threads cannot be started, or `show` fails.
pub fn run(
    path: Option<&Path>,
    time: Duration,
    with_reference: bool,
    mut show: impl FnMut(&dyn fmt::Display) -> io::Result<()>,
) -> Result<NetworkReport, Box<dyn std::error::Error>> {
    let all = threads::pool(0)?;
    let one = threads::pool(1)?;
    let auto = match path {
        Some(path) => Arc::new(Network::load(path, Precision::Auto, &check_inputs())?),
        None => Network::embedded(Precision::Auto),
    };
    let games = SIDES.map(|side| games(Size::square(side).expect("valid sides"), &one));
    let feature_options = FeatureOptions::of(&auto);
    let mut report = NetworkReport {
        network: auto.name().to_owned(),
        auto: auto.method().to_string(),
        threads: all.current_num_threads(),
        features: feature_speeds(&games, &feature_options, time),
        methods: Vec::new(),
    };
    show(&Heading(&report))?;
    drop(auto);
    let inputs: Vec<Input> =
        games.iter().flatten().map(|game| input(game, &feature_options)).collect();
    let exact = exact_network(path, &inputs[0], with_reference)?;
    let is_left_out = exact.method() != Method::REFERENCE;
    let setup = Setup {
        pools: [&*one, &*all],
        games: &games,
        feature_options: &feature_options,
        time,
        exact: &exact,
        inputs: &inputs,
    };
    for method in Method::available().filter(|&m| !is_left_out || m != Method::REFERENCE) {
        let row = setup.measure(method, &load_for(path, method)?);
        show(&row)?;
        report.methods.push(row);
    }
    Ok(report)
}

/// The network of a file, or the embedded one, by this method.
fn load_for(path: Option<&Path>, method: Method) -> Result<Network, LoadError> {
    match path {
        Some(path) => Network::load_for(path, method),
        None => Ok(Network::embedded_for(method)),
    }
}

/// The network by the reference method or, if that is slow and not required, in single precision.
fn exact_network(
    path: Option<&Path>,
    input: &Input,
    is_required: bool,
) -> Result<Network, LoadError> {
    let reference = load_for(path, Method::REFERENCE)?;
    if is_required || !is_slow(&reference, input) {
        return Ok(reference);
    }
    drop(reference);
    load_for(path, Method::F32)
}

/// The threads, positions and settings for the measurements of all methods.
struct Setup<'s> {
    /// One thread, and all of them.
    pools: [&'s ThreadPool; 2],
    /// For each of [`SIDES`], a game at several of its positions.
    games: &'s [Vec<Game>],
    feature_options: &'s FeatureOptions,
    time: Duration,
    /// The network from which errors are measured.
    exact: &'s Network,
    /// The positions in which they are measured.
    inputs: &'s [Input],
}

impl Setup<'_> {
    /// Measures a method, for which `network` is loaded.
    fn measure(&self, method: Method, network: &Network) -> MethodReport {
        let games = self.games.iter().zip(SIDES);
        let speeds = games.map(|(games, size)| self.speed(network, games, size)).collect();
        let Accuracy { mean_error, max_error, same_move } =
            Accuracy::of(network, self.exact, self.inputs);
        MethodReport { method: method.to_string(), speeds, mean_error, max_error, same_move }
    }

    fn speed(&self, network: &Network, games: &[Game], size: u8) -> NetworkSpeed {
        let rates = |batch| self.pools.map(|pool| self.evaluations(network, games, batch, pool));
        let [one_thread, all_threads] = rates(1);
        let positions =
            network.best_batch_size(&input(&games[POSITIONS / 2], self.feature_options));
        let batch = (positions > 1).then(|| {
            let [one_thread, all_threads] = rates(positions);
            BatchSpeed { positions, one_thread, all_threads }
        });
        NetworkSpeed { size, one_thread, all_threads, batch }
    }

    /// Returns the evaluations per second of all threads of a pool, over the same positions
    /// repeatedly, `batch` of them together. The extractor has their ladders cached; in a search
    /// these take 1 % of the time.
    fn evaluations(
        &self,
        network: &Network,
        games: &[Game],
        batch: usize,
        pool: &ThreadPool,
    ) -> f64 {
        let round = |_: BroadcastContext| {
            let mut extractor = Extractor::default();
            let mut inputs = vec![Input::default(); batch];
            let mut workspace = Workspace::default();
            let mut evaluate = |first: usize| {
                let games = || games.iter().cycle().skip(first % games.len());
                for (game, input) in games().zip(&mut inputs) {
                    extractor.extract(game, game.state(), self.feature_options, input);
                }
                let options = InferenceOptions::default();
                let positions: Vec<_> = inputs.iter().map(|input| (input, options)).collect();
                let outputs = network.evaluate_batch(&positions, &mut workspace);
                for (game, output) in games().zip(outputs) {
                    let check = |point| game.check(game.to_move(), Move::Play(point)).is_ok();
                    let legal: Vec<bool> = game.size().points().map(check).collect();
                    std::hint::black_box(output.probabilities(|point| legal[point], 1.0));
                }
            };
            // Warm-up: packs the weights, and fills the cache of ladders.
            (0..games.len()).step_by(batch).for_each(&mut evaluate);
            let (start, mut count) = (ThreadTime::now(), 0);
            while start.elapsed() < self.time / ROUNDS {
                evaluate(count);
                count += batch;
            }
            count as f64 / start.elapsed().as_secs_f64()
        };
        (0..ROUNDS).map(|_| pool.broadcast(round).into_iter().sum()).fold(0.0, f64::max)
    }
}

/// Whether a network takes long for a position.
fn is_slow(network: &Network, input: &Input) -> bool {
    let start = ThreadTime::now();
    let options = InferenceOptions::default();
    std::hint::black_box(network.evaluate(input, options, &mut Workspace::default()));
    start.elapsed() >= MAX_REFERENCE_TIME
}

/// Plays a game of searches by playouts, and returns it at several of its positions.
fn games(size: Size, pool: &Arc<ThreadPool>) -> Vec<Game> {
    let mut game = Game::new(size, Rules::CHINESE);
    let mut searcher = Searcher::new(Arc::clone(pool), TREE_BYTES);
    let limits = Limits { iterations: Some(ITERATIONS), ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let step = size.area() / 2 / POSITIONS;
    let advance = |_| {
        for _ in 0..step {
            let color = game.to_move();
            let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
            let report =
                searcher.search(&game, color, &request, &AtomicBool::new(false), evaluator);
            game.play(color, report.candidates[0].mv).expect("the search plays legal moves");
        }
        game.clone()
    };
    (0..POSITIONS).map(advance).collect()
}

fn input(game: &Game, feature_options: &FeatureOptions) -> Input {
    let mut input = Input::default();
    Extractor::default().extract(game, game.state(), feature_options, &mut input);
    input
}

fn feature_speeds(
    games: &[Vec<Game>],
    feature_options: &FeatureOptions,
    time: Duration,
) -> Vec<FeatureSpeed> {
    let speed = |(games, size): (&Vec<Game>, u8)| FeatureSpeed {
        size,
        microseconds: 1e6 * features(games, feature_options, time),
    };
    games.iter().zip(SIDES).map(speed).collect()
}

/// Returns the seconds per position of feature extraction along lines of play as in a search: move
/// by move from each of the positions to the next one, with the extractor's caches empty at the
/// start.
fn features(games: &[Game], feature_options: &FeatureOptions, time: Duration) -> f64 {
    let mut input = Input::default();
    let mut lines: Vec<Variation> = games.iter().map(Variation::new).collect();
    let mut round = || {
        let (start, mut count) = (ThreadTime::now(), 0);
        while start.elapsed() < time / ROUNDS {
            let mut extractor = Extractor::default();
            for (line, end) in lines.iter_mut().zip(&games[1..]) {
                line.rewind();
                for turn in &end.turns()[line.game().turns().len()..] {
                    line.play_unchecked(turn.color, turn.mv);
                    extractor.extract_for(turn.color.opponent(), line, feature_options, &mut input);
                    count += 1;
                }
            }
        }
        start.elapsed().as_secs_f64() / f64::from(count)
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}
