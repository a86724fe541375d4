//! Invariants of the search, with one thread and with several.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::ThreadPoolBuilder;
use shusaku::{
    board::{Board, Color, Move, Point, Size, Vertex},
    game::{Game, Variation},
    rules::Rules,
    search::{
        Amaf, ConstraintKind, Details, Evaluation, Evaluator, Limits, PlayoutEvaluator, Rave,
        RavePrior, Report, SearchConstraint, SearchRequest, Searcher,
    },
};

static NEVER: AtomicBool = AtomicBool::new(false);

fn searcher(threads: usize, mebibytes: usize) -> Searcher<Rave> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    Searcher::new(Arc::new(pool), mebibytes << 20)
}

fn game(side: u8) -> Game {
    let size = Size::square(side).expect("a size");
    Game::new(size, Rules::preset("chinese").expect("a preset"))
}

fn iterations(count: u64) -> Limits {
    Limits { iterations: Some(count), ..Limits::default() }
}

fn request(limits: Limits) -> SearchRequest {
    SearchRequest { limits, seed: 1, ..SearchRequest::default() }
}

fn run(searcher: &mut Searcher<Rave>, game: &Game, limits: Limits) -> Report {
    let evaluator = |seed| PlayoutEvaluator::new(game, seed);
    searcher.search(game, game.to_move(), &request(limits), &NEVER, evaluator)
}

/// Checks that the visits of the root are those of its children, and that values are in range.
fn assert_sums_up(report: &Report) {
    let children: u32 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(report.visits, children);
    // Virtual losses that were not removed would make values too low.
    assert!(report.candidates.iter().all(|c| (0.0..=1.0).contains(&c.win_rate)));
}

#[test]
fn visits_add_up_with_one_thread_and_with_four() {
    for threads in [1, 4] {
        let report = run(&mut searcher(threads, 64), &game(9), iterations(2000));
        assert_sums_up(&report);
        // A search whose choice is settled ends early.
        assert!((500..=2000).contains(&report.visits), "{} visits", report.visits);
    }
}

#[test]
fn no_virtual_loss_remains_in_a_won_game() {
    // Black owns the board whatever happens: every iteration has nearly the value 1 for Black.
    let board: Board = "
        . X . X .
        X X X X X
        . X . X .
        X X X X X
        . X . X ."
        .parse()
        .expect("a diagram");
    let game =
        Game::from_position(board, Color::Black, Rules::preset("chinese").expect("a preset"));
    for threads in [1, 4] {
        let report = run(&mut searcher(threads, 64), &game, iterations(3000));
        let best = report.best();
        assert_eq!(best.mv, Move::Pass, "only eyes are left");
        // 25 points less the bonus for 16 handicap stones and half a point of komi.
        let expected = 0.96 + 0.04 * (0.5 + 8.5 / 25.0 / 2.0);
        assert!((best.win_rate - expected).abs() < 1e-6, "{best:?}");
    }
}

#[test]
fn a_search_is_reproducible_by_its_seed() {
    let reports = [(), ()].map(|()| run(&mut searcher(1, 64), &game(7), iterations(1500)));
    assert_eq!(reports[0].candidates, reports[1].candidates);
}

#[test]
fn the_tree_is_reused_after_moves_and_after_undo() {
    let mut searcher = searcher(1, 64);
    let mut game = game(7);
    let first = run(&mut searcher, &game, iterations(3000));
    let [(black, _), (white, _)] = first.best().line[..2] else { panic!("two moves are expected") };
    game.play(Color::Black, black).expect("legal");
    game.play(Color::White, white).expect("legal");
    let second = run(&mut searcher, &game, iterations(100));
    assert!(second.visits > 110, "{} visits", second.visits);
    let own: u32 = second.candidates.iter().map(|candidate| candidate.visits).sum();
    // The first iterations through a node precede its expansion.
    assert!(second.visits - own <= 8, "{} and {own}", second.visits);
    game.undo(2).expect("two moves");
    let back = run(&mut searcher, &game, iterations(100));
    // A search whose choice is settled ends early.
    assert!(first.visits > 1000, "{} visits", first.visits);
    assert!(back.visits > first.visits, "{} after {}", back.visits, first.visits);
}

