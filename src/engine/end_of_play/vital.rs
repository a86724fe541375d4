//! Moves that decide the fate of stones or of a territory. Playouts overlook some of what reading
//! proves.

use super::{
    Facts, SideSearch,
    facts::{EQUAL_VALUE, VALUE_UNCERTAINTY, visited},
    quiet::quiet,
};
use crate::{
    board::{Color, Move},
    engine::Decision,
    score::enclosed_regions,
    search::Report,
    status::{Status, Verdict},
};

/// The best vital move, if the search visited it and its best move is in the same territory: reading
/// finds the point that decides, where a search only finds the territory.
pub(super) fn in_same_territory(
    facts: &Facts,
    report: &Report,
    _: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = facts.late_status_if_idle(report.best().mv)?;
    let mv = vital_move(facts, report, status)?;
    let is_better =
        visited(report, mv).is_some() && share_territory(report.best().mv, mv, &status.verdict);
    is_better.then_some(Decision::Move(mv))
}

/// A vital move where the best move of the search changes nothing.
pub(super) fn instead_of_idle_move(
    facts: &Facts,
    report: &Report,
    _: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = quiet(facts, report).filter(|status| !status.unsettled.is_empty())?;
    vital_move(facts, report, status).map(Decision::Move)
}

/// The best vital move, unless its value is clearly lower than that of the search's best move.
/// Moves without a visit are taken to be as good as that allows. The values of a network are more
/// certain than those of playouts.
fn vital_move(facts: &Facts, report: &Report, status: &Status) -> Option<Move> {
    let uncertainty = if facts.has_network { EQUAL_VALUE } else { VALUE_UNCERTAINTY };
    let min_value = report.best().win_rate - uncertainty;
    let value = |mv: Move| visited(report, mv).map_or(min_value, |candidate| candidate.win_rate);
    let vital = status.unsettled.vital[facts.color.index()].iter().map(Move::Play);
    let is_playable =
        |&mv: &Move| value(mv) >= min_value && facts.game.check(facts.color, mv).is_ok();
    vital.filter(is_playable).max_by(|&a, &b| value(a).total_cmp(&value(b)))
}

/// Whether two moves put a stone into the same territory.
fn share_territory(one: Move, other: Move, verdict: &Verdict) -> bool {
    let (Move::Play(one), Move::Play(other)) = (one, other) else { return false };
    Color::ALL.into_iter().any(|owner| {
        let regions = enclosed_regions(&verdict.counted_board, &verdict.judgment.dead, owner);
        regions.iter().any(|region| region.contains(&one) && region.contains(&other))
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Color, Vertex},
        engine::{
            Decision,
            end_of_play::test_support::{Setting, decide},
        },
    };

    #[test]
    fn an_invasion_is_answered_where_a_proof_says_and_not_where_the_search_does() {
        let diagram = "
            X X X . X X O O O
            O O X X . X X O .
            O X X X . . X O .
            O O X X . X O O O
            O O X X X X X O .
            O . O O X X O O O
            . O O X X O O O X
            X . O O X X X X X
            . . O O O X . . .";
        for rules in ["tromp-taylor", "japanese"] {
            let mut setting = Setting::of_diagram(diagram, Color::White, rules);
            setting.game.set_komi(Some(1.5));
            let answer = Vertex::parse(setting.game.size(), "A1").expect("a vertex");
            let decision = decide(&setting, 4000);
            assert_eq!(decision, Decision::Move(answer), "A3 leads to a seki");
        }
    }
}
