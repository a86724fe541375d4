//! The engine: a game, its clocks, and the searcher that chooses moves in it.

mod analyzer;
mod end_of_play;
mod evaluator;
mod handicap;
mod judge;
mod level;
mod limits;
mod network;
mod options;
mod ownership;
mod parameters;
mod play;
mod pondering;
mod search_options;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use log::info;
use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::{ThreadPool, ThreadPoolBuildError};
use thiserror::Error;

pub use self::{
    analyzer::{Analyzer, RawEvaluation},
    judge::Judge,
    level::FULL_LEVEL,
    options::{ModelChoice, Options},
    parameters::{Kind, Parameter, ParameterError, parameters},
    play::Decision,
    search_options::SearchOptions,
};
use self::{evaluator::LeafEvaluator, network::LoadedNetwork, pondering::Ponderer};
use crate::{
    board::{Board, Color, Move, PointSet, Size},
    clock::Clock,
    features::HumanProfile,
    game::{CannotUndo, Game, IllegalMove, NotEmpty, Stage},
    network::LoadError,
    rules::Rules,
    search::{EvalOptions, Limits, Report, SearchRequest, Watcher},
    threads,
};

/// The reason why an engine cannot be started or changed.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system refuses to start the threads.
    #[error("cannot start the search's threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The network's file cannot be loaded.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// A human profile is set for a network that does not take one.
    #[error("a human profile needs a HumanSL network: give its file with --model")]
    NotHumanNetwork,
    /// The second network is not a HumanSL network.
    #[error("{0} is not a HumanSL network")]
    NotHumanModel(
        /// The network's file.
        PathBuf,
    ),
}

/// The state of a session.
pub struct Engine {
    game: Game,
    /// The clocks of both players.
    pub clock: Clock,
    options: Options,
    pool: Arc<ThreadPool>,
    network: Option<LoadedNetwork>,
    evaluator: LeafEvaluator,
    ponderer: Ponderer,
    /// The number of moves after which the opponent is to move in a game that the engine plays.
    awaited_after: Option<usize>,
    resigned_by: Option<Color>,
    /// The number of moves before the clean-up phase, once the players disagreed about dead stones
    /// and take them off the board.
    cleans_up_from: Option<usize>,
    /// By color: the number of the engine's last moves in a row that looked lost.
    losing_moves: [u32; 2],
    /// The time that it took to end pondering, which belongs to the move that is requested next.
    time_to_stop: Duration,
    /// The time of one evaluation by the network in one thread, as the searches for moves show it;
    /// zero before the first one.
    evaluation_time: Duration,
    seed: u64,
    /// Samples the moves of levels below full strength, and of imitated people.
    level_rng: Xoroshiro128PlusPlus,
}

/// Share of the trees' memory for side searches.
const SIDE_SHARE: f64 = 0.125;

impl Engine {
    /// An engine with an empty 19×19 board.
    ///
    /// # Errors
    /// [`StartError`] if the system refuses the threads, or the network cannot be loaded.
    pub fn new(options: Options) -> Result<Engine, StartError> {
        let size = Size::square(19).expect("19 is a size");
        let mut game = Game::new(size, options.rules.clone());
        game.set_komi(options.komi);
        let pool = threads::pool(options.threads)?;
        let seed = options.seed.unwrap_or_else(rand::random);
        let network = pool.install(|| LoadedNetwork::new(&options))?;
        match &network {
            Some(loaded) => info!("network {:?}", loaded.network),
            None => info!("no network"),
        }
        let evaluator = LeafEvaluator::new(network.as_ref(), size, options.memory, Some(seed));
        Ok(Engine {
            game,
            clock: Clock::new(options.lag.map(Duration::from_secs_f64)),
            ponderer: ponderer(&pool, &evaluator, &options),
            network,
            evaluator,
            pool,
            awaited_after: None,
            resigned_by: None,
            cleans_up_from: None,
            losing_moves: [0; 2],
            time_to_stop: Duration::ZERO,
            evaluation_time: Duration::ZERO,
            seed,
            level_rng: Xoroshiro128PlusPlus::seed_from_u64(seed),
            options,
        })
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The version: that of the options, or that of the program with the network's name.
    #[must_use]
    pub fn version(&self) -> String {
        let program = env!("CARGO_PKG_VERSION");
        let default = || match self.network() {
            Some(network) => format!("{program} ({})", network.name()),
            None => program.to_string(),
        };
        self.options.version.clone().unwrap_or_else(default)
    }

    /// The game in progress.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The player who resigned, unless the game went on afterwards.
    #[must_use]
    pub const fn resigned_by(&self) -> Option<Color> {
        self.resigned_by
    }

    /// Starts a game on an empty board of this size; komi, rules and time settings stay.
    pub fn new_game(&mut self, size: Size) {
        self.game.clear(size);
        self.clock.restart();
        self.start_afresh();
    }

    /// Goes on from another game.
    pub fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.start_afresh();
    }

