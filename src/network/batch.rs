//! The batch size of the highest throughput.

use std::{hint::black_box, sync::PoisonError};

use cpu_time::ThreadTime;
use log::debug;

use super::{
    inference::{InferenceOptions, Workspace},
    input::Input,
    loaded::Network,
};

/// The batch sizes that are measured.
const BATCH_SIZES: [usize; 4] = [1, 2, 4, 8];

/// Number of weights up to which a network fits into the caches, so that a batch gains little.
const MAX_WEIGHTS_IN_CACHE: usize = 2_000_000;

/// The least ratio of the rates of a batch and of single positions for which positions are evaluated
/// together: leaves that are gathered without the values of each other are chosen less well.
const MIN_RATE_RATIO: f64 = 1.1;

/// The least ratio of the rates of a batch size and the one before for which a larger one is tried:
/// on large boards, where little is gained, the measurement takes as long as many evaluations.
const MIN_STEP_RATIO: f64 = 1.06;

/// Share of the highest rate that a smaller batch must reach to be preferred.
const MIN_SHARE_OF_BEST: f64 = 0.96;

impl Network {
    /// Batch size of the highest throughput, in positions like `input`, by processor time; 1 for
    /// small networks, which are not measured. The first call for a board size takes as long as some
    /// evaluations.
    #[must_use]
    pub fn best_batch_size(&self, input: &Input) -> usize {
        if self.weights() <= MAX_WEIGHTS_IN_CACHE {
            return 1;
        }
        let size = [input.width(), input.height()];
        let mut measured = self.best_batch_sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(_, batch)) = measured.iter().find(|(of, _)| *of == size) {
            return batch;
        }
        let batch = self.measure_batch_size(input);
        measured.push((size, batch));
        batch
    }

    fn measure_batch_size(&self, input: &Input) -> usize {
        let mut workspace = Workspace::default();
        // Packs the weights and allocates memory.
        black_box(self.evaluate(input, InferenceOptions::default(), &mut workspace));
        let mut rates: Vec<(usize, f64)> = Vec::new();
        for size in BATCH_SIZES {
            let rate = self.batch_rate(input, size, &mut workspace);
            debug!("{self:?}: {rate:.1} evaluations/s, {size} together");
            let gains = rates.last().is_none_or(|&(_, last)| rate >= MIN_STEP_RATIO * last);
            rates.push((size, rate));
            if !gains {
                break;
            }
        }
        best_size(&rates)
    }

    /// Evaluations a second of processor time with `size` positions evaluated together.
    fn batch_rate(&self, input: &Input, size: usize, workspace: &mut Workspace) -> f64 {
        let positions = vec![(input, InferenceOptions::default()); size];
        let start = ThreadTime::now();
        black_box(self.evaluate_batch(&positions, workspace));
        size as f64 / start.elapsed().as_secs_f64()
    }
}

/// The smallest number of positions with nearly the best rate; 1 unless more are worth it.
fn best_size(rates: &[(usize, f64)]) -> usize {
    let best = rates.iter().map(|&(_, rate)| rate).fold(0.0, f64::max);
    let is_good = |&(size, rate): &(usize, f64)| {
        let least = if size == 1 { best / MIN_RATE_RATIO } else { MIN_SHARE_OF_BEST * best };
        rate >= least
    };
    rates.iter().copied().find(is_good).map_or(1, |(size, _)| size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_positions_must_be_worth_it() {
        assert_eq!(best_size(&[(1, 100.0), (2, 125.0), (4, 140.0), (8, 141.0)]), 4);
        assert_eq!(best_size(&[(1, 100.0), (2, 105.0), (4, 103.0)]), 1);
        assert_eq!(best_size(&[(1, 100.0), (2, 99.0)]), 1);
        assert_eq!(best_size(&[(1, 100.0), (2, 120.0), (4, 121.0)]), 2);
    }
}
