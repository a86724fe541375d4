//! The engine: a game, its clocks, and the player that searches it.

mod cleanup;
mod decide;
mod ending;
mod foresight;
mod level;
mod loaded;
mod options;
mod parameters;
mod passing;
mod player;
mod stack;
mod thinker;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use log::info;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

pub use self::{
    decide::Decision,
    level::FULL_LEVEL,
    options::{ModelChoice, Options},
    parameters::{Kind, PARAMETERS, Parameter, ParameterError},
    stack::{STACK, with_large_stack},
};
use self::{level::Level, loaded::Loaded, player::Player, thinker::Thinker};
use crate::{
    board::{Board, Color, Move, Point, PointSet, Size},
    clock::Clock,
    game::{Game, NotEmpty, Stage, fixed_handicap},
    network::{LoadError, Network},
    search::{
        Details, EvalOptions, Limits, Report, SearchConstraint, SearchRequest, Searcher, Watcher,
    },
};

/// The engine cannot play like this.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system refuses the threads.
    #[error("cannot start the search's threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The network's file is of no use.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// A person is to be imitated by a network that does not imitate people.
    #[error("only networks that imitate people take a person: give --model one of them")]
    NoImitator,
}

/// What a search is to leave out, and what its reports are to tell beyond visits and values.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// Turns to leave out.
    pub constraints: Vec<SearchConstraint>,
    /// What to tell.
    pub details: Details,
}

impl SearchOptions {
    /// Whether a turn of `color` may be looked at in the present position.
    #[must_use]
    pub fn permits(&self, color: Color, mv: Move) -> bool {
        self.constraints.iter().all(|constraint| constraint.permits(color, mv, 0))
    }

    /// The same question, but for some turns of `color` in the present position.
    fn without(&self, color: Color, moves: Vec<Move>) -> SearchOptions {
        let mut question = self.clone();
        question.constraints.push(SearchConstraint { color, moves, is_exclusive: false, depth: 1 });
        question
    }
}

/// All state of a session: what every command reads and changes.
pub struct Engine {
    /// The game in progress.
    pub game: Game,
    /// The clocks of both players.
    pub clock: Clock,
    options: Options,
    pool: Arc<ThreadPool>,
    loaded: Option<Loaded>,
    player: Player,
    thinker: Thinker,
    /// After how many turns the opponent is to move in a game that the engine plays.
    awaited_after: Option<usize>,
    resigned_by: Option<Color>,
    /// Whether the players disagreed about dead stones, and take them off.
    cleans_up: bool,
    /// By colour: how many of its own turns in a row it thought lost.
    hopeless_turns: [u32; 2],
    seed: u64,
}

impl Engine {
    /// An engine in front of an empty 19×19 board.
    ///
    /// # Errors
    /// [`StartError`] if the system refuses the threads, or the network cannot be loaded.
    pub fn new(options: Options) -> Result<Engine, StartError> {
        let size = Size::square(19).expect("19 is a size");
        let mut game = Game::new(size, options.rules.clone());
        game.set_komi(options.komi);
        let pool = start_threads(options.threads)?;
        let seed = options.seed.unwrap_or_else(rand::random);
        let loaded = Loaded::new(&options)?;
        match &loaded {
            Some(loaded) => info!("network {:?}", loaded.network),
            None => info!("no network"),
        }
        let player = Player::new(loaded.as_ref(), size, options.memory, seed);
        Ok(Engine {
            game,
            clock: Clock::new(Duration::from_secs_f64(options.lag)),
            thinker: thinker(&pool, player.tree_memory(options.memory)),
            loaded,
            player,
            pool,
            awaited_after: None,
            resigned_by: None,
            cleans_up: false,
            hopeless_turns: [0; 2],
            seed,
            options,
        })
    }

    /// How it plays.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What it calls its version: what the options say, or that of the program with the name of the
    /// network, if it has one.
    #[must_use]
    pub fn version(&self) -> String {
        let own = env!("CARGO_PKG_VERSION");
        let with = |network: &Network| format!("{own} ({})", network.name());
        let derived = || self.network().map_or_else(|| own.to_string(), with);
        self.options.version.clone().unwrap_or_else(derived)
    }

