//! Turns at the end of play, where the judgement of the stones knows better than a search: what is
//! left is worth less than the noise of playouts.

use std::{iter, time::Instant};

use super::{Engine, SearchOptions, cleanup::capturing_moves};
use crate::{
    board::{Color, Move},
    game::Game,
    rules::{Rules, Scoring},
    score::{Judgement, Tally, count, enclosed, enclosed_regions, pass_alive},
    search::{Candidate, Limits, Report},
    status::Status,
};

/// The share of the points that are occupied when play can be near its end.
const LATE: f64 = 0.5;

/// How much less a turn may be worth than the best one, to be made in its place.
const NO_LOSS: f64 = 0.02;

/// Points by which a game is close, for each row of the board.
const CLOSE: f64 = 0.5;

/// The chance of the judged winner, from 0 to 1, from which a search agrees with the judgement.
const CONFIDENT: f64 = 0.75;

/// How much less a pass, or a turn that decides something, may be worth than the best one without
/// being thought worse: searches visit it seldom.
const NOISE: f64 = 0.1;

/// The part of the time for a turn that a search leaves for a look at what a pass gives away.
const KEPT_FOR_A_PASS: f64 = 0.1;

/// Playouts that look for a turn in the place of one that fills an eye.
const PLAYOUTS_OF_ANOTHER_LOOK: u64 = 500;

impl Engine {
    /// Whether play can be near its end.
    pub(super) fn may_be_ending(&self) -> bool {
        let board = self.game.board();
        1.0 - board.empty_points().len() as f64 / board.size().area() as f64 >= LATE
    }

    /// The turn to make instead of the best one of the report: what decides by reading the fate of
    /// territory in which that one is only thought to do so; and else, if that one does nothing and
    /// the search agrees with the judgement, what takes dead stones off where all that stands
    /// counts, fills neutral points, fills territory where only stones count, and else a pass.
    /// Where the fate of some stones or territory is still open it decides that, and a pass gives
    /// way to a neutral point.
    pub(super) fn ending_turn(
        &self,
        color: Color,
        report: &Report,
        status: &Status,
    ) -> Option<Move> {
        let (game, rules) = (&self.game, self.game.rules());
        let best = report.best().mv;
        let vital_turn = self.vital_turn(color, report, status);
        let answers_better = |mv| seen(report, mv).is_some() && share_territory(best, mv, status);
        if vital_turn.is_some_and(answers_better) {
            return vital_turn;
        }
        if !is_idle(best, status) || !may_pass(report, rules) || !agrees(report, status, game) {
            return None;
        }
        let neutral_turn = status.neutral_point(color).map(Move::Play);
        let neutral_turn =
            neutral_turn.filter(|&mv| sound(report).any(|candidate| candidate.mv == mv));
        if !status.unsettled.is_empty() {
            return vital_turn.or(neutral_turn.filter(|_| best == Move::Pass));
        }
        if game.all_stones_stand() || self.cleans_up {
            let captures = capturing_moves(game, color, &status.judgement.dead);
            if !captures.is_empty() {
                let capture = sound(report).find(|candidate| captures.contains(&candidate.mv));
                return capture.map(|capture| capture.mv);
            }
        }
        if neutral_turn.is_some() {
            return neutral_turn;
        }
        if rules.scoring == Scoring::Stones || game.is_second_count() {
            return self.filling_turn(color, report);
        }
        Some(Move::Pass)
    }

    /// A turn that decides the fate of something, if the search does not think it much worse than
    /// the best one. It may never have looked at it: playouts do not see all that is proven.
    fn vital_turn(&self, color: Color, report: &Report, status: &Status) -> Option<Move> {
        let least = report.best().value - NOISE;
        let value = |mv: Move| seen(report, mv).map_or(least, |candidate| candidate.value);
        let vital = status.vital[color.index()].iter().map(Move::Play);
        let open = vital.filter(|&mv| value(mv) >= least && self.game.check(color, mv).is_ok());
        open.max_by(|&a, &b| value(a).total_cmp(&value(b)))
    }

