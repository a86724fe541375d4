//! What bounds the reading of a chain.

use crate::board::{Board, Color, Point, PointSet};

/// Empty points on which a chain's fate is read; where there are more, reading tells little.
pub(super) const ARENA: usize = 20;

/// Most points of an arena, stones included.
const REACH: usize = 150;

/// Liberties beyond an arena up to which a chain that bounds it may run out of them.
const FEW: usize = 2;

/// The number of empty points of an arena.
pub(super) fn room(board: &Board, arena: &[Point]) -> usize {
    arena.iter().filter(|&&point| board.is_empty(point)).count()
}

/// The points nearest to a chain on ways that no wall blocks: so many empty ones, and the stones
/// among them, under which there may be room to play.
pub(super) fn arena(board: &Board, chain: Point, is_wall: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut arena: Vec<Point> = board.chain(chain).collect();
    let mut seen: PointSet = arena.iter().copied().collect();
    let (mut at, mut empty) = (0, 0);
    while at < arena.len() && arena.len() < REACH && empty < ARENA {
        for place in board.neighbours(arena[at]) {
            if !seen.insert(place) {
                continue;
            }
            if board.is_empty(place) {
                empty += 1;
                arena.push(place);
            } else if !is_wall(place) {
                arena.extend(board.chain(place).inspect(|&stone| _ = seen.insert(stone)));
            }
        }
        at += 1;
    }
    arena
}

/// An arena, and the chains of a player around it that are not `certain` to stand, since they have
/// few liberties beyond it and no room there, with the lost opposing chains next to those liberties:
/// to take them may be their only chance.
pub(super) fn with_weak_walls(
    board: &Board,
    certain: &PointSet,
    is_lost: impl Fn(Point) -> bool,
    arena: &[Point],
    color: Color,
) -> Vec<Point> {
    let inside: PointSet = arena.iter().copied().collect();
    let outside = |chain: Point| -> PointSet {
        board.liberties(chain).filter(|&liberty| !inside.contains(liberty)).collect()
    };
    let chains_around = |points: &PointSet, color: Color| -> PointSet {
        let around = points.iter().flat_map(|point| board.neighbours(point));
        let is_open = |&place: &Point| {
            board.stone(place) == Some(color) && !inside.contains(place) && !certain.contains(place)
        };
        around.filter(is_open).map(|stone| board.head(stone)).collect()
    };
    let mut added = PointSet::EMPTY;
    for wall in chains_around(&inside, color).iter() {
        let mut beyond = outside(wall);
        let opposing = chains_around(&beyond, color.opponent());
        let lost: Vec<Point> = opposing.iter().filter(|&chain| is_lost(chain)).collect();
        lost.iter().for_each(|&chain| beyond.extend_from(&outside(chain)));
        let is_known = |place: Point| {
            !board.is_empty(place) || inside.contains(place) || beyond.contains(place)
        };
        let has_room = beyond.iter().any(|liberty| !board.neighbours(liberty).all(is_known));
        if beyond.len() <= FEW && !has_room {
            added.extend_from(&beyond);
            let chains = lost.into_iter().chain([wall]);
            added.extend_from(&chains.flat_map(|chain| board.chain(chain)).collect());
        }
    }
    arena.iter().copied().chain(added.iter()).collect()
}
