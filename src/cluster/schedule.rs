//! The assignment of positions and tasks to ranks.

use std::{
    collections::{HashMap, VecDeque},
    mem,
    time::{Duration, Instant},
};

/// A position to evaluate, or a task, by its number.
pub(super) type Ticket = u64;

/// Gives every position or task to the rank that is free first, and those of a rank that does not
/// answer to others.
#[derive(Debug)]
pub(super) struct Schedule {
    workers: Vec<WorkerState>,
    /// The tickets that wait for a rank.
    waiting: VecDeque<Ticket>,
    /// The tickets without an answer, and whether each is waiting.
    open: HashMap<Ticket, bool>,
    min_patience: Duration,
}

/// The state of a rank.
#[derive(Debug)]
struct WorkerState {
    /// Number of positions or tasks that it takes at a time; 0 for one that takes none.
    slots: usize,
    /// The tickets that it has, the oldest first, each with the time at which it was sent.
    in_flight: Vec<(Ticket, Instant)>,
    /// Mean time to an answer; `None` before the first.
    mean: Option<Duration>,
    is_left_out: bool,
}

/// A rank has failed if an answer takes this many times its mean time to an answer.
const PATIENCE_IN_MEANS: u32 = 10;

/// Shortest time after which a rank has failed: a busy machine makes pauses too.
const MIN_PATIENCE: Duration = Duration::from_millis(500);

/// Time after which a rank has failed that has never answered.
const FIRST_PATIENCE: Duration = Duration::from_secs(30);

/// Weight of the last answer in the mean time to an answer.
const MEAN_WEIGHT: f64 = 0.1;

impl Schedule {
    /// A schedule for ranks with these numbers of slots. Rank 0, if it has any, does not fail.
    pub(super) fn new(slots: &[usize]) -> Schedule {
        let worker = |&slots: &usize| WorkerState {
            slots,
            in_flight: Vec::new(),
            mean: None,
            is_left_out: false,
        };
        Schedule {
            workers: slots.iter().map(worker).collect(),
            waiting: VecDeque::new(),
            open: HashMap::new(),
            min_patience: MIN_PATIENCE,
        }
    }

    /// The schedule with another shortest time after which a rank has failed.
    pub(super) fn with_min_patience(self, min_patience: Duration) -> Schedule {
        Schedule { min_patience, ..self }
    }

    /// Adds a position.
    pub(super) fn submit(&mut self, ticket: Ticket) {
        self.open.insert(ticket, true);
        self.waiting.push_back(ticket);
    }

    /// Whether positions wait for an answer.
    pub(super) fn is_busy(&self) -> bool {
        !self.open.is_empty()
    }

    /// The next position to send, and the rank that gets it: the one with the smallest part of its
    /// slots in use, and of equals the fastest. `None` if no position waits or no rank is free.
    pub(super) fn assign(&mut self, now: Instant) -> Option<(usize, Ticket)> {
        let rank = self.free_rank()?;
        loop {
            let ticket = self.waiting.pop_front()?;
            // A late answer may have come meanwhile.
            if let Some(is_waiting) = self.open.get_mut(&ticket) {
                *is_waiting = false;
                self.workers[rank].in_flight.push((ticket, now));
                return Some((rank, ticket));
            }
        }
    }

    fn free_rank(&self) -> Option<usize> {
        let is_free =
            |worker: &WorkerState| !worker.is_left_out && worker.in_flight.len() < worker.slots;
        let load = |worker: &WorkerState| {
            let share = worker.in_flight.len() as f64 / worker.slots as f64;
            (share, worker.mean.unwrap_or_default().as_secs_f64())
        };
        let free = self.workers.iter().enumerate().filter(|(_, worker)| is_free(worker));
        let least = free.min_by(|(_, a), (_, b)| load(a).partial_cmp(&load(b)).expect("numbers"));
        least.map(|(rank, _)| rank)
    }

    /// Records an answer. Returns whether it is the first for its position.
    pub(super) fn record_answer(&mut self, rank: usize, ticket: Ticket, now: Instant) -> bool {
        let worker = &mut self.workers[rank];
        let place = worker.in_flight.iter().position(|&(other, _)| other == ticket);
        let Some(place) = place else { return false };
        let (_, sent) = worker.in_flight.remove(place);
        let time = now.saturating_duration_since(sent);
        worker.mean = Some(match worker.mean {
            None => time.min(FIRST_PATIENCE),
            Some(mean) => {
                // An outage says little of the usual time.
                let time = time.min(2 * worker.patience(self.min_patience));
                mean.mul_f64(1.0 - MEAN_WEIGHT) + time.mul_f64(MEAN_WEIGHT)
            }
        });
        self.open.remove(&ticket).is_some()
    }

