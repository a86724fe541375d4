//! Invariants of the search with a network; `tests/engine/search.rs` has those with playouts.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::ThreadPoolBuilder;
use shusaku::{
    board::{Board, Color, Hash, Move, Point, Size, Vertex},
    game::{Game, Turn, Variation},
    network::{InferenceOptions, Input, Network, NetworkOutput, Precision},
    rules::Rules,
    search::{
        Amaf, ConstraintKind, Details, EvalCache, EvalOptions, Evaluation, Evaluator, Limits,
        NetworkBackend, NetworkEvaluator, NetworkEvaluators, Puct, Report, SearchConstraint,
        SearchRequest, Searcher, Watcher, resolve_pda, root_output,
    },
};

/// A searcher with a network.
struct Player {
    cache: EvalCache,
    searcher: Searcher<Puct>,
}

const MEBIBYTE: usize = 1 << 20;

/// One of the test networks.
fn network() -> Arc<Network> {
    let network = Network::load(&super::file("synth-v10-relu.bin.gz"), Precision::F32, &[]);
    Arc::new(network.expect("a network"))
}

impl Player {
    fn new(threads: usize, mebibytes: usize) -> Player {
        let size = Size::square(9).expect("a size");
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        Player {
            cache: EvalCache::new(network(), size, MEBIBYTE, Some(1)),
            searcher: Searcher::new(Arc::new(pool), mebibytes * MEBIBYTE),
        }
    }

    fn run(&mut self, game: &Game, request: &SearchRequest) -> Report {
        self.watched(game, request, &AtomicBool::new(false))
    }

    fn watched(&mut self, game: &Game, request: &SearchRequest, watcher: &impl Watcher) -> Report {
        let color = game.to_move();
        let last_white_pda = self.searcher.eval_options().map(|last| last.white_pda);
        let eval_options =
            resolve_pda(&self.cache, None, request.eval_options, (game, color), last_white_pda);
        let request = SearchRequest { eval_options, ..request.clone() };
        let network = NetworkEvaluators::new(&self.cache, None, eval_options, game, color);
        self.searcher.search(game, color, &request, watcher, |_| network.evaluator())
    }
}

fn game(side: u8, rules: &str) -> Game {
    Game::new(Size::square(side).expect("a size"), Rules::preset(rules).expect("a preset"))
}

fn iterations(count: u64) -> SearchRequest {
    let limits = Limits { iterations: Some(count), runs_to_limit: true, ..Limits::default() };
    SearchRequest { limits, seed: 1, ..SearchRequest::default() }
}

/// Checks that the visits of the root are those of its children, that no virtual losses remain in the
/// values, and that the priors add up to 1.
fn assert_sums_up(report: &Report) {
    let children: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(report.visits, children);
    for candidate in report.candidates.iter().filter(|candidate| candidate.visits > 0) {
        assert!((0.01..=1.0).contains(&candidate.win_rate), "{candidate:?}");
        assert!((candidate.utility - candidate.win_rate).abs() < 0.3, "{candidate:?}");
    }
    let policy: f64 = report.candidates.iter().map(|candidate| candidate.prior).sum();
    assert!((policy - 1.0).abs() < 1e-4, "{policy}");
}

#[test]
fn leaves_that_are_evaluated_together_make_exactly_the_requested_visits() {
    // On the small board descents meet the leaves of others again and again.
    for (side, threads) in [(9, 1), (9, 2), (2, 1)] {
        for count in [1, 9, 403] {
            let mut player = Player::new(threads, 64);
            player.cache = player.cache.with_batch(8);
            let report = player.run(&game(side, "chinese"), &iterations(count));
            assert_eq!(u64::from(report.visits), count, "{side} {threads}");
            let children: u32 = report.candidates.iter().map(|c| c.visits).sum();
            assert_eq!(report.visits, children);
        }
    }
}

#[test]
fn a_search_with_leaves_evaluated_together_is_reproducible_and_similar() {
    let report = |batch| {
        let mut player = Player::new(1, 64);
        player.cache = player.cache.with_batch(batch);
        player.run(&game(9, "chinese"), &iterations(400))
    };
    let [single, first, second] = [1, 4, 4].map(report);
    assert_sums_up(&first);
    assert_eq!(first.candidates, second.candidates);
    assert!(
        (first.win_rate - single.win_rate).abs() < 0.05,
        "{} {}",
        first.win_rate,
        single.win_rate
    );
}

/// A network that notes which positions it evaluates.
struct Recorder<'p> {
    network: NetworkEvaluator<'p>,
    evaluated: &'p Mutex<Vec<(Hash, Color)>>,
}

