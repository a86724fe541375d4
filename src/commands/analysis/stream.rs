//! The link of a running search to the client that reads its thoughts.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use super::format::{Style, info};
use crate::{
    board::Size,
    game::Game,
    gtp::Session,
    search::{Report, Watcher},
};

/// The first line comes after this time, however long the interval: people want to see something.
const FIRST_LINE: Duration = Duration::from_millis(50);

/// What ends a search, beside its own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The next line of input, whatever it is.
    Input,
    /// A line that says so.
    Interrupt,
}

/// Writes the reports of a search when they are due.
pub(super) struct Stream<'s> {
    session: &'s Session,
    size: Size,
    style: Style,
    /// Time between two lines; `None` for no lines.
    interval: Option<Duration>,
    ending: Ending,
    /// Nanoseconds after the search's start at which the next line is due.
    next: AtomicU64,
    is_cancelled: AtomicBool,
}

impl<'s> Stream<'s> {
    pub(super) fn new(
        session: &'s Session,
        game: &Game,
        style: Style,
        interval: Option<Duration>,
        ending: Ending,
    ) -> Stream<'s> {
        let first = interval.map_or(Duration::MAX, |interval| interval.min(FIRST_LINE));
        Stream {
            session,
            size: game.size(),
            style,
            interval,
            ending,
            next: AtomicU64::new(nanoseconds(first)),
            is_cancelled: AtomicBool::new(false),
        }
    }

    /// Writes a report now.
    pub(super) fn write(&self, report: &Report) {
        self.session.write_line(&info(self.size, report, &self.style));
    }

    /// Whether input ended the search.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }
}

impl Watcher for Stream<'_> {
    fn wants_stop(&self) -> bool {
        match self.ending {
            Ending::Interrupt => self.session.interrupted(),
            Ending::Input => {
                let has_arrived = self.session.input_arrived();
                self.is_cancelled.fetch_or(has_arrived, Relaxed);
                has_arrived
            }
        }
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        nanoseconds(elapsed) >= self.next.load(Relaxed)
    }

    fn take(&self, report: &Report) {
        self.write(report);
        let pause = self.interval.unwrap_or(Duration::MAX);
        self.next.store(nanoseconds(report.elapsed.saturating_add(pause)), Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
