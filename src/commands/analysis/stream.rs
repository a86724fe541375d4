//! The output of a running search to a client.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use super::format::{InfoFields, info};
use crate::{
    board::Size,
    game::Game,
    gtp::Session,
    search::{Report, ReportTimer, Watcher},
};

/// Delay of the first line, if the interval is longer.
const FIRST_LINE_DELAY: Duration = Duration::from_millis(50);

/// The input that ends a search before its own limits do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopOn {
    /// The next line, whatever it is.
    AnyLine,
    /// The line `# interrupt`.
    Interrupt,
}

/// Writes reports of a search at an interval.
pub(super) struct Stream<'s> {
    session: &'s Session,
    size: Size,
    fields: InfoFields,
    /// Time between two lines; `None` for no lines.
    interval: Option<Duration>,
    stop_on: StopOn,
    timer: ReportTimer,
    is_cancelled: AtomicBool,
    /// Whether the client no longer reads.
    has_left: AtomicBool,
}

impl<'s> Stream<'s> {
    pub(super) fn new(
        session: &'s Session,
        game: &Game,
        fields: InfoFields,
        interval: Option<Duration>,
        stop_on: StopOn,
    ) -> Stream<'s> {
        let first = interval.map_or(Duration::MAX, |interval| interval.min(FIRST_LINE_DELAY));
        Stream {
            session,
            size: game.size(),
            fields,
            interval,
            stop_on,
            timer: ReportTimer::new(first),
            is_cancelled: AtomicBool::new(false),
            has_left: AtomicBool::new(false),
        }
    }

    /// Writes a report at once.
    pub(super) fn write(&self, report: &Report) {
        let line = info(self.size, report, &self.fields);
        self.has_left.fetch_or(!self.session.write_line(&line), Relaxed);
    }

    /// Whether input ended the search.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }
}

impl Watcher for Stream<'_> {
    fn wants_stop(&self) -> bool {
        if self.has_left.load(Relaxed) {
            return true;
        }
        match self.stop_on {
            StopOn::Interrupt => self.session.interrupted(),
            StopOn::AnyLine => {
                let has_arrived = self.session.input_arrived();
                self.is_cancelled.fetch_or(has_arrived, Relaxed);
                has_arrived
            }
        }
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.timer.is_due(elapsed)
    }

    fn report(&self, report: &Report) {
        self.write(report);
        self.timer.restart(report.elapsed, self.interval.unwrap_or(Duration::MAX));
    }
}