    /// Leaves out the ranks that have not answered in time, and returns them with the time for which
    /// each has been silent. Their positions wait again. A rank is not blamed for tickets that
    /// another has answered meanwhile.
    pub(super) fn expire(&mut self, now: Instant) -> Vec<(usize, Duration)> {
        let mut failed = Vec::new();
        for (rank, worker) in self.workers.iter_mut().enumerate().skip(1) {
            let patience = worker.patience(self.min_patience);
            if worker.is_left_out || worker.silence(now) <= patience {
                continue;
            }
            worker.in_flight.retain(|(ticket, _)| self.open.contains_key(ticket));
            let silence = worker.silence(now);
            if silence <= patience {
                continue;
            }
            worker.is_left_out = true;
            failed.push((rank, silence));
            for (ticket, _) in worker.in_flight.iter().rev() {
                if let Some(is_waiting) = self.open.get_mut(ticket).filter(|waits| !**waits) {
                    *is_waiting = true;
                    self.waiting.push_front(*ticket);
                }
            }
        }
        failed
    }

    /// Leaves out a rank. Returns whether it had not been left out before.
    pub(super) fn leave_out(&mut self, rank: usize) -> bool {
        !mem::replace(&mut self.workers[rank].is_left_out, true)
    }

    /// Gives work again to a rank that was left out. Returns whether it had been left out. An answer of
    /// the rank is recorded first, so that the patience with a slow rank grows.
    pub(super) fn readmit(&mut self, rank: usize, now: Instant) -> bool {
        let worker = &mut self.workers[rank];
        let is_back = mem::replace(&mut worker.is_left_out, false);
        if is_back {
            // It goes on with the positions that it has, those apart that others have answered.
            worker.in_flight.retain(|(ticket, _)| self.open.contains_key(ticket));
            worker.in_flight.iter_mut().for_each(|(_, sent)| *sent = now);
        }
        is_back
    }

    /// Whether a rank is left out.
    pub(super) fn is_left_out(&self, rank: usize) -> bool {
        self.workers[rank].is_left_out
    }

    /// Gives up the waiting positions if all ranks are left out.
    pub(super) fn give_up(&mut self) -> Vec<Ticket> {
        let is_out = |worker: &WorkerState| worker.is_left_out || worker.slots == 0;
        if !self.workers.iter().all(is_out) {
            return Vec::new();
        }
        let waiting = self.waiting.drain(..);
        waiting.filter(|ticket| self.open.remove(ticket).is_some()).collect()
    }
}

impl WorkerState {
    /// Time for which the oldest ticket has had no answer; zero without tickets.
    fn silence(&self, now: Instant) -> Duration {
        self.in_flight
            .first()
            .map_or(Duration::ZERO, |&(_, sent)| now.saturating_duration_since(sent))
    }