    /// Starts a game on an empty board of this size; komi, rules and time settings stay.
    pub fn new_game(&mut self, size: Size) {
        self.game.clear(size);
        self.clock.restart();
        self.forget();
    }

    /// Goes on from another game.
    pub fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.forget();
    }

    fn forget(&mut self) {
        self.clear_cache();
        self.awaited_after = None;
        self.resigned_by = None;
        self.cleans_up = false;
        self.hopeless_turns = [0; 2];
    }

    /// Who resigned last, in this game.
    #[must_use]
    pub const fn resigned_by(&self) -> Option<Color> {
        self.resigned_by
    }

    /// Chooses handicap stones freely and sets them up: the fixed places as far as there are any,
    /// then points far from the edge and from each other. Returns them.
    ///
    /// # Errors
    /// [`NotEmpty`] if the board is not empty.
    pub fn place_free_handicap(&mut self, stones: u32) -> Result<PointSet, NotEmpty> {
        let places = free_handicap(self.game.size(), stones);
        self.game.place_handicap(&places)?;
        Ok(places)
    }

    /// Ends pondering, so that the threads are free for a command.
    pub fn stop_pondering(&mut self) {
        self.thinker.call_back();
    }

    /// Does not wait for the opponent's turn any more, and so does not ponder.
    pub fn stop_waiting(&mut self) {
        self.awaited_after = None;
    }

    /// Ponders, if the engine is to and an opponent is to move.
    pub fn resume_pondering(&mut self) {
        let is_awaited = self.awaited_after == Some(self.game.turns().len());
        if self.options.ponder && is_awaited && self.game.stage() == Stage::Playing {
            let color = self.game.to_move();
            let eval_options = self.eval_options(Some(color.opponent()));
            let request = SearchRequest {
                seed: self.search_seed(),
                eval_options,
                ..SearchRequest::default()
            };
            self.thinker.ponder(self.player.clone(), (self.game.clone(), color), request);
        }
    }

    /// Forgets what searches found.
    pub fn clear_cache(&mut self) {
        let memory = self.options.memory;
        self.player = Player::new(self.loaded.as_ref(), self.game.size(), memory, self.seed);
        self.thinker = thinker(&self.pool, self.player.tree_memory(memory));
    }

    /// Searches until the watcher wants it to stop. The game stays as it is.
    pub fn analyze(
        &mut self,
        color: Color,
        question: &SearchOptions,
        watcher: &impl Watcher,
    ) -> Report {
        self.settle_player();
        let request = self.request(Limits::default(), question);
        let wide_root = self.options.wide_root;
        self.ask(color, &SearchRequest { wide_root, ..request }, watcher)
    }

    /// Searches for as long as so many playouts take, or a network tells as much. The game stays as
    /// it is.
    pub fn glance(&mut self, color: Color, playouts: u64, question: &SearchOptions) -> Report {
        self.settle_player();
        let request = self.request(self.brief(playouts), question);
        self.ask(color, &request, &AtomicBool::new(false))
    }

    fn search(
        &mut self,
        color: Color,
        limits: Limits,
        question: &SearchOptions,
        watcher: &impl Watcher,
    ) -> Report {
        let eval_options = self.eval_options(Some(color));
        self.ask(color, &SearchRequest { eval_options, ..self.request(limits, question) }, watcher)
    }

    /// Searches another game than the present one.
    fn search_in(
        &mut self,
        game: &Game,
        color: Color,
        limits: Limits,
        question: &SearchOptions,
    ) -> Report {
        let request = self.request(limits, question);
        let never = AtomicBool::new(false);
        self.player.search(self.thinker.searcher(), (game, color), &request, &never)
    }

    fn request(&self, limits: Limits, question: &SearchOptions) -> SearchRequest {
        let SearchOptions { constraints, details } = question.clone();
        let (seed, eval_options) = (self.search_seed(), self.eval_options(None));
        SearchRequest { limits, seed, constraints, details, eval_options, wide_root: 0.0 }
    }

    /// How a network is to judge for a player, or for an analysis. Bold is who gives a handicap, but
    /// for an imitation of a person. Playouts know nothing of it, and their tree serves both.
    fn eval_options(&self, player: Option<Color>) -> EvalOptions {
        let gives_handicap = player == Some(Color::White) && self.game.handicap() > 0;
        let has_network = self.player.network().is_some();
        let has_pda = gives_handicap && has_network && self.options.human_profile.is_none();
        let pda_per_point = if has_pda { self.options.pda_per_point } else { 0.0 };
        EvalOptions { pda_per_point, temperature: self.options.temperature }
    }

    fn ask(&mut self, color: Color, request: &SearchRequest, watcher: &impl Watcher) -> Report {
        self.player.search(self.thinker.searcher(), (&self.game, color), request, watcher)
    }

    /// Limits as of so many playouts.
    fn brief(&self, playouts: u64) -> Limits {
        Limits { iterations: Some(self.player.iterations(playouts)), ..Limits::default() }
    }

    /// The level below full strength, if one is set.
    fn level(&self) -> Option<Level> {
        Level::new(self.options.level, self.player.network().is_some())
    }

    fn search_seed(&self) -> u64 {
        self.seed.wrapping_add((self.game.turns().len() as u64) << 32)
    }

    /// The limits of a search for a move that was asked for at `start`: those of the command line,
    /// and the clock.
    fn limits(&self, color: Color, start: Instant) -> Limits {
        let Options { playouts, seconds, .. } = self.options;
        let by_level = self.level().map(|level| level.iterations);
        let playouts = [playouts, by_level].into_iter().flatten().min();
        let budget = self.clock.budget(color, self.game.size(), self.game.turns().len());
        let is_unlimited = budget.is_none() && seconds.is_none() && playouts.is_none();
        let by_option = if is_unlimited { Some(DEFAULT_TIME) } else { seconds };
        let by_option = by_option.map(Duration::from_secs_f64);
        let limit = |by_clock: Option<Duration>| {
            let time = [by_clock, by_option].into_iter().flatten().min()?;
            Some(time.saturating_sub(start.elapsed()))
        };
        let time = limit(budget.map(|budget| budget.target));
        let most_time = limit(budget.map(|budget| budget.most));
        Limits { iterations: playouts, time, most_time }
    }
}

