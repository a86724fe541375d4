//! Counts before a pass ends the game.
//!
//! The judgment for a move gives up long readings, so the final count, which does not, may still find
//! a loss.

use super::{Facts, SideSearch, eye::fills_eye};
use crate::{
    board::Move,
    engine::{Decision, lazy_status::LazyStatus},
    search::Report,
};

/// Whether the player wins the count if a pass ends the game; true if there is no time to count. The
/// count stays in `status`.
pub(super) fn wins_count(facts: &Facts, status: &LazyStatus, side_search: &dyn SideSearch) -> bool {
    !side_search.can_count(facts.game.size().area())
        || status.for_count().is_won_by(&facts.after_pass(), facts.color)
}

/// The best move except a pass, if [`wins_count`] was asked before and the count is lost.
pub(super) fn decide(facts: &Facts, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let verdict = facts.status?.known_for_count()?;
    if verdict.is_won_by(&facts.after_pass(), facts.color) {
        return None;
    }
    let moves = report.candidates.iter().filter(|c| c.visits > 0).map(|c| c.mv);
    let mut plays = moves.filter(|&mv| mv != Move::Pass && facts.permits(mv));
    plays.find(|&mv| !fills_eye(facts.game, facts.color, mv)).map(Decision::Move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        engine::{
            SearchOptions,
            end_of_play::test_support::{DEAD_STONE, Setting, apply},
        },
        game::Game,
    };

    /// Black is ahead by 4 points before komi.
    fn setting(komi: f64) -> Setting {
        let mut setting = Setting::of_diagram(DEAD_STONE, Color::Black, "japanese");
        setting.game.set_komi(Some(komi));
        setting
    }

    fn after_count(
        facts: &Facts,
        report: &Report,
        side_search: &mut dyn SideSearch,
    ) -> Option<Decision> {
        wins_count(facts, facts.status?, side_search);
        decide(facts, report, side_search)
    }

    struct NoTime;

    impl SideSearch for NoTime {
        fn can_count(&self, _: usize) -> bool {
            false
        }

        fn short(&mut self, _: &Game, _: Color, _: &SearchOptions, _: u64) -> Option<Report> {
            unreachable!("a count without time")
        }

        fn timed(&mut self, _: &Game, _: Color, _: &SearchOptions) -> Option<Report> {
            None
        }
    }

    #[test]
    fn a_play_follows_a_lost_count() {
        let lost = setting(20.5);
        assert!(matches!(apply(after_count, &lost), Some(Decision::Move(Move::Play(_)))));
        assert_eq!(apply(decide, &lost), None, "nothing has asked for the count");
        assert_eq!(apply(after_count, &setting(0.5)), None, "the count is won");
    }

    #[test]
    fn without_time_for_the_count_the_judgment_for_the_move_stands() {
        let without_time = |facts: &Facts, _: &Report, _: &mut dyn SideSearch| {
            let status = facts.status.expect("a status");
            assert!(wins_count(facts, status, &NoTime));
            assert!(status.known_for_count().is_none());
            None
        };
        apply(without_time, &setting(20.5));
    }
}
