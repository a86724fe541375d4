//! Area at the end of a playout.

use crate::board::{Board, Color, Point};

/// The owner of a point at the end of a playout, where every empty point is an eye or dame: the color
/// of its stone, or of all stones around it; `None` for dame.
#[inline]
#[must_use]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    if board.is_empty(point) {
        Color::ALL.into_iter().find(|&color| board.is_surrounded(point, color))
    } else {
        board.stone(point)
    }
}

/// The area margin at the end of a playout, in points, positive for Black, without komi.
#[must_use]
pub fn area_margin(board: &Board) -> i32 {
    board.size().points().filter_map(|point| owner(board, point)).map(Color::sign).sum()
}