    fn patience(&self, min: Duration) -> Duration {
        self.mean.map_or(FIRST_PATIENCE, |mean| (mean * PATIENCE_IN_MEANS).max(min))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Assigns as much as there is room for.
    fn assign_all(schedule: &mut Schedule, now: Instant) -> Vec<(usize, Ticket)> {
        std::iter::from_fn(|| schedule.assign(now)).collect()
    }

    #[test]
    fn the_free_rank_gets_the_next_position() {
        let start = Instant::now();
        let mut schedule = Schedule::new(&[0, 2, 1]);
        (0..6).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, start), [(1, 0), (2, 1), (1, 2)]);
        assert!(schedule.record_answer(2, 1, start + Duration::from_millis(5)));
        assert_eq!(assign_all(&mut schedule, start), [(2, 3)]);
        // The order of the answers does not matter.
        assert!(schedule.record_answer(1, 2, start + Duration::from_millis(9)));
        assert!(schedule.record_answer(1, 0, start + Duration::from_millis(9)));
        assert_eq!(assign_all(&mut schedule, start), [(1, 4), (1, 5)]);
        assert!(!schedule.record_answer(2, 17, start), "an unknown position");
        assert!(!schedule.record_answer(2, 4, start), "a position of another rank");
        for (rank, ticket) in [(2, 3), (1, 4), (1, 5)] {
            assert!(schedule.is_busy());
            assert!(schedule.record_answer(rank, ticket, start));
        }
        assert!(!schedule.is_busy());
    }

    #[test]
    fn of_equally_loaded_ranks_the_fastest_comes_first() {
        let start = Instant::now();
        let mut schedule = Schedule::new(&[0, 1, 1]);
        (0..2).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, start), [(1, 0), (2, 1)]);
        schedule.record_answer(1, 0, start + Duration::from_millis(30));
        schedule.record_answer(2, 1, start + Duration::from_millis(10));
        (2..4).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, start), [(2, 2), (1, 3)]);
    }

    #[test]
    fn a_silent_rank_is_left_out_until_it_answers() {
        let start = Instant::now();
        let later = |millis| start + Duration::from_millis(millis);
        let mut schedule = Schedule::new(&[0, 1, 1]);
        (0..2).for_each(|ticket| schedule.submit(ticket));
        assign_all(&mut schedule, start);
        (0..2).for_each(|ticket| {
            schedule.record_answer(ticket as usize + 1, ticket, later(10));
        });
        (2..4).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, later(10)), [(1, 2), (2, 3)]);
        schedule.record_answer(2, 3, later(20));
        assert!(schedule.expire(later(400)).is_empty());
        assert_eq!(schedule.expire(later(1010)), [(1, Duration::from_secs(1))]);
        assert!(schedule.expire(later(1020)).is_empty(), "it is reported once");
        // Its position goes to the other rank, whose answer counts.
        assert_eq!(assign_all(&mut schedule, later(1010)), [(2, 2)]);
        assert!(schedule.record_answer(2, 2, later(1020)));
        assert!(!schedule.record_answer(1, 2, later(1500)));
        assert!(schedule.readmit(1, later(1500)) && !schedule.readmit(1, later(1500)));
        (4..6).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, later(1500)).len(), 2);
    }

    #[test]
    fn a_rank_was_left_out_for_an_answer_that_another_had_given() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        for returns_first in [true, false] {
            let mut schedule = Schedule::new(&[0, 1, 1]);
            schedule.submit(0);
            assert_eq!(assign_all(&mut schedule, start), [(1, 0)]);
            assert_eq!(schedule.expire(later(31)).len(), 1);
            assert_eq!(assign_all(&mut schedule, later(31)), [(2, 0)]);
            assert!(!returns_first || schedule.readmit(1, later(32)));
            assert!(schedule.record_answer(2, 0, later(33)));
            assert!(returns_first || schedule.readmit(1, later(34)));
            assert!(schedule.expire(later(99)).is_empty());
            schedule.submit(1);
            assert_eq!(assign_all(&mut schedule, later(99)), [(1, 1)]);
        }
    }

    #[test]
    fn the_patience_with_a_rank_grows_with_a_late_answer() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let mut schedule = Schedule::new(&[0, 1]);
        schedule.submit(0);
        assign_all(&mut schedule, start);
        assert_eq!(schedule.expire(later(40)).len(), 1);
        assert!(schedule.record_answer(1, 0, later(50)) && schedule.readmit(1, later(50)));
        schedule.submit(1);
        assign_all(&mut schedule, later(50));
        assert!(schedule.expire(later(100)).is_empty());
    }

    #[test]
    fn a_rank_was_trusted_for_as_long_as_it_had_been_away() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let mut schedule = Schedule::new(&[0, 1]);
        schedule.submit(0);
        assign_all(&mut schedule, start);
        assert!(schedule.record_answer(1, 0, start));
        schedule.submit(1);
        assign_all(&mut schedule, start);
        assert_eq!(schedule.expire(later(2)).len(), 1);
        assert!(schedule.record_answer(1, 1, later(60)) && schedule.readmit(1, later(60)));
        schedule.submit(2);
        assign_all(&mut schedule, later(60));
        assert_eq!(schedule.expire(later(65)).len(), 1);
    }

    #[test]
    fn a_rank_that_answers_again_has_time_for_the_rest_of_its_positions() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let mut schedule = Schedule::new(&[1, 2]).with_min_patience(Duration::from_secs(5));
        (0..3).for_each(|ticket| schedule.submit(ticket));
        assert_eq!(assign_all(&mut schedule, start), [(0, 0), (1, 1), (1, 2)]);
        assert_eq!(
            schedule.expire(later(40)),
            [(1, Duration::from_secs(40))],
            "rank 0 never fails"
        );
        assert!(schedule.readmit(1, later(41)));
        assert!(schedule.record_answer(1, 1, later(41)));
        assert!(schedule.expire(later(45)).is_empty());
        assert_eq!(schedule.expire(later(47)), [(1, Duration::from_secs(6))]);
    }

    #[test]
    fn positions_that_nobody_evaluates_are_given_up() {
        let start = Instant::now();
        let mut schedule = Schedule::new(&[0, 1]);
        (0..3).for_each(|ticket| schedule.submit(ticket));
        assign_all(&mut schedule, start);
        assert!(schedule.give_up().is_empty());
        assert_eq!(schedule.expire(start + FIRST_PATIENCE * 2).len(), 1);
        let mut given_up = schedule.give_up();
        given_up.sort_unstable();
        assert_eq!(given_up, [0, 1, 2]);
        assert!(!schedule.is_busy());
    }
}
