//! When a search ends.

use std::time::Duration;

use crate::tuning::{MAX_VISITS_SHARE_IF_FORCED, MIN_TIME_SHARE_IF_FORCED};

/// The limits of a search, which ends at the first one reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Number of iterations.
    pub iterations: Option<u64>,
    /// Time after which the search ends if the best move is stable.
    pub time: Option<Duration>,
    /// Time after which the search ends in any case; `time` if `None`.
    pub max_time: Option<Duration>,
    /// Part of the time that later moves do not get if this move leaves it unused. Before it has passed,
    /// the search ends early only if the move is forced.
    pub expiring_time: Duration,
    /// Whether the search goes on up to a limit even when the best move is settled.
    pub runs_to_limit: bool,
    /// Longest time that a batch of iterations may take, so that pondering ends soon when a move is
    /// requested; unlimited if `None`.
    pub max_batch_time: Option<Duration>,
}

/// The progress of a search, from which it is decided whether to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) iterations: u64,
    pub(super) elapsed: Duration,
    /// Visits of the most visited move.
    pub(super) most_visits: u32,
    /// Visits of the second most visited move.
    pub(super) second_visits: u32,
    /// Whether the most visited move also has the highest utility.
    pub(super) is_stable: bool,
}

impl Limits {
    /// The limits that remain after `elapsed`; `iterations` is unchanged.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Limits {
        let left = |time: Duration| time.saturating_sub(elapsed);
        Limits {
            time: self.time.map(left),
            max_time: self.max_time.map(left),
            expiring_time: left(self.expiring_time),
            ..self
        }
    }

    /// Whether the maximum time is used up.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        self.time_left(elapsed).is_some_and(|left| left.is_zero())
    }

    /// The rest of the maximum time, if there is one.
    pub(super) fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        self.max_time.or(self.time).map(|max| max.saturating_sub(elapsed))
    }

    /// Whether the choice of a move is final: the remaining iterations cannot make the second most
    /// visited move the first, or the time is up and the choice is stable (STOP and UNST of Huang,
    /// Coulom and Lin 2010, "Time management for Monte-Carlo tree search applied to the game of
    /// Go", section 3). The remaining iterations of an unstable choice are those up to the maximum
    /// time.
    pub(super) fn is_settled(&self, progress: &Progress) -> bool {
        let Progress { iterations, elapsed, most_visits, second_visits, is_stable } = *progress;
        if self.runs_to_limit {
            return false;
        }
        if self.time.is_some_and(|time| elapsed >= time && is_stable) {
            return true;
        }
        if elapsed < self.expiring_time && !self.is_forced(progress) {
            return false;
        }
        let by_iterations = self.iterations.map(|max| max.saturating_sub(iterations) as f64);
        let end = if is_stable { self.time } else { self.max_time.or(self.time) };
        let by_time = end.map(|end| {
            let rate = iterations as f64 / elapsed.as_secs_f64().max(1e-3);
            end.saturating_sub(elapsed).as_secs_f64() * rate
        });
        let remaining = [by_iterations, by_time].into_iter().flatten().reduce(f64::min);
        let lead = f64::from(most_visits.saturating_sub(second_visits));
        remaining.is_some_and(|remaining| lead > remaining)
    }

    /// Whether the other moves hardly deserve a visit.
    fn is_forced(&self, progress: &Progress) -> bool {
        progress.elapsed >= self.expiring_time.mul_f64(MIN_TIME_SHARE_IF_FORCED.get())
            && f64::from(progress.second_visits)
                <= MAX_VISITS_SHARE_IF_FORCED.get() * f64::from(progress.most_visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(millis: u64, most_visits: u32, second_visits: u32, is_stable: bool) -> Progress {
        let elapsed = Duration::from_millis(millis);
        Progress { iterations: millis * 10, elapsed, most_visits, second_visits, is_stable }
    }

    #[test]
    fn a_search_stops_when_the_runner_up_cannot_catch_up() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        assert!(!limits.is_settled(&progress(600, 4000, 500, true)));
        assert!(limits.is_settled(&progress(700, 6000, 500, true)));
    }

    #[test]
    fn expiring_time_is_used_unless_the_move_is_forced() {
        let time = Some(Duration::from_secs(1));
        let expiring_time = Duration::from_secs(1);
        let limits = Limits { time, expiring_time, ..Limits::default() };
        assert!(!limits.is_settled(&progress(700, 6000, 500, true)));
        assert!(!limits.is_settled(&progress(990, 9000, 100, true)));
        assert!(limits.is_settled(&progress(1000, 9000, 100, true)));
        assert!(!limits.is_settled(&progress(90, 900, 0, true)));
        assert!(limits.is_settled(&progress(600, 5990, 10, true)));
        // Only a part of the time expires: the rest is saved.
        let limits = Limits { expiring_time: expiring_time / 2, ..limits };
        assert!(!limits.is_settled(&progress(490, 4700, 200, true)));
        assert!(limits.is_settled(&progress(700, 6000, 500, true)));
    }

    #[test]
    fn a_search_that_runs_to_its_limit_does_not_stop_early() {
        let limits = Limits { iterations: Some(10_000), runs_to_limit: true, ..Limits::default() };
        assert!(!limits.is_settled(&progress(900, 9000, 0, true)));
    }

    #[test]
    fn an_unstable_choice_extends_the_search_up_to_the_maximum_time() {
        let (time, max_time) = (Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        let limits = Limits { time, max_time, ..Limits::default() };
        assert!(limits.is_settled(&progress(1000, 5000, 5000, true)));
        assert!(!limits.is_settled(&progress(1500, 8000, 5000, false)));
        assert!(!limits.is_over(Duration::from_millis(1999)));
        assert!(limits.is_over(Duration::from_secs(2)));
    }

    #[test]
    fn an_unstable_choice_was_not_extended_unless_two_moves_had_the_same_visits() {
        let (time, max_time) = (Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        let limits = Limits { time, max_time, ..Limits::default() };
        assert!(!limits.is_settled(&progress(1000, 8000, 1500, false)));
        assert!(limits.is_settled(&progress(1600, 12_000, 2000, false)), "out of reach");
        // Nor is it cut short because the runner-up cannot catch up in the regular time.
        assert!(!limits.is_settled(&progress(900, 8000, 900, false)));
        assert!(limits.is_settled(&progress(900, 8000, 900, true)));
    }

    #[test]
    fn an_unstable_choice_without_a_maximum_time_ends_with_the_time() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        assert!(limits.is_settled(&progress(1000, 8000, 1500, false)));
    }
}
