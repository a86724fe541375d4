//! Whole clusters in one process.

use std::{
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::*;
use crate::{
    board::Size,
    engine::{Decision, Engine, ModelChoice, Options, Peers, SearchOptions},
    features::check_inputs,
    network::{InferenceOptions, Input, Network, NetworkOutput, Precision, Workspace},
};

const PATIENCE: Duration = Duration::from_secs(60);
const MEMORY: usize = 8 << 20;

/// The embedded network, which can be made to hang.
struct TestEvaluator {
    network: Arc<Network>,
    count: AtomicUsize,
    hangs: Mutex<bool>,
    changed: Condvar,
}

impl TestEvaluator {
    fn new() -> Arc<TestEvaluator> {
        Arc::new(TestEvaluator {
            network: Network::embedded(Precision::Auto),
            count: AtomicUsize::new(0),
            hangs: Mutex::new(false),
            changed: Condvar::new(),
        })
    }

    fn set_hanging(&self, hangs: bool) {
        *self.hangs.lock().expect("no panic") = hangs;
        self.changed.notify_all();
    }

    fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }
}

impl InputEvaluator for TestEvaluator {
    fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        let hangs = self.hangs.lock().expect("no panic");
        drop(self.changed.wait_while(hangs, |hangs| *hangs).expect("no panic"));
        self.count.fetch_add(1, Ordering::Relaxed);
        self.network.evaluate(input, options, workspace)
    }
}

/// Starts ranks 1 and on, each with one of these evaluators, and returns the transport of rank 0.
fn start(evaluators: &[Option<Arc<TestEvaluator>>]) -> (LocalTransport, Vec<JoinHandle<()>>) {
    let mut transports = LocalTransport::ranks(evaluators.len() + 1, Duration::ZERO).into_iter();
    let own = transports.next().expect("rank 0");
    let spawn = |(transport, evaluator): (LocalTransport, &Option<Arc<TestEvaluator>>)| {
        let evaluator = evaluator.clone().map(|evaluator| evaluator as Arc<dyn InputEvaluator>);
        let network = NetworkId::EMBEDDED;
        let options = WorkerOptions { evaluator, network, threads: 1, memory: MEMORY };
        thread::spawn(move || Worker::new(transport).run(options))
    };
    (own, transports.zip(evaluators).map(spawn).collect())
}

fn join(own: LocalTransport) -> Coordinator<LocalTransport> {
    Coordinator::join(own, NetworkId::EMBEDDED, PATIENCE).expect("all ranks start")
}

