//! The position in which moves are predicted.

use crate::board::{Board, Color, Point};

/// A position in which moves are predicted, with the last two moves.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The stones, and the ko.
    pub board: &'a Board,
    /// The player to move.
    pub color: Color,
    /// The opponent's last move; `None` for a pass, or at the start of the game.
    pub last: Option<Point>,
    /// The last move of the player to move, likewise.
    pub before: Option<Point>,
}
