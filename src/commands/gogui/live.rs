//! Live graphics of a search, which GoGui reads from standard error.

use std::time::Duration;

use crate::{
    board::{Size, Vertex},
    gtp::Session,
    search::{Candidate, Report, ReportTimer, Watcher},
    stderr,
};

/// Time between two drawings.
const INTERVAL: Duration = Duration::from_millis(500);

/// Ends a search when the client interrupts it, and draws its state if enabled.
pub(in crate::commands) struct Live<'s> {
    session: &'s Session,
    size: Size,
    is_drawn: bool,
    timer: ReportTimer,
}

impl<'s> Live<'s> {
    pub(in crate::commands) fn new(session: &'s Session, size: Size, is_drawn: bool) -> Live<'s> {
        Live { session, size, is_drawn, timer: ReportTimer::new(INTERVAL) }
    }

    /// Clears the drawing after the search.
    pub(in crate::commands) fn clear(&self) {
        if self.is_drawn {
            stderr::line("gogui-gfx: CLEAR");
        }
    }
}

impl Watcher for Live<'_> {
    fn wants_stop(&self) -> bool {
        self.session.interrupted()
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.is_drawn && self.timer.is_due(elapsed)
    }

    fn report(&self, report: &Report) {
        stderr::line(drawing(self.size, report));
        self.timer.advance(report.elapsed, INTERVAL);
    }
}

/// Formats the principal variation, each move's visits as a share of the first candidate's, and a line
/// of text.
fn drawing(size: Size, report: &Report) -> String {
    let name = |mv| Vertex::new(size, mv).to_string();
    let best = report.best();
    let mut color = report.color;
    let mut line = String::new();
    for &(mv, _) in &best.line {
        line += &format!(" {} {}", color.letter().to_ascii_lowercase(), name(mv));
        color = color.opponent();
    }
    let max_visits = f64::from(report.candidates[0].visits.max(1));
    let share = |c: &Candidate| format!(" {} {:.2}", name(c.mv), f64::from(c.visits) / max_visits);
    let visited = report.candidates.iter().filter(|c| c.visits > 0 && c.mv.point().is_some());
    let influence: String = visited.map(share).collect();
    format!(
        "gogui-gfx:\nVAR{line}\nINFLUENCE{influence}\nTEXT {} playouts, {:.1} % for {}\n",
        report.visits,
        100.0 * best.win_rate,
        report.color,
    )
}
