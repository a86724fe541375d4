//! Server-sent events: one stream for each open page.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::{
    sync::mpsc,
    time::{Interval, MissedTickBehavior, interval},
};

/// Time between the comments that keep a stream open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Number of events that a page may be behind. A page that reads too slowly loses its stream, and
/// gets the whole state when it opens a new one.
const MAX_BEHIND: usize = 256;

/// Maximum number of streams.
const MAX_STREAMS: usize = 32;

/// The pages that receive events.
#[derive(Debug, Default)]
pub(super) struct Hub {
    pages: Vec<mpsc::Sender<Bytes>>,
    /// Whether there was a page.
    had_page: bool,
    /// The instant at which it was first found that no page is left.
    left: Option<Instant>,
}

impl Hub {
    /// Sends an event to all pages.
    pub(super) fn send(&mut self, name: &str, data: &impl Serialize) {
        if self.is_empty() {
            return;
        }
        let event = event(name, data);
        self.pages.retain(|page| page.try_send(event.clone()).is_ok());
    }

    /// Adds a page, and drops the oldest one if there are too many.
    pub(super) fn add(&mut self, page: mpsc::Sender<Bytes>) {
        self.drop_closed();
        if self.pages.len() == MAX_STREAMS {
            self.pages.remove(0);
        }
        self.pages.push(page);
        self.had_page = true;
    }

    /// Whether no page receives events.
    pub(super) fn is_empty(&mut self) -> bool {
        self.drop_closed();
        self.pages.is_empty()
    }

    /// The time since it was first found that no page is left; zero before the first page.
    pub(super) fn deserted(&mut self, now: Instant) -> Duration {
        if !self.had_page || !self.is_empty() {
            self.left = None;
            return Duration::ZERO;
        }
        now.saturating_duration_since(*self.left.get_or_insert(now))
    }

    fn drop_closed(&mut self) {
        self.pages.retain(|page| !page.is_closed());
    }
}

/// An event as it is sent.
pub(super) fn event(name: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).expect("plain data");
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// The body of a stream.
#[derive(Debug)]
pub(super) struct EventStream {
    events: mpsc::Receiver<Bytes>,
    keep_alive: Interval,
}

impl EventStream {
    /// A stream, and the sender of its events.
    pub(super) fn new() -> (mpsc::Sender<Bytes>, EventStream) {
        let (sender, events) = mpsc::channel(MAX_BEHIND);
        let mut keep_alive = interval(KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        (sender, EventStream { events, keep_alive })
    }
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(|event| Ok(Frame::data(event))));
        }
        self.keep_alive
            .poll_tick(context)
            .map(|_| Some(Ok(Frame::data(Bytes::from_static(b": keep-alive\n\n")))))
    }
}
