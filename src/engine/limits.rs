//! The limits of the search for a move, by options, clock and level.

use std::time::{Duration, Instant};

use super::{Options, end_of_play::Known, level::Level};
use crate::{
    clock::Budget,
    search::{Limits, Report},
    threads::cores,
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
const EVALUATIONS_OF_OWNERSHIP: u64 = 2;

/// Number of evaluations, one after the other, from which a network's ownership comes for a count.
const EVALUATIONS_OF_COUNT: u64 = 16;

/// Factor by which the known time of an evaluation falls at most with each search.
const EVALUATION_TIME_DECAY: f64 = 0.95;

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

    /// Limits of the main search. Late in a game it leaves a share of the time to the end-of-play
    /// rules. The stones are judged before the search if playouts judge them, or if unused time of
    /// this move would be lost.
    pub(super) fn of_main_search(&self, known: &Known) -> Limits {
        let limits = self.left();
        let judges_now = !known.has_network || limits.lost_time >= MIN_TIME_TO_READ;
        let is_late = match judges_now {
            true => known.late_status().is_some(),
            false => known.status.is_some() && known.is_late(),
        };
        if !is_late {
            return limits;
        }
        // Again: judging the stones took time.
        let limits = self.left();
        let (share, most) = match (known.has_network, judges_now) {
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
        self.left().time.is_none_or(|time| time >= self.evaluation_time.of_ownership())
    }

    /// Whether the time for the move is enough for a network's evaluations one after the other.
    pub(super) fn can_evaluate(&self, evaluations: u64) -> bool {
        self.left().time.is_none_or(|time| time >= self.evaluation_time.of(evaluations))
    }

    /// Whether the time for the move is enough to judge the stones on a board of `area` points as for a
    /// count.
    pub(super) fn can_count(&self, area: usize) -> bool {
        let evaluations = self.evaluation_time.of(EVALUATIONS_OF_COUNT);
        let min_time = MIN_TIME_TO_COUNT_PER_POINT * area as u32 + evaluations;
        self.left().time.is_none_or(|time| time >= min_time)
    }

    /// Whether the time that the search has left is enough to find the ownership.
    pub(super) fn can_judge_after_search(&self) -> bool {
        let left = self.left();
        left.max_time.or(left.time).is_none_or(|time| time >= self.evaluation_time.of_ownership())
    }
}

/// The limits of the search for a move by options, level and clock, with times counted from the
/// request.
pub(super) fn limits_from_request(
    options: &Options,
    level: Option<Level>,
    budget: Option<Budget>,
) -> Limits {
    let Options { playouts, seconds, .. } = *options;
    let by_level = level.map(|level| level.iterations);
    // A level does not count as a limit, or it would search longer than full strength.
    let is_unlimited = budget.is_none() && seconds.is_none() && playouts.is_none();
    let by_option = if is_unlimited { Some(DEFAULT_TIME) } else { seconds };
    let by_option = by_option.map(Duration::from_secs_f64);
    let limit = |by_clock: Option<Duration>| [by_clock, by_option].into_iter().flatten().min();
    let time = limit(budget.map(|budget| budget.target));
    let max_time = limit(budget.map(|budget| budget.max));
    let lost_time = budget.map_or(Duration::ZERO, |budget| budget.lost);
    // Nothing is saved by an early end where only a number of playouts was requested.
    let runs_to_limit = time.is_none() && by_level.is_none();
    let iterations = [playouts, by_level].into_iter().flatten().min();
    Limits { iterations, time, max_time, lost_time, runs_to_limit, max_batch_time: None }
}

/// The time of one evaluation by a network in one thread, as the searches for moves show it; zero
/// before the first one, and for playouts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EvaluationTime(Duration);

impl EvaluationTime {
    /// Updates the time by a search on this number of threads. A search of positions that were
    /// evaluated before looks faster than it is, so that the time falls slowly.
    pub(super) fn update(&mut self, report: &Report, threads: usize) {
        let at_once = threads.min(cores()) as u64;
        let evaluations = report.iterations.div_ceil(at_once).max(1);
        let measured = report.elapsed.div_f64(evaluations as f64);
        self.0 = measured.max(self.0.mul_f64(EVALUATION_TIME_DECAY));
    }

    /// The time in which a network finds the ownership; zero for playouts, which find it before the
    /// search.
    pub(super) fn of_ownership(self) -> Duration {
        self.of(EVALUATIONS_OF_OWNERSHIP)
    }

    /// The time of evaluations one after the other.
    fn of(self, evaluations: u64) -> Duration {
        self.0.mul_f64(evaluations as f64)
    }
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
            evaluation_time: EvaluationTime(Duration::from_millis(600)),
        };
        assert!(limits.can_evaluate(1) && !limits.can_evaluate(10));
        assert!(!limits.can_count(1));
        let fast = MoveLimits { evaluation_time: EvaluationTime::default(), ..limits };
        assert!(fast.can_count(1));
        let unlimited = MoveLimits { from_request: Limits::default(), ..limits };
        assert!(unlimited.can_evaluate(10));
    }
}
