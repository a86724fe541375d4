//! Which of the last moves are shown.

use super::{FeatureOptions, Situation};
use crate::board::Move;

/// Moves that the format has room for.
pub(super) const MOVES: usize = 5;

/// What is shown of the last moves.
pub(super) struct Recent {
    moves: [Option<Move>; MOVES],
    /// How many are shown.
    pub(super) len: usize,
    /// Whether it is told that a pass would end the present phase.
    pub(super) tells_end: bool,
}

impl Recent {
    /// `is_lost` says whether the player to move would lose by area as the board stands.
    pub(super) fn new(
        situation: &Situation,
        feature_options: &FeatureOptions,
        is_lost: impl FnOnce() -> bool,
    ) -> Recent {
        let passes = &situation.passes;
        // Where dead stones need not be captured, the second pass ends the game although the network
        // may still have to find out what is dead: it is not to trust in the opponent's pass.
        let is_friendly = situation.rules.friendly_pass && passes.in_a_row == 1;
        let is_hidden = passes.would_end_game
            && (feature_options.is_conservative
                || is_friendly
                || feature_options.hides_lost_ends && is_lost());
        let most = if is_hidden { 0 } else { MOVES.min(feature_options.history) };
        let mut shown = [None; MOVES];
        let mut color = situation.to_move;
        let latest = situation.turns.iter().rev().take_while(|turn| {
            color = color.opponent();
            turn.color == color
        });
        let mut len = 0;
        for turn in latest.take(most) {
            shown[len] = Some(turn.mv);
            len += 1;
        }
        Recent { moves: shown, len, tells_end: passes.would_end_phase && !is_hidden }
    }

    /// The moves shown, the latest first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().flatten().copied()
    }
}
