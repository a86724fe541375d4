//! Freely placed handicap stones.

use crate::{
    board::{Board, Point, PointSet, Size},
    game::fixed_handicap,
};

/// Places for handicap stones: as many fixed ones as there are, then points far from the edge and
/// from each other. `stones` is at most the number of points.
pub(super) fn free_places(size: Size, stones: u32) -> PointSet {
    let fixed = (2..=stones).rev().find_map(|count| fixed_handicap(size, count).ok());
    let mut places = fixed.unwrap_or(PointSet::EMPTY);
    let board = Board::new(size);
    while places.len() < stones as usize {
        let next = size
            .points()
            .filter(|&point| !places.contains(point))
            .max_by_key(|&point| remoteness(&board, point, &places))
            .expect("fewer stones than points");
        places.insert(next);
    }
    places
}

/// Sort key: the distance to the nearest stone, but at most twice that to the edge plus 1; then the
/// distance to the nearest stone alone.
fn remoteness(board: &Board, point: Point, stones: &PointSet) -> (u8, u8) {
    let size = board.size();
    let (column, row) = (size.column(point), size.row(point));
    let to_edge = [column, row, size.width() - 1 - column, size.height() - 1 - row];
    let to_edge = to_edge.into_iter().min().expect("four sides");
    let to_stones = stones
        .iter()
        .map(|stone| size.column(stone).abs_diff(column) + size.row(stone).abs_diff(row))
        .min()
        .unwrap_or(u8::MAX);
    (to_stones.min(2 * to_edge + 1), to_stones)
}
