//! Searches beside the one for the move: of other games, or without some moves.

use std::sync::Arc;

use rayon::ThreadPool;

use super::{
    Facts,
    facts::{EQUAL_VALUE, VALUE_UNCERTAINTY},
};
use crate::{
    board::{Color, Move},
    engine::{SearchOptions, evaluator::LeafEvaluator, limits::MoveLimits},
    game::Game,
    search::{Candidate, EvalOptions, Limits, Report, SearchRequest, Watcher},
    tuning::{MAX_SIDE_SEARCH_EVALUATIONS, MAX_SIDE_SEARCH_PLAYOUTS, MIN_SIDE_SEARCH_PLAYOUTS},
};

/// Searches beside the one for the move, and the time for them.
pub(in crate::engine) trait SideSearch {
    /// Whether there is time to judge the stones on a board of `area` points as for a count.
    fn can_count(&self, area: usize) -> bool;

    /// Searches for a few playouts, or [`PLAYOUTS_PER_EVALUATION`] times fewer evaluations of a network;
    /// `None` if it is stopped, or the time is not enough, before half of them.
    ///
    /// [`PLAYOUTS_PER_EVALUATION`]: crate::tuning::PLAYOUTS_PER_EVALUATION
    fn short(
        &mut self,
        game: &Game,
        color: Color,
        options: &SearchOptions,
        playouts: u64,
    ) -> Option<Report>;

    /// Searches in the time that is left for the move, for at most [`MAX_SIDE_SEARCH_PLAYOUTS`], or
    /// [`MAX_SIDE_SEARCH_EVALUATIONS`] of a network; `None` if it is stopped, or the time is not
    /// enough, before [`MIN_SIDE_SEARCH_PLAYOUTS`], or [`PLAYOUTS_PER_EVALUATION`] times fewer
    /// evaluations.
    ///
    /// [`PLAYOUTS_PER_EVALUATION`]: crate::tuning::PLAYOUTS_PER_EVALUATION
    fn timed(&mut self, game: &Game, color: Color, options: &SearchOptions) -> Option<Report>;
}

/// The first of these moves, in the order of the report, that is as good as the best one. If there is
/// none, a side search considers these moves alone, since the main search seldom visits moves that gain
/// only points.
pub(super) fn equally_good_move(
    facts: &Facts,
    report: &Report,
    moves: Vec<Move>,
    side_search: &mut dyn SideSearch,
) -> Option<Move> {
    let min_value = min_equal_value(facts, report);
    let is_equal =
        |c: &&Candidate| c.visits > 0 && c.win_rate >= min_value && moves.contains(&c.mv);
    if let Some(candidate) = report.candidates.iter().find(is_equal) {
        return Some(candidate.mv);
    }
    let is_playable = |mv: &Move| facts.permits(*mv) && facts.game.check(facts.color, *mv).is_ok();
    let moves: Vec<Move> = moves.into_iter().filter(is_playable).collect();
    if moves.is_empty() {
        return None;
    }
    let options = facts.options.only(facts.color, moves);
    let alone = side_search.timed(facts.game, facts.color, &options)?;
    let best = alone.best();
    (best.win_rate >= min_value).then_some(best.mv)
}

/// Value from which on a move is as good as the best one. A pass that wins the game has the value 1,
/// which a network gives to no position.
fn min_equal_value(facts: &Facts, report: &Report) -> f64 {
    let best = report.best();
    let is_exact = best.mv == Move::Pass && facts.pass_ends_play() && facts.has_network;
    best.win_rate - if is_exact { VALUE_UNCERTAINTY } else { EQUAL_VALUE }
}

/// Side searches with a tree of their own, so that the main tree survives.
pub(in crate::engine) struct TimedSideSearch<'e> {
    pub(in crate::engine) evaluator: &'e LeafEvaluator,
    pub(in crate::engine) pool: &'e Arc<ThreadPool>,
    /// Bytes of the tree.
    pub(in crate::engine) memory: usize,
    pub(in crate::engine) eval_options: EvalOptions,
    pub(in crate::engine) seed: u64,
    /// The limits of the move.
    pub(in crate::engine) limits: MoveLimits,
    /// The watcher of the search for the move.
    pub(in crate::engine) watcher: &'e dyn Watcher,
}

/// A watcher of another search, which ends this one too but takes no reports of it.
struct OnlyStop<'w>(&'w dyn Watcher);

impl Watcher for OnlyStop<'_> {
    fn wants_stop(&self) -> bool {
        self.0.wants_stop()
    }
}

impl TimedSideSearch<'_> {
    fn search(&self, game: &Game, color: Color, options: &SearchOptions, limits: Limits) -> Report {
        let SearchOptions { constraints, details } = options.clone();
        let (seed, eval_options) = (self.seed, self.eval_options);
        let request =
            SearchRequest { limits, seed, constraints, details, eval_options, wide_root: 0.0 };
        let mut searcher = self.evaluator.searcher(Arc::clone(self.pool), self.memory);
        searcher.search(game, color, &request, &OnlyStop(self.watcher))
    }
}

impl SideSearch for TimedSideSearch<'_> {
    fn can_count(&self, area: usize) -> bool {
        self.limits.can_count(area) && !self.watcher.wants_stop()
    }

    fn short(
        &mut self,
        game: &Game,
        color: Color,
        options: &SearchOptions,
        playouts: u64,
    ) -> Option<Report> {
        let iterations = self.evaluator.iterations(playouts);
        if self.watcher.wants_stop() || !self.limits.can_evaluate_in_max_time(iterations) {
            return None;
        }
        let Limits { time, max_time, .. } = self.limits.left();
        let max_time = max_time.or(time);
        let limits = Limits { iterations: Some(iterations), max_time, ..Limits::default() };
        let report = self.search(game, color, options, limits);
        // A search that is settled ends after more than half of its iterations.
        (2 * u64::from(report.visits) >= iterations).then_some(report)
    }

    fn timed(&mut self, game: &Game, color: Color, options: &SearchOptions) -> Option<Report> {
        let min_visits = self.evaluator.iterations(MIN_SIDE_SEARCH_PLAYOUTS.get());
        if self.watcher.wants_stop() || !self.limits.can_evaluate(min_visits) {
            return None;
        }
        let Limits { time, max_time, .. } = self.limits.left();
        let max_iterations = match self.evaluator.network() {
            None => MAX_SIDE_SEARCH_PLAYOUTS.get(),
            Some(_) => MAX_SIDE_SEARCH_EVALUATIONS.get(),
        };
        let limits =
            Limits { iterations: Some(max_iterations), time, max_time, ..Limits::default() };
        let report = self.search(game, color, options, limits);
        (u64::from(report.visits) >= min_visits).then_some(report)
    }
}
