//! Moves: requests for them, and the time that they take.

use std::{
    mem,
    sync::Arc,
    time::{Duration, Instant},
};

use log::info;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    Engine, Options, SearchOptions,
    end_of_play::{
        self, Known, LazyStatus, Strength, TimedSideSearch, capturing_moves, early_rules,
    },
    level::Level,
};
use crate::{
    board::{Color, Move, Vertex},
    game::Game,
    search::{Limits, Report, SearchConstraint, Watcher},
    status::{Effort, Status},
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

/// Seconds for a move where no limit is set.
const DEFAULT_TIME: f64 = 1.0;

/// Share of the time for a move that a search leaves to the rules of the end of play.
const TIME_SHARE_OF_RULES: f64 = 0.1;

/// The same with a network, where the stones are judged before the search.
const TIME_SHARE_OF_RULES_WITH_STATUS: f64 = 0.02;

/// Time that these rules take at most if a network gives the ownership.
const MAX_TIME_OF_RULES_WITH_NETWORK: Duration = Duration::from_millis(50);

/// Time for a move from which on stones are judged with full effort.
const MIN_TIME_FOR_FULL_EFFORT: Duration = Duration::from_millis(500);

/// Time for a move, for each point of the board, below which no stones are judged.
const MIN_TIME_PER_POINT: Duration = Duration::from_micros(200);

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
        let start = self.start_of_request();
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
        let start = self.start_of_request();
        let found = self.decide(color, start, options, watcher);
        self.losing_moves = losing_moves;
        found
    }

    /// Chooses a move for `color` as [`genmove`](Self::genmove) does, but without playing it, without
    /// resigning, and without what earlier searches found, so that the same position gets the same
    /// move as far as the limits of the search allow.
    pub fn suggest(&mut self, color: Color, watcher: &impl Watcher) -> Move {
        self.clear_cache();
        let draws = Xoroshiro128PlusPlus::seed_from_u64(self.search_seed());
        let draws = mem::replace(&mut self.draws, draws);
        let (decision, report) = self.find_move(color, &SearchOptions::default(), watcher);
        self.draws = draws;
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
        let start = self.start_of_request();
        self.cleans_up = true;
        self.choose_evaluator();
        let status = self.timely_status(color, start);
        let status = status.unwrap_or_else(|| self.lazy_status(Effort::Quick));
        let moves =
            capturing_moves(&self.game, color, &status.if_play_goes_on().verdict.judgment.dead);
        let decision = if moves.is_empty() && self.passes_at_once(color, &status) {
            Decision::Move(Move::Pass)
        } else {
            let only = SearchConstraint { color, moves, is_exclusive: true, depth: 1 };
            let constraints = if only.moves.is_empty() { Vec::new() } else { vec![only] };
            let options = SearchOptions { constraints, ..SearchOptions::default() };
            let limits = self.limits(color, start);
            Decision::Move(self.search(color, limits, &options, watcher).best().mv)
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

    /// When the move was requested that is to be chosen now: before pondering was ended for it.
    fn start_of_request(&mut self) -> Instant {
        let now = Instant::now();
        now.checked_sub(mem::take(&mut self.time_to_stop)).unwrap_or(now)
    }

    /// Whether a pass answers the opponent's pass without a search.
    fn passes_at_once(&self, color: Color, status: &LazyStatus) -> bool {
        let options = SearchOptions::default();
        end_of_play::is_immediate_pass(&self.known(&self.game, color, Some(status), &options))
    }

    /// Does what was decided on a request from `start`.
    fn carry_out(&mut self, color: Color, decision: Decision, start: Instant) {
        match decision {
            Decision::Move(mv) => {
                self.play(color, mv).expect("the search proposes legal moves only");
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
        let (status, game) = (self.timely_status(color, start), self.game.clone());
        let draw = self.draws.random();
        let known = Known { draw, ..self.known(&game, color, status.as_ref(), options) };
        for rule in early_rules(&known) {
            let report = self.search(color, self.brief(SHORT_SEARCH_PLAYOUTS), options, watcher);
            if let Some(decision) =
                rule.decide(&known, &report, &mut self.side_search(color, start))
            {
                return (decision, report);
            }
        }
        let limits = self.limits_before(&known, start);
        let report = self.search(color, limits, options, watcher);
        self.log(&report);
        let known = Known { is_hopeless: self.is_hopeless(&report), ..known };
        let side_search = &mut self.side_search(color, start);
        let decision = end_of_play::decide(&known, &report, side_search);
        (decision, report)
    }

    /// What the rules of the end of play decide from, before a search.
    fn known<'k>(
        &self,
        game: &'k Game,
        color: Color,
        status: Option<&'k LazyStatus>,
        options: &'k SearchOptions,
    ) -> Known<'k> {
        let strength = match self.level() {
            _ if self.options.human_profile.is_some() => Strength::Human,
            Some(level) => Strength::Level(level),
            None => Strength::Full,
        };
        Known {
            game,
            color,
            status,
            options,
            cleans_up: self.cleans_up,
            has_network: self.evaluates_by_network(),
            is_hopeless: false,
            strength,
            draw: 0.5,
        }
    }

    /// Side searches for a move of `color` that was requested at `start`.
    fn side_search(&self, color: Color, start: Instant) -> TimedSideSearch<'_> {
        TimedSideSearch {
            evaluator: &self.evaluator,
            pool: &self.pool,
            memory: self.side_memory(),
            eval_options: self.eval_options(None),
            seed: self.search_seed(),
            limits: self.limits_from_request(color),
            start,
        }
    }

    /// The stones' status for a move that was requested at `start`, judged with the effort that the
    /// time allows; `None` if it allows none. It comes before the search, whose limits then take
    /// account of it.
    fn timely_status(&self, color: Color, start: Instant) -> Option<LazyStatus> {
        let time = self.limits(color, start).time.unwrap_or(MIN_TIME_FOR_FULL_EFFORT);
        let min_time = MIN_TIME_PER_POINT * self.game.size().area() as u32;
        let is_long = time >= MIN_TIME_FOR_FULL_EFFORT;
        let effort = if is_long { Effort::InPlay } else { Effort::Quick };
        (time >= min_time).then(|| self.lazy_status(effort))
    }

    fn lazy_status(&self, effort: Effort) -> LazyStatus {
        let (game, evaluator) = (self.game.clone(), self.evaluator.clone());
        LazyStatus::new(game, evaluator, effort, self.cleans_up, Arc::clone(&self.pool))
    }

    /// The level below full strength, if one is set.
    fn level(&self) -> Option<Level> {
        Level::new(self.options.level, self.evaluates_by_network())
    }

    /// Whether the engine may resign: its last moves all looked lost. Counts this one. A handicap
    /// game looks lost for White from the start, and Black has yet to show how to win it.
    pub(super) fn is_hopeless(&mut self, report: &Report) -> bool {
        let best = report.best();
        let min_visits = self.evaluator.iterations(MIN_PLAYOUTS_TO_RESIGN.get());
        let losing_moves = &mut self.losing_moves[report.color.index()];
        let looks_lost =
            best.value < self.options.resign_below && u64::from(report.visits) >= min_visits;
        *losing_moves = if looks_lost { *losing_moves + 1 } else { 0 };
        let is_lost = *losing_moves >= CONSECUTIVE_MOVES_TO_RESIGN.get()
            && !self.level().is_some_and(Level::blunders);
        let (opponent, moves_played) = (report.color.opponent(), self.game.turns().len());
        let moves_to_resign = MOVES_TO_RESIGN_HANDICAP.get() * self.game.size().area() as f64;
        let is_early = report.color == Color::White
            && self.game.handicap() > 0
            && (moves_played as f64) < moves_to_resign;
        is_lost && !is_early && !self.clock.may_run_out(opponent, self.game.size(), moves_played)
    }

    /// The limits of a search for a move that was requested at `start`: those of the options, and
    /// the clock.
    fn limits(&self, color: Color, start: Instant) -> Limits {
        let limits = self.limits_from_request(color);
        let left = |time: Duration| time.saturating_sub(start.elapsed());
        Limits {
            time: limits.time.map(left),
            max_time: limits.max_time.map(left),
            lost_time: left(limits.lost_time),
            ..limits
        }
    }

    /// The same, with times counted from the request.
    pub(super) fn limits_from_request(&self, color: Color) -> Limits {
        let Options { playouts, seconds, .. } = self.options;
        let by_level = self.level().map(|level| level.iterations);
        let budget = self.clock.budget(color, self.game.size(), self.game.turns().len());
        // A level does not count as a limit, or it would search longer than full strength.
        let is_unlimited = budget.is_none() && seconds.is_none() && playouts.is_none();
        let playouts = [playouts, by_level].into_iter().flatten().min();
        let by_option = if is_unlimited { Some(DEFAULT_TIME) } else { seconds };
        let by_option = by_option.map(Duration::from_secs_f64);
        let limit = |by_clock: Option<Duration>| [by_clock, by_option].into_iter().flatten().min();
        let time = limit(budget.map(|budget| budget.target));
        let max_time = limit(budget.map(|budget| budget.max));
        let lost_time = budget.map_or(Duration::ZERO, |budget| budget.lost);
        // Nothing is saved by an early end where only a number of playouts was requested.
        let is_exact = time.is_none() && by_level.is_none();
        Limits { iterations: playouts, time, max_time, lost_time, is_exact }
    }

    /// The limits of a search before the rules of the end of play decide, to which it leaves time
    /// where they may need it. The stones are judged now where that takes long beside the search, or
    /// where time that the rules do not need would be lost.
    fn limits_before(&self, known: &Known, start: Instant) -> Limits {
        let limits = self.limits(known.color, start);
        let judges_now = !known.has_network || limits.lost_time >= MIN_TIME_FOR_FULL_EFFORT;
        let is_late = match judges_now {
            true => known.late_status().is_some(),
            false => known.status.is_some() && known.is_late(),
        };
        if !is_late {
            return limits;
        }
        let limits = self.limits(known.color, start);
        let (share, most) = match (known.has_network, judges_now) {
            (true, true) => (TIME_SHARE_OF_RULES_WITH_STATUS, MAX_TIME_OF_RULES_WITH_NETWORK),
            (true, false) => (TIME_SHARE_OF_RULES, MAX_TIME_OF_RULES_WITH_NETWORK),
            (false, _) => (TIME_SHARE_OF_RULES, Duration::MAX),
        };
        let reserve = limits.time.map_or(Duration::ZERO, |time| time.mul_f64(share).min(most));
        let rest = |time: Duration| time.saturating_sub(reserve);
        Limits { time: limits.time.map(rest), max_time: limits.max_time.map(rest), ..limits }
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
