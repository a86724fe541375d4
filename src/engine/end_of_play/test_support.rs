//! The rules applied to a diagram, without time limits.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    Decide, Facts, SideSearch, TimedSideSearch, decide as decide_from, early_rules, facts::Strength,
};
use crate::{
    board::{Board, Color, Move},
    engine::{
        Decision, SearchOptions, evaluation_time::EvaluationTime, evaluator::LeafEvaluator,
        lazy_status::LazyStatus, limits::MoveLimits,
    },
    game::Game,
    rules::Rules,
    search::{
        ConstraintKind, EvalOptions, Limits, PlayoutEvaluator, Report, SearchConstraint,
        SearchRequest, Searcher,
    },
    status::Effort,
};

const MEMORY: usize = 32 << 20;

/// Playouts of the short search for an early rule.
const SHORT: u64 = 64;

/// White's stone at C6 is dead, and all other stones are alive.
pub(super) const DEAD_STONE: &str = "
    . X X X O O .
    X X O X O O O
    . X . X O O .
    X X . X O O O
    . X X X O . O
    X X X X O O .
    X . X X O O O";

/// Side searches without time.
struct NoSideSearch;

impl SideSearch for NoSideSearch {
    fn can_count(&self, _: usize) -> bool {
        false
    }

    fn short(&mut self, _: &Game, _: Color, _: &SearchOptions, _: u64) -> Option<Report> {
        None
    }

    fn timed(&mut self, _: &Game, _: Color, _: &SearchOptions) -> Option<Report> {
        None
    }
}

/// A position, and further facts for the rules.
pub(super) struct Setting {
    pub(super) game: Game,
    pub(super) may_resign: bool,
}

impl Setting {
    /// With the player to move of the game.
    pub(super) fn new(game: Game) -> Setting {
        Setting { game, may_resign: false }
    }

    /// A position without history, under a preset.
    pub(super) fn of_diagram(diagram: &str, to_move: Color, rules: &str) -> Setting {
        let board: Board = diagram.parse().expect("a board");
        let rules = Rules::preset(rules).expect("a preset");
        Setting::new(Game::from_position(board, to_move, rules))
    }
}

/// The decision after a search of some playouts.
pub(super) fn decide(setting: &Setting, playouts: u64) -> Decision {
    with_facts(setting, |facts, side_search| {
        let report = search(setting, playouts, Vec::new());
        decide_from(facts, &report, side_search)
    })
}

/// The decision of the first early rule that applies and decides.
pub(super) fn decide_early(setting: &Setting) -> Option<Decision> {
    with_facts(setting, |facts, side_search| first_early_decision(setting, facts, side_search))
}

/// The same where side searches have no time, so that they find no move that gains points.
pub(super) fn decide_early_without_side_searches(setting: &Setting) -> Option<Decision> {
    with_facts(setting, |facts, _| first_early_decision(setting, facts, &mut NoSideSearch))
}

fn first_early_decision(
    setting: &Setting,
    facts: &Facts,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let report = search(setting, SHORT, Vec::new());
    early_rules(facts).find_map(|rule| rule.decide(facts, &report, side_search))
}

/// The decision of one rule, with the report of a short search.
pub(super) fn apply(rule: Decide, setting: &Setting) -> Option<Decision> {
    let report = search(setting, SHORT, Vec::new());
    with_facts(setting, |facts, side_search| rule(facts, &report, side_search))
}

/// The decision of one rule, with a report of these moves and their values.
pub(super) fn apply_to_values(
    rule: Decide,
    setting: &Setting,
    values: &[(Move, f64)],
) -> Option<Decision> {
    let mut report = search(setting, SHORT, Vec::new());
    report.candidates.retain_mut(|candidate| {
        let found = values.iter().find(|(mv, _)| *mv == candidate.mv);
        if let Some(&(_, value)) = found {
            (candidate.win_rate, candidate.utility_lcb, candidate.visits) = (value, value, 100);
        }
        found.is_some()
    });
    assert_eq!(report.candidates.len(), values.len(), "the search knows the moves");
    with_facts(setting, |facts, side_search| rule(facts, &report, side_search))
}

/// Whether an early rule can decide.
pub(super) fn does_apply(rule: fn(&Facts) -> bool, setting: &Setting) -> bool {
    with_facts(setting, |facts, _| rule(facts))
}

/// The report of a search of one move only, and the decision from it.
pub(super) fn search_only(setting: &Setting, mv: Move, playouts: u64) -> (Report, Decision) {
    let color = setting.game.to_move();
    let kind = ConstraintKind::Allow;
    let only = SearchConstraint { color, moves: vec![mv], kind, until_depth: 1 };
    let report = search(setting, playouts, vec![only]);
    let decision =
        with_facts(setting, |facts, side_search| decide_from(facts, &report, side_search));
    (report, decision)
}

fn search(setting: &Setting, playouts: u64, constraints: Vec<SearchConstraint>) -> Report {
    let (game, color) = (&setting.game, setting.game.to_move());
    let limits = Limits { iterations: Some(playouts), ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, constraints, ..SearchRequest::default() };
    let never = AtomicBool::new(false);
    let evaluator = |seed| PlayoutEvaluator::new(game, seed);
    Searcher::new(one_thread(), MEMORY).search(game, color, &request, &never, evaluator)
}

fn with_facts<T>(setting: &Setting, decide: impl FnOnce(&Facts, &mut TimedSideSearch) -> T) -> T {
    let game = setting.game.clone();
    let status = LazyStatus::new(game, LeafEvaluator::Playouts, Effort::Full, false, one_thread());
    let facts = Facts {
        game: &setting.game,
        color: setting.game.to_move(),
        status: Some(&status),
        options: &SearchOptions::default(),
        cleans_up: false,
        has_network: false,
        may_resign: setting.may_resign,
        strength: Strength::Full,
        sample: 0.5,
    };
    let mut side_search = TimedSideSearch {
        evaluator: &LeafEvaluator::Playouts,
        pool: &one_thread(),
        memory: MEMORY,
        eval_options: EvalOptions::default(),
        seed: 1,
        limits: MoveLimits {
            from_request: Limits::default(),
            start: Instant::now(),
            evaluation_time: EvaluationTime::default(),
        },
        watcher: &AtomicBool::new(false),
    };
    decide(&facts, &mut side_search)
}

fn one_thread() -> Arc<ThreadPool> {
    Arc::new(ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"))
}
