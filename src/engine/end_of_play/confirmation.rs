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
        known: &Known,
        report: &Report,
        side_search: &mut dyn SideSearch,
    ) -> Option<Decision> {
        wins_count(known, known.status?, side_search);
        decide(known, report, side_search)
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
        let without_time = |known: &Known, _: &Report, _: &mut dyn SideSearch| {
            let status = known.status.expect("a status");
            assert!(wins_count(known, status, &NoTime));
            assert!(status.known_for_count().is_none());
            None
        };
        apply(without_time, &setting(20.5));
    }
}