    /// The limits of a search at the end of play. Playouts leave time to look at what a pass gives
    /// away.
    pub(super) fn late_limits(&self, color: Color, start: Instant) -> Limits {
        let limits = self.limits(color, start);
        let share = if self.player.network().is_none() { 1.0 - KEPT_FOR_A_PASS } else { 1.0 };
        Limits { time: limits.time.map(|time| time.mul_f64(share)), ..limits }
    }

    /// The best turn of a report, or another that is hardly worse if that one fills an eye: where
    /// everything is decided a search does not mind. `None` if all of them do.
    pub(super) fn harmless_turn<'r>(&self, report: &'r Report) -> Option<&'r Candidate> {
        let mut turns = iter::once(report.best()).chain(sound(report));
        turns.find(|candidate| !fills_eye(&self.game, report.color, candidate.mv))
    }

    /// The best turn of a report of which every sound turn fills an eye, or what another search
    /// finds that looks at none of those and is hardly worse.
    pub(super) fn less_harmful_turn(&mut self, report: &Report, question: &SearchOptions) -> Move {
        let (best, color) = (report.best(), report.color);
        let turns = report.candidates.iter().map(|candidate| candidate.mv);
        let moves = turns.filter(|&mv| fills_eye(&self.game, color, mv)).collect();
        let question = question.without(color, moves);
        let other = self.glance(color, PLAYOUTS_OF_ANOTHER_LOOK, &question);
        let other = Some(other.best()).filter(|turn| turn.value >= best.value - NO_LOSS);
        other.unwrap_or(best).mv
    }

    /// The turn of the report that brings points by what stands on the board, and harms nothing.
    fn filling_turn(&self, color: Color, report: &Report) -> Option<Move> {
        let worth = |game: &Game| {
            let count = count(game.board(), game.rules(), &Judgement::default(), &Tally::of(game));
            if color == Color::Black { count.margin() } else { -count.margin() }
        };
        let present = worth(&self.game);
        let fills = |mv: Move| {
            let mut after = self.game.clone();
            after.play(color, mv).is_ok()
                && worth(&after) > present
                && !fills_eye(&self.game, color, mv)
        };
        sound(report).find(|candidate| fills(candidate.mv)).map(|candidate| candidate.mv)
    }
}

/// What a search says about a turn, if it looked at it.
fn seen(report: &Report, mv: Move) -> Option<&Candidate> {
    report.candidates.iter().find(|candidate| candidate.mv == mv && candidate.visits > 0)
}

/// The turns of a report that are hardly worse than the best one.
fn sound(report: &Report) -> impl Iterator<Item = &Candidate> {
    let least = report.best().value - NO_LOSS;
    report.candidates.iter().filter(move |c| c.visits > 0 && c.value >= least)
}

/// Whether a search finds nothing that is much better than a pass. Where it never looked at one, it
/// matters what a stone in territory costs.
fn may_pass(report: &Report, rules: &Rules) -> bool {
    match seen(report, Move::Pass) {
        Some(pass) => pass.value >= report.best().value - NOISE,
        None => rules.scoring == Scoring::Territory,
    }
}

/// Whether a search thinks that the player whom the judgement makes the clear winner wins. If not,
/// one of them overlooks something, and the game is better played on.
pub(super) fn agrees(report: &Report, status: &Status, game: &Game) -> bool {
    let margin = status.score(game).margin();
    let is_close = margin.abs() < CLOSE * (game.size().area() as f64).sqrt();
    let value = report.best().value;
    let judged_winner = if margin > 0.0 { Color::Black } else { Color::White };
    is_close || CONFIDENT <= if judged_winner == report.color { value } else { 1.0 - value }
}

