//! The limits of the search for a move, by options, clock and level.

use std::time::{Duration, Instant};

use super::{Engine, Options, end_of_play::Known};
use crate::{
    board::Color,
    search::{Limits, Report},
};

/// Seconds for a move where no limit is set.
const DEFAULT_TIME: f64 = 1.0;

/// Share of the time for a move that a search leaves to the rules of the end of play.
const TIME_SHARE_OF_RULES: f64 = 0.1;

/// The same with a network, where the stones are judged before the search.
const TIME_SHARE_OF_RULES_WITH_STATUS: f64 = 0.02;

/// Time that these rules take at most beside a network's evaluations of the ownership.
const MAX_TIME_OF_RULES_WITH_NETWORK: Duration = Duration::from_millis(50);

/// Number of evaluations, one after the other, from which a network's ownership comes during play.
const EVALUATIONS_OF_OWNERSHIP: u32 = 2;

/// Factor by which the known time of an evaluation falls at most with each search.
const EVALUATION_TIME_DECAY: f64 = 0.95;

/// Time for a move from which on the fates of chains are read (`Effort::InPlay`), not only taken from the
/// ownership.
pub(super) const MIN_TIME_TO_READ: Duration = Duration::from_millis(500);

impl Engine {
    /// The limits of a search for a move that was requested at `start`: those of the options, and
    /// the clock.
    pub(super) fn limits(&self, color: Color, start: Instant) -> Limits {
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

    /// Limits of the main search. Late in a game it leaves a share of the time to the end-of-play
    /// rules. The stones are judged before the search if playouts judge them, or if unused time of
    /// this move would be lost.
    pub(super) fn limits_before(&self, known: &Known, start: Instant) -> Limits {
        let limits = self.limits(known.color, start);
        let judges_now = !known.has_network || limits.lost_time >= MIN_TIME_TO_READ;
        let is_late = match judges_now {
            true => known.late_status().is_some(),
            false => known.status.is_some() && known.is_late(),
        };
        if !is_late {
            return limits;
        }
        // Again: judging the stones took time.
        let limits = self.limits(known.color, start);
        let (share, most) = match (known.has_network, judges_now) {
            (true, true) => (TIME_SHARE_OF_RULES_WITH_STATUS, MAX_TIME_OF_RULES_WITH_NETWORK),
            (true, false) => {
                (TIME_SHARE_OF_RULES, MAX_TIME_OF_RULES_WITH_NETWORK + self.time_of_ownership())
            }
            (false, _) => (TIME_SHARE_OF_RULES, Duration::MAX),
        };
        let reserve = limits.time.map_or(Duration::ZERO, |time| time.mul_f64(share).min(most));
        let rest = |time: Duration| time.saturating_sub(reserve);
        Limits { time: limits.time.map(rest), max_time: limits.max_time.map(rest), ..limits }
    }

    /// Whether this time is enough to find the ownership by which the stones are judged; `None`
    /// stands for no limit.
    pub(super) fn can_judge_within(&self, time: Option<Duration>) -> bool {
        time.is_none_or(|time| time >= self.time_of_ownership())
    }

    /// The same, in the time that is left for a move that was requested at `start`.
    pub(super) fn can_still_judge(&self, color: Color, start: Instant) -> bool {
        let limits = self.limits(color, start);
        self.can_judge_within(limits.max_time.or(limits.time))
    }

    /// The time in which a network finds the ownership; zero for playouts, which find it before the
    /// search.
    fn time_of_ownership(&self) -> Duration {
        EVALUATIONS_OF_OWNERSHIP * self.evaluation_time
    }

    /// Updates the time of a network's evaluation by a search. A search with visits of earlier ones
    /// looks faster than it is, so that the time falls slowly.
    pub(super) fn update_evaluation_time(&mut self, report: &Report) {
        if self.evaluates_by_network() {
            let threads = self.pool.current_num_threads() as u32;
            let visits_per_thread = report.visits.div_ceil(threads).max(1);
            let measured = report.elapsed / visits_per_thread;
            self.evaluation_time =
                measured.max(self.evaluation_time.mul_f64(EVALUATION_TIME_DECAY));
        }
    }
}