/// A pool of so many threads; 0 for as many as the machine has.
fn start_threads(threads: usize) -> Result<Arc<ThreadPool>, StartError> {
    Ok(Arc::new(ThreadPoolBuilder::new().num_threads(threads).build()?))
}

/// A thinker on these threads, whose tree takes at most `memory` bytes.
fn thinker(pool: &Arc<ThreadPool>, memory: usize) -> Thinker {
    let pool = Arc::clone(pool);
    Thinker::new(move || Searcher::new(Arc::clone(&pool), memory))
}

/// Seconds for a move where nobody set any limit.
const DEFAULT_TIME: f64 = 1.0;

fn free_handicap(size: Size, stones: u32) -> PointSet {
    let fixed = (2..=stones).rev().find_map(|count| fixed_handicap(size, count).ok());
    let mut places = fixed.unwrap_or(PointSet::EMPTY);
    let board = Board::new(size);
    while places.len() < stones as usize {
        let next = size
            .points()
            .filter(|&point| !places.contains(point))
            .max_by_key(|&point| remoteness(&board, point, &places))
            .expect("fewer stones than points");
        places.insert(next);
    }
    places
}

/// How far a point is from the other stones and from the edge, the smaller distance first.
fn remoteness(board: &Board, point: Point, stones: &PointSet) -> (u8, u8) {
    let size = board.size();
    let (column, row) = (size.column(point), size.row(point));
    let to_edge = [column, row, size.width() - 1 - column, size.height() - 1 - row];
    let to_edge = to_edge.into_iter().min().expect("four sides");
    let to_stones = stones
        .iter()
        .map(|stone| size.column(stone).abs_diff(column) + size.row(stone).abs_diff(row))
        .min()
        .unwrap_or(u8::MAX);
    (to_stones.min(2 * to_edge + 1), to_stones)
}
