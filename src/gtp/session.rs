//! The connection of a running command to its client: later input, and early output.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::request::Line;
use super::response::{Response, close_stream, frame, open_stream, stream_line};

/// The connection of one command to its client, while the command runs.
///
/// Lines of input are numbered as they are read, and a session knows the number of its own line.
/// Later input is found by comparing numbers. There are no flags to set and clear, so input can
/// neither get lost between two commands nor affect the wrong one, however fast the lines follow
/// each other.
///
/// A clone belongs to the same command. It may move to another thread and outlive the command; it
/// can write nothing then.
#[derive(Clone)]
pub struct Session {
    number: u64,
    id: Option<String>,
    connection: Arc<Connection>,
}

impl Session {
    pub(super) fn new(number: u64, id: Option<String>, connection: Arc<Connection>) -> Session {
        Session { number, id, connection }
    }

    /// A session without a client, to call a [`Handler`](super::Handler) directly: no input
    /// arrives, and streamed lines are discarded.
    pub fn detached() -> Session {
        Session::new(1, None, Arc::new(Connection::new(io::sink())))
    }

    /// Whether any line, even an empty one or a comment, was read after this command's line, or the
    /// input has ended. A streamed analysis ends then. Lines that were already waiting when the
    /// command started count. The cost is an uncontended lock, which is small compared with a
    /// playout.
    pub fn input_arrived(&self) -> bool {
        self.connection.arrivals().lines > self.number
    }

    /// Whether a line `# interrupt` was read after this command's line: the command should answer
    /// at once. An interrupt applies to the unanswered commands sent before it, and to none sent
    /// after it.
    pub fn interrupted(&self) -> bool {
        self.connection.arrivals().last_interrupt > self.number
    }

    /// Starts a streamed response: writes `=[id]` on a line of its own, once. The response that the
    /// command returns then only ends the stream: its text, that of a failure too, is the last line
    /// (none if empty).
    ///
    /// Returns false if nothing can be written because the command is answered or the client has
    /// left.
    pub fn start_stream(&self) -> bool {
        self.stream(None)
    }

    /// Writes one line of a streamed response and flushes it; starts the stream if necessary.
    /// Newlines within the text become spaces; blank text writes nothing. Returns as
    /// [`Session::start_stream`] does.
    pub fn write_line(&self, text: &str) -> bool {
        self.stream(stream_line(text))
    }

    fn stream(&self, line: Option<String>) -> bool {
        let mut output = self.connection.output();
        if output.answered >= self.number {
            return false;
        }
        let mut text = String::new();
        if !output.streaming {
            output.streaming = true;
            text = open_stream(self.id.as_deref());
        }
        text.extend(line);
        output.write(&text)
    }

    /// Writes the command's response, or the rest of a streamed one. Nothing can be written for the
    /// command afterwards.
    ///
    /// # Errors
    ///
    /// The first failure to write since the command started.
    pub(super) fn respond(&self, response: &Response) -> io::Result<()> {
        let mut output = self.connection.output();
        let text = match std::mem::take(&mut output.streaming) {
            true => close_stream(response),
            false => frame(self.id.as_deref(), response),
        };
        output.answered = self.number;
        output.write(&text);
        output.failure.take().map_or(Ok(()), Err)
    }
}

/// The state that the reader thread, the running command and the transport share.
pub(super) struct Connection {
    arrivals: Mutex<Arrivals>,
    output: Mutex<Output>,
}

/// The input so far. Lines are numbered from 1.
#[derive(Default)]
struct Arrivals {
    lines: u64,
    last_interrupt: u64,
}

struct Output {
    writer: Box<dyn Write + Send>,
    /// The number of the last command answered.
    answered: u64,
    /// Whether the running command has started to stream.
    streaming: bool,
    /// The first failure to write; nothing is written after it.
    failure: Option<io::Error>,
}

impl Connection {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Connection {
        Connection {
            arrivals: Mutex::default(),
            output: Mutex::new(Output {
                writer: Box::new(writer),
                answered: 0,
                streaming: false,
                failure: None,
            }),
        }
    }

    /// Counts a line and returns its number.
    pub(super) fn line_arrived(&self, line: &Line) -> u64 {
        let mut arrivals = self.arrivals();
        arrivals.lines += 1;
        if *line == Line::Interrupt {
            arrivals.last_interrupt = arrivals.lines;
        }
        arrivals.lines
    }

    /// Counts the end of the input as a line.
    pub(super) fn input_ended(&self) {
        self.line_arrived(&Line::Empty);
    }

    // A poisoned lock is used like any other: a panic cannot leave the counters half-changed, and a
    // writer that panicked is tried again.
    fn arrivals(&self) -> MutexGuard<'_, Arrivals> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// Writes and flushes; returns false if that fails or failed before.
    fn write(&mut self, text: &str) -> bool {
        if self.failure.is_none() && !text.is_empty() {
            let written = self.writer.write_all(text.as_bytes());
            self.failure = written.and_then(|()| self.writer.flush()).err();
        }
        self.failure.is_none()
    }
}
