//! The plays that a search considers.

use crate::{
    board::{Color, Move, Point},
    game::Variation,
};

/// The legal plays that are neither suicide nor fill an own eye.
pub(super) fn sensible_plays(line: &Variation, color: Color) -> Vec<Point> {
    let board = line.board();
    let is_sensible = |point: Point| !board.is_suicide(point, color) && !board.is_eye(point, color);
    board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| is_sensible(point) && line.check(color, Move::Play(point)).is_ok())
        .collect()
}
