//! The end of a cycle of moves and passes, which brings neither player anything and would go on for
//! ever (Japanese rules: two kos, in one of which either player captures while the other passes).

use super::{Facts, SideSearch, protective};
use crate::{
    board::Move,
    engine::{Decision, lazy_status::LazyStatus},
    search::Report,
};

/// Whether a pass ends the game in a cycle.
pub(super) fn applies(facts: &Facts) -> bool {
    facts.game.state().cycle_with_pass().is_some() && facts.pass_ends_play()
}

/// A move that gains points and leaves the cycle, or the pass that ends the game.
pub(super) fn decide(
    facts: &Facts,
    _: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let way_out = facts.status.and_then(|status| way_out(facts, status, side_search));
    Some(Decision::Move(way_out.unwrap_or(Move::Pass)))
}

/// A move that gains points over a pass and was not played in the cycle.
fn way_out(facts: &Facts, status: &LazyStatus, side_search: &mut dyn SideSearch) -> Option<Move> {
    let cycle = facts.game.state().cycle_with_pass()?;
    let plays = cycle.iter().filter(|turn| turn.color == facts.color && !turn.is_pass());
    let options = facts.options.without(facts.color, plays.map(|turn| turn.mv).collect());
    protective::gaining_move(facts, &options, &status.if_play_stops(), side_search)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Vertex},
        engine::end_of_play::test_support::{
            Setting, decide_early, decide_early_without_side_searches, does_apply,
        },
        game::Game,
        rules::Rules,
    };

    /// Two kos, in one of which either player captures while the other passes.
    const TWO_KOS: &str = "
        O X X X . . . . .
        O X O X . . . . .
        O X O X X X . . .
        O O O O O X . . .
        O . . O X X X X .
        O X O O O O X . X
        O O X . O . O X .
        O O X O O O X X X
        . X . X O O O O X";

    /// The game after some moves of the cycle.
    fn in_cycle(moves: usize) -> Game {
        let board: Board = TWO_KOS.parse().expect("a board");
        let rules = Rules::preset("japanese").expect("a preset");
        let mut game = Game::from_position(board, crate::board::Color::Black, rules);
        for vertex in ["pass", "C1", "F3", "pass", "D1", "G3"].iter().cycle().take(moves) {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            game.play(game.to_move(), mv).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_ko_is_ended_rather_than_the_game() {
        for (moves, connection) in [(13, "F3"), (16, "G3")] {
            let game = in_cycle(moves);
            let mv = Vertex::parse(game.size(), connection).expect("a vertex");
            let decision = decide_early(&Setting::new(game));
            assert_eq!(decision, Some(Decision::Move(mv)), "after {moves} moves");
        }
    }

    #[test]
    fn passes_after_the_end_are_no_cycle() {
        let mut game = in_cycle(0);
        for _ in 0..8 {
            game.play(game.to_move(), Move::Pass).expect("legal");
        }
        assert!(!does_apply(applies, &Setting::new(game)));
        assert!(does_apply(applies, &Setting::new(in_cycle(13))));
    }

    #[test]
    fn a_cycle_ends_by_a_pass_where_nothing_is_gained() {
        let decision_after = |moves| {
            let mut game = in_cycle(moves);
            // The player to move has lost, so that no other rule passes.
            game.set_komi(Some(game.to_move().points(100.0)));
            decide_early_without_side_searches(&Setting::new(game))
        };
        for moves in [13, 16] {
            let pass = Some(Decision::Move(Move::Pass));
            assert_eq!(decision_after(moves), pass, "after {moves} moves");
            assert_eq!(decision_after(moves - 6), None, "the second time");
        }
    }
}
