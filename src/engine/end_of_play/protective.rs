//! Protective moves, and other moves that gain points over a pass.
//!
//! A game that is decided looks the same to a search whether a point, or a group, is given away or
//! not. A side search looks at a game in which every point decides.

use super::{Facts, SideSearch, eye::harmless_candidate};
use crate::{
    board::Move,
    engine::{Decision, SearchOptions},
    search::Report,
    status::Verdict,
    tuning::{DRAWN_PASS_PRIOR_VISITS, MIN_GAIN_OVER_PASS},
};

/// A move that gains points over a pass.
pub(super) fn decide(
    facts: &Facts,
    _: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = facts.status.filter(|_| facts.is_late())?;
    let mv = gaining_move(facts, facts.options, &status.if_play_stops(), side_search)?;
    Some(Decision::Move(mv))
}

/// A move that gains points over a pass, found with the komi at which the judged position is a draw, so
/// that every point decides.
pub(super) fn gaining_move(
    facts: &Facts,
    options: &SearchOptions,
    counted: &Verdict,
    side_search: &mut dyn SideSearch,
) -> Option<Move> {
    let mut drawn = facts.game.clone();
    drawn.set_komi(Some(drawn.komi() + counted.score(&drawn).margin()));
    let report = side_search.timed(&drawn, facts.color, options)?;
    let pass = report.candidates.iter().find(|candidate| candidate.mv == Move::Pass);
    let (visits, value) = pass.map_or((0.0, 0.0), |pass| (f64::from(pass.visits), pass.win_rate));
    let prior_visits = DRAWN_PASS_PRIOR_VISITS.get();
    let pass_value = (visits * value + prior_visits * 0.5) / (visits + prior_visits);
    let best = harmless_candidate(facts, &report)?;
    (best.win_rate >= pass_value + MIN_GAIN_OVER_PASS.get()).then_some(best.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        engine::end_of_play::test_support::{Setting, apply},
    };

    const OPEN_BORDER: &str = "
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X . X O O O
        . X X X O . O
        X X X X O O .
        X . X . O O O";

    #[test]
    fn a_point_is_not_given_away_because_the_game_is_won() {
        let open = Setting::of_diagram(OPEN_BORDER, Color::Black, "chinese");
        assert!(apply(decide, &open).is_some());
        let closed_border = OPEN_BORDER.replace("X . X . O O O", "X . X X O O O");
        let closed = Setting::of_diagram(&closed_border, Color::Black, "chinese");
        assert_eq!(apply(decide, &closed), None);
    }
}
