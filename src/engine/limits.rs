//! The limits of the search for a move, by options, clock and level.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{
    Engine, Options, evaluation_time::EvaluationTime, lazy_status::LazyStatus, level::Level,
    ownership::evaluations,
};
use crate::{board::Color, clock::Budget, search::Limits, status::Effort};

/// Seconds for a move where no limit is set.
const DEFAULT_TIME: f64 = 1.0;

/// Share of the time for a move that a search leaves to the rules of the end of play.
const TIME_SHARE_OF_RULES: f64 = 0.1;

/// Share of the time for a move that a search by a network leaves to these rules, where the stones are
/// judged before it.
const TIME_SHARE_OF_RULES_WITH_STATUS: f64 = 0.02;

/// Time that these rules take at most beside a network's evaluations of the ownership.
const MAX_TIME_OF_RULES_WITH_NETWORK: Duration = Duration::from_millis(50);

/// Time for a move, for each point of the board, below which no stones are judged.
pub(super) const MIN_TIME_TO_JUDGE_PER_POINT: Duration = Duration::from_micros(200);

/// Time for a move from which on the fates of chains are read (`Effort::InPlay`), not only taken from the
/// ownership.
pub(super) const MIN_TIME_TO_READ: Duration = Duration::from_millis(500);

/// Time for a move, for each point of the board, from which on the stones can be judged as for a count:
/// more than twice what the slowest of 60 games on 19×19 took, in one thread.
const MIN_TIME_TO_COUNT_PER_POINT: Duration = Duration::from_millis(10);

/// The limits of the search for one requested move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveLimits {
    /// The limits, with times counted from the request.
    pub(super) from_request: Limits,
    /// The time at which the request arrived.
    pub(super) start: Instant,
    /// The time of a network's evaluation.
    pub(super) evaluation_time: EvaluationTime,
}

impl MoveLimits {
    /// The limits, with the times that are left now.
    pub(super) fn left(&self) -> Limits {
        self.from_request.after(self.start.elapsed())
    }

    /// Judges the stones if that comes before the search, and returns the limits of the main search.
    ///
    /// `late_status` is the stones' status late in a game. There the search leaves a share of the time to
    /// the end-of-play rules. The stones are judged before it if playouts judge them, or if unused time
    /// of this move would expire.
    pub(super) fn of_main_search(
        &self,
        late_status: Option<&LazyStatus>,
        has_network: bool,
    ) -> Limits {
        let Some(status) = late_status else { return self.left() };
        let judges_now = !has_network || self.left().expiring_time >= MIN_TIME_TO_READ;
        if judges_now {
            // Judge now, so that the limits below are those left after it.
            status.if_play_goes_on();
        }
        let limits = self.left();
        let (share, most) = match (has_network, judges_now) {
            (true, true) => (TIME_SHARE_OF_RULES_WITH_STATUS, MAX_TIME_OF_RULES_WITH_NETWORK),
            (true, false) => (
                TIME_SHARE_OF_RULES,
                MAX_TIME_OF_RULES_WITH_NETWORK + self.evaluation_time.of_ownership(),
            ),
            (false, _) => (TIME_SHARE_OF_RULES, Duration::MAX),
        };
        let reserve = limits.time.map_or(Duration::ZERO, |time| time.mul_f64(share).min(most));
        let rest = |time: Duration| time.saturating_sub(reserve);
        Limits { time: limits.time.map(rest), max_time: limits.max_time.map(rest), ..limits }
    }

    /// Whether the time for the search is enough to find the ownership first.
    pub(super) fn can_judge_before_search(&self) -> bool {
        self.can_evaluate(evaluations(Effort::InPlay))
    }

    /// Whether the time for the move is enough for a network's evaluations one after the other.
    pub(super) fn can_evaluate(&self, evaluations: u64) -> bool {
        self.left().time.is_none_or(|time| time >= self.evaluation_time.of(evaluations))
    }

    /// Whether the time that a move may take at most is enough for a network's evaluations one after
    /// the other.
    pub(super) fn can_evaluate_in_max_time(&self, evaluations: u64) -> bool {
        let left = self.left();
        let time = left.max_time.or(left.time);
        time.is_none_or(|time| time >= self.evaluation_time.of(evaluations))
    }

    /// Whether the time for the move is enough to judge the stones on a board of `area` points as for a
    /// count.
    pub(super) fn can_count(&self, area: usize) -> bool {
        let evaluations = self.evaluation_time.of(evaluations(Effort::Full));
        let min_time = MIN_TIME_TO_COUNT_PER_POINT * area as u32 + evaluations;
        self.left().time.is_none_or(|time| time >= min_time)
    }

    /// Whether the time that the search has left is enough to find the ownership.
    pub(super) fn can_judge_after_search(&self) -> bool {
        self.can_evaluate_in_max_time(evaluations(Effort::InPlay))
    }
}

impl Engine {
    /// Returns when the present request arrived, before pondering was ended for it, and resets the time
    /// that ending it took.
    pub(super) fn take_request_start(&mut self) -> Instant {
        let now = Instant::now();
        now.checked_sub(mem::take(&mut self.time_to_stop)).unwrap_or(now)
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
}

/// The limits of the search for a move by options, level and clock, with times counted from the
/// request.
fn limits_from_request(options: &Options, level: Option<Level>, budget: Option<Budget>) -> Limits {
    let Options { playouts, seconds, .. } = *options;
    let by_level = level.map(|level| level.iterations);
    // A level does not count as a limit, or it would search longer than full strength.
    let is_unlimited = budget.is_none() && seconds.is_none() && playouts.is_none();
    let by_option = if is_unlimited { Some(DEFAULT_TIME) } else { seconds };
    let by_option = by_option.map(Duration::from_secs_f64);
    let limit = |by_clock: Option<Duration>| [by_clock, by_option].into_iter().flatten().min();
    let time = limit(budget.map(|budget| budget.target));
    let max_time = limit(budget.map(|budget| budget.max));
    let expiring_time = budget.map_or(Duration::ZERO, |budget| budget.expiring);
    // Nothing is saved by an early end where only a number of playouts was requested.
    let runs_to_limit = time.is_none() && by_level.is_none();
    let iterations = [playouts, by_level].into_iter().flatten().min();
    Limits { iterations, time, max_time, expiring_time, runs_to_limit, max_batch_time: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 30 evaluations of 30 ms each were begun in the last 50 ms of a second. The times are 20 times as
    /// long here, so that a pause of the test does not count.
    #[test]
    fn a_slow_network_exceeded_the_time_by_its_side_searches() {
        let time = Some(Duration::from_secs(20));
        let limits = MoveLimits {
            from_request: Limits { time, ..Limits::default() },
            start: Instant::now().checked_sub(Duration::from_secs(19)).expect("a time"),
            evaluation_time: EvaluationTime::known(Duration::from_millis(600)),
        };
        assert!(limits.can_evaluate(1) && !limits.can_evaluate(10));
        assert!(!limits.can_count(1));
        let fast = MoveLimits { evaluation_time: EvaluationTime::default(), ..limits };
        assert!(fast.can_count(1));
        let unlimited = MoveLimits { from_request: Limits::default(), ..limits };
        assert!(unlimited.can_evaluate(10));
    }
}
