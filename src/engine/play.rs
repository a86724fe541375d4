//! Requests for moves, and the decisions on them.

use std::{mem, sync::Arc, time::Instant};

use log::info;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    Engine, SIDE_SHARE, SearchOptions,
    end_of_play::{self, Facts, Strength, TimedSideSearch, capturing_moves, early_rules},
    evaluator::LeafEvaluator,
    lazy_status::LazyStatus,
    level::Level,
    limits::{MIN_TIME_TO_JUDGE_PER_POINT, MIN_TIME_TO_READ, MoveLimits, limits_from_request},
};
use crate::{
    board::{Color, Move, Vertex},
    game::Game,
    search::{Report, Watcher},
    status::{Effort, Status},
    threads::cores,
    tuning::{CONSECUTIVE_MOVES_TO_RESIGN, MIN_PLAYOUTS_TO_RESIGN, MOVES_TO_RESIGN_HANDICAP},
};

/// The engine's answer to a request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A legal move.
    Move(Move),
    /// Resignation.
    Resign,
}

/// Playouts of the search whose report accompanies a move that needs no full search.
const SHORT_SEARCH_PLAYOUTS: u64 = 64;

impl Engine {
    /// Chooses a move for `color` and plays it. A resignation leaves the game as it was.
    ///
    /// The watcher may end the search early; a move is chosen in any case.
    pub fn genmove(
        &mut self,
        color: Color,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        let start = self.take_request_start();
        let (decision, report) = self.decide(color, start, options, watcher);
        self.carry_out(color, decision, start);
        (decision, report)
    }

    /// Chooses a move for `color` as [`genmove`](Self::genmove) does, and leaves the game as it is.
    pub fn find_move(
        &mut self,
        color: Color,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        let losing_moves = self.losing_moves;
        let start = self.take_request_start();
        let found = self.decide(color, start, options, watcher);
        self.losing_moves = losing_moves;
        found
    }

    /// Chooses a move for `color` as [`genmove`](Self::genmove) does, but without playing it,
    /// without resigning, and without the results of earlier searches, so that the move does not
    /// depend on them.
    pub fn suggest(&mut self, color: Color, watcher: &impl Watcher) -> Move {
        self.clear_cache();
        let level_rng = Xoroshiro128PlusPlus::seed_from_u64(self.search_seed());
        let level_rng = mem::replace(&mut self.level_rng, level_rng);
        // With a lost game a resignation would hide the move that the other rules choose.
        let losing_moves = mem::take(&mut self.losing_moves);
        let (decision, report) = self.find_move(color, &SearchOptions::default(), watcher);
        self.losing_moves = losing_moves;
        self.level_rng = level_rng;
        match decision {
            Decision::Move(mv) => mv,
            Decision::Resign => report.best().mv,
        }
    }

    /// Chooses a move for `color` and plays it as [`genmove`](Self::genmove) does, but captures the
    /// opponent's dead stones first, and never resigns.
    ///
    /// From the first such move to the end of the game all stones on the board count as alive: to
    /// count as dead they have to be captured (KGS's clean-up phase).
    pub fn genmove_cleanup(&mut self, color: Color, watcher: &impl Watcher) -> Decision {
        let start = self.take_request_start();
        self.cleans_up_from.get_or_insert(self.game.turns().len());
        self.choose_evaluator();
        let limits = self.move_limits(color, start);
        let status = self.timely_status(&limits);
        // Without time for the network's evaluations, playouts judge: a pass here costs the stones.
        let status =
            status.unwrap_or_else(|| self.lazy_status_by(LeafEvaluator::Playouts, Effort::Quick));
        let moves =
            capturing_moves(&self.game, color, &status.if_play_goes_on().verdict.judgment.dead);
        let decision = if !moves.is_empty() {
            let options = SearchOptions::default().only(color, moves);
            let report = self.search(color, limits.left(), &options, watcher);
            self.update_evaluation_time(&report);
            Decision::Move(report.best().mv)
        } else if self.passes_at_once(color, &status) {
            Decision::Move(Move::Pass)
        } else {
            let (game, options) = (self.game.clone(), SearchOptions::default());
            let facts = self.facts(&game, color, Some(&status), &options);
            self.decide_by_search(facts, limits, false, watcher).0
        };
        self.carry_out(color, decision, start);
        decision
    }

