//! Dame: neutral points that are worth a point under area rules, or that have to be filled before
//! the count.

use super::{
    Facts, SideSearch, capture,
    quiet::{quiet, settled},
    side_search::equally_good_move,
};
use crate::{board::Move, engine::Decision, search::Report, status::Status};

/// A dame instead of a pass while something is unsettled: it costs nothing.
pub(super) fn while_unsettled(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let is_pass = report.best().mv == Move::Pass;
    let status = quiet(facts, report).filter(|status| !status.unsettled.is_empty() && is_pass)?;
    equally_good_dame(facts, report, status, side_search).map(Decision::Move)
}

/// A dame where all is settled.
pub(super) fn decide(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = settled(facts, report)?;
    let captures_first = !capture::targets(facts, status).is_empty();
    let dame = || equally_good_dame(facts, report, status, side_search);
    (!captures_first).then(dame).flatten().map(Decision::Move)
}

/// A dame that is as good as the best move.
fn equally_good_dame(
    facts: &Facts,
    report: &Report,
    status: &Status,
    side_search: &mut dyn SideSearch,
) -> Option<Move> {
    let dame = status.verdict.next_dame(facts.color).map(Move::Play)?;
    equally_good_move(facts, report, vec![dame], side_search)
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

    const ONE_DAME: &str = "
        . X X . O O .
        X X X X O O O
        . X X X O O .
        X X . X O O O
        . X X X O . O
        X X X X O O .
        X . X X O O O";

    #[test]
    fn a_dame_is_played_where_area_counts() {
        let setting = Setting::of_diagram(ONE_DAME, Color::Black, "chinese");
        let dame = Vertex::parse(setting.game.size(), "D7").expect("a vertex");
        assert_eq!(decide(&setting, 1000), Decision::Move(dame));
    }
}
