//! The signals by which the user or the system asks the program to end.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use tokio::runtime::Builder;

/// Returns a flag that is set when the program is asked to end. From then on such a request no longer
/// ends the program by itself, nor is it ignored as shells have it for the background jobs of a script.
///
/// # Errors
/// The system refuses a handler or a thread.
pub fn end_flag() -> io::Result<Arc<AtomicBool>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let request = runtime.block_on(async { end_request() })?;
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(request);
        set.store(true, Ordering::Relaxed);
    })?;
    Ok(flag)
}

/// Starts to handle requests to end the program, within a runtime of `tokio`. The future is ready after
/// the first of them.
///
/// # Errors
/// The system refuses a handler.
#[cfg(unix)]
pub fn end_request() -> io::Result<impl Future<Output = ()>> {
    use std::{future::poll_fn, task::Poll};
    use tokio::signal::unix::{SignalKind, signal};

    // A hang-up is left to its default, which `nohup` changes.
    let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
    let mut signals = kinds.into_iter().map(signal).collect::<io::Result<Vec<_>>>()?;
    Ok(poll_fn(move |context| {
        match signals.iter_mut().any(|one| one.poll_recv(context).is_ready()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }))
}

/// Starts to handle requests to end the program. The future is ready after the first of them.
///
/// # Errors
/// The system refuses a handler.
#[cfg(not(unix))]
pub fn end_request() -> io::Result<impl Future<Output = ()>> {
    let mut ctrl_c = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        ctrl_c.recv().await;
    })
}
