//! The pass at the end of play.

use super::{
    Facts, SideSearch, capture,
    quiet::{counts_only_stones, settled},
};
use crate::{board::Move, engine::Decision, search::Report};

/// A pass, where nothing is left to play; a dame would have been played before.
pub(super) fn decide(facts: &Facts, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let status = settled(facts, report)?;
    let is_left = !capture::targets(facts, status).is_empty() || counts_only_stones(facts.game);
    (!is_left).then_some(Decision::Move(Move::Pass))
}
