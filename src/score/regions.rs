//! The board after the removal of dead stones, and its empty regions.

use crate::board::{Board, Color, Point, PointSet};

/// A board without its dead stones.
pub(super) struct ClearedBoard<'a> {
    board: &'a Board,
    dead: &'a PointSet,
}

/// A maximal connected set of empty points.
pub(super) struct EmptyRegion {
    pub(super) points: Vec<Point>,
    /// By color: whether one of its stones is next to the region.
    pub(super) touches: [bool; 2],
}

impl EmptyRegion {
    /// Whether stones of this color, and no others, touch the region.
    pub(super) fn is_enclosed_by(&self, color: Color) -> bool {
        self.touches[color.index()] && !self.touches[color.opponent().index()]
    }

    /// Whether stones of both colors touch the region.
    pub(super) fn is_dame(&self) -> bool {
        self.touches == [true; 2]
    }
}

impl<'a> ClearedBoard<'a> {
    pub(super) fn new(board: &'a Board, dead: &'a PointSet) -> ClearedBoard<'a> {
        ClearedBoard { board, dead }
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

    /// The empty points all of whose neighbors, at least one, are stones of this color.
    pub(super) fn surrounded(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board.size().points().filter(move |&point| {
            let mut neighbors = self.board.neighbors(point).peekable();
            self.stone(point).is_none()
                && neighbors.peek().is_some()
                && neighbors.all(|neighbor| self.stone(neighbor) == Some(color))
        })
    }

    /// The empty regions.
    pub(super) fn regions(&self) -> Vec<EmptyRegion> {
        let components = self.board.components(|point| self.stone(point).is_none());
        let region = |points: Vec<Point>| {
            let mut touches = [false; 2];
            for stone in points.iter().flat_map(|&point| self.board.neighbors(point)) {
                if let Some(color) = self.stone(stone) {
                    touches[color.index()] = true;
                }
            }
            EmptyRegion { points, touches }
        };
        components.into_iter().map(region).collect()
    }

    /// The stones next to a region.
    pub(super) fn border<'r>(
        &'r self,
        region: &'r EmptyRegion,
    ) -> impl Iterator<Item = Point> + 'r {
        let neighbors = region.points.iter().flat_map(|&point| self.board.neighbors(point));
        neighbors.filter(|&point| self.stone(point).is_some())
    }
}
