//! The inputs that concern single points.

use super::{Situation, area::Owners, recent::Recent};
use crate::{
    board::{Board, Color, Point, PointSet, Size},
    network::Input,
};

/// The planes that are set here, by number; the first one, the board itself, always is.
mod plane {
    pub(super) const OWN: u32 = 1;
    pub(super) const OPPONENT: u32 = 2;
    /// The first of three: chains of one, two and three liberties.
    pub(super) const LIBERTIES: u32 = 3;
    pub(super) const BANNED: u32 = 6;
    pub(super) const BLOCKED: u32 = 7;
    /// The first of five: the last moves, the latest first.
    pub(super) const RECENT: u32 = 9;
    /// The first of three: chains in a ladder now, one turn ago and two turns ago.
    pub(super) const LADDER: u32 = 14;
    pub(super) const LADDER_MOVE: u32 = 17;
    pub(super) const OWN_AREA: u32 = 18;
    pub(super) const OPPONENT_AREA: u32 = 19;
    /// The first of two: the stones at the start of the clean-up, own ones and the opponent's.
    pub(super) const START: u32 = 20;
}

/// Most liberties that are told of.
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
        let row = usize::from(self.size.row(point)) * usize::from(self.size.width());
        self.points[row + usize::from(self.size.column(point))] |= 1 << plane;
    }

    fn set_all(&mut self, plane: u32, points: &PointSet) {
        points.iter().for_each(|point| self.set(plane, point));
    }

    /// For every point the planes that `bits` tells.
    fn add(&mut self, bits: impl Fn(Point) -> u32) {
        let mut planes = self.points.iter_mut();
        self.size.points().for_each(|point| {
            if let Some(planes) = planes.next() {
                *planes |= bits(point);
            }
        });
    }

    /// The stones, and whose each point is.
    pub(super) fn stones(&mut self, board: &Board, owners: &Owners, to_move: Color) {
        let area = |point: Point| match owners[point.index()] {
            Some(color) if color == to_move => 1 << plane::OWN_AREA,
            Some(_) => 1 << plane::OPPONENT_AREA,
            None => 0,
        };
        self.add(|point| {
            let Some(color) = board.stone(point) else { return area(point) };
            let owner = if color == to_move { plane::OWN } else { plane::OPPONENT };
            let liberties = board.liberty_count(point);
            let few = if liberties <= MAX_LIBERTIES {
                1 << (plane::LIBERTIES + liberties as u32 - 1)
            } else {
                0
            };
            area(point) | 1 << owner | few
        });
    }

    pub(super) fn ko(&mut self, situation: &Situation) {
        self.set_all(plane::BANNED, &situation.banned);
        if let Some(clean_up) = &situation.clean_up {
            self.set_all(plane::BLOCKED, &clean_up.blocked);
            let colors = [situation.to_move, situation.to_move.opponent()];
            for (color, plane) in colors.into_iter().zip(plane::START..) {
                self.set_all(plane, &clean_up.start[color.index()]);
            }
        }
    }

    pub(super) fn recent(&mut self, recent: &Recent) {
        for (mv, plane) in recent.moves().zip(plane::RECENT..) {
            if let Some(point) = mv.point() {
                self.set(plane, point);
            }
        }
    }

    /// What is caught in a ladder, on each of the boards shown, and how it is caught now.
    pub(super) fn ladders(&mut self, caught: [&PointSet; 3]) {
        for (points, plane) in caught.into_iter().zip(plane::LADDER..) {
            self.set_all(plane, points);
        }
    }

    pub(super) fn ladder_moves(&mut self, moves: &PointSet) {
        self.set_all(plane::LADDER_MOVE, moves);
    }
}
