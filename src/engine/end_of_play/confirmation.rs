//! The confirmation of a win before a pass ends the game.
//!
//! The judgment for a move gives up long readings, so that the judgment for the count, which does not,
//! may find a loss.

use super::{Known, LazyStatus, SideSearch, eye::fills_eye};
use crate::{board::Move, engine::Decision, search::Report};

/// Whether the player wins the count if the game ends with a pass, as far as there is time to judge that.
pub(super) fn wins_count(known: &Known, status: &LazyStatus, side_search: &dyn SideSearch) -> bool {
    !side_search.can_count(known.game.size().area())
        || status.for_count().is_won_by(&known.after_pass(), known.color)
}

/// The best move but a pass, where the count is known to be lost.
pub(super) fn decide(known: &Known, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let verdict = known.status?.known_for_count()?;
    if verdict.is_won_by(&known.after_pass(), known.color) {
        return None;
    }
    let moves = report.candidates.iter().filter(|c| c.visits > 0).map(|c| c.mv);
    let mut plays = moves.filter(|&mv| mv != Move::Pass && known.permits(mv));
    plays.find(|&mv| !fills_eye(known.game, known.color, mv)).map(Decision::Move)
}
