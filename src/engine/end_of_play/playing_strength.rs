//! Moves of a weaker level, and of the people whom a network imitates.

use super::{Facts, SideSearch, facts::Strength};
use crate::{
    engine::{Decision, level::choose_play},
    search::Report,
    tuning::HUMAN_TEMPERATURE,
};

/// A move as the level chooses it, or as the people whom the network imitates: the priors are their
/// policy. `None` at full strength.
pub(super) fn decide(facts: &Facts, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let candidate = match facts.strength {
        Strength::Full => return None,
        Strength::Level(level) => level.choose(report, facts.sample, |mv| facts.permits(mv)),
        Strength::Human => {
            let temperature = HUMAN_TEMPERATURE.get();
            choose_play(report, temperature, facts.sample, |play| facts.permits(play.mv))
        }
    };
    Some(Decision::Move(candidate.mv))
}
