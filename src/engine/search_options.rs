//! Options of a search: the moves that it considers, and the contents of its reports.

use crate::{
    board::{Color, Move},
    search::{ConstraintKind, Details, SearchConstraint},
};

/// The moves that a search considers near its root, and the details of its reports.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// Constraints on the moves near the root.
    pub constraints: Vec<SearchConstraint>,
    /// The contents of reports beyond visits and values.
    pub details: Details,
}

impl SearchOptions {
    /// Whether a move of `color` may be considered in the present position.
    #[must_use]
    pub fn permits(&self, color: Color, mv: Move) -> bool {
        self.constraints.iter().all(|constraint| constraint.permits(color, mv, 0))
    }

    /// The same options, without some moves of `color` in the present position.
    pub(super) fn without(&self, color: Color, moves: Vec<Move>) -> SearchOptions {
        self.constrained(color, moves, ConstraintKind::Avoid)
    }

    /// The same options, with these moves of `color` alone in the present position.
    pub(super) fn only(&self, color: Color, moves: Vec<Move>) -> SearchOptions {
        self.constrained(color, moves, ConstraintKind::Allow)
    }

    fn constrained(&self, color: Color, moves: Vec<Move>, kind: ConstraintKind) -> SearchOptions {
        let mut options = self.clone();
        options.constraints.push(SearchConstraint { color, moves, kind, until_depth: 1 });
        options
    }
}
