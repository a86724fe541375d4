//! Room for engines on the stack.

use std::{
    panic,
    thread::{self, Builder},
};

/// Bytes of the stack that a thread needs to work with games and engines: a game alone takes 200 KB,
/// an engine some MB while it is made. Linux gives as much to the main thread, Windows an eighth.
pub const STACK: usize = 8 << 20;

/// Does `work` on a thread of its own with a stack of [`STACK`] bytes.
///
/// # Panics
/// If `work` does, or the system has no room for a thread.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let result = thread.expect("the system has room for a thread").join();
        result.unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}
