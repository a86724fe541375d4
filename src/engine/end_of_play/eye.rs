//! Eyes that stones need: where everything is decided, filling one looks no worse to a search than
//! any other move.

use std::iter;

use super::{
    Facts, SideSearch,
    facts::{EQUAL_VALUE, equally_good_candidates},
};
use crate::{
    board::{Color, Move, PointSet},
    engine::Decision,
    game::Game,
    score::pass_alive,
    search::{Candidate, Report},
    tuning::EYE_SEARCH_PLAYOUTS,
};

/// The best move, or one as good that fills no needed eye.
pub(super) fn decide(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let harmless = harmless_candidate(facts, report).map(|candidate| candidate.mv);
    let mv = harmless.unwrap_or_else(|| search_without_eyes(facts, report, side_search));
    Some(Decision::Move(mv))
}

/// The best candidate, or one as good, that fills no needed eye.
pub(super) fn harmless_candidate<'r>(facts: &Facts, report: &'r Report) -> Option<&'r Candidate> {
    let alive = alive_stones(facts.game, report.color);
    let mut candidates = iter::once(report.best()).chain(equally_good_candidates(report));
    candidates.find(|candidate| !ends_life(facts.game, &alive, report.color, candidate.mv))
}

/// The best move that fills no needed eye, if a search finds it as good as the best move of the report.
/// Without time for that search it is the likeliest such move, if the report visited none. Otherwise the
/// best move of the report.
fn search_without_eyes(facts: &Facts, report: &Report, side_search: &mut dyn SideSearch) -> Move {
    let (best, color) = (report.best(), report.color);
    let alive = alive_stones(facts.game, color);
    let is_harmful = |mv: Move| ends_life(facts.game, &alive, color, mv);
    let (harmful, harmless): (Vec<_>, Vec<_>) =
        report.candidates.iter().partition(|candidate| is_harmful(candidate.mv));
    let moves = harmful.iter().map(|candidate| candidate.mv).collect();
    let options = facts.options.without(color, moves);
    let Some(other) = side_search.short(facts.game, color, &options, EYE_SEARCH_PLAYOUTS.get())
    else {
        let is_visited = harmless.iter().any(|candidate| candidate.visits > 0);
        let permitted = harmless.into_iter().filter(|candidate| facts.permits(candidate.mv));
        let likeliest = permitted.max_by(|a, b| a.prior.total_cmp(&b.prior));
        return likeliest.filter(|_| !is_visited).unwrap_or(best).mv;
    };
    let is_as_good = other.best().win_rate >= best.win_rate - EQUAL_VALUE;
    if is_as_good { other.best().mv } else { best.mv }
}

/// Whether a move fills an eye that stones of its player need to be unconditionally alive.
pub(super) fn fills_eye(game: &Game, color: Color, mv: Move) -> bool {
    ends_life(game, &alive_stones(game, color), color, mv)
}

/// The stones of a player that are unconditionally alive.
pub(super) fn alive_stones(game: &Game, color: Color) -> PointSet {
    pass_alive(game.board(), color, true).stones
}

/// Whether a move of their player ends the unconditional life of one of these stones, as filling an
/// eye does. A capture does not count.
fn ends_life(game: &Game, alive: &PointSet, color: Color, mv: Move) -> bool {
    if mv == Move::Pass || alive.is_empty() {
        return false;
    }
    let mut after = game.clone();
    if after.play(color, mv).is_err() {
        return false;
    }
    let empty_points = |game: &Game| game.board().empty_points().len();
    // A capture makes room for the opponent, which can end the proof but not the life.
    let captures = empty_points(&after) >= empty_points(game);
    let is_dependent = || {
        let still_alive = alive_stones(&after, color);
        alive.iter().any(|stone| !still_alive.contains(stone))
    };
    !captures && is_dependent()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Vertex,
        engine::end_of_play::test_support::{Setting, decide, search_only},
    };

    /// White, to move, needs the eye at C9.
    const EYES: &str = "
        O O . O O . . . .
        O X O O . O O . .
        O . O O O X O O O
        O O O X X X X X O
        O X O X X X X X X
        O X X . . . X . .
        X X . X . . X X X
        . X X X . X . X .
        X X . X . X X . X";

    fn setting() -> Setting {
        Setting::of_diagram(EYES, Color::White, "stone-scoring")
    }

    #[test]
    fn an_eye_that_stones_need_is_told_from_other_territory() {
        let game = setting().game;
        let fills = |vertex| {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            fills_eye(&game, Color::White, mv)
        };
        assert!(fills("C9"));
        assert!(!fills("H9"), "there is room for many eyes");
        assert!(!fills("B7"), "a capture is none");
        assert!(!fills("pass"));
    }

    #[test]
    fn the_only_visited_move_does_not_fill_an_eye() {
        let setting = setting();
        let eye = Vertex::parse(setting.game.size(), "C9").expect("a vertex");
        let (report, decision) = search_only(&setting, eye, 100);
        assert_eq!(report.best().mv, eye);
        assert_ne!(decision, Decision::Move(eye));
    }

    #[test]
    fn an_eye_is_kept_in_a_decided_game() {
        let eye = Vertex::parse(setting().game.size(), "C9").expect("a vertex");
        assert_ne!(decide(&setting(), 200), Decision::Move(eye));
    }
}
