//! Tunable numbers that can be set, with the feature `tuning`.

use std::{
    marker::PhantomData,
    ops::RangeInclusive,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// A number that playing strength depends on. It can be set in this build, through [`TUNABLES`].
///
/// [`TUNABLES`]: super::TUNABLES
#[derive(Debug)]
pub struct Tunable<T> {
    /// The bits of its value as an `f64`.
    bits: AtomicU64,
    number: PhantomData<T>,
}

impl<T: Number> Tunable<T> {
    pub(super) const fn new(value: f64) -> Tunable<T> {
        Tunable { bits: AtomicU64::new(value.to_bits()), number: PhantomData }
    }

    /// Its value.
    #[inline]
    #[must_use]
    pub fn get(&self) -> T {
        T::from_f64(f64::from_bits(self.bits.load(Relaxed)))
    }

    /// The entry of the table for it.
    pub(super) const fn entry(
        &'static self,
        name: &'static str,
        help: &'static str,
        range: RangeInclusive<f64>,
    ) -> TunableEntry {
        TunableEntry { name, help, range, is_integer: T::IS_INTEGER, bits: &self.bits }
    }
}

/// The type of a tunable number. Its values are exact as `f64`, or the nearest to one.
pub trait Number {
    /// Whether it has no fraction.
    const IS_INTEGER: bool;

    /// Converts a value, without its fraction if it must have none.
    fn from_f64(value: f64) -> Self;
}

macro_rules! numbers {
    ($($number:ty, $is_integer:literal;)+) => {
        $(impl Number for $number {
            const IS_INTEGER: bool = $is_integer;

            #[inline]
            fn from_f64(value: f64) -> $number {
                value as $number
            }
        })+
    };
}

numbers! {
    f64, false;
    f32, false;
    u32, true;
    u64, true;
    usize, true;
}

/// A tunable number of any type, by name.
#[derive(Debug)]
pub struct TunableEntry {
    /// Its name in the source.
    pub name: &'static str,
    /// Its description.
    pub help: &'static str,
    /// The values it can have.
    pub range: RangeInclusive<f64>,
    /// Whether it has no fraction.
    pub is_integer: bool,
    bits: &'static AtomicU64,
}

impl TunableEntry {
    /// Its value.
    #[must_use]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.bits.load(Relaxed))
    }

    /// Sets its value, for the whole process.
    ///
    /// # Panics
    /// If the value is not in the range.
    pub fn set(&self, value: f64) {
        assert!(self.range.contains(&value), "{}: {value} is not in {:?}", self.name, self.range);
        self.bits.store(value.to_bits(), Relaxed);
    }
}
