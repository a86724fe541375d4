//! Turns at the end of play, where the judgement of the stones knows better than a search: what is
//! left is worth less than the noise of playouts.

use std::time::{Duration, Instant};

use super::{Engine, cleanup::capturing_moves};
use crate::{
    board::{Color, Move},
    game::Game,
    rules::{Removal, Scoring},
    score::{Judgement, Tally, count, enclosed},
    search::Report,
    status::Status,
    tactics::is_self_atari,
};

/// The share of the points that are occupied when play can be near its end.
const LATE: f64 = 0.5;

/// With less time for a turn none of it is spent on the judgement, which takes a few tenths of a
/// second.
const LEAST_TIME: Duration = Duration::from_millis(500);

/// How much less a turn may be worth than the best one, to fill one's own territory where only
/// stones count.
const NO_LOSS: f64 = 0.02;

impl Engine {
    /// The fate of the stones, if play can be near its end and a request from `start` leaves time
    /// to look: to be called before the search, whose limits then take account of it.
    pub(super) fn foresee_ending(&self, color: Color, start: Instant) -> Option<Status> {
        let board = self.game.board();
        let occupied = 1.0 - board.empty_points().len() as f64 / board.size().area() as f64;
        let has_time = self.limits(color, start).time.is_none_or(|time| time >= LEAST_TIME);
        (occupied >= LATE && has_time).then(|| self.foresee())
    }

    /// The turn to make instead of the best one of the report, if that does nothing and the fate
    /// of all stones is settled: takes dead stones off where all that stands counts, fills neutral
    /// points, fills territory where only stones count, and else passes.
    pub(super) fn ending_turn(
        &self,
        color: Color,
        report: &Report,
        status: &Status,
    ) -> Option<Move> {
        let (game, rules) = (&self.game, self.game.rules());
        let board = game.board();
        if !status.unsettled.is_empty() || !is_idle(report.best().mv, status) {
            return None;
        }
        let all_stands = rules.removal == Removal::Never || game.is_second_count();
        if all_stands || self.cleans_up {
            let captures = capturing_moves(game, color, &status.judgement.dead);
            let mut candidates = report.candidates.iter().map(|candidate| candidate.mv);
            if let Some(capture) = candidates.find(|mv| captures.contains(mv)) {
                return Some(capture);
            }
        }
        if let Some(point) = status.neutral_point(color) {
            let mv = Move::Play(point);
            if game.check(color, mv).is_ok() && !is_self_atari(board, point, color) {
                return Some(mv);
            }
        }
        if rules.scoring == Scoring::Stones || game.is_second_count() {
            return self.filling_turn(color, report);
        }
        Some(Move::Pass)
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
            after.play(color, mv).is_ok() && worth(&after) > present
        };
        let least = report.best().value - NO_LOSS;
        let mut sound = report.candidates.iter().filter(|c| c.visits > 0 && c.value >= least);
        sound.find(|candidate| fills(candidate.mv)).map(|candidate| candidate.mv)
    }
}

/// Whether a turn changes nothing where all is settled: a pass, or a stone in somebody's territory.
fn is_idle(mv: Move, status: &Status) -> bool {
    let territory = enclosed(&status.closed, &status.judgement.dead);
    match mv {
        Move::Pass => true,
        Move::Play(point) => territory.iter().any(|points| points.contains(point)),
    }
}
