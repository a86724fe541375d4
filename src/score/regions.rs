//! The grid after the removal of dead stones, and its empty regions.

use crate::board::{Board, Color, Point, PointSet};

/// A board with the dead stones taken off.
pub(super) struct Grid<'a> {
    board: &'a Board,
    dead: &'a PointSet,
}

/// A maximal connected set of empty points.
pub(super) struct Region {
    pub(super) points: Vec<Point>,
    /// By colour: whether one of its stones is next to the region.
    pub(super) touches: [bool; 2],
}

impl Region {
    /// Whether stones of this colour touch the region, and no others.
    pub(super) fn is_enclosed_by(&self, color: Color) -> bool {
        self.touches[color.index()] && !self.touches[color.opponent().index()]
    }
}

impl<'a> Grid<'a> {
    pub(super) fn new(board: &'a Board, dead: &'a PointSet) -> Grid<'a> {
        Grid { board, dead }
    }

    pub(super) fn board(&self) -> &'a Board {
        self.board
    }

    pub(super) fn dead_set(&self) -> &'a PointSet {
        self.dead
    }

    pub(super) fn stone(&self, point: Point) -> Option<Color> {
        self.board.stone(point).filter(|_| !self.dead.contains(point))
    }

    pub(super) fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board.size().points().filter(move |&point| self.stone(point) == Some(color))
    }

    pub(super) fn dead(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.dead.iter().filter(move |&point| self.board.stone(point) == Some(color))
    }

    /// The empty points that have a neighbour, and stones of this colour only as neighbours.
    pub(super) fn surrounded(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board.size().points().filter(move |&point| {
            let mut neighbours = self.board.neighbours(point).peekable();
            self.stone(point).is_none()
                && neighbours.peek().is_some()
                && neighbours.all(|neighbour| self.stone(neighbour) == Some(color))
        })
    }

    /// The connected set of points around `start` for which `belongs` holds, marked in `visited`.
    pub(super) fn flood(
        &self,
        start: Point,
        visited: &mut PointSet,
        belongs: impl Fn(Point) -> bool,
    ) -> Vec<Point> {
        let mut points = vec![start];
        visited.insert(start);
        let mut at = 0;
        while let Some(&point) = points.get(at) {
            for neighbour in self.board.neighbours(point) {
                if belongs(neighbour) && visited.insert(neighbour) {
                    points.push(neighbour);
                }
            }
            at += 1;
        }
        points
    }

    /// The maximal connected sets of points for which `belongs` holds.
    pub(super) fn components(&self, belongs: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
        let mut visited = PointSet::EMPTY;
        let points = self.board.size().points().filter(|&point| belongs(point));
        points
            .filter_map(|point| {
                let is_new = !visited.contains(point);
                is_new.then(|| self.flood(point, &mut visited, &belongs))
            })
            .collect()
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        let components = self.components(|point| self.stone(point).is_none());
        let region = |points: Vec<Point>| {
            let mut touches = [false; 2];
            for stone in points.iter().flat_map(|&point| self.board.neighbours(point)) {
                if let Some(color) = self.stone(stone) {
                    touches[color.index()] = true;
                }
            }
            Region { points, touches }
        };
        components.into_iter().map(region).collect()
    }

    /// The stones next to a region.
    pub(super) fn border<'r>(&'r self, region: &'r Region) -> impl Iterator<Item = Point> + 'r {
        let neighbours = region.points.iter().flat_map(|&point| self.board.neighbours(point));
        neighbours.filter(|&point| self.stone(point).is_some())
    }
}
