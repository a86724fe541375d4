//! The searches of the engine: for analysis, for moves, beside these and on the opponent's time.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{
    Engine, SIDE_SHARE, SearchOptions, end_of_play::TimedSideSearch, level::Level,
    limits::MoveLimits,
};
use crate::{
    board::Color,
    game::Stage,
    network::{InferenceOptions, Network, NetworkOutput, Workspace},
    search::{EvalOptions, Limits, Report, SearchRequest, Watcher},
};

/// Time that a batch of pondering may take: a move may be requested at any time.
const MAX_PONDER_BATCH_TIME: Duration = Duration::from_millis(100);

impl Engine {
    /// The network, if there is one, even where it leaves the board to playouts.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref().map(|loaded| &*loaded.network)
    }

    /// Whether a network evaluates the searches on this board, not playouts.
    #[must_use]
    pub fn evaluates_by_network(&self) -> bool {
        self.evaluator.network().is_some()
    }

    /// The network's output for the present position, without a search; `None` without a network.
    #[must_use]
    pub fn raw_network_output(&self, options: InferenceOptions) -> Option<NetworkOutput> {
        let loaded = self.network.as_ref()?;
        let input = loaded.input(&self.game);
        Some(loaded.network.evaluate(&input, options, &mut Workspace::default()))
    }

    /// Searches until the watcher ends it. The game stays as it is.
    pub fn analyze(
        &mut self,
        color: Color,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> Report {
        self.analyze_within(Limits::default(), color, options, watcher)
    }

    /// Searches up to a limit, or until the watcher ends it. The game stays as it is.
    pub fn analyze_within(
        &mut self,
        limits: Limits,
        color: Color,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> Report {
        self.choose_evaluator();
        let request = self.request(color, limits, options);
        let wide_root = self.options.wide_root;
        self.run(color, &SearchRequest { wide_root, ..request }, watcher)
    }

    /// Searches for some playouts, or for an equivalent number of a network's evaluations. The game
    /// stays as it is.
    pub fn search_briefly(
        &mut self,
        color: Color,
        playouts: u64,
        options: &SearchOptions,
    ) -> Report {
        self.choose_evaluator();
        let request = self.request(color, self.brief(playouts), options);
        self.run(color, &request, &AtomicBool::new(false))
    }

    /// Ends pondering, so that the threads are free for a command.
    pub fn stop_pondering(&mut self) {
        let start = Instant::now();
        if self.main_searcher.stop() {
            self.time_to_stop = start.elapsed();
        }
    }

    /// Whether the engine ponders.
    #[must_use]
    pub const fn is_pondering(&self) -> bool {
        self.main_searcher.is_pondering()
    }

    /// Keeps [`resume_pondering`](Self::resume_pondering) from pondering until the next generated move. A
    /// background search that is running goes on: see [`stop_pondering`](Self::stop_pondering).
    pub fn stop_waiting(&mut self) {
        self.awaited_after = None;
    }

    /// Ponders, if that is switched on and the opponent is to move. A level below full strength does
    /// not: its next search would have more visits than the level.
    pub fn resume_pondering(&mut self) {
        let ponders = self.options.ponder && self.level().is_none();
        let is_awaited = self.awaited_after == Some(self.game.turns().len());
        if ponders && is_awaited && self.game.stage() == Stage::Playing {
            let color = self.game.to_move();
            let eval_options = self.eval_options(color.opponent(), true);
            let seed = self.search_seed();
            let limits =
                Limits { max_batch_time: Some(MAX_PONDER_BATCH_TIME), ..Limits::default() };
            let request = SearchRequest { limits, seed, eval_options, ..SearchRequest::default() };
            self.main_searcher.ponder(self.game.clone(), color, request);
        }
    }

    /// Leaves the board to playouts if the embedded network turns out to be too slow there. Called
    /// before every search.
    pub(super) fn choose_evaluator(&mut self) {
        let game = &self.game;
        if self.network.as_mut().is_some_and(|loaded| loaded.measure_speed(game)) {
            self.clear_cache();
        }
    }

    /// Searches for a move of `color`.
    pub(super) fn search(
        &mut self,
        color: Color,
        limits: Limits,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> Report {
        let eval_options = self.eval_options(color, true);
        let request = SearchRequest { eval_options, ..self.request(color, limits, options) };
        self.run(color, &request, watcher)
    }

    /// Side searches for a move of `color`.
    pub(super) fn side_search<'e>(
        &'e self,
        color: Color,
        limits: MoveLimits,
        watcher: &'e dyn Watcher,
    ) -> TimedSideSearch<'e> {
        let trees = self.evaluator.tree_memory(self.options.memory);
        TimedSideSearch {
            evaluator: &self.evaluator,
            pool: &self.pool,
            memory: (trees as f64 * SIDE_SHARE) as usize,
            eval_options: self.eval_options(color, false),
            seed: self.search_seed(),
            limits,
            watcher,
        }
    }

    fn run(&mut self, color: Color, request: &SearchRequest, watcher: &impl Watcher) -> Report {
        self.main_searcher.searcher().search(&self.game, color, request, watcher)
    }

    fn request(&self, color: Color, limits: Limits, options: &SearchOptions) -> SearchRequest {
        let SearchOptions { constraints, mut details } = options.clone();
        // The end of play compares it with the judged margin; it costs little beside evaluations.
        details.score |= self.evaluates_by_network();
        let (seed, eval_options) = (self.search_seed(), self.eval_options(color, false));
        SearchRequest { limits, seed, constraints, details, eval_options, wide_root: 0.0 }
    }

    /// The options of a network's evaluation, for a move of `player` or for an analysis. When White
    /// gives handicap, the network is told that White searches more, so that White plays for
    /// complications; not where it imitates people. Playouts ignore this, so that their tree serves
    /// both uses.
    pub(super) fn eval_options(&self, player: Color, plays: bool) -> EvalOptions {
        let has_pda = self.evaluates_by_network() && self.options.human_profile.is_none();
        let pda = if has_pda { self.options.pda } else { 0.0 };
        let gives_handicap = plays && player == Color::White && self.game.handicap() > 0;
        let is_dynamic = has_pda && pda == 0.0 && gives_handicap;
        EvalOptions {
            pda_per_point: if is_dynamic { self.options.pda_per_point } else { 0.0 },
            white_pda: f64::from(player.opponent().sign()) * pda,
            policy_temperature: self.options.temperature,
            ..EvalOptions::default()
        }
    }

    /// The limits of a search for some playouts.
    pub(super) fn brief(&self, playouts: u64) -> Limits {
        Limits { iterations: Some(self.evaluator.iterations(playouts)), ..Limits::default() }
    }

    /// The level below full strength, if one is set.
    pub(super) fn level(&self) -> Option<Level> {
        Level::new(self.options.level, self.evaluates_by_network())
    }

    pub(super) fn search_seed(&self) -> u64 {
        self.seed.wrapping_add((self.game.turns().len() as u64) << 32)
    }
}
