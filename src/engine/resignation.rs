//! When the engine may resign: after several moves in a row that looked lost.

use super::{Engine, level::Level};
use crate::{
    board::Color,
    search::Report,
    tuning::{CONSECUTIVE_MOVES_TO_RESIGN, MIN_PLAYOUTS_TO_RESIGN, MOVES_TO_RESIGN_HANDICAP},
};

impl Engine {
    /// Counts the move of a search if it looks lost; any other resets the count.
    pub(super) fn count_losing_move(&mut self, report: &Report) {
        let min_visits = self.evaluator.iterations(MIN_PLAYOUTS_TO_RESIGN.get());
        let looks_lost = report.best().win_rate < self.options.resign_below
            && u64::from(report.visits) >= min_visits;
        let losing_moves = &mut self.losing_moves[report.color.index()];
        *losing_moves = if looks_lost { *losing_moves + 1 } else { 0 };
    }

    /// Whether the engine may resign for a player: its last moves all looked lost. A handicap game
    /// looks lost for White from the start, and Black has yet to show how to win it.
    pub(super) fn may_resign(&self, color: Color) -> bool {
        let is_lost = self.losing_moves[color.index()] >= CONSECUTIVE_MOVES_TO_RESIGN.get()
            && !self.level().is_some_and(Level::blunders);
        let (opponent, moves_played) = (color.opponent(), self.game.turns().len());
        let moves_to_resign = MOVES_TO_RESIGN_HANDICAP.get() * self.game.size().area() as f64;
        let is_early = color == Color::White
            && self.game.handicap() > 0
            && (moves_played as f64) < moves_to_resign;
        is_lost && !is_early && !self.clock.may_run_out(opponent, self.game.size(), moves_played)
    }
}
