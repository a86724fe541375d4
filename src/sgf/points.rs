//! Points and moves as values of properties.

use crate::board::{Move, Point, Size};

/// The largest board on which `tt` is a pass, as in FF\[3\].
const MAX_SIDE_WITH_TT_PASS: u8 = 19;

/// The point of two letters: the column from the left, the row from the top.
pub(super) fn point(size: Size, name: &str) -> Option<Point> {
    let [column, row] = *name.as_bytes() else { return None };
    size.point(column.checked_sub(b'a')?, row.checked_sub(b'a')?)
}

/// The two letters of a point: its column from the left, its row from the top.
#[must_use]
pub fn point_name(size: Size, point: Point) -> String {
    [size.column(point), size.row(point)].map(|place| (b'a' + place) as char).iter().collect()
}

/// The move of a point's two letters, of nothing, or of `tt`.
pub(super) fn mv(size: Size, name: &str) -> Option<Move> {
    let is_tt_pass = size.width().max(size.height()) <= MAX_SIDE_WITH_TT_PASS;
    match name {
        "" => Some(Move::Pass),
        "tt" if is_tt_pass => Some(Move::Pass),
        name => point(size, name).map(Move::Play),
    }
}

/// The points of `aa`, or of the rectangle `aa:cc` given by two opposite corners, row by row.
#[derive(Clone, Debug)]
pub struct Rectangle {
    size: Size,
    left: u8,
    right: u8,
    bottom: u8,
    /// The next point; past the bottom at the end.
    column: u8,
    row: u8,
}

impl Rectangle {
    pub(super) fn parse(size: Size, value: &str) -> Option<Rectangle> {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (from, to) = (point(size, from.trim())?, point(size, to.trim())?);
        let sorted = |a: u8, b: u8| (a.min(b), a.max(b));
        let (left, right) = sorted(size.column(from), size.column(to));
        let (top, bottom) = sorted(size.row(from), size.row(to));
        Some(Rectangle { size, left, right, bottom, column: left, row: top })
    }
}

impl Iterator for Rectangle {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        if self.row > self.bottom {
            return None;
        }
        let point = self.size.point(self.column, self.row);
        if self.column == self.right {
            (self.column, self.row) = (self.left, self.row + 1);
        } else {
            self.column += 1;
        }
        point
    }
}
