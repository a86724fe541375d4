//! What a running command can see of the input behind it, and how it writes before it is done.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::request::Line;
use super::response::{Response, close_stream, frame, open_stream, stream_line};

/// The link of one command to its client, while it runs.
///
/// Lines of input are numbered as they are read, and a session knows the number of its own line. What
/// came later is found by comparing numbers: no flag is ever set or cleared, so that nothing can be lost
/// between two commands or strike the wrong one, however fast the lines follow each other.
///
/// A clone stays with its command; it may go to another thread and outlive the command, when it can write
/// nothing any more.
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

    /// A session without a client, to call a [`Handler`](super::Handler) directly: no input ever
    /// arrives, and streamed lines go nowhere.
    pub fn detached() -> Session {
        Session::new(1, None, Arc::new(Connection::new(io::sink())))
    }

    /// Whether any line was read behind this command's line, were it empty or a comment, or the input
    /// has ended. A streamed analysis ends then. Lines that were already waiting when the command started
    /// count. It takes an uncontended lock: cheap enough to ask once a playout.
    pub fn input_arrived(&self) -> bool {
        self.connection.arrivals().lines > self.number
    }

    /// Waits until [`Session::input_arrived`] would be true, which it returns, but no longer than
    /// `timeout`.
    pub fn wait_for_input(&self, timeout: Duration) -> bool {
        let arrivals = self.connection.arrivals();
        let pause = self.connection.bell.wait_timeout_while(
            arrivals,
            timeout,
            |arrivals: &mut Arrivals| arrivals.lines <= self.number,
        );
        let (arrivals, _) = pause.unwrap_or_else(PoisonError::into_inner);
        arrivals.lines > self.number
    }

    /// Whether a line `# interrupt` was read behind this command's line: the command should answer at
    /// once. An interrupt concerns the commands sent before it that are not answered yet, and none sent
    /// after it; if it comes too late, it does nothing.
    pub fn interrupted(&self) -> bool {
        self.connection.arrivals().last_interrupt > self.number
    }

    /// Starts to stream: writes `=[id]` on a line of its own, once. From then on the response the command
    /// returns only ends the stream: its text is the last line (none if empty), of a failure too.
    ///
    /// Returns false if nothing can be written any more, since the command is answered or the client is
    /// gone.
    pub fn start_stream(&self) -> bool {
        self.stream(None)
    }

    /// Writes one line of a streamed response and flushes it, after the start if that is still to come.
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

    /// Writes the command's response, or the rest of it. Nothing can be written for the command
    /// afterwards.
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

/// What the reader thread, the running command and the transport share.
pub(super) struct Connection {
    arrivals: Mutex<Arrivals>,
    bell: Condvar,
    output: Mutex<Output>,
}

/// What was read so far. Lines are numbered from 1.
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
    /// Why writing failed; nothing is tried after that.
    failure: Option<io::Error>,
}

impl Connection {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Connection {
        Connection {
            arrivals: Mutex::default(),
            bell: Condvar::new(),
            output: Mutex::new(Output {
                writer: Box::new(writer),
                answered: 0,
                streaming: false,
                failure: None,
            }),
        }
    }

    /// Counts a line that was read, and wakes whoever waits for one. Returns its number.
    pub(super) fn line_arrived(&self, line: &Line) -> u64 {
        let mut arrivals = self.arrivals();
        arrivals.lines += 1;
        if *line == Line::Interrupt {
            arrivals.last_interrupt = arrivals.lines;
        }
        self.bell.notify_all();
        arrivals.lines
    }

    /// Counts the end of the input, as if it were a line.
    pub(super) fn input_ended(&self) {
        self.line_arrived(&Line::Empty);
    }

    // A panic cannot leave counters half-changed, and a writer that panicked is asked again: a poisoned
    // lock is as good as any.
    fn arrivals(&self) -> MutexGuard<'_, Arrivals> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// Writes and flushes in one go; false if that fails or failed before.
    fn write(&mut self, text: &str) -> bool {
        if self.failure.is_none() && !text.is_empty() {
            let written = self.writer.write_all(text.as_bytes());
            self.failure = written.and_then(|()| self.writer.flush()).err();
        }
        self.failure.is_none()
    }
}
