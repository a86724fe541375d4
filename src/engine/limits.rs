//! The limits of the search for a move, by options, clock and level.

use std::time::{Duration, Instant};

use super::{Engine, Options, end_of_play::Known};
use crate::{board::Color, search::Limits};

/// Seconds for a move where no limit is set.
const DEFAULT_TIME: f64 = 1.0;

/// Share of the time for a move that a search leaves to the rules of the end of play.
const TIME_SHARE_OF_RULES: f64 = 0.1;

/// The same with a network, where the stones are judged before the search.
const TIME_SHARE_OF_RULES_WITH_STATUS: f64 = 0.02;

/// Time that these rules take at most if a network gives the ownership.
const MAX_TIME_OF_RULES_WITH_NETWORK: Duration = Duration::from_millis(50);

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

    /// The limits of a search before the rules of the end of play decide, to which it leaves time
    /// where they may need it. The stones are judged now where that takes long beside the search, or
    /// where time that the rules do not need would be lost.
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
            (true, false) => (TIME_SHARE_OF_RULES, MAX_TIME_OF_RULES_WITH_NETWORK),
            (false, _) => (TIME_SHARE_OF_RULES, Duration::MAX),
        };
        let reserve = limits.time.map_or(Duration::ZERO, |time| time.mul_f64(share).min(most));
        let rest = |time: Duration| time.saturating_sub(reserve);
        Limits { time: limits.time.map(rest), max_time: limits.max_time.map(rest), ..limits }
    }
}
