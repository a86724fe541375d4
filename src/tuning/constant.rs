//! Tunable numbers as constants, without the feature `tuning`.

/// A number that playing strength depends on. It is a constant in this build, see the feature
/// `tuning`.
#[derive(Clone, Copy, Debug)]
pub struct Tunable<T>(T);

impl<T: Copy> Tunable<T> {
    pub(super) const fn new(value: T) -> Tunable<T> {
        Tunable(value)
    }

    /// Its value.
    #[inline(always)]
    #[must_use]
    pub const fn get(&self) -> T {
        self.0
    }
}
