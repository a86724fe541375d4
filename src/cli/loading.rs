//! A line on a terminal while a network is loaded.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use indicatif::ProgressBar;

/// Shorter loads show nothing.
const DELAY: Duration = Duration::from_millis(500);

/// Runs `load`. If it takes long, standard error shows that, if it is a terminal.
pub(super) fn show_loading<T>(load: impl FnOnce() -> T) -> T {
    let (end, has_ended) = channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if has_ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message("loading the network");
                bar.enable_steady_tick(DELAY / 4);
                // Ends when the sender is dropped.
                let _ = has_ended.recv();
                bar.finish_and_clear();
            }
        };
        // Without the thread, nothing is shown.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        // Moved into this closure, so that it is dropped even if the load panics.
        let _end = end;
        load()
    })
}