impl Evaluator for Recorder<'_> {
    type Selection = Puct;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, f32)> {
        self.network.priors(line, to_move)
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        let has_pass = line.state().turns().iter().any(Turn::is_pass);
        let has_capture = [Color::Black, Color::White].iter().any(|&c| line.state().removed(c) > 0);
        if !has_pass && !has_capture {
            self.evaluated.lock().expect("no panic").push((line.state().hash(), to_move));
        }
        self.network.evaluate(line, to_move, amaf)
    }

    fn ownership(&self, point: Point) -> f32 {
        self.network.ownership(point)
    }
}

#[test]
fn a_position_that_several_lines_reach_is_evaluated_once() {
    let (mut player, game) = (Player::new(1, 64), game(5, "chinese"));
    let evaluated = Mutex::new(Vec::new());
    let request = iterations(500);
    let network =
        NetworkEvaluators::new(&player.cache, None, request.eval_options, &game, Color::Black);
    let evaluator = |_| Recorder { network: network.evaluator(), evaluated: &evaluated };
    let watcher = AtomicBool::new(false);
    player.searcher.search(&game, Color::Black, &request, &watcher, evaluator);
    let evaluated = evaluated.into_inner().expect("no panic");
    let distinct: HashSet<_> = evaluated.iter().collect();
    assert!(evaluated.len() > 100);
    assert_eq!(distinct.len(), evaluated.len());
}

/// Counts the evaluations by a network.
#[derive(Default)]
struct Counter(AtomicUsize);

impl NetworkBackend for Counter {
    fn evaluate(&self, _: &Input, _: InferenceOptions) -> Option<NetworkOutput> {
        self.0.fetch_add(1, Ordering::Relaxed);
        None
    }
}

#[test]
fn what_one_thread_has_evaluated_the_others_know_after_another_order_of_moves() {
    let (game, counter) = (game(9, "chinese"), Arc::new(Counter::default()));
    let backend: Arc<dyn NetworkBackend> = counter.clone();
    let cache = EvalCache::new(network(), game.size(), MEBIBYTE, Some(1));
    let cache = cache.with_backend(Some(backend));
    let new_evaluators =
        || NetworkEvaluators::new(&cache, None, EvalOptions::default(), &game, Color::Black);
    // Returns the number of evaluations so far.
    let evaluate = |evaluators: &NetworkEvaluators, moves: &str| {
        let mut line = Variation::new(&game);
        for vertex in moves.split_whitespace() {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            line.play_unchecked(line.state().to_move(), mv);
        }
        evaluators.evaluator().evaluate(&line, Color::White, &mut Amaf::default());
        counter.0.load(Ordering::Relaxed)
    };
    let evaluators = new_evaluators();
    assert_eq!(evaluate(&evaluators, "C3 D4 E5"), 2, "the root and the position");
    assert_eq!(evaluate(&evaluators, "E5 D4 C3"), 2);
    assert_eq!(evaluate(&new_evaluators(), "E5 D4 C3"), 3, "another search may have another komi");
}

#[test]
fn visits_add_up_with_one_thread_and_with_four() {
    for threads in [1, 4] {
        let report = Player::new(threads, 64).run(&game(9, "chinese"), &iterations(800));
        assert_sums_up(&report);
        assert!(report.visits <= 800);
    }
}

#[test]
fn a_search_is_reproducible_by_its_seed() {
    let game = game(7, "japanese");
    let reports = [(), ()].map(|()| Player::new(1, 64).run(&game, &iterations(400)));
    assert_eq!(reports[0].candidates, reports[1].candidates);
}

#[test]
fn one_iteration_plays_the_likeliest_move() {
    let mut game = game(9, "chinese");
    let mut player = Player::new(1, 64);
    for _ in 0..6 {
        let options = EvalOptions::default();
        let network = NetworkEvaluators::new(&player.cache, None, options, &game, game.to_move());
        let priors = network.evaluator().priors(&Variation::new(&game), game.to_move());
        let likeliest = priors.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let (mv, _) = *likeliest.expect("there is a pass");
        let report = player.run(&game, &iterations(1));
        assert_eq!(report.best().mv, mv);
        // Statistics of the reused tree could lead to another move.
        player.searcher.clear();
        game.play(game.to_move(), mv).expect("legal");
    }
}

#[test]
fn searches_with_and_without_pda_share_no_tree() {
    let (mut player, game) = (Player::new(1, 64), game(7, "chinese"));
    let eval_options = EvalOptions { white_pda: 1.0, ..EvalOptions::default() };
    let with_pda = SearchRequest { eval_options, ..iterations(100) };
    assert_eq!(player.run(&game, &with_pda).visits, 100);
    assert_eq!(player.run(&game, &with_pda).visits, 200);
    assert_eq!(player.run(&game, &iterations(100)).visits, 100);
}

