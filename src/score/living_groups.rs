//! Living groups with their eyes, found without reading.

use super::regions::ClearedBoard;
use crate::board::{Board, Color, Point, PointSet};

/// The number of a player's living groups after the removal of `dead`, found without reading:
/// maximal connected sets of the player's stones and empty points that contain a stone, but no
/// chain in atari (it could be captured) and no empty region that touches both colors.
#[must_use]
pub fn living_group_count(board: &Board, dead: &PointSet, color: Color) -> usize {
    living_groups(&ClearedBoard::new(board, dead), color).count()
}

/// The points of all living groups of a player.
pub(super) fn points_of_living_groups(cleared: &ClearedBoard, color: Color) -> PointSet {
    living_groups(cleared, color).flatten().collect()
}

fn living_groups<'a>(
    cleared: &'a ClearedBoard,
    color: Color,
) -> impl Iterator<Item = Vec<Point>> + 'a {
    let contested: PointSet = cleared
        .regions()
        .iter()
        .filter(|region| region.is_dame())
        .flat_map(|region| region.points.clone())
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
