//! The time of a network's evaluation, as the searches for moves show it.

use std::time::Duration;

use super::{Engine, ownership::evaluations};
use crate::{search::Report, status::Effort, threads::cores};

/// Factor by which the known time of an evaluation falls at most with each search.
const EVALUATION_TIME_DECAY: f64 = 0.95;

/// The time of one evaluation by a network in one thread, as the searches for moves show it; zero
/// before the first one, and for playouts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EvaluationTime {
    time: Duration,
    /// Whether the time is that of a short search, whose first evaluation may prepare the network.
    is_provisional: bool,
}

impl EvaluationTime {
    /// Updates the time by a search for a move that makes `at_once` iterations at a time. A search of
    /// positions that were evaluated before looks faster than it is, so that the time falls slowly.
    fn update(&mut self, report: &Report, at_once: usize) {
        let evaluations = report.iterations.div_ceil(at_once as u64).max(1);
        let measured = report.elapsed.div_f64(evaluations as f64);
        let least = match self.is_provisional {
            true => Duration::ZERO,
            false => self.time.mul_f64(EVALUATION_TIME_DECAY),
        };
        *self = EvaluationTime { time: measured.max(least), is_provisional: false };
    }

    /// Takes the time from a search of few evaluations if it is unknown.
    pub(super) fn estimate(&mut self, report: &Report) {
        if self.time.is_zero() {
            // The root is evaluated, too.
            let time = report.elapsed.div_f64((report.iterations + 1) as f64);
            *self = EvaluationTime { time, is_provisional: true };
        }
    }

    /// The time in which a network finds the ownership; zero for playouts, which find it before the
    /// search.
    pub(super) fn of_ownership(self) -> Duration {
        self.of(evaluations(Effort::InPlay))
    }

    /// The time of evaluations one after the other.
    pub(super) fn of(self, evaluations: u64) -> Duration {
        self.time.mul_f64(evaluations as f64)
    }
}

#[cfg(test)]
impl EvaluationTime {
    /// A time that a long search has shown, for tests.
    pub(super) const fn known(time: Duration) -> EvaluationTime {
        EvaluationTime { time, is_provisional: false }
    }
}

impl Engine {
    /// Updates the time of a network's evaluation by the search for a move.
    pub(super) fn update_evaluation_time(&mut self, report: &Report) {
        if self.evaluates_by_network() {
            let threads = self.pool.current_num_threads();
            let has_backend = self.options.peers.backend.is_some();
            let at_once = if has_backend { threads } else { threads.min(cores()) };
            self.evaluation_time.update(report, at_once);
        }
    }
}
