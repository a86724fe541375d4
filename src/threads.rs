//! Starts threads safely where a limit of address space (`ulimit -v`) may leave no room for them.
//!
//! A thread that has been created still takes memory before it runs its code, and ends or blocks the
//! process if there is none. So each thread is started when the one before it runs, and only if there is
//! room for more than its stack: otherwise its creation is refused, which is an error.

use std::{
    fs, io,
    num::NonZero,
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Bytes of free address space that a new thread needs: its stack, and the memory that it takes
/// before it runs its code, with some to spare.
const MIN_ADDRESS_SPACE: u64 = 4 << 20;

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
        let spawn = |running: Sender<()>| {
            thread::Builder::new().spawn(move || {
                drop(running);
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

/// Calls `spawn`, which must create a thread that drops the given sender first of all, and waits until
/// it has: then the thread runs.
///
/// # Errors
/// There is too little address space for a thread, or the error of `spawn`.
pub fn start<T>(spawn: impl FnOnce(Sender<()>) -> io::Result<T>) -> io::Result<T> {
    if address_space_left().is_some_and(|left| left < MIN_ADDRESS_SPACE) {
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, "the address space is used up"));
    }
    let (running, dropped) = channel();
    let thread = spawn(running)?;
    // Nothing is sent: `recv` returns when the sender is dropped.
    let _ = dropped.recv();
    Ok(thread)
}

/// Bytes of address space that the process may still take under its limit (`ulimit -v`); `None` without a
/// limit, and on systems other than Linux.
fn address_space_left() -> Option<u64> {
    let number = |path: &str, name: &str| first_number(&fs::read_to_string(path).ok()?, name);
    let limit = number("/proc/self/limits", "Max address space")?;
    let used_kib = number("/proc/self/status", "VmSize:")?;
    Some(limit.saturating_sub(used_kib << 10))
}

/// The number after a name at the start of a line; `None` if there is no such line or another word.
fn first_number(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
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

    #[test]
    fn numbers_follow_their_names() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max cpu time              unlimited            unlimited            seconds\n\
                      Max address space         614400000            unlimited            bytes\n";
        assert_eq!(first_number(limits, "Max address space"), Some(614_400_000));
        assert_eq!(first_number(limits, "Max cpu time"), None);
        assert_eq!(first_number("VmPeak:\t    9 kB\nVmSize:\t    8 kB\n", "VmSize:"), Some(8));
    }
}