    /// Forgets the game before. Without a seed of the options, the same game is not played again.
    fn start_afresh(&mut self) {
        if self.options.seed.is_none() {
            self.seed = rand::random();
        }
        self.clear_cache();
        self.awaited_after = None;
        self.resigned_by = None;
        self.cleans_up_from = None;
        self.losing_moves = [0; 2];
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid it; the game stays as it was.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(color, mv)?;
        self.resigned_by = None;
        Ok(())
    }

    /// Plays some moves, or none if one of them is illegal.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid one; the game stays as it was, but for a forfeit.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), IllegalMove> {
        let mut game = self.game.clone();
        let played = moves.iter().try_for_each(|&(color, mv)| game.play(color, mv));
        if let Err(reason) = played {
            game.forfeited_by().into_iter().for_each(|color| self.game.forfeit(color));
            return Err(reason);
        }
        self.game = game;
        if !moves.is_empty() {
            self.resigned_by = None;
        }
        Ok(())
    }

    /// Takes back some moves.
    ///
    /// # Errors
    /// [`CannotUndo`] if fewer were played.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        self.game.undo(count)?;
        if count > 0 {
            let turns = self.game.turns().len();
            self.resigned_by = None;
            self.cleans_up_from = self.cleans_up_from.filter(|&from| from <= turns);
            self.losing_moves = [0; 2];
        }
        Ok(())
    }

    /// Sets the komi in points; `None` for the rule set's.
    pub fn set_komi(&mut self, komi: Option<f64>) {
        self.game.set_komi(komi);
    }

    /// Changes the rule set; the game goes on under it.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
    }

    /// Sets the player to move.
    pub fn set_to_move(&mut self, color: Color) {
        self.game.set_to_move(color);
    }

    /// Sets up a position before the first move.
    ///
    /// # Errors
    /// [`NotEmpty`] if the board is not empty.
    pub fn set_up(&mut self, position: Board, first: Color) -> Result<(), NotEmpty> {
        self.game.set_up(position, first)
    }

    /// Sets up handicap stones.
    ///
    /// # Errors
    /// [`NotEmpty`] if the board is not empty.
    pub fn place_handicap(&mut self, stones: &PointSet) -> Result<(), NotEmpty> {
        self.game.place_handicap(stones)
    }

    /// Chooses handicap stones freely and sets them up: as many fixed places as there are, then
    /// points far from the edge and from each other. Returns them.
    ///
    /// # Errors
    /// [`NotEmpty`] if the board is not empty.
    pub fn place_free_handicap(&mut self, stones: u32) -> Result<PointSet, NotEmpty> {
        let places = handicap::free(self.game.size(), stones);
        self.game.place_handicap(&places)?;
        Ok(places)
    }

    /// Ends pondering, so that the threads are free for a command.
    pub fn stop_pondering(&mut self) {
        let start = Instant::now();
        if self.ponderer.stop() {
            self.time_to_stop = start.elapsed();
        }
    }

    /// Whether the engine ponders.
    #[must_use]
    pub const fn is_pondering(&self) -> bool {
        self.ponderer.is_pondering()
    }

    /// Ends waiting for the opponent's move, and so pondering.
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
            let request = SearchRequest { seed, eval_options, ..SearchRequest::default() };
            self.ponderer.ponder(self.game.clone(), color, request);
        }
    }

    /// Drops the search tree and the cached evaluations.
    pub fn clear_cache(&mut self) {
        let memory = self.options.memory;
        self.evaluator =
            LeafEvaluator::new(self.network.as_ref(), self.game.size(), memory, Some(self.seed));
        self.ponderer = ponderer(&self.pool, &self.evaluator, &self.options);
        self.evaluation_time = Duration::ZERO;
    }

    /// Sets the playing strength, from 1 to [`FULL_LEVEL`].
    pub fn set_level(&mut self, level: u32) {
        self.options.level = level.clamp(1, FULL_LEVEL);
    }

    /// Sets the people whom the network imitates; `None` for none.
    ///
    /// # Errors
    /// [`StartError::NotHumanNetwork`] for a profile if the network does not take one.
    pub fn set_human_profile(&mut self, profile: Option<HumanProfile>) -> Result<(), StartError> {
        if profile == self.options.human_profile {
            return Ok(());
        }
        match &mut self.network {
            Some(loaded) => loaded.set_human_profile(profile)?,
            None if profile.is_some() => return Err(StartError::NotHumanNetwork),
            None => {}
        }
        self.options.human_profile = profile;
        self.clear_cache();
        Ok(())
    }

    /// Whether the network can imitate people.
    #[must_use]
    pub fn takes_human_profile(&self) -> bool {
        self.network.as_ref().is_some_and(|loaded| loaded.network.takes_metadata())
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

    /// Searches for a move of `color`.
    fn search(
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

    fn run(&mut self, color: Color, request: &SearchRequest, watcher: &impl Watcher) -> Report {
        self.ponderer.searcher().search(&self.game, color, request, watcher)
    }

    fn request(&self, color: Color, limits: Limits, options: &SearchOptions) -> SearchRequest {
        let SearchOptions { constraints, details } = options.clone();
        let (seed, eval_options) = (self.search_seed(), self.eval_options(color, false));
        SearchRequest { limits, seed, constraints, details, eval_options, wide_root: 0.0 }
    }

    /// The options of a network's evaluation, for a move of `player` or for an analysis. When White
    /// gives handicap, the network is told that White searches more, so that White plays for
    /// complications; not where it imitates people. Playouts ignore this, so that their tree serves
    /// both uses.
    fn eval_options(&self, player: Color, plays: bool) -> EvalOptions {
        let has_pda = self.evaluates_by_network() && self.options.human_profile.is_none();
        let pda = if has_pda { self.options.pda } else { 0.0 };
        let gives_handicap = plays && player == Color::White && self.game.handicap() > 0;
        let is_dynamic = has_pda && pda == 0.0 && gives_handicap;
        EvalOptions {
            pda_per_point: if is_dynamic { self.options.pda_per_point } else { 0.0 },
            white_pda: f64::from(player.opponent().sign()) * pda,
            temperature: self.options.temperature,
            ..EvalOptions::default()
        }
    }

    /// The limits of a search for some playouts.
    fn brief(&self, playouts: u64) -> Limits {
        Limits { iterations: Some(self.evaluator.iterations(playouts)), ..Limits::default() }
    }

    fn search_seed(&self) -> u64 {
        self.seed.wrapping_add((self.game.turns().len() as u64) << 32)
    }

    /// Bytes of the tree of a side search.
    fn side_memory(&self) -> usize {
        (self.evaluator.tree_memory(self.options.memory) as f64 * SIDE_SHARE) as usize
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), StartError> {
        self.pool = threads::pool(threads)?;
        self.ponderer = ponderer(&self.pool, &self.evaluator, &self.options);
        self.options.threads = threads;
        Ok(())
    }
}

/// The main searcher, on these threads. All trees and the cached evaluations take at most the memory
/// of the options.
fn ponderer(pool: &Arc<ThreadPool>, evaluator: &LeafEvaluator, options: &Options) -> Ponderer {
    let (pool, evaluator) = (Arc::clone(pool), evaluator.clone());
    let others = options.peers.searches.clone();
    let tree_memory = (evaluator.tree_memory(options.memory) as f64 * (1.0 - SIDE_SHARE)) as usize;
    Ponderer::new(move || evaluator.searcher(Arc::clone(&pool), tree_memory).shared(others.clone()))
}

#[cfg(test)]
mod tests;
