//! The cores that a game's engines may use, on Linux. Elsewhere engines use all cores.

use std::{io, thread};

/// The cores that this process may use, by number. A container may be permitted less time than theirs
/// ([`cores`](crate::threads::cores)).
#[must_use]
pub(super) fn available_cores() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect();
    }
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

/// Runs `start`, so that a process that it starts uses these cores only; all cores if there are none.
///
/// # Errors
/// The system refuses the cores, or the error of `start`.
#[cfg(target_os = "linux")]
pub(super) fn start_on<T>(cores: &[usize], start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    if cores.is_empty() {
        return start();
    }
    // A process inherits the cores of the thread that starts it.
    let own = sched_getaffinity(None)?;
    let mut set = CpuSet::new();
    cores.iter().for_each(|&core| set.set(core));
    sched_setaffinity(None, &set)?;
    let started = start();
    sched_setaffinity(None, &own)?;
    started
}

#[cfg(not(target_os = "linux"))]
pub(super) fn start_on<T>(_: &[usize], start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    start()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_started_process_has_the_cores_and_this_one_keeps_its_own() {
        let own = available_cores();
        let last = *own.last().expect("a core");
        let mut nproc = std::process::Command::new("nproc");
        // Variables of OpenMP would change its answer.
        nproc.env_remove("OMP_NUM_THREADS").env_remove("OMP_THREAD_LIMIT");
        let output = start_on(&[last], || nproc.output());
        let output = output.expect("nproc starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "1");
        assert_eq!(available_cores(), own);
    }
}
