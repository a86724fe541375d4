//! Starting threads where the system may have no room for them.
//!
//! A thread that has been created still takes memory before it runs its code, and ends the process if
//! there is none. So each thread is started when the one before it runs: then the system refuses the
//! creation of one, which is an error.

use std::{
    io,
    num::NonZero,
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Number of threads that run at the same time on this machine; 1 if it is unknown.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of threads; 0 for one per core.
///
/// # Errors
/// The system refuses the threads.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    let mut started = Vec::new();
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let builder = builder.spawn_handler(|thread| {
        let spawn = |start: Sender<()>| {
            thread::Builder::new().spawn(move || {
                drop(start);
                thread.run();
            })
        };
        started.push(start(spawn)?);
        Ok(())
    });
    let pool = builder.build();
    if pool.is_err() {
        // Those that were started end now, and give their memory back.
        started.into_iter().for_each(|thread| drop(thread.join()));
    }
    pool.map(Arc::new)
}

/// Calls `spawn`, which creates a thread, and waits until the thread drops what `spawn` is given.
///
/// # Errors
/// The error of `spawn`.
pub fn start<T>(spawn: impl FnOnce(Sender<()>) -> io::Result<T>) -> io::Result<T> {
    let (start, is_dropped) = channel();
    let thread = spawn(start)?;
    // Nothing is sent: the end of the channel is waited for.
    let _ = is_dropped.recv();
    Ok(thread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_pool_has_its_threads() {
        let calls = AtomicUsize::new(0);
        let pool = pool(5).expect("threads");
        pool.broadcast(|_| calls.fetch_add(1, Ordering::Relaxed));
        assert_eq!((pool.current_num_threads(), calls.into_inner()), (5, 5));
    }

    #[test]
    fn a_refused_thread_is_an_error() {
        let refuse = |_| Err::<(), _>(io::Error::from(io::ErrorKind::WouldBlock));
        assert_eq!(start(refuse).unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
