//! Requests for moves, and the course of a decision on them.
//!
//! Rules of the end of play may decide without a full search. Otherwise the engine searches, within
//! limits that leave time to these rules, which then turn the report of the search into a decision.

use std::{mem, time::Instant};

use log::info;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    Decision, Engine, SearchOptions,
    end_of_play::{self, Facts, Strength, capturing_moves, early_rules, is_immediate_pass},
    evaluator::LeafEvaluator,
    lazy_status::LazyStatus,
    limits::MoveLimits,
};
use crate::{
    board::{Color, Move, Vertex},
    game::Game,
    search::{Report, Watcher},
    status::Effort,
};

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
        } else {
            let (game, options) = (self.game.clone(), SearchOptions::default());
            let facts = self.facts(&game, color, Some(&status), &options);
            if is_immediate_pass(&facts) {
                Decision::Move(Move::Pass)
            } else {
                self.decide_by_search(facts, limits, false, watcher).0
            }
        };
        self.carry_out(color, decision, start);
        decision
    }

    /// Chooses a move for `color`, or resigns: by an early rule of the end of play, else by a search.
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
            100.0 * best.win_rate,
            line.join(" "),
        );
    }
}
