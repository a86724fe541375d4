//! The threads that read the input and write the output.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use super::Server;
use crate::threads;

/// Starts the thread that reads the input, and sends its end. It is not joined: a read that never
/// returns must not delay an exit.
pub(super) fn start_reader(
    input: impl Read + Send + 'static,
    server: &Arc<Server>,
    end: Sender<io::Result<()>>,
) -> io::Result<()> {
    let server = Arc::clone(server);
    let builder = thread::Builder::new().name("analysis-reader".to_string());
    let started = threads::start(|start| {
        builder.spawn(move || {
            drop(start);
            let result = read_lines(input, &server);
            drop(server);
            // Nobody waits for it if writing has failed.
            let _ = end.send(result);
        })
    });
    started.map(drop)
}

/// Takes the lines of the input until its end.
fn read_lines(input: impl Read, server: &Server) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut raw = Vec::new();
    loop {
        raw.clear();
        if input.read_until(b'\n', &mut raw)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(raw.trim_ascii());
        if !line.is_empty() {
            let is_text = std::str::from_utf8(&raw).is_ok();
            server.take_line(&line, is_text);
        }
    }
}

/// Starts the thread that writes lines until all senders are gone. If writing fails, all analysis ends,
/// and so does the wait for input: the error is sent. A broken pipe is none, the client has left.
pub(super) fn start_writer(
    output: impl Write + Send + 'static,
    lines: Receiver<String>,
    server: &Arc<Server>,
    end: Sender<io::Result<()>>,
) -> io::Result<JoinHandle<()>> {
    let (unread, server) = (Arc::clone(&server.unread), Arc::downgrade(server));
    thread::Builder::new().name("analysis-writer".to_string()).spawn(move || {
        let Err(error) = write_lines(output, &lines, &unread) else { return };
        if let Some(server) = server.upgrade() {
            server.abandon();
        }
        let is_broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        // Nobody waits for it after an exit without waiting.
        let _ = end.send(if is_broken_pipe { Ok(()) } else { Err(error) });
    })
}

/// Writes lines until all senders are gone.
fn write_lines(
    mut output: impl Write,
    lines: &Receiver<String>,
    unread: &AtomicUsize,
) -> io::Result<()> {
    for line in lines {
        unread.fetch_sub(1, Relaxed);
        output.write_all(line.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}
