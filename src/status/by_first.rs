//! Values that depend on who moves first.

/// A value for each player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByFirst<T> {
    pub(super) owner_first: T,
    pub(super) opponent_first: T,
}

impl<T> ByFirst<T> {
    pub(super) fn map<U>(self, change: impl Fn(T) -> U) -> ByFirst<U> {
        let ByFirst { owner_first, opponent_first } = self;
        ByFirst { owner_first: change(owner_first), opponent_first: change(opponent_first) }
    }
}
