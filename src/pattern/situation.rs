use crate::board::{Board, Color, Point};

/// What a move is judged by: the position, whose turn it is, and where the last two turns were
/// played.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The stones, and the ko.
    pub board: &'a Board,
    /// Who is to move.
    pub color: Color,
    /// Where the opponent has just played; `None` for a pass, or at the beginning.
    pub last: Option<Point>,
    /// Where the player to move played before that.
    pub before: Option<Point>,
}
