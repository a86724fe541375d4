//! Moves of a weaker level, and of the people whom a network imitates.

use super::{Known, SideSearch, known::Strength};
use crate::{
    engine::{Decision, level::choose_as_human},
    search::Report,
};

/// A move as the level or the imitated person chooses it; `None` at full strength.
pub(super) fn decide(known: &Known, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let candidate = match known.strength {
        Strength::Full => return None,
        Strength::Level(level) => level.choose(report, known.draw),
        Strength::Human => choose_as_human(report, |mv| known.permits(mv), known.draw),
    };
    Some(Decision::Move(candidate.mv))
}
