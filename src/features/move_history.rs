//! The last moves as input features.

use super::{FeatureOptions, Situation};
use crate::board::Move;

/// Maximum number of past moves in the input format.
pub(super) const MOVES: usize = 5;

/// The last moves that the network sees.
pub(super) struct MoveHistory {
    moves: [Option<Move>; MOVES],
    /// Number of these moves.
    pub(super) len: usize,
    /// Whether the network sees that a pass would end the current phase of the game.
    pub(super) pass_ends_phase: bool,
}

impl MoveHistory {
    /// `is_lost` returns whether the player to move would lose if the board were counted as it
    /// stands.
    pub(super) fn new(
        situation: &Situation,
        feature_options: &FeatureOptions,
        is_lost: impl FnOnce() -> bool,
    ) -> MoveHistory {
        let passes = &situation.passes;
        // Where dead stones need not be captured, the network must not rely on a second pass to end
        // the game: it may still have to find out which stones are dead.
        let is_friendly = situation.rules.friendly_pass && passes.in_a_row == 1;
        let is_hidden = passes.would_end_game
            && (feature_options.conservative_pass
                || is_friendly
                || feature_options.passing_hacks && is_lost());
        let max = if is_hidden { 0 } else { MOVES.min(feature_options.max_history) };
        let mut moves = [None; MOVES];
        let mut color = situation.to_move;
        let latest = situation.turns.iter().rev().take_while(|turn| {
            color = color.opponent();
            turn.color == color
        });
        let mut len = 0;
        for turn in latest.take(max) {
            moves[len] = Some(turn.mv);
            len += 1;
        }
        MoveHistory { moves, len, pass_ends_phase: passes.would_end_phase && !is_hidden }
    }

    /// The moves, the latest first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().flatten().copied()
    }
}
