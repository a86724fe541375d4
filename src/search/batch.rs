//! How many iterations a worker makes together.

use std::time::Duration;

use super::limits::Limits;

/// Iterations begun before for each further iteration of a batch. Batches stay small early in the search,
/// since the iterations of one do not see each other's results.
const BEGUN_PER_BATCHED: u64 = 8;

/// Number of iterations that the time left must allow before the best size is measured, which takes as
/// long as 16 of them at most.
const MIN_ITERATIONS_TO_MEASURE: u32 = 32;

/// Decides how many iterations a worker makes together.
#[derive(Default)]
pub(super) struct BatchSizer {
    /// Batch size of the highest throughput, once it is known.
    best_size: Option<u64>,
    /// Upper estimate of the time of an iteration: the largest time measured, each decayed by
    /// [`TIME_DECAY`] per later batch. Fast iterations, which end in a finished game and need no
    /// evaluation, must not hide the slow ones.
    expected_time: Duration,
    /// The longest time of an iteration so far.
    max_time: Duration,
}

/// Factor by which the expected time of an iteration falls with each batch, unless that was slow.
const TIME_DECAY: f64 = 0.95;

impl BatchSizer {
    /// A sizer for a worker, with the batch size of the highest throughput if it was measured.
    pub(super) fn new(best_size: Option<usize>) -> BatchSizer {
        BatchSizer { best_size: best_size.map(|size| size as u64), ..BatchSizer::default() }
    }

    /// Whether the batch size of the highest throughput is to be measured, which may take time.
    pub(super) fn needs_measurement(&self, limits: &Limits, elapsed: Duration) -> bool {
        let has_time = |left: Duration| {
            !self.max_time.is_zero() && left >= self.max_time * MIN_ITERATIONS_TO_MEASURE
        };
        let may_wait = limits.max_batch_time.is_none();
        self.best_size.is_none() && may_wait && limits.time_left(elapsed).is_none_or(has_time)
    }

    /// Sets the batch size of the highest throughput.
    pub(super) fn set_best_size(&mut self, size: usize) {
        self.best_size = Some(size as u64);
    }

    /// The size of the next batch, at least 1, when `begun` iterations were begun. It is small early in
    /// the search, when the time is nearly up, and 1 under a time limit until the time of an iteration
    /// is known.
    pub(super) fn next_size(&self, begun: u64, limits: &Limits, elapsed: Duration) -> u64 {
        let most = self.best_size.unwrap_or(1).min(1 + begun / BEGUN_PER_BATCHED);
        let times = [limits.time_left(elapsed), limits.max_batch_time];
        match times.into_iter().flatten().min() {
            Some(_) if self.expected_time.is_zero() => 1,
            Some(left) if most > 1 => {
                most.min((left.as_nanos() / self.expected_time.as_nanos()) as u64).max(1)
            }
            _ => most,
        }
    }

    /// Whether the time that is left is too short for another iteration.
    pub(super) fn lacks_time_for_iteration(&self, limits: &Limits, elapsed: Duration) -> bool {
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
        let sizer = BatchSizer::new(Some(8));
        let limits = Limits::default();
        let size = |begun| sizer.next_size(begun, &limits, Duration::ZERO);
        assert_eq!([0, 7, 8, 24, 1000].map(size), [1, 1, 2, 4, 8]);
        let unknown = BatchSizer::default();
        assert_eq!(unknown.next_size(1000, &limits, Duration::ZERO), 1);
        assert!(
            unknown.needs_measurement(&limits, Duration::ZERO)
                && !sizer.needs_measurement(&limits, Duration::ZERO)
        );
    }

    #[test]
    fn a_batch_shrinks_where_the_time_is_nearly_up() {
        let mut sizer = BatchSizer::new(Some(8));
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        assert_eq!(
            sizer.next_size(1000, &limits, Duration::ZERO),
            1,
            "one iteration shows its time"
        );
        sizer.add(4, 80 * MILLISECOND);
        let size = |elapsed| sizer.next_size(1000, &limits, elapsed * MILLISECOND);
        assert_eq!([0, 900, 950, 990, 2000].map(size), [8, 5, 2, 1, 1]);
    }

    /// Late in a game many iterations end in a counted game, and take no time.
    #[test]
    fn fast_iterations_hid_the_time_of_an_evaluation_from_the_last_batch() {
        let mut sizer = BatchSizer::new(Some(8));
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        sizer.add(1, 50 * MILLISECOND);
        sizer.add(1, Duration::from_micros(20));
        assert_eq!(sizer.next_size(1000, &limits, 890 * MILLISECOND), 2);
        assert!(
            sizer.lacks_time_for_iteration(&limits, 960 * MILLISECOND),
            "a slow iteration would be late"
        );
        assert!(!sizer.lacks_time_for_iteration(&limits, 940 * MILLISECOND));
    }

    #[test]
    fn pondering_measured_batches_while_a_move_was_waited_for() {
        let limits = Limits { max_batch_time: Some(100 * MILLISECOND), ..Limits::default() };
        assert!(!BatchSizer::default().needs_measurement(&limits, Duration::ZERO));
        let mut sizer = BatchSizer::new(Some(8));
        sizer.add(1, 40 * MILLISECOND);
        assert_eq!(sizer.next_size(1000, &limits, Duration::ZERO), 2);
    }

    /// The first move with a large network took longer than its time.
    #[test]
    fn the_batch_size_is_measured_only_if_there_is_time() {
        let mut sizer = BatchSizer::default();
        let limits = Limits { time: Some(1000 * MILLISECOND), ..Limits::default() };
        assert!(!sizer.needs_measurement(&limits, Duration::ZERO));
        sizer.add(1, 20 * MILLISECOND);
        sizer.add(1, MILLISECOND);
        assert!(sizer.needs_measurement(&limits, 300 * MILLISECOND));
        assert!(!sizer.needs_measurement(&limits, 400 * MILLISECOND));
    }
}
