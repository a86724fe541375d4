//! Work that a test divides among threads.

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The results of a function for all items, in their order. One thread for each core calls it.
///
/// The threads are not those of a rayon pool: such a thread would begin further items while it
/// waits for another pool, such as that of an engine. Their output is captured as that of the test.
pub fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return results };
            results.push((at, function(item)));
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.flat_map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
