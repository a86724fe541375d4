//! Set-up properties of a node.

use super::{
    SetUp, Step,
    error::{SgfError, quote},
    property::Property,
};
use crate::board::{PointSet, Size};

/// The set-up of one node, while its properties are read.
pub(super) struct SetUpBuilder {
    size: Size,
    moves: usize,
    black: PointSet,
    white: PointSet,
    empty: PointSet,
}

impl SetUpBuilder {
    /// Returns an empty set-up after `moves` moves on a board of this size.
    pub(super) fn new(size: Size, moves: usize) -> SetUpBuilder {
        let none = PointSet::EMPTY;
        SetUpBuilder { size, moves, black: none, white: none, empty: none }
    }

    /// Adds the points and rectangles in the values of AB, AW or AE. Empty values are skipped.
    pub(super) fn add(
        &mut self,
        name: &'static str,
        property: Property<'_>,
    ) -> Result<(), SgfError> {
        let (size, moves) = (self.size, self.moves);
        let set = match name {
            "AB" => &mut self.black,
            "AW" => &mut self.white,
            _ => &mut self.empty,
        };
        for value in property.values().filter(|value| !value.raw().trim().is_empty()) {
            let off_board =
                || SgfError::SetUp { moves, property: name, value: quote(value.raw()), size };
            for point in value.points(size).ok_or_else(off_board)? {
                set.insert(point);
            }
        }
        Ok(())
    }

    /// Number of points, each once for every property that has it.
    pub(super) fn len(&self) -> usize {
        [&self.black, &self.white, &self.empty].into_iter().map(PointSet::len).sum()
    }

    /// The set-up as a step, `None` if empty.
    pub(super) fn step(&self) -> Option<Step> {
        let [black, white, empty] =
            [&self.black, &self.white, &self.empty].map(|set| set.iter().collect::<Vec<_>>());
        let is_some = !(black.is_empty() && white.is_empty() && empty.is_empty());
        is_some.then_some(Step::SetUp(SetUp { black, white, empty }))
    }
}
