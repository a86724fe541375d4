use super::area::{NOBODYS, Owners};
use crate::board::{Board, CAPACITY, Point};

/// What of an area lives on its own: components of the area of one colour that neither touch a
/// point of nobody's nor hold an own chain in atari, both of which speak of a seki. Of the
/// components that do, those points stay for which `keeps` holds.
pub(super) fn without_seki(
    board: &Board,
    area: &Owners,
    keeps: impl Fn(Point) -> bool,
    stack: &mut Vec<Point>,
) -> Owners {
    let mut is_seki = [false; CAPACITY];
    for point in board.size().points() {
        if !is_seki[point.index()] && shows_seki(board, area, point) {
            flood(board, area, point, &mut is_seki, stack);
        }
    }
    let mut owners = NOBODYS;
    for point in board.size().points() {
        if !is_seki[point.index()] || keeps(point) {
            owners[point.index()] = area[point.index()];
        }
    }
    owners
}

fn shows_seki(board: &Board, area: &Owners, point: Point) -> bool {
    let owner = area[point.index()];
    let is_in_atari = || board.stone(point) == owner && board.liberty_count(point) == 1;
    let is_nobodys = |place: Point| board.is_empty(place) && area[place.index()].is_none();
    owner.is_some() && (is_in_atari() || board.around(point).into_iter().any(is_nobodys))
}

/// Marks the component of an area around a point.
fn flood(
    board: &Board,
    area: &Owners,
    start: Point,
    marked: &mut [bool; CAPACITY],
    stack: &mut Vec<Point>,
) {
    let owner = area[start.index()];
    marked[start.index()] = true;
    stack.push(start);
    while let Some(point) = stack.pop() {
        for place in board.neighbours(point) {
            if area[place.index()] == owner && !marked[place.index()] {
                marked[place.index()] = true;
                stack.push(place);
            }
        }
    }
}
