//! The threads of the searches, which all lanes share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError};

use crate::threads;

/// The pools of searches that are over, so that the next ones need not start threads.
pub(super) struct IdlePools {
    /// The one that was given back last is the last.
    pools: Mutex<Vec<Arc<ThreadPool>>>,
    /// Number of threads that are kept.
    max_threads: usize,
}

impl IdlePools {
    /// No pools yet; at most this number of threads is kept.
    pub(super) fn new(max_threads: usize) -> IdlePools {
        IdlePools { pools: Mutex::default(), max_threads }
    }

    /// Takes a pool of this many threads; a new one if none is idle.
    ///
    /// # Errors
    /// The system refuses the threads.
    pub(super) fn take(&self, threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
        let mut pools = self.pools();
        let known = pools.iter().rposition(|pool| pool.current_num_threads() == threads);
        match known {
            Some(index) => Ok(pools.remove(index)),
            None => {
                drop(pools);
                threads::pool(threads)
            }
        }
    }

    /// Keeps a pool for later searches, and drops those that have been idle longest if these are too
    /// many threads.
    pub(super) fn give_back(&self, pool: Arc<ThreadPool>) {
        let mut pools = self.pools();
        pools.push(pool);
        let mut idle = 0;
        let fits = |pool: &&Arc<ThreadPool>| {
            idle += pool.current_num_threads();
            idle <= self.max_threads
        };
        let kept = pools.iter().rev().take_while(fits).count();
        let dropped = pools.len() - kept;
        pools.drain(..dropped);
    }

    fn pools(&self) -> MutexGuard<'_, Vec<Arc<ThreadPool>>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_kept_the_threads_of_its_last_search() {
        let idle = IdlePools::new(3);
        let [first, second, third] = [3, 3, 1].map(|threads| idle.take(threads).expect("threads"));
        let address = Arc::as_ptr(&second);
        idle.give_back(first);
        idle.give_back(second);
        assert_eq!(idle.pools().len(), 1);
        let second = idle.take(3).expect("threads");
        assert_eq!(Arc::as_ptr(&second), address, "it is used again");
        idle.give_back(third);
        idle.give_back(second);
        let sizes: Vec<usize> =
            idle.pools().iter().map(|pool| pool.current_num_threads()).collect();
        assert_eq!(sizes, [3]);
    }
}