/// Evaluates positions by several threads at once; returns the number of those with an answer.
fn evaluate_all(peers: &Peers, positions: usize) -> usize {
    let backend = peers.backend.as_ref().expect("a backend");
    let inputs = check_inputs();
    let answers = AtomicUsize::new(0);
    thread::scope(|scope| {
        for index in 0..positions {
            let (input, answers) = (&inputs[index % inputs.len()], &answers);
            scope.spawn(move || {
                if let Some(output) = backend.evaluate(input, InferenceOptions::default()) {
                    assert_eq!(output.ownership.len(), input.planes.len());
                    answers.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    answers.into_inner()
}

#[test]
fn positions_are_evaluated_by_all_ranks() {
    let evaluators = [TestEvaluator::new(), TestEvaluator::new()];
    let (own, workers) = start(&evaluators.clone().map(Some));
    let cluster = join(own);
    assert_eq!(cluster.slots(), 4);
    let backend = cluster.peers().backend.expect("a backend");
    let options = InferenceOptions::default();
    for input in check_inputs() {
        let output = backend.evaluate(&input, options).expect("an answer");
        let exact = evaluators[0].network.evaluate(&input, options, &mut Workspace::default());
        assert_eq!((output.win, output.lead), (exact.win, exact.lead));
        let pairs = output.ownership.iter().zip(&exact.ownership);
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 0.001));
    }
    assert_eq!(evaluate_all(&cluster.peers(), 24), 24);
    let counts = evaluators.each_ref().map(|evaluator| evaluator.count());
    assert_eq!(counts[0] + counts[1], 24 + check_inputs().len());
    assert!(counts.iter().all(|&count| count >= 4), "{counts:?}");
    drop(cluster);
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
    assert!(backend.evaluate(&check_inputs()[0], options).is_none(), "no rank is left");
}

#[test]
fn the_work_of_a_rank_that_hangs_goes_to_another_until_it_answers() {
    let evaluators = [TestEvaluator::new(), TestEvaluator::new()];
    let (own, workers) = start(&evaluators.clone().map(Some));
    let cluster = join(own);
    assert_eq!(evaluate_all(&cluster.peers(), 8), 8);
    evaluators[1].set_hanging(true);
    assert_eq!(evaluate_all(&cluster.peers(), 8), 8);
    let count = evaluators[1].count();
    assert_eq!(evaluate_all(&cluster.peers(), 4), 4);
    evaluators[1].set_hanging(false);
    let end = Instant::now() + PATIENCE;
    while evaluators[1].count() <= count + 4 {
        assert!(Instant::now() < end, "the rank gets no work");
        assert_eq!(evaluate_all(&cluster.peers(), 8), 8);
    }
    // If all hang, the caller has to evaluate.
    evaluators.iter().for_each(|evaluator| evaluator.set_hanging(true));
    assert_eq!(evaluate_all(&cluster.peers(), 6), 0);
    evaluators.iter().for_each(|evaluator| evaluator.set_hanging(false));
    drop(cluster);
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
}

#[test]
fn ranks_that_differ_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("network");
    std::fs::write(&file, "weights").expect("a file");
    let network = NetworkId::of_file(&file).expect("a file");
    let (own, workers) = start(&[None]);
    let Err(error) = Coordinator::join(own, network, PATIENCE) else { panic!("other networks") };
    assert!(matches!(error, JoinError::OtherNetwork { rank: 1, .. }), "{error}");
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));

    let mut transports = LocalTransport::ranks(2, Duration::ZERO);
    let worker = Worker::new(transports.pop().expect("rank 1"));
    let worker = thread::spawn(move || worker.refuse("no memory"));
    let own = transports.pop().expect("rank 0");
    let Err(error) = Coordinator::join(own, NetworkId::EMBEDDED, PATIENCE) else {
        panic!("a rank cannot start")
    };
    assert_eq!(error.to_string(), "rank 1 cannot start: no memory");
    worker.join().expect("it ends");

    let own = LocalTransport::ranks(2, Duration::ZERO).swap_remove(0);
    let Err(error) = Coordinator::join(own, NetworkId::EMBEDDED, Duration::from_millis(50)) else {
        panic!("a rank is silent")
    };
    assert!(matches!(error, JoinError::Silent { rank: 1, .. }), "{error}");
}

#[test]
fn an_engine_plays_with_evaluations_of_other_ranks() {
    let evaluators = [TestEvaluator::new(), TestEvaluator::new()];
    let (own, workers) = start(&evaluators.clone().map(Some));
    let cluster = join(own);
    let options = Options {
        threads: cluster.slots(),
        playouts: Some(60),
        memory: MEMORY,
        seed: Some(1),
        peers: cluster.peers(),
        ..Options::default()
    };
    let mut engine = Engine::new(options).expect("good options");
    let never = std::sync::atomic::AtomicBool::new(false);
    for _ in 0..4 {
        let color = engine.game().to_move();
        let (decision, report) = engine.genmove(color, &SearchOptions::default(), &never);
        assert!(matches!(decision, Decision::Move(_)));
        assert!(report.visits >= 60, "{} visits", report.visits);
    }
    assert!(evaluators.iter().all(|evaluator| evaluator.count() >= 30));
    drop((engine, cluster));
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
}

#[test]
fn ranks_share_the_statistics_of_playouts() {
    const PLAYOUTS: u64 = 2000;
    let (own, workers) = start(&[None, None, None]);
    let cluster = join(own);
    let options = Options {
        model: ModelChoice::Playouts,
        threads: 1,
        playouts: Some(PLAYOUTS),
        memory: MEMORY,
        seed: Some(1),
        peers: cluster.peers(),
        ..Options::default()
    };
    let mut engine = Engine::new(options).expect("good options");
    engine.new_game(Size::square(7).expect("a size"));
    let never = std::sync::atomic::AtomicBool::new(false);
    let color = engine.game().to_move();
    let (decision, report) = engine.genmove(color, &SearchOptions::default(), &never);
    assert!(matches!(decision, Decision::Move(_)));
    let visits = u64::from(report.visits);
    assert!((3 * PLAYOUTS + 1..=4 * PLAYOUTS + 100).contains(&visits), "{visits} visits");
    let children: u64 = report.candidates.iter().map(|c| u64::from(c.visits)).sum();
    assert!(children.abs_diff(visits) <= 10, "{children} visits of moves, {visits} of the root");
    assert!((0.0..=1.0).contains(&report.win_rate), "{}", report.win_rate);
    assert!(report.candidates.iter().all(|c| (-0.01..=1.01).contains(&c.win_rate)));
    // The tree is kept, and its visits are not shared a second time.
    let color = engine.game().to_move();
    let kept = report.candidates.iter().map(|c| u64::from(c.visits)).max().unwrap_or(0);
    let (_, report) = engine.find_move(color, &SearchOptions::default(), &never);
    let visits = u64::from(report.visits);
    assert!(visits <= 4 * PLAYOUTS + kept + 200, "{visits} visits, {kept} of them kept");
    drop((engine, cluster));
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
}

#[test]
fn a_search_without_a_limit_is_stopped_on_all_ranks() {
    let (own, workers) = start(&[None, None]);
    let cluster = join(own);
    let options = Options {
        model: ModelChoice::Playouts,
        threads: 1,
        playouts: Some(100),
        memory: MEMORY,
        ponder: true,
        peers: cluster.peers(),
        ..Options::default()
    };
    let mut engine = Engine::new(options).expect("good options");
    engine.new_game(Size::square(7).expect("a size"));
    let never = std::sync::atomic::AtomicBool::new(false);
    for _ in 0..3 {
        let color = engine.game().to_move();
        engine.stop_pondering();
        engine.genmove(color, &SearchOptions::default(), &never);
        engine.resume_pondering();
        thread::sleep(Duration::from_millis(50));
    }
    drop((engine, cluster));
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
}
