//! Independent regions: what a living group and its eyes occupy, told without reading.

use super::regions::Grid;
use crate::board::{Board, Color, Point, PointSet};

/// How many independent regions a player has after the removal of `dead`: maximal connected sets
/// of the player's stones and empty points that hold a stone, no chain in atari, and no empty
/// region that touches both colours.
#[must_use]
pub fn independent_regions(board: &Board, dead: &PointSet, color: Color) -> usize {
    components(&Grid::new(board, dead), color).count()
}

/// The points of all independent regions of a player.
pub(super) fn in_independent_regions(grid: &Grid, color: Color) -> PointSet {
    components(grid, color).flatten().collect()
}

fn components<'a>(grid: &'a Grid, color: Color) -> impl Iterator<Item = Vec<Point>> + 'a {
    let contested: PointSet = grid
        .regions()
        .iter()
        .filter(|r| r.touches == [true; 2])
        .flat_map(|r| r.points.clone())
        .collect();
    let all = grid.components(move |point| grid.stone(point) != Some(color.opponent()));
    all.into_iter().filter(move |points| {
        let has_stone = points.iter().any(|&point| grid.stone(point) == Some(color));
        has_stone
            && !points.iter().any(|&point| contested.contains(point))
            && !has_atari(grid, points, color)
    })
}

/// Whether one of the chains among `points` has a single liberty, once dead stones are off.
fn has_atari(grid: &Grid, points: &[Point], color: Color) -> bool {
    let mut visited = PointSet::EMPTY;
    points.iter().any(|&point| {
        if grid.stone(point) != Some(color) || visited.contains(point) {
            return false;
        }
        let chain = grid.flood(point, &mut visited, |other| grid.stone(other) == Some(color));
        let around = chain.iter().flat_map(|&stone| grid.board().neighbours(stone));
        around.filter(|&place| grid.stone(place).is_none()).collect::<PointSet>().len() == 1
    })
}
