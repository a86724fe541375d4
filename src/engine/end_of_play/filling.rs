//! Filling of one's own territory where only stones count.

use super::{
    Facts, SideSearch, capture,
    eye::{alive_stones, fills_eye},
    facts::equally_good_candidates,
    quiet::{counts_only_stones, settled},
    side_search::equally_good_move,
};
use crate::{
    board::{Color, Move, Point},
    engine::Decision,
    game::Game,
    score::{Judgment, Tally, count},
    search::Report,
};

/// A move that gains points if every stone on the board is alive, and fills no needed eye. Captures and
/// dame come before.
pub(super) fn decide(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = settled(facts, report).filter(|_| counts_only_stones(facts.game))?;
    if !capture::targets(facts, status).is_empty() {
        return None;
    }
    if let Some(filling) =
        equally_good_candidates(report).find(|candidate| fills(facts, candidate.mv))
    {
        return Some(Decision::Move(filling.mv));
    }
    // To the search, which counts territory, a pass is as good.
    let moves = report.candidates.iter().map(|candidate| candidate.mv);
    let fillings = moves.filter(|&mv| fills(facts, mv)).collect();
    let filling = equally_good_move(facts, report, fillings, side_search);
    filling.or_else(|| spare_eye(facts)).map(Decision::Move)
}

/// A filling of an eye of stones that are unconditionally alive without it. Searches do not consider
/// eyes.
fn spare_eye(facts: &Facts) -> Option<Move> {
    let (board, color) = (facts.game.board(), facts.color);
    let alive = alive_stones(facts.game, color);
    let is_eye = |point: Point| board.neighbors(point).all(|stone| alive.contains(stone));
    let eyes = board.empty_points().iter().copied().filter(|&point| is_eye(point));
    eyes.map(Move::Play).find(|&mv| facts.permits(mv) && fills(facts, mv))
}

fn fills(facts: &Facts, mv: Move) -> bool {
    let (game, color) = (facts.game, facts.color);
    let mut after = game.clone();
    after.play(color, mv).is_ok()
        && lead(&after, color) > lead(game, color)
        && !fills_eye(game, color, mv)
}

/// Points by which `color` is ahead if every stone on the board is alive.
fn lead(game: &Game, color: Color) -> f64 {
    let tally = Tally { is_second_count: game.leads_to_second_count(), ..Tally::of(game) };
    count(game.board(), game.rules(), &Judgment::default(), &tally).lead(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Vertex,
        engine::end_of_play::test_support::{Setting, apply_to_values, decide, does_apply},
    };

    const TWO_EYES_AND_MORE: &str = "
            . X . X O O .
            X X . X O O O
            X X . X O O .
            X X X X O O O
            . X X X O . O
            X X X X O O O
            X X X X O O O";

    #[test]
    fn territory_is_filled_after_a_dispute() {
        let mut setting = Setting::of_diagram(TWO_EYES_AND_MORE, Color::Black, "mizessyn");
        let fills_center = |facts: &Facts| {
            let center = Vertex::parse(facts.game.size(), "C6").expect("a vertex");
            counts_only_stones(facts.game) && fills(facts, center)
        };
        assert!(!does_apply(fills_center, &setting), "the players may agree");
        for color in [Color::Black, Color::White] {
            setting.game.play(color, Move::Pass).expect("a pass");
        }
        assert!(does_apply(fills_center, &setting), "points with empty neighbors do not count");
    }

    /// A network's search hardly visits other moves than the pass.
    #[test]
    fn a_filling_that_the_search_did_not_rate_was_left_for_a_pass() {
        let mut setting = Setting::of_diagram(TWO_EYES_AND_MORE, Color::Black, "mizessyn");
        for color in [Color::Black, Color::White] {
            setting.game.play(color, Move::Pass).expect("a pass");
        }
        setting.game.set_komi(Some(0.0));
        let center = Vertex::parse(setting.game.size(), "C6").expect("a vertex");
        let values = [(Move::Pass, 0.9), (center, 0.1)];
        let decision = apply_to_values(super::decide, &setting, &values);
        assert_eq!(decision, Some(Decision::Move(center)));
    }

    /// Eyes are no moves of a search.
    #[test]
    fn spare_eyes_were_not_filled() {
        let mut setting = Setting::of_diagram(TWO_EYES_AND_MORE, Color::Black, "stones-only");
        let mut stones = 0;
        while let Decision::Move(mv @ Move::Play(_)) = decide(&setting, 200) {
            setting.game.play(Color::Black, mv).expect("a legal move");
            setting.game.play(Color::White, Move::Pass).expect("a pass");
            stones += 1;
        }
        assert_eq!(stones, 5 - 2, "all but two of the empty points are filled");
        assert!(alive_stones(&setting.game, Color::Black).len() > 20);
    }
}
