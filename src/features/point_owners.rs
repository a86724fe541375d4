//! The owners of the points of a board.

use crate::board::{CAPACITY, Color};

/// The owner of each point, by its index.
pub(super) type PointOwners = [Option<Color>; CAPACITY];

/// No point is owned.
pub(super) const NO_OWNERS: PointOwners = [None; CAPACITY];
