//! Seki as KataGo finds it, for the areas that networks take as input.

use super::point_owners::{NO_OWNERS, PointOwners};
use crate::board::{Board, CAPACITY, Point};

/// Removes the components of an area that are in seki, except the points for which `keeps` holds
/// (KataGo's `Board::calculateIndependentLifeArea`). A component, connected points of one owner, is in
/// seki if it touches an empty point without an owner, or if one of the owner's chains in it is in
/// atari.
pub(super) fn without_seki(
    board: &Board,
    area: &PointOwners,
    keeps: impl Fn(Point) -> bool,
) -> PointOwners {
    let mut is_seki = [false; CAPACITY];
    for point in board.size().points() {
        if !is_seki[point.index()] && is_sign_of_seki(board, area, point) {
            let owner = area[point.index()];
            for place in board.component(point, |place| area[place.index()] == owner) {
                is_seki[place.index()] = true;
            }
        }
    }
    let mut owners = NO_OWNERS;
    for point in board.size().points() {
        if !is_seki[point.index()] || keeps(point) {
            owners[point.index()] = area[point.index()];
        }
    }
    owners
}

fn is_sign_of_seki(board: &Board, area: &PointOwners, point: Point) -> bool {
    let owner = area[point.index()];
    let is_in_atari = || board.stone(point) == owner && board.liberty_count(point) == 1;
    let is_unowned = |place: Point| board.is_empty(place) && area[place.index()].is_none();
    owner.is_some() && (is_in_atari() || board.around(point).into_iter().any(is_unowned))
}
