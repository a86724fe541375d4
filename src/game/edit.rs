//! Changes to a game other than a turn.

use thiserror::Error;

use super::{Game, state::State};
use crate::board::{Board, Color, PointSet, Size};

/// Fewer turns have been played than were to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// Stones can be set up only before the first turn, on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board not empty")]
pub struct NotEmpty;

impl Game {
    /// Takes back the last `count` turns, passes included; never the stones of the set-up. The
    /// grids that they made are forgotten, and so is a forfeit.
    ///
    /// # Errors
    /// [`CannotUndo`] if fewer turns have been played; then none is taken back.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let remaining = self.turns().len().checked_sub(count).ok_or(CannotUndo)?;
        let mut state = State::new(self.start.clone(), self.state.history.declared_first());
        for turn in &self.turns()[..remaining] {
            state.play_unchecked(turn.color, turn.mv);
        }
        self.state = state;
        self.forfeited_by = None;
        Ok(())
    }

    /// Empties the board and the history; rule set and agreed komi stay.
    pub fn clear(&mut self, size: Size) {
        self.restart(Board::new(size), Color::Black, None);
    }

    /// Sets up a position before the first turn, `first` to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a turn was played or a stone set up already.
    pub fn set_up(&mut self, position: Board, first: Color) -> Result<(), NotEmpty> {
        self.require_untouched()?;
        self.restart(position, first, None);
        Ok(())
    }

    /// Says whose turn it is, where that is not the opponent of who moved last.
    pub fn set_to_move(&mut self, color: Color) {
        self.state.set_to_move(color);
    }

    /// Goes on from another position of the same game, as records do that add or take off stones
    /// in mid-game. What came before cannot be repeated or taken back.
    pub fn start_from(&mut self, position: Board, first: Color) {
        let handicap = self.declared_handicap;
        self.restart(position, first, handicap);
    }

    /// Says how many handicap stones the set-up holds.
    pub const fn declare_handicap(&mut self, stones: u32) {
        self.declared_handicap = Some(stones);
    }

    /// Sets up handicap stones, White to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a turn was played or a stone set up already.
    pub fn place_handicap(&mut self, stones: &PointSet) -> Result<(), NotEmpty> {
        let black = stones.iter().map(|point| (point, Color::Black));
        let position = Board::set_up(self.size(), black).map_err(|_| NotEmpty)?;
        self.set_up(position, Color::White)?;
        self.declare_handicap(stones.len() as u32);
        Ok(())
    }

    fn restart(&mut self, start: Board, first: Color, handicap: Option<u32>) {
        self.state = State::new(start.clone(), first);
        self.start = start;
        self.declared_handicap = handicap;
        self.forfeited_by = None;
    }

    fn require_untouched(&self) -> Result<(), NotEmpty> {
        let is_empty = self.board().empty_points().len() == self.size().area();
        if is_empty && self.turns().is_empty() { Ok(()) } else { Err(NotEmpty) }
    }
}
