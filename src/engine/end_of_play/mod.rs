//! The end of play as an ordered list of rules.
//!
//! A search alone ends games badly: the last points are worth less than the noise of its values,
//! and in a decided game no move matters to it. The judged status of the stones knows better. Each
//! rule is one Go reason to play something else than the search's best move; the first rule that
//! decides is followed.

mod capture;
mod count;
mod cycle;
mod dame;
mod eye;
mod facts;
mod filling;
mod immediate_pass;
mod pass;
mod playing_strength;
mod protective;
mod quiet;
mod resignation;
mod side_search;
mod threat;
mod vital;

#[cfg(test)]
mod test_support;

use log::info;

pub(super) use self::{
    capture::capturing_moves,
    facts::{Facts, Strength},
    immediate_pass::applies as is_immediate_pass,
    side_search::{SideSearch, TimedSideSearch},
};
use super::Decision;
use crate::{
    board::{Move, Vertex},
    search::Report,
};

/// A rule that decides without a full search.
pub(super) struct EarlyRule {
    name: &'static str,
    /// Whether it can decide; only then the report of a short search is made for it.
    applies: fn(&Facts) -> bool,
    decide: Decide,
}

/// A rule that decides from the report of a search.
struct Rule {
    name: &'static str,
    decide: Decide,
}

type Decide = fn(&Facts, &Report, &mut dyn SideSearch) -> Option<Decision>;

/// Rules that save the search.
const BEFORE_SEARCH: &[EarlyRule] = &[
    EarlyRule { name: "end of a cycle", applies: cycle::applies, decide: cycle::decide },
    EarlyRule {
        name: "immediate pass",
        applies: immediate_pass::applies,
        decide: immediate_pass::decide,
    },
];

/// Rules that turn the report of the search into a decision. The last one always decides.
const AFTER_SEARCH: &[Rule] = &[
    Rule { name: "resignation", decide: resignation::decide },
    Rule { name: "vital move in the same territory", decide: vital::in_same_territory },
    Rule { name: "vital move", decide: vital::instead_of_idle_move },
    Rule { name: "dame before a pass", decide: dame::while_unsettled },
    Rule { name: "capture of dead stones", decide: capture::decide },
    Rule { name: "dame", decide: dame::decide },
    Rule { name: "filling of territory", decide: filling::decide },
    Rule { name: "pass", decide: pass::decide },
    Rule { name: "playing strength", decide: playing_strength::decide },
    Rule { name: "eye kept", decide: eye::decide },
];

/// Rules that find something better than a pass.
const BEFORE_PASS: &[Rule] = &[
    Rule { name: "lost count", decide: count::decide },
    Rule { name: "protective move", decide: protective::decide },
    Rule { name: "threat answered", decide: threat::decide },
];

/// The rules that may decide before a search.
pub(super) fn early_rules<'f>(facts: &'f Facts) -> impl Iterator<Item = &'static EarlyRule> + 'f {
    // Both early rules weigh a pass.
    let permits_pass = facts.permits(Move::Pass);
    BEFORE_SEARCH.iter().filter(move |rule| permits_pass && (rule.applies)(facts))
}

impl EarlyRule {
    /// Decides from the report of a short search.
    pub(super) fn decide(
        &self,
        facts: &Facts,
        report: &Report,
        side_search: &mut dyn SideSearch,
    ) -> Option<Decision> {
        let decision = (self.decide)(facts, report, side_search);
        decision.inspect(|decision| info!("{}: {}", self.name, describe(facts, decision)))
    }
}

/// Decides from the report of a search.
pub(super) fn decide(facts: &Facts, report: &Report, side_search: &mut dyn SideSearch) -> Decision {
    match first_decision(AFTER_SEARCH, facts, report, side_search) {
        Some(Decision::Move(Move::Pass)) => pass_or_better(facts, report, side_search),
        decision => decision.unwrap_or(Decision::Move(report.best().mv)),
    }
}

/// A pass, unless a rule has a reason against it.
fn pass_or_better(facts: &Facts, report: &Report, side_search: &mut dyn SideSearch) -> Decision {
    let better = first_decision(BEFORE_PASS, facts, report, side_search);
    better.unwrap_or(Decision::Move(Move::Pass))
}

/// The decision of the first rule that makes one which the constraints permit.
fn first_decision(
    rules: &[Rule],
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    rules.iter().find_map(|rule| {
        let decision = (rule.decide)(facts, report, side_search)?;
        if let Decision::Move(mv) = decision
            && !facts.permits(mv)
        {
            return None;
        }
        info!("{}: {}", rule.name, describe(facts, &decision));
        Some(decision)
    })
}

/// A decision in words of the protocol, such as `D4`, `pass` or `resign`.
fn describe(facts: &Facts, decision: &Decision) -> String {
    match *decision {
        Decision::Move(mv) => Vertex::new(facts.game.size(), mv).to_string(),
        Decision::Resign => "resign".to_string(),
    }
}
