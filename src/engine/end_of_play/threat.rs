//! Answers to threats against more than a few points.
//!
//! With a komi by which every point decides, a stone in one's own territory looks as bad as a dead
//! group. So a side search looks at a game that the opponent wins if there is more to take than a few
//! points. Only playouts need it: the policy of a network knows such answers.

use super::{Facts, SideSearch, eye::harmless_candidate};
use crate::{
    board::{Color, Move},
    engine::{Decision, SearchOptions},
    game::Game,
    rules::{Removal, Rules, Scoring},
    score::{Judgment, Tally, count, dame},
    search::Report,
    status::Verdict,
    tuning::{MAX_HARMLESS_GAIN, MIN_RELIEF, MIN_THREAT, MIN_THREAT_IF_POINT_DECIDES},
};

/// The answer to a threat.
pub(super) fn decide(
    facts: &Facts,
    _: &Report,
    side_search: &mut dyn SideSearch,
) -> Option<Decision> {
    let status = facts.status.filter(|_| !facts.has_network && facts.is_late())?;
    let counted = status.if_play_stops();
    let (game, color) = (facts.game, facts.color);
    let mut contest = contest(game, color.opponent(), &counted);
    let threat = side_search.timed(&contest, color.opponent(), &SearchOptions::default())?;
    let danger = threat.best().win_rate;
    let point_decides = point_decides(game, color, &counted);
    let min_threat =
        if point_decides { MIN_THREAT_IF_POINT_DECIDES.get() } else { MIN_THREAT.get() };
    if danger < min_threat {
        return None;
    }
    contest.set_to_move(color);
    let report = side_search.timed(&contest, color, facts.options)?;
    let answer = harmless_candidate(facts, &report)?;
    let danger_after = 1.0 - answer.win_rate;
    let helps = danger - danger_after >= MIN_RELIEF.get();
    let is_play = answer.mv != Move::Pass && game.check(color, answer.mv).is_ok();
    (helps && is_play).then_some(Decision::Move(answer.mv))
}

/// Whether a player wins by so little that a stone in the own territory may lose the game.
fn point_decides(game: &Game, color: Color, counted: &Verdict) -> bool {
    let lead = counted.score(game).lead(color);
    game.rules().scoring == Scoring::Territory && (0.0..=1.0).contains(&lead)
}

/// The position as a game under area scoring, `attacker` to move. The komi lets the attacker win if it
/// takes more than the judged points, the dame and [`MAX_HARMLESS_GAIN`].
fn contest(game: &Game, attacker: Color, counted: &Verdict) -> Game {
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut contest = Game::from_position(game.board().clone(), attacker, rules);
    contest.set_komi(Some(0.0));
    let dead = counted.judgment.dead;
    let judgment = Judgment { dead, seki: None };
    let tally = Tally::of(&contest);
    // Tromp-Taylor removes no dead stones, but the judged margin counts them as dead.
    let counting = Rules { removal: Removal::Agree, ..contest.rules().clone() };
    let margin = count(&counted.counted_board, &counting, &judgment, &tally).margin();
    let dame_points = match game.rules().scoring {
        Scoring::Territory => dame(&counted.counted_board, &dead).len() as f64,
        _ => 0.0,
    };
    let gain = dame_points + MAX_HARMLESS_GAIN.get();
    contest.set_komi(Some(margin + attacker.points(gain)));
    contest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::end_of_play::test_support::{DEAD_STONE, Setting, apply},
        status::Status,
    };

    /// White's first stone at J7 kills the group on the right, so that Black must play there, though
    /// Black loses by 15 points in any case.
    const GROUP_IN_DANGER: &str = "
        . O . . O O X . .
        O . . O O O X . .
        O O O O O O X . .
        O X O X O X X X .
        O X X X X O X X X
        O O X . X O X O X
        O X X X O O O O O
        X X O O O O . O .
        . X X X X O O . O";

    #[test]
    fn dead_stones_do_not_shift_the_komi_of_the_contest() {
        let Setting { game, .. } = Setting::of_diagram(DEAD_STONE, Color::White, "chinese");
        let verdict = Status::judge(&game).verdict;
        assert_eq!(verdict.judgment.dead.len(), 1);
        let contest = contest(&game, Color::White, &verdict);
        assert_eq!(contest.komi(), 7.0 - MAX_HARMLESS_GAIN.get());
    }

    #[test]
    fn a_group_is_not_left_to_die_because_the_game_is_lost() {
        let mut setting = Setting::of_diagram(GROUP_IN_DANGER, Color::Black, "japanese");
        let Some(Decision::Move(answer)) = apply(decide, &setting) else { panic!("no answer") };
        setting.game.play(Color::Black, answer).expect("a legal move");
        setting.game.play(Color::White, Move::Pass).expect("a legal move");
        assert_eq!(apply(decide, &setting), None, "there is no danger any more");
    }
}
