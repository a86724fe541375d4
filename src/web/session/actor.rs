//! The thread of the session, and its messages.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    time::{Duration, Instant},
};

use hyper::body::Bytes;
use tokio::sync::{mpsc as pages, oneshot};

use super::{Refused, Session};
use crate::web::{action::PageAction, autosave::Autosave, worker::Output};

/// Time between two events of a running clock.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

/// A message to the session.
pub(in crate::web) enum Input {
    /// A request, the time of its arrival, and the sender of the answer.
    Request(Request, Instant, oneshot::Sender<Result<Reply, Refused>>),
    /// A page that receives events.
    Page(pages::Sender<Bytes>),
    /// A message of the engine, and the time of its arrival.
    Engine(Output, Instant),
    /// The end of the program; an answer is sent when the pages are informed.
    End(mpsc::Sender<()>),
}

/// A request of a page.
pub(in crate::web) enum Request {
    Action(Box<PageAction>),
    Open {
        name: Option<String>,
        charset: Option<String>,
        bytes: Vec<u8>,
    },
    /// The record as SGF.
    Record,
    Tree,
    /// The titles of the games of the file.
    Games,
    Catalog,
}

/// The answer to a request.
pub(in crate::web) enum Reply {
    /// It is done; the state of this version has its effects.
    Done {
        version: u64,
    },
    Json(String),
    Text(String),
}

/// Runs a session until the program ends.
pub(in crate::web) fn run(
    session: &mut Session,
    inputs: &mpsc::Receiver<Input>,
    autosave: &mut Autosave,
) {
    let mut clock_due = Instant::now() + CLOCK_INTERVAL;
    loop {
        let now = Instant::now();
        let runs = session.clock.is_running();
        if runs && now >= clock_due {
            session.publish_clock(now);
            session.pause_if_deserted(now);
        }
        if !runs || now >= clock_due {
            clock_due = now + CLOCK_INTERVAL;
        }
        autosave.update(session, now);
        let due = [session.deadline(), runs.then_some(clock_due), autosave.due()];
        let input = match due.into_iter().flatten().min() {
            Some(due) => inputs.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = Instant::now();
        match input {
            Ok(Input::End(done)) => {
                autosave.finish(session, now);
                session.end_pages();
                let _ = done.send(());
                return;
            }
            Ok(input) => handle_input(session, input, now),
            Err(RecvTimeoutError::Timeout) => {
                if session.deadline().is_some_and(|deadline| deadline <= now) {
                    session.tick(now);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn handle_input(session: &mut Session, input: Input, now: Instant) {
    match input {
        Input::Request(request, came, reply) => {
            // The time of arrival counts, even if this thread had to wait. A page that is gone
            // drops the receiver.
            let _ = reply.send(session.answer(request, came));
        }
        Input::Page(page) => session.add_page(page, now),
        Input::Engine(output, found) => session.handle_output(output, found),
        Input::End(_) => {}
    }
}
