//! The loop between a client and a handler: one thread reads, the caller's thread answers.

use std::any::Any;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::request::{Line, Request};
use super::response::{Response, excerpt};
use super::session::{Connection, Session};

/// Characters of a panic's message that a response repeats.
const MAX_PANIC_CHARS: usize = 200;

/// Answers requests.
pub trait Handler {
    /// Answers one request. The next one waits until this returns; `session` reports whether there
    /// is one, and writes lines before the answer.
    ///
    /// A panic is caught and answered by `? internal error: ...`, and the handler is called for the
    /// next request. It must remain usable, for example by changing its state only after everything
    /// that can fail.
    fn handle(&mut self, request: &Request, session: &Session) -> Outcome;
}

/// The result of a request. A [`Response`] converts into one that continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub response: Response,
    /// Whether serving continues.
    pub flow: Flow,
}

/// Whether requests are served after this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The next request is served.
    Continue,
    /// The response is the last one: no later line is answered.
    Quit,
}

impl Outcome {
    /// The outcome of the last request.
    pub fn quit(response: Response) -> Outcome {
        Outcome { response, flow: Flow::Quit }
    }
}

impl From<Response> for Outcome {
    fn from(response: Response) -> Outcome {
        Outcome { response, flow: Flow::Continue }
    }
}

/// Serves a client until the handler quits, the input ends (every request before the end is
/// answered, even a last one without a line feed) or the client closes its end of the output.
///
/// Requests are answered strictly in order, each by one write and a flush, so clients may send many
/// at once. Lines may have any length. The reader thread is not joined: a read that never returns
/// must not delay an exit.
///
/// # Errors
///
/// Reading or writing fails. A broken output pipe is no error: the client has left.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    handler: &mut impl Handler,
) -> io::Result<()> {
    let connection = Arc::new(Connection::new(output));
    let (queue, requests) = channel();
    let reader = Arc::clone(&connection);
    thread::Builder::new()
        .name("gtp-reader".to_string())
        .spawn(move || read_lines(input, &reader, &queue))?;

    for message in requests {
        let (session, request) = message?;
        let outcome = answer(handler, request.as_ref(), &session);
        match session.respond(&outcome.response) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
        if outcome.flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// A line that requires an answer (`None` for an id without a command), or the failure that ended
/// the input.
type Message = io::Result<(Session, Option<Request>)>;

/// Queues the lines that require an answer, until the input ends or the receiver is dropped.
fn read_lines(input: impl Read, connection: &Arc<Connection>, queue: &Sender<Message>) {
    let mut input = BufReader::new(input);
    let mut raw = Vec::new();
    loop {
        raw.clear();
        let message = match input.read_until(b'\n', &mut raw) {
            Ok(0) => break,
            Ok(_) => match take_line(&raw, connection) {
                Some(message) => Ok(message),
                None => continue,
            },
            Err(error) => Err(error),
        };
        let failed = message.is_err();
        if queue.send(message).is_err() || failed {
            break;
        }
    }
    connection.input_ended();
}

/// Numbers a line; `None` if it requires no answer.
fn take_line(raw: &[u8], connection: &Arc<Connection>) -> Option<(Session, Option<Request>)> {
    let line = Line::parse(raw);
    let number = connection.line_arrived(&line);
    let session = |id| Session::new(number, id, Arc::clone(connection));
    match line {
        Line::Request(request) => Some((session(request.id.clone()), Some(request))),
        Line::IdAlone(id) => Some((session(Some(id)), None)),
        Line::Interrupt | Line::Empty => None,
    }
}

fn answer(handler: &mut impl Handler, request: Option<&Request>, session: &Session) -> Outcome {
    let Some(request) = request else {
        return Err("syntax error: missing command".to_string()).into();
    };
    catch_unwind(AssertUnwindSafe(|| handler.handle(request, session)))
        .unwrap_or_else(|payload| Err(internal_error(&*payload)).into())
}

fn internal_error(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no message");
    format!("internal error: {}", excerpt(text, MAX_PANIC_CHARS))
}

#[cfg(test)]
mod tests;