#[test]
fn another_komi_or_rule_set_discards_the_tree() {
    let mut searcher = searcher(1, 64);
    let mut game = game(5);
    run(&mut searcher, &game, iterations(500));
    game.set_komi(Some(30.0));
    assert!(run(&mut searcher, &game, iterations(50)).visits <= 50);
    game.set_rules(Rules::preset("japanese").expect("a preset"));
    assert!(run(&mut searcher, &game, iterations(50)).visits <= 50);
}

#[test]
fn a_search_goes_on_when_its_memory_is_full() {
    let limits = Limits { runs_to_limit: true, ..iterations(60_000) };
    let report = run(&mut searcher(2, 4), &game(9), limits);
    assert_eq!(report.visits, 60_000);
    assert_sums_up(&report);
}

/// Playouts in a tree that two expansions fill: every move is in it a hundred times.
struct CrowdedEvaluator(PlayoutEvaluator);

impl Evaluator for CrowdedEvaluator {
    type Selection = Rave;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, RavePrior)> {
        let priors = self.0.priors(line, to_move);
        priors.iter().cycle().take(100 * priors.len()).copied().collect()
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        self.0.evaluate(line, to_move, amaf)
    }

    fn ownership(&self, point: Point) -> f32 {
        self.0.ownership(point)
    }
}

#[test]
fn a_search_whose_time_is_up_while_its_memory_is_full_ends() {
    let game = game(9);
    for micros in (0..40_000).step_by(2000) {
        let mut searcher = searcher(2, 0);
        let time = Some(Duration::from_micros(micros));
        let request = request(Limits { time, ..Limits::default() });
        let evaluator = |seed| CrowdedEvaluator(PlayoutEvaluator::new(&game, seed));
        let report = searcher.search(&game, Color::Black, &request, &NEVER, evaluator);
        assert!(report.visits > 0);
    }
}

#[test]
fn a_search_stops_at_once() {
    let stop = AtomicBool::new(true);
    let game = game(19);
    let start = Instant::now();
    let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
    let request = request(Limits::default());
    searcher(2, 64).search(&game, Color::Black, &request, &stop, evaluator);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_capture_is_found() {
    let board: Board = "
        . . X . .
        . X O X .
        X O O X .
        . X . . .
        . . . O ."
        .parse()
        .expect("a diagram");
    let size = board.size();
    let rules = Rules::preset("chinese").expect("a preset");
    let game = Game::from_position(board, Color::Black, rules);
    let report = run(&mut searcher(1, 64), &game, iterations(3000));
    assert_eq!(Vertex::new(size, report.best().mv).to_string(), "C2");
}

#[test]
fn constraints_hold() {
    let game = game(7);
    let center = Vertex::parse(game.size(), "D4").expect("a vertex");
    for kind in [ConstraintKind::Allow, ConstraintKind::Avoid] {
        let (color, moves) = (Color::Black, vec![center]);
        let constraints = vec![SearchConstraint { color, moves, kind, until_depth: 1 }];
        let request = SearchRequest { constraints, ..request(iterations(500)) };
        let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
        let report = searcher(1, 64).search(&game, color, &request, &NEVER, evaluator);
        let visited = report.candidates.iter().filter(|candidate| candidate.visits > 0);
        let is_allowed = kind == ConstraintKind::Allow;
        assert!(visited.clone().all(|candidate| (candidate.mv == center) == is_allowed));
        assert!(visited.count() > 0);
    }
}

#[test]
fn scores_and_ownership_of_a_settled_board_are_right() {
    let board: Board = "
        . X . O .
        X X . O O
        . X . O .
        X X . O O
        . X . O ."
        .parse()
        .expect("a diagram");
    let mut game =
        Game::from_position(board, Color::White, Rules::preset("chinese").expect("a preset"));
    game.set_komi(Some(0.0));
    let details = Details { score: true, ownership: true, move_ownership: true };
    let request = SearchRequest { details, ..request(iterations(500)) };
    let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
    let report = searcher(2, 64).search(&game, Color::White, &request, &NEVER, evaluator);
    let ownership = report.ownership.as_ref().expect("requested");
    for row in ownership.chunks(5) {
        assert!(row[..2].iter().all(|&owner| owner < -0.9), "{row:?}");
        assert!(row[3..].iter().all(|&owner| owner > 0.9), "{row:?}");
    }
    assert_eq!(report.best().ownership.as_ref().map(Vec::len), Some(25));
    let score = report.score.expect("requested");
    assert!(score.mean.abs() < 6.0 && score.deviation < 6.0, "{score:?}");
}

/// Playouts, of which every one from some number on fails.
struct FailingEvaluator<'a> {
    playouts: PlayoutEvaluator,
    left: &'a AtomicI64,
}

