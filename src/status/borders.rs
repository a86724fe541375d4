//! Borders that the players left open because nothing can come of it.

use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
    score::shared,
    tactics::would_capture,
};

/// How surely a point must end in a player's hands to belong inside a border of his.
const INSIDE: f64 = 0.5;

/// The board with stones on the gaps of borders, for counting: a territory with a gap would touch
/// both colours and count for nobody.
///
/// A gap is a point that is surely a player's, next to something that is not, and next to a point
/// that lies inside on all sides.
pub(super) fn close_borders(board: &Board, ownership: &Ownership, dead: &PointSet) -> Board {
    let open = shared(board, dead);
    let gap = |point: Point| {
        let color = holder(ownership, point)?;
        let region = Region { board, ownership, dead, color };
        let is_gap = !region.is_inside(point)
            && board.neighbours(point).any(|place| open.contains(place) && region.is_inside(place));
        is_gap.then_some((point, color))
    };
    let mut closed = board.clone();
    open.iter().filter_map(gap).for_each(|(point, color)| put(&mut closed, point, color));
    closed
}

/// Puts a stone on a board that is to be counted, unless dead stones would leave it: the count
/// takes them for prisoners itself.
fn put(board: &mut Board, point: Point, color: Color) {
    if board.is_legal(point, color) && !would_capture(board, point, color) {
        board.play_unchecked(point, color, &mut ());
    }
}

/// Who surely gets a point.
fn holder(ownership: &Ownership, point: Point) -> Option<Color> {
    match ownership.of(point) {
        black if black >= INSIDE => Some(Color::Black),
        black if black <= -INSIDE => Some(Color::White),
        _ => None,
    }
}

struct Region<'a> {
    board: &'a Board,
    ownership: &'a Ownership,
    dead: &'a PointSet,
    color: Color,
}

impl Region<'_> {
    /// Whether a point and all its neighbours are the player's.
    fn is_inside(&self, point: Point) -> bool {
        self.is_own(point) && self.board.neighbours(point).all(|place| self.is_own(place))
    }

    fn is_own(&self, point: Point) -> bool {
        match self.board.stone(point) {
            Some(stone) if !self.dead.contains(point) => stone == self.color,
            Some(stone) => stone != self.color,
            None => holder(self.ownership, point) == Some(self.color),
        }
    }
}
