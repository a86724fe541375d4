//! Lines of play on top of a game, which searches try without a copy of its history for each.

use super::{Game, IllegalMove, Stage, State};
use crate::{
    board::{Board, Color, Move},
    rules::Rules,
};

/// A line of play on top of a game, which stays unchanged.
///
/// Each worker of a search creates one and rewinds it for every new line. Rewinding copies the
/// board and drops the line's moves, without heap allocation.
#[derive(Clone, Debug)]
pub struct Variation<'g> {
    game: &'g Game,
    state: State,
}

impl<'g> Variation<'g> {
    /// Returns the empty line.
    #[must_use]
    pub fn new(game: &'g Game) -> Variation<'g> {
        Variation { game, state: game.state().clone() }
    }

    /// The game that the line continues.
    #[must_use]
    pub const fn game(&self) -> &'g Game {
        self.game
    }

    /// The rule set in force.
    #[must_use]
    pub const fn rules(&self) -> &'g Rules {
        self.game.rules()
    }

    /// The position at the end of the line, with its history.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The position at the end of the line.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.state.board()
    }

    /// Number of moves of the line.
    #[must_use]
    pub fn len(&self) -> usize {
        self.state.turns().len() - self.game.turns().len()
    }

    /// Whether the line has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Goes back to the empty line.
    pub fn rewind(&mut self) {
        self.state.rewind_to(self.game.state());
    }

    /// Goes back to the first `len` moves of the line.
    ///
    /// # Panics
    /// If the line is shorter than `len`.
    pub fn truncate(&mut self, len: usize) {
        let base = self.game.turns().len();
        let remaining = self.state.turns()[base..base + len].to_vec();
        self.rewind();
        for turn in remaining {
            self.state.play_unchecked(turn.color, turn.mv);
        }
    }

    /// Checks whether a move is legal at the end of the line.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.state.check(self.game.rules(), color, mv)
    }

    /// Plays a move that [`check`](Self::check) accepts.
    pub fn play_unchecked(&mut self, color: Color, mv: Move) {
        self.state.play_unchecked(color, mv);
    }

    /// The stage of the game at the end of the line.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage(self.game.rules())
    }
}
