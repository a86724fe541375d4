//! A pass as the answer to a pass, without a search: the game is over, or won as it stands.

use super::{Facts, SideSearch, capturing_moves, count::wins_count, pass_or_better, quiet::agrees};
use crate::{
    board::Move,
    engine::{Decision, lazy_status::LazyStatus},
    game::{Stage, Turn},
    rules::Scoring,
    search::Report,
};

/// Whether the opponent passed, and a pass only completes the end of play, or ends a game that is
/// won with all stones settled.
///
/// Passes before the opponent's first play are a handicap, not an offer to stop.
pub(in crate::engine) fn applies(facts: &Facts) -> bool {
    let turns = facts.game.turns();
    let opponent_passed = turns.last().is_some_and(|t| t.is_pass() && t.color != facts.color);
    let has_played = |turn: &Turn| !turn.is_pass() && turn.color != facts.color;
    if !opponent_passed || !turns.iter().any(has_played) {
        return false;
    }
    facts.game.stage() == Stage::Stopped
        || (facts.pass_ends_play() && facts.status.is_some_and(|status| wins(facts, status)))
}

/// The pass, if neither a short search nor the judgment for the count contradicts the judged result.
pub(super) fn decide(
    facts: &Facts,
    report: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    if facts.game.stage() == Stage::Stopped {
        return Some(Decision::Move(Move::Pass));
    }
    let status = facts.status?;
    let margin = status.if_play_stops().score(facts.game).margin();
    // `wins_count` comes first even where the search disagrees: it leaves the count in `status`, and the
    // rule "lost count" (`count::decide`) acts only on a count that is there.
    let is_won = wins_count(facts, status, side_search) && agrees(facts, report, margin);
    is_won.then(|| pass_or_better(facts, report, side_search))
}

/// Whether the player wins if play stops, and no move is left that gains a point or keeps one.
fn wins(facts: &Facts, status: &LazyStatus) -> bool {
    let (game, color) = (facts.game, facts.color);
    let (going_on, counted) = (status.if_play_goes_on(), status.if_play_stops());
    let nothing_to_gain = if game.removes_no_stones() {
        capturing_moves(game, color, &going_on.verdict.judgment.dead).is_empty()
    } else {
        game.rules().scoring == Scoring::Territory || counted.next_dame(color).is_none()
    };
    let is_settled = going_on.unsettled.is_empty() && nothing_to_gain;
    // The pass itself may hand over a stone.
    is_settled && counted.is_won_by(&facts.after_pass(), color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Color, Vertex},
        engine::end_of_play::test_support::{Setting, does_apply},
        game::Game,
        rules::Rules,
    };

    /// White has passed. Before komi, Black is ahead by 2 points, and by 1 point after a pass.
    fn after_a_pass(komi: f64) -> Setting {
        let board: Board = "
            . X X O .
            X X X O O
            . . X O .
            X X X O .
            X . X O O"
            .parse()
            .expect("a board");
        let rules = Rules { pass_stones: true, ..Rules::JAPANESE };
        let mut game = Game::from_position(board, Color::White, rules);
        game.set_komi(Some(komi));
        for vertex in ["E3", "B3", "pass"] {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            game.play(game.to_move(), mv).expect("a legal move");
        }
        Setting::new(game)
    }

    #[test]
    fn the_stone_for_the_own_pass_was_not_counted() {
        assert!(does_apply(applies, &after_a_pass(0.5)));
        assert!(!does_apply(applies, &after_a_pass(1.5)));
    }
}