    /// The stones' status if play stops now.
    #[must_use]
    pub fn status(&self) -> Status {
        let status = self.lazy_status(Effort::Full);
        Status { verdict: status.if_play_stops(), ..status.if_play_goes_on().clone() }
    }

    /// Returns when the present request arrived, before pondering was ended for it, and resets the time
    /// that ending it took.
    fn take_request_start(&mut self) -> Instant {
        let now = Instant::now();
        now.checked_sub(mem::take(&mut self.time_to_stop)).unwrap_or(now)
    }

    /// Whether a pass answers the opponent's pass without a search.
    fn passes_at_once(&self, color: Color, status: &LazyStatus) -> bool {
        let options = SearchOptions::default();
        end_of_play::is_immediate_pass(&self.facts(&self.game, color, Some(status), &options))
    }

    /// Carries out the decision on a request from `start`.
    fn carry_out(&mut self, color: Color, decision: Decision, start: Instant) {
        match decision {
            Decision::Move(mv) => {
                self.play(color, mv).expect("decisions are legal moves");
                self.awaited_after = Some(self.game.turns().len());
            }
            Decision::Resign => self.resigned_by = Some(color),
        }
        self.clock.spend(color, start.elapsed());
    }

    fn decide(
        &mut self,
        color: Color,
        start: Instant,
        options: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        self.choose_evaluator();
        let limits = self.move_limits(color, start);
        let (status, game) = (self.timely_status(&limits), self.game.clone());
        let facts = self.facts(&game, color, status.as_ref(), options);
        for rule in early_rules(&facts) {
            let report = self.search(color, self.brief(SHORT_SEARCH_PLAYOUTS), options, watcher);
            if self.evaluates_by_network() {
                // `can_count` needs the time, unknown before the first search of a session.
                self.evaluation_time.estimate(&report);
            }
            let limits = self.move_limits(color, start);
            let side_search = &mut self.side_search(color, limits, watcher);
            if let Some(decision) = rule.decide(&facts, &report, side_search) {
                return (decision, report);
            }
        }
        self.decide_by_search(facts, limits, true, watcher)
    }

    /// Chooses a move by a search in the time of the move. `can_resign` is whether it may be a
    /// resignation.
    fn decide_by_search(
        &mut self,
        facts: Facts,
        limits: MoveLimits,
        can_resign: bool,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        let (color, start) = (facts.color, limits.start);
        let late_status = facts.status.filter(|_| facts.is_late());
        let search_limits = limits.of_main_search(late_status, facts.has_network);
        let report = self.search(color, search_limits, facts.options, watcher);
        self.log(&report);
        self.update_evaluation_time(&report);
        if can_resign {
            self.count_losing_move(&report);
        }
        let limits = self.move_limits(color, start);
        let can_judge = limits.can_judge_after_search();
        let status = facts.status.filter(|status| status.has_ownership() || can_judge);
        let may_resign = can_resign && self.may_resign(color);
        let sample = self.level_rng.random();
        let facts = Facts { may_resign, status, sample, ..facts };
        let side_search = &mut self.side_search(color, limits, watcher);
        let decision = end_of_play::decide(&facts, &report, side_search);
        (decision, report)
    }