impl Evaluator for FailingEvaluator<'_> {
    type Selection = Rave;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, RavePrior)> {
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        assert!(left != 0, "a provoked failure of priors");
        self.playouts.priors(line, to_move)
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        assert!(left > 0, "a provoked failure of an evaluation");
        self.playouts.evaluate(line, to_move, amaf)
    }

    fn ownership(&self, point: Point) -> f32 {
        self.playouts.ownership(point)
    }
}

#[test]
fn a_thread_that_fails_ends_the_search_and_no_more() {
    let game = game(9);
    for (threads, evaluations) in [(1, 500), (4, 500), (4, 40), (1, 1)] {
        let mut searcher = searcher(threads, 64);
        let left = AtomicI64::new(evaluations);
        let evaluator =
            |seed| FailingEvaluator { playouts: PlayoutEvaluator::new(&game, seed), left: &left };
        // No limit: a thread that did not learn of the failure would search for ever.
        let request = request(Limits::default());
        let report = searcher.search(&game, Color::Black, &request, &NEVER, evaluator);
        assert!(i64::from(report.visits) <= evaluations + threads as i64, "{}", report.visits);
        assert!(game.check(Color::Black, report.best().mv).is_ok());
        let next = run(&mut searcher, &game, iterations(200));
        assert_sums_up(&next);
        assert!(next.visits > 100, "{} visits of a new tree", next.visits);
    }
}

#[test]
fn a_root_that_fails_is_expanded_the_next_time() {
    let game = game(9);
    let mut searcher = searcher(2, 64);
    let left = AtomicI64::new(0);
    let evaluator =
        |seed| FailingEvaluator { playouts: PlayoutEvaluator::new(&game, seed), left: &left };
    let request = request(iterations(10));
    let search = || searcher.search(&game, Color::Black, &request, &NEVER, evaluator);
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    let report = run(&mut searcher, &game, iterations(100));
    assert_eq!(report.candidates.len(), 82);
}

#[test]
fn the_win_rate_of_a_new_root_is_the_mean_of_its_moves() {
    let (mut searcher, mut game) = (searcher(1, 64), game(9));
    let best = run(&mut searcher, &game, iterations(2000)).best().mv;
    game.play(Color::Black, best).expect("a legal move");
    let report = run(&mut searcher, &game, iterations(1));
    let visits: f64 = report.candidates.iter().map(|c| f64::from(c.visits)).sum();
    let sum: f64 = report.candidates.iter().map(|c| c.win_rate * f64::from(c.visits)).sum();
    assert!(visits < f64::from(report.visits), "the root was a leaf once");
    assert!((report.win_rate - sum / visits).abs() < 1e-9);
}
