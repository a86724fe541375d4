//! Capture of dead stones where all stones on the board count as alive.

use super::{Facts, SideSearch, quiet::settled, side_search::equally_good_move};
use crate::{
    board::{Color, Move, Point, PointSet},
    engine::Decision,
    game::Game,
    search::Report,
    status::Status,
};

/// A move that is as good as the best one and helps to capture dead stones.
pub(super) fn decide(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let captures = targets(facts, settled(facts, report)?);
    equally_good_move(facts, report, captures, side_search).map(Decision::Move)
}

/// The moves that may help to capture dead stones, if these have to be taken off the board.
pub(super) fn targets(facts: &Facts, status: &Status) -> Vec<Move> {
    let stays = facts.game.removes_no_stones() || facts.game.leads_to_second_count();
    if stays || facts.cleans_up {
        capturing_moves(facts.game, facts.color, &status.verdict.judgment.dead)
    } else {
        Vec::new()
    }
}

/// The legal plays of `color` that may help to capture a dead chain of the opponent: those in the
/// empty regions around it.
pub(in crate::engine) fn capturing_moves(game: &Game, color: Color, dead: &PointSet) -> Vec<Move> {
    let board = game.board();
    let is_target =
        |place: Point| board.stone(place) == Some(color.opponent()) && dead.contains(place);
    let is_around = |point: &Point| board.neighbors(*point).any(is_target);
    let regions = board.components(|point| board.is_empty(point)).into_iter();
    let places: PointSet =
        regions.filter(|region| region.iter().any(is_around)).flatten().collect();
    let is_playable = |point: &Point| {
        !board.is_suicide(*point, color)
            && !board.is_eye(*point, color)
            && game.check(color, Move::Play(*point)).is_ok()
    };
    places.iter().filter(is_playable).map(Move::Play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Vertex,
        engine::end_of_play::test_support::{
            DEAD_STONE, Setting, apply_to_values, decide, does_apply,
        },
    };

    #[test]
    fn a_dead_stone_is_captured_where_all_stones_count() {
        let setting = Setting::of_diagram(DEAD_STONE, Color::Black, "tromp-taylor");
        let Decision::Move(Move::Play(point)) = decide(&setting, 1000) else {
            panic!("a pass leaves the dead stone on the board")
        };
        assert_eq!(setting.game.size().column(point), 2);
    }

    #[test]
    fn a_dead_stone_is_captured_after_a_dispute() {
        let mut setting = Setting::of_diagram(DEAD_STONE, Color::Black, "mizessyn");
        let has_targets = |facts: &Facts| {
            let status = facts.status.filter(|_| facts.is_late()).expect("play is nearly over");
            !targets(facts, status.if_play_goes_on()).is_empty()
        };
        assert!(!does_apply(has_targets, &setting), "the players may agree");
        for color in [Color::Black, Color::White] {
            setting.game.play(color, Move::Pass).expect("a pass");
        }
        assert!(does_apply(has_targets, &setting), "they do not");
    }

    #[test]
    fn after_a_dispute_a_dead_stone_counted_as_alive_and_no_rule_decided() {
        let mut setting = Setting::of_diagram(DEAD_STONE, Color::Black, "mizessyn");
        // The dead stone is worth 4 points, by which White wins if it stands.
        setting.game.set_komi(Some(6.75));
        let size = setting.game.size();
        let mv = |vertex| Vertex::parse(size, vertex).expect("a vertex");
        for vertex in ["pass", "pass", "B1", "F3"] {
            let color = setting.game.to_move();
            setting.game.play(color, mv(vertex)).expect("a legal move");
        }
        let standing = Status::judge(&setting.game).verdict;
        assert_eq!(standing.score(&setting.game).winner(), Some(Color::White));
        let values = [(mv("C5"), 0.9), (Move::Pass, 0.85)];
        let decision = apply_to_values(super::decide, &setting, &values);
        assert_eq!(decision, Some(Decision::Move(mv("C5"))));
    }

    #[test]
    fn a_dead_stone_stays_where_players_agree_about_it() {
        let setting = Setting::of_diagram(DEAD_STONE, Color::Black, "japanese");
        assert_eq!(decide(&setting, 1000), Decision::Move(Move::Pass));
    }
}
