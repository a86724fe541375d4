//! Independent regions: the points of live groups and their eyes, found without reading.

use super::regions::ClearedBoard;
use crate::board::{Board, Color, Point, PointSet};

/// The number of independent regions of a player after the removal of `dead`: maximal connected
/// sets of the player's stones and empty points that contain a stone, no chain in atari, and no
/// empty region that touches both colors.
#[must_use]
pub fn independent_regions(board: &Board, dead: &PointSet, color: Color) -> usize {
    components(&ClearedBoard::new(board, dead), color).count()
}

/// The points of all independent regions of a player.
pub(super) fn in_independent_regions(cleared: &ClearedBoard, color: Color) -> PointSet {
    components(cleared, color).flatten().collect()
}

fn components<'a>(
    cleared: &'a ClearedBoard,
    color: Color,
) -> impl Iterator<Item = Vec<Point>> + 'a {
    let contested: PointSet = cleared
        .regions()
        .iter()
        .filter(|r| r.touches == [true; 2])
        .flat_map(|r| r.points.clone())
        .collect();
    let all =
        cleared.board().components(move |point| cleared.stone(point) != Some(color.opponent()));
    all.into_iter().filter(move |points| {
        let has_stone = points.iter().any(|&point| cleared.stone(point) == Some(color));
        has_stone
            && !points.iter().any(|&point| contested.contains(point))
            && !has_atari(cleared, points, color)
    })
}

/// Whether a chain among `points` has a single liberty after the removal of dead stones.
fn has_atari(cleared: &ClearedBoard, points: &[Point], color: Color) -> bool {
    let (board, points): (_, PointSet) = (cleared.board(), points.iter().copied().collect());
    let is_own = |point| points.contains(point) && cleared.stone(point) == Some(color);
    board.components(is_own).iter().any(|chain| {
        let around = chain.iter().flat_map(|&stone| board.neighbors(stone));
        around.filter(|&place| cleared.stone(place).is_none()).collect::<PointSet>().len() == 1
    })
}
