//! Searches beside the one for the move: of other games, or without some moves.

use std::sync::{Arc, atomic::AtomicBool};

use rayon::ThreadPool;

use crate::{
    board::Color,
    engine::{SearchOptions, evaluator::LeafEvaluator, limits::MoveLimits},
    game::Game,
    search::{EvalOptions, Limits, Report, SearchRequest},
    tuning::{MAX_SIDE_SEARCH_PLAYOUTS, MIN_SIDE_SEARCH_PLAYOUTS},
};

/// Searches beside the one for the move.
pub(in crate::engine) trait SideSearch {
    /// Searches for a few playouts, or [`PLAYOUTS_PER_EVALUATION`] times fewer evaluations of a network.
    ///
    /// [`PLAYOUTS_PER_EVALUATION`]: crate::tuning::PLAYOUTS_PER_EVALUATION
    fn short(
        &mut self,
        game: &Game,
        color: Color,
        options: &SearchOptions,
        playouts: u64,
    ) -> Report;

    /// Searches in the time that is left for the move, for at most [`MAX_SIDE_SEARCH_PLAYOUTS`], or
    /// [`PLAYOUTS_PER_EVALUATION`] times fewer evaluations of a network; `None` if the time is not enough
    /// for [`MIN_SIDE_SEARCH_PLAYOUTS`].
    ///
    /// [`PLAYOUTS_PER_EVALUATION`]: crate::tuning::PLAYOUTS_PER_EVALUATION
    fn timed(&mut self, game: &Game, color: Color, options: &SearchOptions) -> Option<Report>;
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
}

impl TimedSideSearch<'_> {
    fn search(
        &mut self,
        game: &Game,
        color: Color,
        options: &SearchOptions,
        limits: Limits,
    ) -> Report {
        let SearchOptions { constraints, details } = options.clone();
        let (seed, eval_options) = (self.seed, self.eval_options);
        let request =
            SearchRequest { limits, seed, constraints, details, eval_options, wide_root: 0.0 };
        let never = AtomicBool::new(false);
        let mut searcher = self.evaluator.searcher(Arc::clone(self.pool), self.memory);
        searcher.search(game, color, &request, &never)
    }
}

impl SideSearch for TimedSideSearch<'_> {
    fn short(
        &mut self,
        game: &Game,
        color: Color,
        options: &SearchOptions,
        playouts: u64,
    ) -> Report {
        let iterations = Some(self.evaluator.iterations(playouts));
        self.search(game, color, options, Limits { iterations, ..Limits::default() })
    }

    fn timed(&mut self, game: &Game, color: Color, options: &SearchOptions) -> Option<Report> {
        let Limits { time, max_time, .. } = self.limits.left();
        let limits = Limits {
            iterations: Some(self.evaluator.iterations(MAX_SIDE_SEARCH_PLAYOUTS.get())),
            time,
            max_time,
            ..Limits::default()
        };
        let report = self.search(game, color, options, limits);
        let min_visits = self.evaluator.iterations(MIN_SIDE_SEARCH_PLAYOUTS.get());
        (u64::from(report.visits) >= min_visits).then_some(report)
    }
}
