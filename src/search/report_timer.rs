//! The times at which a search reports to its watcher.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// The time of a search at which its next report is due.
///
/// All workers share the watcher that has it; only the leading one asks for reports.
#[derive(Debug)]
pub struct ReportTimer {
    /// Nanoseconds since the start of the search.
    next: AtomicU64,
}

impl ReportTimer {
    /// A timer whose first report is due at this time of the search; [`Duration::MAX`] stands for never.
    #[must_use]
    pub fn new(first: Duration) -> ReportTimer {
        ReportTimer { next: AtomicU64::new(nanoseconds(first)) }
    }

    /// Whether a report is due at this time of the search.
    #[must_use]
    pub fn is_due(&self, elapsed: Duration) -> bool {
        nanoseconds(elapsed) >= self.next.load(Relaxed)
    }

    /// Makes the next report due an interval after this time of the search.
    pub fn restart(&self, elapsed: Duration, interval: Duration) {
        self.next.store(nanoseconds(elapsed.saturating_add(interval)), Relaxed);
    }

    /// Makes the next report due a whole number of intervals after the previous due time, the first
    /// such time after `elapsed`. Reports stay in step with the start of the search, however late
    /// they are.
    pub fn advance(&self, elapsed: Duration, interval: Duration) {
        let next = self.next.load(Relaxed);
        let Some(late) = nanoseconds(elapsed).checked_sub(next) else { return };
        let interval = nanoseconds(interval).max(1);
        let steps = late / interval + 1;
        self.next.store(next.saturating_add(interval.saturating_mul(steps)), Relaxed);
    }
}

/// A time in nanoseconds, limited by the largest number.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_restarted_timer_waits_for_an_interval_after_the_report() {
        let timer = ReportTimer::new(ms(50));
        assert!(!timer.is_due(ms(49)));
        assert!(timer.is_due(ms(70)));
        timer.restart(ms(70), ms(100));
        assert!(!timer.is_due(ms(169)));
        assert!(timer.is_due(ms(170)));
    }

    #[test]
    fn an_advanced_timer_stays_in_step_with_the_start_of_the_search() {
        let timer = ReportTimer::new(ms(100));
        timer.advance(ms(99), ms(100));
        assert!(timer.is_due(ms(100)));
        for (report, next) in [(120, 200), (200, 300), (730, 800)] {
            timer.advance(ms(report), ms(100));
            assert!(!timer.is_due(ms(next - 1)), "{report}");
            assert!(timer.is_due(ms(next)), "{report}");
        }
    }

    #[test]
    fn no_report_follows_without_an_interval() {
        let timer = ReportTimer::new(Duration::ZERO);
        timer.advance(ms(1), Duration::MAX);
        assert!(!timer.is_due(Duration::from_secs(1 << 32)));
        timer.restart(ms(1), Duration::MAX);
        assert!(!timer.is_due(Duration::from_secs(1 << 32)));
    }
}
