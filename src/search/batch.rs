//! How many iterations a worker makes together.

use std::time::Duration;

use super::limits::Limits;

/// Iterations made together do not see each other's results: at most one for each of these begun
/// before.
const BEGUN_PER_BATCHED: u64 = 8;

/// Iterations for which there must be time before the batch size of the highest throughput is measured,
/// which takes as long as 16 of them at most.
const MIN_ITERATIONS_TO_MEASURE: u32 = 32;

/// The number of iterations that a worker makes together.
#[derive(Default)]
pub(super) struct Batch {
    /// Batch size of the highest throughput, once it is known.
    best: Option<u64>,
    /// Time that an iteration may take: the longest of the latest ones, of which each counts for less with
    /// each one after it. Iterations that end in a counted game take next to none.
    expected_time: Duration,
    /// The longest time of an iteration so far.
    max_time: Duration,
}

/// Factor by which the expected time of an iteration falls at most with each batch.
const TIME_DECAY: f64 = 0.95;

impl Batch {
    /// Whether the batch size of the highest throughput is to be found, which may take time.
    pub(super) fn needs_best(&self, limits: &Limits, elapsed: Duration) -> bool {
        let has_time = |left: Duration| {
            !self.max_time.is_zero() && left >= self.max_time * MIN_ITERATIONS_TO_MEASURE
        };
        let may_wait = limits.stops_within.is_none();
        self.best.is_none() && may_wait && limits.time_left(elapsed).is_none_or(has_time)
    }

    /// Sets the batch size of the highest throughput.
    pub(super) fn set_best(&mut self, best: usize) {
        self.best = Some(best as u64);
    }

    /// The size of the next batch, at least 1, when `begun` iterations were begun. It is small early in
    /// the search, when the time is nearly up, and 1 under a time limit until the time of an iteration
    /// is known.
    pub(super) fn size(&self, begun: u64, limits: &Limits, elapsed: Duration) -> u64 {
        let most = self.best.unwrap_or(1).min(1 + begun / BEGUN_PER_BATCHED);
        let times = [limits.time_left(elapsed), limits.stops_within];
        match times.into_iter().flatten().min() {
            Some(_) if self.expected_time.is_zero() => 1,
            Some(left) if most > 1 => {
                most.min((left.as_nanos() / self.expected_time.as_nanos()) as u64).max(1)
            }
            _ => most,
        }
    }

    /// Whether the time that is left is too short for another iteration.
    pub(super) fn is_over(&self, limits: &Limits, elapsed: Duration) -> bool {
        limits.is_over(elapsed + self.expected_time)
    }

    /// Notes the time that `count` iterations took.
    pub(super) fn add(&mut self, count: u64, time: Duration) {
        let time = time.div_f64(count.max(1) as f64);
        self.expected_time = time.max(self.expected_time.mul_f64(TIME_DECAY));
        self.max_time = self.max_time.max(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_batch_grows_with_the_search() {
        let batch = Batch { best: Some(8), ..Batch::default() };
        let limits = Limits::default();
        let size = |begun| batch.size(begun, &limits, Duration::ZERO);
        assert_eq!([0, 7, 8, 24, 1000].map(size), [1, 1, 2, 4, 8]);
        let unknown = Batch::default();
        assert_eq!(unknown.size(1000, &limits, Duration::ZERO), 1);
        assert!(
            unknown.needs_best(&limits, Duration::ZERO)
                && !batch.needs_best(&limits, Duration::ZERO)
        );
    }

    #[test]
    fn a_batch_shrinks_where_the_time_is_nearly_up() {
        let mut batch = Batch { best: Some(8), ..Batch::default() };
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        assert_eq!(batch.size(1000, &limits, Duration::ZERO), 1, "one iteration shows its time");
        batch.add(4, 80 * MILLISECOND);
        let size = |elapsed| batch.size(1000, &limits, elapsed * MILLISECOND);
        assert_eq!([0, 900, 950, 990, 2000].map(size), [8, 5, 2, 1, 1]);
    }

    /// Late in a game many iterations end in a counted game, and take no time.
    #[test]
    fn fast_iterations_hid_the_time_of_an_evaluation_from_the_last_batch() {
        let mut batch = Batch { best: Some(8), ..Batch::default() };
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        batch.add(1, 50 * MILLISECOND);
        batch.add(1, Duration::from_micros(20));
        assert_eq!(batch.size(1000, &limits, 890 * MILLISECOND), 2);
        assert!(batch.is_over(&limits, 960 * MILLISECOND), "a slow iteration would be late");
        assert!(!batch.is_over(&limits, 940 * MILLISECOND));
    }

    #[test]
    fn pondering_measured_batches_while_a_move_was_waited_for() {
        let limits = Limits { stops_within: Some(100 * MILLISECOND), ..Limits::default() };
        assert!(!Batch::default().needs_best(&limits, Duration::ZERO));
        let mut batch = Batch { best: Some(8), ..Batch::default() };
        batch.add(1, 40 * MILLISECOND);
        assert_eq!(batch.size(1000, &limits, Duration::ZERO), 2);
    }

    /// The first move with a large network took longer than its time.
    #[test]
    fn the_batch_size_is_measured_only_if_there_is_time() {
        let mut batch = Batch::default();
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        assert!(!batch.needs_best(&limits, Duration::ZERO));
        batch.add(1, 20 * MILLISECOND);
        batch.add(1, MILLISECOND);
        assert!(batch.needs_best(&limits, 300 * MILLISECOND));
        assert!(!batch.needs_best(&limits, 400 * MILLISECOND));
    }
}
