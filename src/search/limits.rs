//! When a search ends.

use std::time::Duration;

use super::evaluation::Selection;

/// A search ends at the first limit reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// This many iterations.
    pub iterations: Option<u64>,
    /// After this time, if it is clear by then which turn is best.
    pub time: Option<Duration>,
    /// After this time in any case; as `time` if not given.
    pub most_time: Option<Duration>,
}

/// After how many iterations of its own the leading thread looks whether the search can end.
/// Networks are slow, so that many would take too long; the first few tell nothing yet of how many
/// more there is time for.
pub(super) const fn look_every(selection: Selection) -> u64 {
    match selection {
        Selection::Rave => 64,
        Selection::Puct => 8,
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) iterations: u64,
    pub(super) elapsed: Duration,
    /// Visits of the two most visited turns.
    pub(super) first: u32,
    pub(super) second: u32,
    /// Whether the most visited turn is also the most valuable.
    pub(super) is_stable: bool,
}

impl Limits {
    /// Whether the time is over, however unclear the choice.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        self.most_time.or(self.time).is_some_and(|most| elapsed >= most)
    }

    /// Whether nothing is to be gained from going on: what is left does not bring the second best
    /// turn up with the first, or the time is up and the choice is stable (STOP and UNST of Huang,
    /// Coulom and Lin 2010, "Time management for Monte-Carlo tree search applied to the game of
    /// Go", section 3).
    pub(super) fn is_settled(&self, progress: &Progress) -> bool {
        let Progress { iterations, elapsed, first, second, is_stable } = *progress;
        if self.time.is_some_and(|time| elapsed >= time && is_stable) {
            return true;
        }
        let by_iterations = self.iterations.map(|most| most.saturating_sub(iterations) as f64);
        let by_time = self.time.map(|time| {
            let rate = iterations as f64 / elapsed.as_secs_f64().max(1e-3);
            time.saturating_sub(elapsed).as_secs_f64() * rate
        });
        let left = [by_iterations, by_time].into_iter().flatten().reduce(f64::min);
        left.is_some_and(|left| f64::from(first - second.min(first)) > left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(millis: u64, first: u32, second: u32, is_stable: bool) -> Progress {
        let elapsed = Duration::from_millis(millis);
        Progress { iterations: millis * 10, elapsed, first, second, is_stable }
    }

    #[test]
    fn a_search_stops_when_the_runner_up_cannot_catch_up() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        assert!(!limits.is_settled(&progress(600, 4000, 500, true)));
        assert!(limits.is_settled(&progress(700, 6000, 500, true)));
    }

    #[test]
    fn an_unstable_choice_gets_more_time_but_not_more_than_all() {
        let (time, most_time) = (Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        let limits = Limits { time, most_time, iterations: None };
        assert!(limits.is_settled(&progress(1000, 5000, 5000, true)));
        assert!(!limits.is_settled(&progress(1500, 5000, 5000, false)));
        assert!(!limits.is_over(Duration::from_millis(1999)));
        assert!(limits.is_over(Duration::from_secs(2)));
    }
}
