//! Changes to a game other than moves.

use thiserror::Error;

use super::{Game, state::State};
use crate::board::{Board, Color, PointSet, Size};

/// Fewer moves have been played than were to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// Stones can only be set up before the first move, on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board not empty")]
pub struct NotEmpty;

impl Game {
    /// Takes back the last `count` moves, passes included, with their positions in the history and
    /// a forfeit. Set-up stones stay.
    ///
    /// # Errors
    /// [`CannotUndo`] if fewer moves have been played; then none is taken back.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let remaining = self.turns().len().checked_sub(count).ok_or(CannotUndo)?;
        if count == 0 {
            return Ok(());
        }
        let first = self.state.history.declared_first();
        let mut state = State::new(self.start.clone(), first).with_removed(self.removed_before);
        for turn in &self.turns()[..remaining] {
            state.play_unchecked(turn.color, turn.mv);
        }
        self.state = state;
        self.forfeited_by = None;
        Ok(())
    }

    /// Clears the board and the history; the rule set and the agreed komi stay.
    pub fn clear(&mut self, size: Size) {
        self.restart(Board::new(size), Color::Black);
    }

    /// Sets up a position before the first move, `first` to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a move has been played or a stone set up.
    pub fn set_up(&mut self, position: Board, first: Color) -> Result<(), NotEmpty> {
        self.require_untouched()?;
        self.restart(position, first);
        Ok(())
    }

    /// Sets the player to move, if it is not the opponent of the last player.
    pub fn set_to_move(&mut self, color: Color) {
        self.state.set_to_move(color);
    }

    /// Continues the game from another position, for records that add or remove stones in mid-game.
    /// The previous history no longer matters for repetition and cannot be taken back; prisoners and
    /// the handicap stay.
    pub fn start_from(&mut self, position: Board, first: Color) {
        let is_begun = self.require_untouched().is_err();
        let handicap = if is_begun { Some(self.handicap()) } else { self.declared_handicap };
        let removed = Color::ALL.map(|color| self.state.removed(color));
        self.restart(position, first);
        self.declared_handicap = handicap;
        self.set_removed_before(removed);
    }

    /// Sets the numbers of stones, by color, that were removed before the starting position of a game
    /// without moves.
    pub(crate) fn set_removed_before(&mut self, removed: [u32; 2]) {
        self.removed_before = removed;
        self.state = State::new(self.start.clone(), self.first_to_move()).with_removed(removed);
    }

    /// Sets the number of handicap stones in the set-up.
    pub const fn declare_handicap(&mut self, stones: u32) {
        self.declared_handicap = Some(stones);
    }

    /// Sets up handicap stones, White to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a move has been played or a stone set up.
    pub fn place_handicap(&mut self, stones: &PointSet) -> Result<(), NotEmpty> {
        let black = stones.iter().map(|point| (point, Color::Black));
        let position = Board::set_up(self.size(), black).map_err(|_| NotEmpty)?;
        self.set_up(position, Color::White)?;
        self.declare_handicap(stones.len() as u32);
        Ok(())
    }

    fn restart(&mut self, start: Board, first: Color) {
        self.state = State::new(start.clone(), first);
        self.start = start;
        self.removed_before = [0; 2];
        self.declared_handicap = None;
        self.forfeited_by = None;
    }

    fn require_untouched(&self) -> Result<(), NotEmpty> {
        let is_empty = self.board().empty_points().len() == self.size().area();
        if is_empty && self.turns().is_empty() { Ok(()) } else { Err(NotEmpty) }
    }
}