/// The advantage for a point has the sign of the network's lead, so that their product is `pda`.
#[test]
fn a_pda_that_follows_from_another_lead_was_not_in_the_key_of_the_tree() {
    let (mut player, game) = (Player::new(1, 64), game(7, "chinese"));
    let output = root_output(&player.cache, None, EvalOptions::default(), &game, Color::Black);
    let mut run = |pda: f64| {
        let pda_per_point = pda / f64::from(output.lead);
        let eval_options = EvalOptions { pda_per_point, ..EvalOptions::default() };
        let visits = player.run(&game, &SearchRequest { eval_options, ..iterations(100) }).visits;
        (visits, player.searcher.eval_options().map(|options| options.white_pda))
    };
    assert_eq!(run(1.0), (100, Some(1.0)));
    assert_eq!(run(1.14), (200, Some(1.0)), "the nearest step is 1.25");
    assert_eq!(run(1.2), (100, Some(1.25)));
}

#[test]
fn the_tree_is_reused_after_moves() {
    let mut player = Player::new(1, 64);
    let mut game = game(7, "chinese");
    let first = player.run(&game, &iterations(1000));
    let [(black, _), (white, _)] = first.best().line[..2] else { panic!("two moves are expected") };
    game.play(Color::Black, black).expect("legal");
    game.play(Color::White, white).expect("legal");
    let second = player.run(&game, &iterations(50));
    assert!(second.visits > 52, "{} visits", second.visits);
    let own: u32 = second.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(second.visits - own, 1, "only the first visit precedes the expansion");
}

#[test]
fn a_search_goes_on_when_its_memory_is_full() {
    // Nodes for some 300 expanded positions, and a cache for far fewer evaluations than are made.
    let mut player = Player::new(2, 0);
    let report = player.run(&game(9, "chinese"), &iterations(3000));
    assert_sums_up(&report);
    assert!(report.visits > 2000, "{} visits", report.visits);
}

#[test]
fn a_search_by_time_does_not_end_before_its_rate_is_known() {
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let report = Player::new(1, 64).run(&game(9, "chinese"), &request);
    assert!(report.visits > 30, "{} visits", report.visits);
}

#[test]
fn a_search_stops_at_once() {
    let start = Instant::now();
    let mut player = Player::new(2, 64);
    player.watched(&game(19, "chinese"), &SearchRequest::default(), &AtomicBool::new(true));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_finished_game_without_agreement_is_counted() {
    let board: Board = "
        . X . X .
        X X X X X
        . X . X .
        X X X X X
        . X . X ."
        .parse()
        .expect("a diagram");
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut game = Game::from_position(board, Color::Black, rules);
    for (komi, value) in [(7.5, 1.0), (25.0, 0.5), (30.5, 0.0)] {
        game.set_komi(Some(komi));
        game.set_to_move(Color::Black);
        let line = [Color::Black, Color::White];
        let mut over = game.clone();
        line.iter().for_each(|&color| over.play(color, Move::Pass).expect("legal"));
        let player = Player::new(1, 64);
        let network = NetworkEvaluators::new(
            &player.cache,
            None,
            EvalOptions::default(),
            &over,
            Color::Black,
        );
        let mut evaluator = network.evaluator();
        let mut amaf = Amaf::default();
        let evaluation = evaluator.evaluate(&Variation::new(&over), Color::Black, &mut amaf);
        let expected = (value, 25.0 - komi);
        assert_eq!((evaluation.black_win_rate, evaluation.black_score), expected);
        let corner = over.size().point(0, 0).expect("a point");
        assert_eq!(evaluator.ownership(corner), 1.0);
    }
}

#[test]
fn constraints_hold() {
    let game = game(7, "chinese");
    let only = Move::Play(game.size().point(3, 3).expect("a point"));
    for kind in [ConstraintKind::Allow, ConstraintKind::Avoid] {
        let color = Color::Black;
        let constraints = vec![SearchConstraint { color, moves: vec![only], kind, until_depth: 1 }];
        let request = SearchRequest { constraints, ..iterations(100) };
        let report = Player::new(1, 64).run(&game, &request);
        let visited = report.candidates.iter().filter(|candidate| candidate.visits > 0);
        let is_allowed = kind == ConstraintKind::Allow;
        assert!(visited.clone().all(|candidate| (candidate.mv == only) == is_allowed));
        assert!(visited.count() > 0);
    }
}

#[test]
fn scores_and_ownership_are_reported_on_request() {
    let details = Details { score: true, ownership: true, move_ownership: true };
    let request = SearchRequest { details, ..iterations(100) };
    let report = Player::new(2, 64).run(&game(9, "chinese"), &request);
    let ownership = report.ownership.as_ref().expect("requested");
    assert_eq!(ownership.len(), 81);
    assert!(ownership.iter().any(|&owner| owner.abs() > 1e-3));
    assert_eq!(report.best().ownership.as_ref().map(Vec::len), Some(81));
    let score = report.score.expect("requested");
    assert!(score.deviation > 0.5, "the network's own deviation is included: {score:?}");
}
