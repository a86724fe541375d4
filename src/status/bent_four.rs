//! Bent four in the corner: an apparent seki in which one side is dead.

use crate::board::{Board, Color, Point, PointSet, Size};

/// Returns the stones in seki that are dead because of a bent four in the corner, on a board
/// without dead stones. Only the opponent can begin, with a sacrifice of four stones that leads to
/// a ko for everything, and does so when no ko threats are left (the life-and-death examples of the
/// Japanese rules of 1989).
pub(super) fn dead_by_bent_four(board: &Board, in_seki: &PointSet) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for shape in shapes(board.size()) {
        for color in Color::ALL {
            if let Some(chains) = surrounding_chains(board, in_seki, shape, color) {
                dead.extend_from(&chains.iter().flat_map(|&chain| board.chain(chain)).collect());
            }
        }
    }
    dead
}

/// The four points of each bent four in a corner.
fn shapes(size: Size) -> impl Iterator<Item = [Point; 4]> {
    let (right, top) = (size.width() - 1, size.height() - 1);
    let corners = [(0, 0), (right, 0), (0, top), (right, top)];
    corners.into_iter().flat_map(move |(x, y)| {
        let from = |edge: u8, steps: u8| {
            if edge == 0 { Some(steps) } else { edge.checked_sub(steps) }
        };
        let at = move |along: u8, up: u8| size.point(from(x, along)?, from(y, up)?);
        let shape = |points: [Option<Point>; 4]| {
            let points: Option<Vec<Point>> = points.into_iter().collect();
            points.and_then(|points| points.try_into().ok())
        };
        let lying = shape([at(0, 0), at(1, 0), at(2, 0), at(0, 1)]);
        let standing = shape([at(0, 0), at(0, 1), at(0, 2), at(1, 0)]);
        [lying, standing].into_iter().flatten()
    })
}

/// The chains that enclose three stones of `color` which a fourth makes a bent four with one
/// liberty, if those two points are the chains' only liberties.
fn surrounding_chains(
    board: &Board,
    in_seki: &PointSet,
    shape: [Point; 4],
    color: Color,
) -> Option<Vec<Point>> {
    let (stones, rest): (Vec<Point>, Vec<Point>) =
        shape.into_iter().partition(|&point| board.stone(point) == Some(color));
    let mut liberties: PointSet = stones.iter().flat_map(|&stone| board.liberties(stone)).collect();
    liberties.extend_from(&rest.into_iter().collect());
    let has_shape = stones.len() == 3
        && liberties.len() == 2
        && liberties.iter().all(|point| board.is_empty(point))
        && stones.iter().all(|&stone| in_seki.contains(stone));
    if !has_shape {
        return None;
    }
    let is_inside = |point: Point| liberties.contains(point) || stones.contains(&point);
    let inside = liberties.iter().chain(stones.iter().copied());
    let around: PointSet = inside
        .flat_map(|point| board.neighbors(point))
        .filter(|&point| !is_inside(point))
        .collect();
    if around.iter().any(|point| board.stone(point) != Some(color.opponent())) {
        return None;
    }
    let chains: PointSet = around.iter().map(|stone| board.head(stone)).collect();
    let has_no_other_liberty =
        |chain: Point| board.liberties(chain).all(|point| liberties.contains(point));
    let is_in_semeai = |chain: Point| {
        let mut outside = board.chain(chain).flat_map(|stone| board.neighbors(stone));
        outside.any(|point| {
            board.stone(point) == Some(color) && !is_inside(point) && in_seki.contains(point)
        })
    };
    let chains: Vec<Point> = chains.iter().collect();
    chains
        .iter()
        .all(|&chain| has_no_other_liberty(chain) && !is_in_semeai(chain))
        .then_some(chains)
}
