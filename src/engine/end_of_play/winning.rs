//! A move that keeps a won game won, where the referee judges the stones otherwise than the network.

use super::{Known, SideSearch};
use crate::{board::Move, engine::Decision, rules::Scoring, search::Report};

/// Playouts whose time a network takes to look for the move.
const PLAYOUTS: u64 = 2000;

/// A move that still wins, where the network expects a pass to win but the judged status does not,
/// and a stone in one's own territory costs nothing: what is dead has to be taken off first.
pub(super) fn decide(
    known: &Known,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let is_free = known.game.rules().scoring != Scoring::Territory;
    if !known.has_network || !is_free || report.best().value <= 0.5 {
        return None;
    }
    let counted = known.status?.if_play_stops();
    if counted.is_won_by(known.game, known.color) {
        return None;
    }
    let options = known.options.without(known.color, vec![Move::Pass]);
    let report = side_search.short(known.game, known.color, &options, PLAYOUTS);
    let best = Some(report.best()).filter(|best| best.value > 0.5)?;
    Some(Decision::Move(best.mv))
}
