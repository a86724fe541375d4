//! The engine: a game, its clocks, and the searcher that chooses moves in it.

mod analyzer;
mod decision;
mod end_of_play;
mod evaluation_time;
mod evaluator;
mod handicap;
mod judge;
mod lazy_status;
mod level;
mod limits;
mod main_searcher;
mod network;
mod options;
mod ownership;
mod parameters;
mod peers;
mod play;
mod resignation;
mod search_options;
mod searches;
mod status;

use std::{sync::Arc, time::Duration};

use log::info;
use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::ThreadPool;

pub use self::{
    analyzer::{Analyzer, RawEvaluation},
    decision::Decision,
    judge::Judge,
    level::FULL_LEVEL,
    options::{ModelChoice, Options, StartError},
    parameters::{Parameter, ParameterError, ParameterKind, parameters},
    peers::Peers,
    search_options::SearchOptions,
};
use self::{
    evaluation_time::EvaluationTime, evaluator::LeafEvaluator, main_searcher::MainSearcher,
    network::LoadedNetwork,
};
use crate::{
    board::{Board, Color, Move, PointSet, Size},
    clock::Clock,
    features::HumanProfile,
    game::{CannotUndo, Game, IllegalMove, NotEmpty},
    rules::Rules,
    threads,
};

/// The state of a session.
pub struct Engine {
    game: Game,
    /// The clocks of both players.
    pub clock: Clock,
    options: Options,
    pool: Arc<ThreadPool>,
    network: Option<LoadedNetwork>,
    evaluator: LeafEvaluator,
    main_searcher: MainSearcher,
    /// Length of the game, in moves, once the engine had moved: it ponders only at this length.
    awaited_after: Option<usize>,
    resigned_by: Option<Color>,
    /// The number of moves before the clean-up phase, once the players disagreed about dead stones
    /// and take them off the board.
    cleans_up_from: Option<usize>,
    /// By color: the number of the engine's last moves in a row that looked lost.
    losing_moves: [u32; 2],
    /// The time that it took to end pondering, which belongs to the move that is requested next.
    time_to_stop: Duration,
    evaluation_time: EvaluationTime,
    seed: u64,
    /// Samples the moves of levels below full strength, and of imitated people.
    level_rng: Xoroshiro128PlusPlus,
}

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
            main_searcher: new_main_searcher(&pool, &evaluator, &options),
            network,
            evaluator,
            pool,
            awaited_after: None,
            resigned_by: None,
            cleans_up_from: None,
            losing_moves: [0; 2],
            time_to_stop: Duration::ZERO,
            evaluation_time: EvaluationTime::default(),
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
    /// [`IllegalMove`] if the rules forbid it; the game stays as it was, but for a forfeit.
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
        let places = handicap::free_places(self.game.size(), stones);
        self.game.place_handicap(&places)?;
        Ok(places)
    }

    /// Drops the search tree and the cached evaluations.
    pub fn clear_cache(&mut self) {
        let memory = self.options.memory;
        self.evaluator =
            LeafEvaluator::new(self.network.as_ref(), self.game.size(), memory, Some(self.seed));
        self.main_searcher = new_main_searcher(&self.pool, &self.evaluator, &self.options);
        self.evaluation_time = EvaluationTime::default();
    }

    /// Sets the playing strength, from 1 to [`FULL_LEVEL`].
    pub fn set_level(&mut self, level: u32) {
        self.options.level = level.clamp(1, FULL_LEVEL);
    }

    /// Sets the people whom the network imitates; `None` for none.
    ///
    /// # Errors
    /// [`StartError::ProfileWithoutHumanNetwork`] for a profile if the network does not take one.
    pub fn set_human_profile(&mut self, profile: Option<HumanProfile>) -> Result<(), StartError> {
        if profile == self.options.human_profile {
            return Ok(());
        }
        match &mut self.network {
            Some(loaded) => loaded.set_human_profile(profile)?,
            None if profile.is_some() => return Err(StartError::ProfileWithoutHumanNetwork),
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

    fn set_threads(&mut self, threads: usize) -> Result<(), StartError> {
        self.pool = threads::pool(threads)?;
        self.main_searcher = new_main_searcher(&self.pool, &self.evaluator, &self.options);
        self.options.threads = threads;
        Ok(())
    }
}

/// Share of the trees' memory for side searches.
const SIDE_SHARE: f64 = 0.125;

/// The main searcher, on these threads. All trees and the cached evaluations take at most the memory
/// of the options.
fn new_main_searcher(
    pool: &Arc<ThreadPool>,
    evaluator: &LeafEvaluator,
    options: &Options,
) -> MainSearcher {
    let (pool, evaluator) = (Arc::clone(pool), evaluator.clone());
    let others = options.peers.searches.clone();
    let tree_memory = (evaluator.tree_memory(options.memory) as f64 * (1.0 - SIDE_SHARE)) as usize;
    MainSearcher::new(move || {
        evaluator.searcher(Arc::clone(&pool), tree_memory).with_remote_searches(others.clone())
    })
}

#[cfg(test)]
mod tests;
