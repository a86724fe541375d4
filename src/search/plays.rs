//! The plays that a search considers, and those that it replies to.

use crate::{
    board::{Color, Move, Point},
    game::{Turn, Variation},
    playout::LastMoves,
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

/// The last two moves, to which the next one may reply.
pub(super) fn last_moves(turns: &[Turn]) -> LastMoves {
    let mut latest = turns.iter().rev().map(|turn| turn.mv.point());
    LastMoves { last: latest.next().flatten(), before: latest.next().flatten() }
}
