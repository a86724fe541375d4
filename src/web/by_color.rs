//! Data of both players for JSON.

use serde::Serialize;

/// Something of both players.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ByColor<T> {
    pub(super) black: T,
    pub(super) white: T,
}

impl<T> ByColor<T> {
    pub(super) fn of([black, white]: [T; 2]) -> ByColor<T> {
        ByColor { black, white }
    }
}
