//! The HTTP server: one thread, the loopback address, and limits on everything.

use std::{
    io,
    net::{Ipv4Addr, TcpListener as StdListener},
    sync::Arc,
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

use super::{context::Context, routes::respond};

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionLimits {
    /// Maximum number of connections at a time. Further ones are closed at once.
    connections: usize,
    /// Time in which the head of a request must arrive, also on a connection that was used before.
    head_timeout: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits { connections: 128, head_timeout: Duration::from_secs(10) }
    }
}

/// Maximum length of the head of a request, in bytes.
const MAX_HEAD_LEN: usize = 16 << 10;

/// Maximum number of headers.
const MAX_HEADERS: usize = 64;

/// Pause after a connection cannot be accepted, as when there are too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

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
pub(super) async fn serve(listener: TcpListener, context: Arc<Context>, limits: ConnectionLimits) {
    let places = Arc::new(Semaphore::new(limits.connections));
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
            builder.timer(TokioTimer::new()).header_read_timeout(limits.head_timeout);
            builder.max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD_LEN);
            if let Err(error) = builder.serve_connection(TokioIo::new(stream), service).await {
                debug!("a connection ended: {error}");
            }
            drop(place);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
        sync::mpsc,
        thread,
    };

    use super::*;
    use crate::web::{assets::Assets, guard::Guard};

    /// Serves with these limits; returns the port.
    fn start(limits: ConnectionLimits) -> u16 {
        let listener = bind(0).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (session, _) = mpsc::channel();
        let (guard, assets) = (Guard::new(port), Assets::Embedded);
        let context = Arc::new(Context { guard, assets, session });
        thread::spawn(move || {
            new_runtime().expect("a runtime").block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                serve(listener, context, limits).await;
            });
        });
        port
    }

    fn connect(port: u16) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    fn is_answered(mut stream: TcpStream, port: u16) -> bool {
        let request =
            format!("GET /x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.read_to_string(&mut answer);
        answer.starts_with("HTTP/1.1 404")
    }

    #[test]
    fn a_head_that_comes_too_slowly_ends_its_connection() {
        let port = start(ConnectionLimits {
            head_timeout: Duration::from_millis(50),
            ..ConnectionLimits::default()
        });
        for begin in ["GET / HTTP/1.1\r\nHost:", "G", ""] {
            let mut slow = connect(port);
            slow.write_all(begin.as_bytes()).expect("a connection");
            // The server closes: without its limit this would take a minute and fail.
            let mut answer = Vec::new();
            slow.read_to_end(&mut answer).expect("the end of the connection");
            assert!(!answer.starts_with(b"HTTP/1.1 2"), "{begin:?}");
        }
        assert!(is_answered(connect(port), port));
    }

    #[test]
    fn connections_above_the_limit_are_closed() {
        let port = start(ConnectionLimits { connections: 3, ..ConnectionLimits::default() });
        let held: Vec<TcpStream> = (0..3).map(|_| connect(port)).collect();
        // The held ones are accepted first, since they came first.
        assert!(!is_answered(connect(port), port));
        drop(held);
        assert!((0..200).any(|_| is_answered(connect(port), port)));
    }
}