    /// The facts from which the rules of the end of play decide before a search.
    fn facts<'f>(
        &self,
        game: &'f Game,
        color: Color,
        status: Option<&'f LazyStatus>,
        options: &'f SearchOptions,
    ) -> Facts<'f> {
        let strength = match self.level() {
            _ if self.options.human_profile.is_some() => Strength::Human,
            Some(level) => Strength::Level(level),
            None => Strength::Full,
        };
        Facts {
            game,
            color,
            status,
            options,
            cleans_up: self.cleans_up(),
            has_network: self.evaluates_by_network(),
            may_resign: false,
            strength,
            sample: 0.5,
        }
    }

    /// Side searches for a move of `color`.
    fn side_search<'e>(
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

    /// The limits of the search for a move of `color` that was requested at `start`.
    pub(super) fn move_limits(&self, color: Color, start: Instant) -> MoveLimits {
        let budget = self.clock.budget(color, self.game.size(), self.game.turns().len());
        MoveLimits {
            from_request: limits_from_request(&self.options, self.level(), budget),
            start,
            evaluation_time: self.evaluation_time,
        }
    }

    /// Updates the time of a network's evaluation by the search for a move.
    pub(super) fn update_evaluation_time(&mut self, report: &Report) {
        if self.evaluates_by_network() {
            let threads = self.pool.current_num_threads();
            let has_backend = self.options.peers.backend.is_some();
            let at_once = if has_backend { threads } else { threads.min(cores()) };
            self.evaluation_time.update(report, at_once);
        }
    }

    /// The stones' status for a move, judged with the effort that the time allows; `None` if it
    /// allows none. It comes before the search, whose limits then take account of it.
    pub(super) fn timely_status(&self, limits: &MoveLimits) -> Option<LazyStatus> {
        let time = limits.left().time.unwrap_or(MIN_TIME_TO_READ);
        let min_time = MIN_TIME_TO_JUDGE_PER_POINT * self.game.size().area() as u32;
        let is_long = time >= MIN_TIME_TO_READ;
        let effort = if is_long { Effort::InPlay } else { Effort::Quick };
        let is_enough = time >= min_time && limits.can_judge_before_search();
        is_enough.then(|| self.lazy_status(effort))
    }

    pub(super) const fn cleans_up(&self) -> bool {
        self.cleans_up_from.is_some()
    }

    fn lazy_status(&self, effort: Effort) -> LazyStatus {
        self.lazy_status_by(self.evaluator.clone(), effort)
    }

    fn lazy_status_by(&self, evaluator: LeafEvaluator, effort: Effort) -> LazyStatus {
        let pool = Arc::clone(&self.pool);
        LazyStatus::new(self.game.clone(), evaluator, effort, self.cleans_up(), pool)
    }

    /// The level below full strength, if one is set.
    pub(super) fn level(&self) -> Option<Level> {
        Level::new(self.options.level, self.evaluates_by_network())
    }

    /// Counts the move of a search if it looks lost; any other resets the count.
    pub(super) fn count_losing_move(&mut self, report: &Report) {
        let min_visits = self.evaluator.iterations(MIN_PLAYOUTS_TO_RESIGN.get());
        let looks_lost = report.best().value < self.options.resign_below
            && u64::from(report.visits) >= min_visits;
        let losing_moves = &mut self.losing_moves[report.color.index()];
        *losing_moves = if looks_lost { *losing_moves + 1 } else { 0 };
    }

    /// Whether the engine may resign for a player: its last moves all looked lost. A handicap game
    /// looks lost for White from the start, and Black has yet to show how to win it.
    pub(super) fn may_resign(&self, color: Color) -> bool {
        let is_lost = self.losing_moves[color.index()] >= CONSECUTIVE_MOVES_TO_RESIGN.get()
            && !self.level().is_some_and(Level::blunders);
        let (opponent, moves_played) = (color.opponent(), self.game.turns().len());
        let moves_to_resign = MOVES_TO_RESIGN_HANDICAP.get() * self.game.size().area() as f64;
        let is_early = color == Color::White
            && self.game.handicap() > 0
            && (moves_played as f64) < moves_to_resign;
        is_lost && !is_early && !self.clock.may_run_out(opponent, self.game.size(), moves_played)
    }

    fn log(&self, report: &Report) {
        let size = self.game.size();
        let best = report.best();
        let line: Vec<String> =
            best.line.iter().map(|&(mv, _)| Vertex::new(size, mv).to_string()).collect();
        let seconds = report.elapsed.as_secs_f64();
        info!(
            "{}: {} visits in {seconds:.2} s, win rate {:.1} %, {}",
            report.color,
            report.visits,
            100.0 * best.value,
            line.join(" "),
        );
    }
}
