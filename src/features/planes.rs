//! The spatial inputs.

use super::{Situation, move_history::MoveHistory, point_owners::PointOwners};
use crate::{
    board::{Board, Color, Point, PointSet, Size},
    network::{Input, plane},
};

/// Maximum number of liberties that has a plane.
const MAX_LIBERTIES: usize = 3;

/// Sets bits in planes.
pub(super) struct Planes<'a> {
    size: Size,
    points: &'a mut [u32],
}

impl Planes<'_> {
    pub(super) fn new(size: Size, input: &mut Input) -> Planes<'_> {
        Planes { size, points: &mut input.planes }
    }

    fn set(&mut self, plane: u32, point: Point) {
        self.points[self.size.row_major_index(point)] |= 1 << plane;
    }

    fn set_all(&mut self, plane: u32, points: &PointSet) {
        points.iter().for_each(|point| self.set(plane, point));
    }

    /// Sets, at every point, the planes that `bits` returns as a bit mask.
    fn add(&mut self, bits: impl Fn(Point) -> u32) {
        let mut planes = self.points.iter_mut();
        self.size.points().for_each(|point| {
            if let Some(planes) = planes.next() {
                *planes |= bits(point);
            }
        });
    }

    /// Sets the stones, their liberties, and the area.
    pub(super) fn stones(&mut self, board: &Board, owners: &PointOwners, to_move: Color) {
        let area = |point: Point| match owners[point.index()] {
            Some(color) if color == to_move => 1 << plane::OWN_AREA,
            Some(_) => 1 << plane::OPPONENT_AREA,
            None => 0,
        };
        self.add(|point| {
            let Some(color) = board.stone(point) else { return area(point) };
            let owner = if color == to_move { plane::OWN } else { plane::OPPONENT };
            let liberties = board.liberty_count(point);
            let liberties = if liberties <= MAX_LIBERTIES {
                1 << (plane::LIBERTIES + liberties as u32 - 1)
            } else {
                0
            };
            area(point) | 1 << owner | liberties
        });
    }

    pub(super) fn ko(&mut self, situation: &Situation) {
        self.set_all(plane::KO_BANNED, &situation.banned);
        if let Some(clean_up) = &situation.clean_up {
            self.set_all(plane::RECAPTURE_BLOCKED, &clean_up.blocked);
            let colors = [situation.to_move, situation.to_move.opponent()];
            for (color, plane) in colors.into_iter().zip(plane::CLEAN_UP_STONES..) {
                self.set_all(plane, &clean_up.start[color.index()]);
            }
        }
    }

    pub(super) fn history(&mut self, history: &MoveHistory) {
        for (mv, plane) in history.moves().zip(plane::HISTORY..) {
            if let Some(point) = mv.point() {
                self.set(plane, point);
            }
        }
    }

    /// Sets the chains caught in ladders now, one move ago, and two moves ago.
    pub(super) fn ladders(&mut self, caught: [&PointSet; 3]) {
        for (points, plane) in caught.into_iter().zip(plane::LADDER..) {
            self.set_all(plane, points);
        }
    }

    pub(super) fn ladder_moves(&mut self, moves: &PointSet) {
        self.set_all(plane::LADDER_MOVE, moves);
    }
}
