//! What a pass would give away, although everything else says that play is over.
//!
//! A game that is decided looks the same to a search whether a group is given away or not, and one
//! in which every point decides takes a stone in one's own territory for as bad as a dead group. So
//! the opponent is asked what he could take in a game in which only more than a few points count.

use std::time::Instant;

use super::{
    Engine, Question, decide::PLAYOUTS_BEFORE_A_PASS, ending::is_thorough, foresight::Foresight,
};
use crate::{
    board::{Color, Move},
    game::Game,
    rules::{Rules, Scoring},
    score::{Judgement, Tally, count, shared},
    search::Limits,
    status::Status,
};

/// Points that may be lost: a prisoner, or a turn that area rules reward.
const SLACK: f64 = 2.5;

/// The chance, from 0 to 1, that the opponent takes more, from which it is a threat: where there is
/// none, playouts leave less than a quarter of this.
const THREAT: f64 = 0.15;

/// How much less likely that must be after a turn for it to be an answer.
const RELIEF: f64 = 0.08;

/// The chance from which a threat is answered even if that costs a point which decides the game.
const LIKELY: f64 = 0.5;

impl Engine {
    /// A turn to make instead of a pass after which the opponent threatens to take more than a few
    /// points, in a request from `start`. That is for playouts: a network heeds every point anyway.
    pub(super) fn answer_to_threat(
        &mut self,
        color: Color,
        start: Instant,
        question: &Question,
        foresight: &Foresight,
    ) -> Option<Move> {
        if !self.may_be_ending() {
            return None;
        }
        let (opponent, status) = (color.opponent(), foresight.counted());
        let limits =
            Limits { iterations: Some(PLAYOUTS_BEFORE_A_PASS), ..self.limits(color, start) };
        let mut contest = contest(&self.game, opponent, &status);
        let threat = self.search_in(&contest, opponent, limits, &Question::default());
        let danger = threat.best().value;
        let least = if decides(&self.game, color, &status) { LIKELY } else { THREAT };
        if danger < least || !is_thorough(&threat) {
            return None;
        }
        contest.set_to_move(color);
        let answer = self.search_in(&contest, color, limits, question);
        let best = answer.best();
        let helps = is_thorough(&answer) && 1.0 - best.value + RELIEF <= danger;
        let is_play = best.mv != Move::Pass && self.game.check(color, best.mv).is_ok();
        (helps && is_play).then_some(best.mv)
    }
}

/// Whether a player wins by so little that a stone in his territory may lose the game.
fn decides(game: &Game, color: Color, status: &Status) -> bool {
    let margin = status.score(game).margin();
    let lead = if color == Color::Black { margin } else { -margin };
    game.rules().scoring == Scoring::Territory && (0.0..=1.0).contains(&lead)
}

/// The position as a game by area, `attacker` to move, which he wins if he takes more from the other
/// player than the judgement gives him, neutral points and [`SLACK`].
fn contest(game: &Game, attacker: Color, status: &Status) -> Game {
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut contest = Game::from_position(game.board().clone(), attacker, rules);
    contest.set_komi(Some(0.0));
    let dead = status.judgement.dead;
    let judged = Judgement { dead, seki: None };
    let margin = count(&status.closed, contest.rules(), &judged, &Tally::of(&contest)).margin();
    let neutral = match game.rules().scoring {
        Scoring::Territory => shared(&status.closed, &dead).len() as f64,
        _ => 0.0,
    };
    let sign = if attacker == Color::Black { 1.0 } else { -1.0 };
    contest.set_komi(Some(margin + sign * (neutral + SLACK)));
    contest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Board,
        engine::{Options, with_large_stack},
    };

    /// White's first stone at J7 kills the group on the right, so that Black must play there, though
    /// he loses by 15 points in any case.
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
    fn a_group_is_not_left_to_die_because_the_game_is_lost() {
        with_large_stack(|| {
            let options = Options { threads: 1, seed: Some(1), ..Options::default() };
            let mut engine = Engine::new(options).expect("a thread");
            let board: Board = GROUP_IN_DANGER.parse().expect("a board");
            let rules = Rules::preset("japanese").expect("a preset");
            engine.replace_game(Game::from_position(board, Color::Black, rules));
            let turn = answer(&mut engine).expect("an answer");
            engine.game.play(Color::Black, turn).expect("a legal turn");
            engine.game.play(Color::White, Move::Pass).expect("a legal turn");
            assert_eq!(answer(&mut engine), None, "there is no danger any more");
        });
    }

    fn answer(engine: &mut Engine) -> Option<Move> {
        let (start, foresight) = (Instant::now(), engine.foresight());
        engine.answer_to_threat(Color::Black, start, &Question::default(), &foresight)
    }
}
