//! What is better than a pass, although everything else says that play is over.
//!
//! A game that is decided looks the same to a search whether a point, or a group, is given away or
//! not. So playouts look at two other games: one in which every point decides, and, since that takes
//! a stone in one's own territory for as bad as a dead group, one in which the opponent wins by what
//! he could take if it is more than a few points. A network heeds every point anyway.

use std::time::Instant;

use super::{Engine, SearchOptions, foresight::Foresight};
use crate::{
    board::{Color, Move},
    game::Game,
    rules::{Rules, Scoring},
    score::{Judgement, Tally, count, shared},
    search::{Limits, Report},
    status::Status,
};

/// Playouts that look for something better than a pass, and those without which they say nothing.
const PLAYOUTS_BEFORE_A_PASS: u64 = 6000;
const LEAST_PLAYOUTS_BEFORE_A_PASS: u64 = 1000;

/// Iterations with a network that look for another turn where a pass may not win after all.
const ITERATIONS_BEFORE_A_PASS: u64 = 2000;

/// How much more than a pass a turn must be worth to be made in its place where a point decides.
const WORTH_A_TURN: f64 = 0.2;

/// How many visits the belief is worth that a pass keeps what is judged.
const VISITS_OF_A_DRAW: f64 = 10.0;

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
    /// A pass, after a search for a turn that began at `start` and found nothing better, or what is
    /// better all the same.
    pub(super) fn pass_or_better(
        &mut self,
        start: Instant,
        report: &Report,
        question: &SearchOptions,
        foresight: &Foresight,
    ) -> Move {
        let color = report.color;
        let better = match self.player.network() {
            None if self.may_be_ending() => {
                let judged = foresight.counted();
                self.something_left(color, start, question, &judged)
                    .or_else(|| self.answer_to_threat(color, start, question, &judged))
            }
            Some(_) if report.best().value > 0.5 => self.winning_turn(color, question, foresight),
            _ => None,
        };
        better.unwrap_or(Move::Pass)
    }

    /// A turn that still wins, where a pass that is thought to win might lose because the stones
    /// are judged otherwise than a network does it, so that what is dead has to be taken off first;
    /// `None` where there is none, or it costs points.
    fn winning_turn(
        &mut self,
        color: Color,
        question: &SearchOptions,
        foresight: &Foresight,
    ) -> Option<Move> {
        let is_free = self.game.rules().scoring != Scoring::Territory;
        if !is_free || foresight.counted().is_won_by(&self.game, color) {
            return None;
        }
        let question = question.without(color, vec![Move::Pass]);
        let report = self.glance(color, ITERATIONS_BEFORE_A_PASS, &question);
        Some(report.best()).filter(|best| best.value > 0.5).map(|best| best.mv)
    }

    /// A turn that gains points over a pass, and leads out of a circle of turns and passes: none that
    /// the player made there.
    pub(super) fn way_out(
        &mut self,
        color: Color,
        start: Instant,
        question: &SearchOptions,
        judged: &Status,
    ) -> Option<Move> {
        let circle = self.game.state().circle_with_a_pass()?;
        let plays = circle.iter().filter(|turn| turn.color == color && !turn.is_pass());
        let question = question.without(color, plays.map(|turn| turn.mv).collect());
        self.something_left(color, start, &question, judged)
    }

    /// A turn that gains points over a pass: a search finds it that has a komi with which the game
    /// as it is judged is a draw, so that a point decides for either player.
    fn something_left(
        &mut self,
        color: Color,
        start: Instant,
        question: &SearchOptions,
        judged: &Status,
    ) -> Option<Move> {
        let mut drawn = self.game.clone();
        drawn.set_komi(Some(drawn.komi() + judged.score(&drawn).margin()));
        let report = self.look_at(&drawn, color, start, question)?;
        let pass = report.candidates.iter().find(|c| c.mv == Move::Pass);
        let (visits, value) = pass.map_or((0.0, 0.0), |pass| (f64::from(pass.visits), pass.value));
        let pass_value = (visits * value + VISITS_OF_A_DRAW * 0.5) / (visits + VISITS_OF_A_DRAW);
        let turn = self.harmless_turn(&report)?;
        (turn.value >= pass_value + WORTH_A_TURN).then_some(turn.mv)
    }

    /// A turn to make instead of a pass after which the opponent threatens to take more than a few
    /// points.
    fn answer_to_threat(
        &mut self,
        color: Color,
        start: Instant,
        question: &SearchOptions,
        judged: &Status,
    ) -> Option<Move> {
        let opponent = color.opponent();
        let mut contest = contest(&self.game, opponent, judged);
        let threat = self.look_at(&contest, opponent, start, &SearchOptions::default())?;
        let danger = threat.best().value;
        let least = if decides(&self.game, color, judged) { LIKELY } else { THREAT };
        if danger < least {
            return None;
        }
        contest.set_to_move(color);
        let report = self.look_at(&contest, color, start, question)?;
        let answer = self.harmless_turn(&report)?;
        let helps = 1.0 - answer.value + RELIEF <= danger;
        let is_play = answer.mv != Move::Pass && self.game.check(color, answer.mv).is_ok();
        (helps && is_play).then_some(answer.mv)
    }

    /// What a search finds in another game in what is left of the time for a request from `start`,
    /// if that is enough.
    fn look_at(
        &mut self,
        game: &Game,
        color: Color,
        start: Instant,
        question: &SearchOptions,
    ) -> Option<Report> {
        let limits = self.limits(color, start);
        let limits = Limits { iterations: Some(PLAYOUTS_BEFORE_A_PASS), ..limits };
        let report = self.search_in(game, color, limits, question);
        (u64::from(report.visits) >= LEAST_PLAYOUTS_BEFORE_A_PASS).then_some(report)
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

    fn engine(diagram: &str, rules: &str) -> Engine {
        let options = Options::of_playouts();
        let mut engine = Engine::new(options).expect("a thread");
        let board: Board = diagram.parse().expect("a board");
        let rules = Rules::preset(rules).expect("a preset");
        engine.replace_game(Game::from_position(board, Color::Black, rules));
        engine
    }

    fn something_left(diagram: &str) -> Option<Move> {
        let mut engine = engine(diagram, "chinese");
        let judged = engine.status();
        engine.something_left(Color::Black, Instant::now(), &SearchOptions::default(), &judged)
    }

    #[test]
    fn a_point_is_not_passed_by_because_the_game_is_won() {
        with_large_stack(|| {
            let open_border = "
                . X . X O . O
                X X X X O O O
                . X X X O O .
                X X . X O O O
                . X X X O . O
                X X X X O O .
                X . X . O O O";
            assert!(something_left(open_border).is_some());
            let closed_border = open_border.replace("X . X . O O O", "X . X X O O O");
            assert_eq!(something_left(&closed_border), None);
        });
    }

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
            let mut engine = engine(GROUP_IN_DANGER, "japanese");
            let turn = answer(&mut engine).expect("an answer");
            engine.game.play(Color::Black, turn).expect("a legal turn");
            engine.game.play(Color::White, Move::Pass).expect("a legal turn");
            assert_eq!(answer(&mut engine), None, "there is no danger any more");
        });
    }

    fn answer(engine: &mut Engine) -> Option<Move> {
        let judged = engine.status();
        engine.answer_to_threat(Color::Black, Instant::now(), &SearchOptions::default(), &judged)
    }
}
