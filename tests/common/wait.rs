//! Waiting for what other processes do.

// No test program uses all of it.
#![allow(dead_code)]

use std::{
    process::{Child, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// Time in which every step must be done, whatever else the machine does.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// Time from one look to the next.
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until a condition holds.
#[track_caller]
pub fn until(condition: impl FnMut() -> bool) {
    until_or(condition, || "it does not happen".to_owned());
}

/// Waits until a condition holds; fails with a message that is made then.
#[track_caller]
pub fn until_or(mut condition: impl FnMut() -> bool, message: impl Fn() -> String) {
    let end = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < end, "{}", message());
        thread::sleep(PAUSE);
    }
}

/// Waits for the end of a process; `None` if it goes on.
pub fn for_end(process: &mut Child) -> Option<ExitStatus> {
    let end = Instant::now() + PATIENCE;
    loop {
        let status = process.try_wait().expect("a child");
        if status.is_some() || Instant::now() >= end {
            return status;
        }
        thread::sleep(PAUSE);
    }
}
