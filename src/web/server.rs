//! The HTTP server: one thread, the loopback address, and limits on everything.

use std::{
    io,
    net::{Ipv4Addr, TcpListener as StdListener},
    sync::{Arc, mpsc},
    time::Duration,
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use log::debug;
use tokio::{
    net::TcpListener,
    runtime::{self, Runtime},
    sync::Semaphore,
    time::sleep,
};

use super::{assets::Assets, guard::Guard, routes::respond, session::Input};

/// Maximum number of connections at a time. Further ones are closed at once.
const MAX_CONNECTIONS: usize = 128;

/// Maximum length of the head of a request, in bytes.
const MAX_HEAD_LEN: usize = 16 << 10;

/// Maximum number of headers.
const MAX_HEADERS: usize = 64;

/// Time in which the head of a request must arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause after a connection cannot be accepted, as when there are too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a request is answered with.
pub(super) struct Context {
    pub(super) guard: Guard,
    pub(super) assets: Assets,
    pub(super) session: mpsc::Sender<Input>,
}

/// Binds a port of the loopback address; 0 for any free one.
///
/// # Errors
/// The port is taken, or the system refuses.
pub(super) fn bind(port: u16) -> io::Result<StdListener> {
    let listener = StdListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// The runtime of the server: all connections share the calling thread.
///
/// # Errors
/// The system refuses.
pub(super) fn new_runtime() -> io::Result<Runtime> {
    runtime::Builder::new_current_thread().enable_all().build()
}

/// Serves until the runtime ends.
pub(super) async fn serve(listener: TcpListener, context: Arc<Context>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                debug!("a connection failed: {error}");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        // Moves are small and must not wait for more data.
        let _ = stream.set_nodelay(true);
        let context = Arc::clone(&context);
        tokio::spawn(async move {
            let service = service_fn(move |request| respond(request, Arc::clone(&context)));
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
            builder.max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD_LEN);
            if let Err(error) = builder.serve_connection(TokioIo::new(stream), service).await {
                debug!("a connection ended: {error}");
            }
            drop(place);
        });
    }
}
