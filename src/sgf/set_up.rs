use super::{
    Step,
    error::{SgfError, quote},
};
use crate::board::{Point, PointSet, Size};

/// The set-up of one node.
pub(super) struct SetUp {
    size: Size,
    moves: usize,
    black: PointSet,
    white: PointSet,
    empty: PointSet,
}

impl SetUp {
    /// Returns an empty set-up after `moves` moves on a board of this size.
    pub(super) fn new(size: Size, moves: usize) -> SetUp {
        let none = PointSet::EMPTY;
        SetUp { size, moves, black: none, white: none, empty: none }
    }

    /// Adds the points and rectangles in the values of AB, AW or AE.
    pub(super) fn add(
        &mut self,
        property: &'static str,
        values: impl IntoIterator<Item = String>,
    ) -> Result<(), SgfError> {
        let (size, moves) = (self.size, self.moves);
        let set = match property {
            "AB" => &mut self.black,
            "AW" => &mut self.white,
            _ => &mut self.empty,
        };
        // Sorted, since the parser's order is random and the error must not vary between runs.
        let mut values: Vec<String> = values.into_iter().filter(|v| !v.trim().is_empty()).collect();
        values.sort_unstable();
        for value in values {
            let off_board = || SgfError::SetUp { moves, property, value: quote(&value), size };
            for point in rectangle(size, &value).ok_or_else(off_board)? {
                set.insert(point);
            }
        }
        Ok(())
    }

    /// The set-up as a step, `None` if empty.
    pub(super) fn step(&self) -> Option<Step> {
        let [black, white, empty] =
            [&self.black, &self.white, &self.empty].map(|set| set.iter().collect::<Vec<_>>());
        let is_some = !(black.is_empty() && white.is_empty() && empty.is_empty());
        is_some.then_some(Step::SetUp { black, white, empty })
    }
}

/// The points of `aa`, or of the rectangle `aa:cc` given by two opposite corners.
fn rectangle(size: Size, value: &str) -> Option<impl Iterator<Item = Point>> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (point(size, from.trim())?, point(size, to.trim())?);
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let columns = between(size.column(from), size.column(to));
    let rows = between(size.row(from), size.row(to));
    Some(
        rows.flat_map(move |row| columns.clone().filter_map(move |column| size.point(column, row))),
    )
}

/// The point of two letters: the column from the left, the row from the top.
pub(super) fn point(size: Size, name: &str) -> Option<Point> {
    let [column, row] = *name.as_bytes() else { return None };
    size.point(column.checked_sub(b'a')?, row.checked_sub(b'a')?)
}
