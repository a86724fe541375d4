//! The engine's answer to a request for a move.

use crate::board::Move;

/// The engine's answer to a request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A legal move.
    Move(Move),
    /// Resignation.
    Resign,
}