/// Whether a turn fills an eye that own stones need to be alive unconditionally.
fn fills_eye(game: &Game, color: Color, mv: Move) -> bool {
    let mut after = game.clone();
    if mv == Move::Pass || after.play(color, mv).is_err() {
        return false;
    }
    let stones = |game: &Game| game.board().size().area() - game.board().empty_points().len();
    let [before, still_living] =
        [game, &after].map(|game| pass_alive(game.board(), color, true).stones);
    // Room for the opponent can end what is proven, though not the life.
    let captures = stones(&after) <= stones(game);
    !captures && before.iter().any(|stone| !still_living.contains(stone))
}

/// Whether a turn changes nothing where all is settled: a pass, or a stone in somebody's territory.
fn is_idle(mv: Move, status: &Status) -> bool {
    let territory = enclosed(&status.closed, &status.judgement.dead);
    match mv {
        Move::Pass => true,
        Move::Play(point) => territory.iter().any(|points| points.contains(point)),
    }
}

/// Whether two turns put a stone into the same territory.
fn share_territory(one: Move, other: Move, status: &Status) -> bool {
    let (Move::Play(one), Move::Play(other)) = (one, other) else { return false };
    Color::ALL.into_iter().any(|owner| {
        let regions = enclosed_regions(&status.closed, &status.judgement.dead, owner);
        regions.iter().any(|region| region.contains(&one) && region.contains(&other))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{
        board::{Board, Vertex},
        engine::{Decision, Options, with_large_stack},
        search::SearchConstraint,
    };

    /// White, to move, needs the eye at C9.
    fn game_with_eyes() -> Game {
        let diagram = "
            O O . O O . . . .
            O X O O . O O . .
            O . O O O X O O O
            O O O X X X X X O
            O X O X X X X X X
            O X X . . . X . .
            X X . X . . X X X
            . X X X . X . X .
            X X . X . X X . X";
        let board: Board = diagram.parse().expect("a board");
        let rules = Rules::preset("stone-scoring").expect("a preset");
        Game::from_position(board, Color::White, rules)
    }

    #[test]
    fn an_eye_that_stones_need_is_told_from_other_territory() {
        let game = game_with_eyes();
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
    fn the_only_turn_that_a_search_looked_at_does_not_fill_an_eye() {
        with_large_stack(|| {
            let options = Options::of_playouts();
            let mut engine = Engine::new(options).expect("a thread");
            engine.replace_game(game_with_eyes());
            let color = Color::White;
            let eye = Vertex::parse(engine.game.size(), "C9").expect("a vertex");
            let moves = vec![eye];
            let only_that = SearchConstraint { color, moves, is_exclusive: true, depth: 1 };
            let question =
                SearchOptions { constraints: vec![only_that], ..SearchOptions::default() };
            let report = engine.glance(color, 100, &question);
            assert!(engine.harmless_turn(&report).is_none());
            let turn = engine.less_harmful_turn(&report, &SearchOptions::default());
            assert_ne!(turn, eye);
        });
    }

    #[test]
    fn an_invasion_is_answered_where_a_proof_says_and_not_where_the_search_does() {
        let diagram = "
            X X X . X X O O O
            O O X X . X X O .
            O X X X . . X O .
            O O X X . X O O O
            O O X X X X X O .
            O . O O X X O O O
            . O O X X X O O X
            X . O O X X X X X
            . . O O O X . . .";
        with_large_stack(|| {
            for rules in ["tromp-taylor", "japanese"] {
                let options = Options {
                    rules: Rules::preset(rules).expect("a preset"),
                    playouts: Some(4000),
                    ..Options::of_playouts()
                };
                let rules = options.rules.clone();
                let mut engine = Engine::new(options).expect("a thread");
                let board: Board = diagram.parse().expect("a board");
                let mut game = Game::from_position(board, Color::White, rules);
                game.set_komi(Some(1.5));
                engine.replace_game(game);
                let never = AtomicBool::new(false);
                let question = SearchOptions::default();
                let (decision, _) = engine.genmove(Color::White, &question, &never);
                let answer = Vertex::parse(engine.game.size(), "A1").expect("a vertex");
                assert_eq!(decision, Decision::Turn(answer), "A3 leads to a seki");
            }
        });
    }
}
