//! The vectors of the processor.
//!
//! [`Dot`] and [`Simd`] are what the kernels that are written once for all processors need of them.
//! [`widest`] compiles plain loops for the widest that there are.
//!
//! `unsafe` loads and stores vectors through pointers, which the callers vouch for.

#[cfg(target_arch = "x86_64")]
pub(super) mod tiles;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;

#[cfg(target_arch = "x86_64")]
pub(super) use self::x86::{
    Avx2, Avx2Words, Avx512, Avx512Vnni, Avx512VnniWords, AvxVnni, AvxVnniWords,
};
use super::buffer::Plain;

/// A set of instructions on vectors of words of 32 bits, which multiplies and adds. A value of it
/// proves that the processor has them.
pub(super) trait Dot: Copy + fmt::Debug + Send + Sync + 'static {
    /// What is multiplied and summed up.
    type Word: Plain;
    /// Words of a vector.
    const LANES: usize;
    /// Vectors that the processor holds.
    const REGISTERS: usize;
    /// A vector.
    type Vector: Copy;

    /// The instructions, if the processor has them.
    fn detect() -> Option<Self>;

    /// Runs what is inlined in `work` with these instructions.
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R;

    /// Zeros.
    fn zeros(self) -> Self::Vector;

    /// The same word everywhere.
    fn splat(self, word: Self::Word) -> Self::Vector;

    /// Loads a vector.
    ///
    /// # Safety
    /// As many words must be there.
    unsafe fn load_from(self, from: *const Self::Word) -> Self::Vector;

    /// Has the cache fetch the line at an address, which need not be one of anything.
    #[inline(always)]
    fn fetch(self, _from: *const Self::Word) {}

    /// Stores a vector.
    ///
    /// # Safety
    /// As many words must have room there.
    unsafe fn store_to(self, vector: Self::Vector, to: *mut Self::Word);

    /// a · b + c.
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
}

/// The same in single precision, with more to do.
pub(super) trait Simd: Dot<Word = f32> {
    /// a + b.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a - b.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a · b.
    #[inline(always)]
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.mul_add(a, b, self.zeros())
    }

    /// factor · a.
    #[inline(always)]
    fn scaled(self, factor: f32, a: Self::Vector) -> Self::Vector {
        self.mul(self.splat(factor), a)
    }

    /// factor · a + b.
    #[inline(always)]
    fn add_scaled(self, factor: f32, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.mul_add(self.splat(factor), a, b)
    }

    /// The first numbers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than a vector; so does [`store`](Self::store).
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::Vector {
        // SAFETY: the slice is long enough.
        unsafe { self.load_from(from[..Self::LANES].as_ptr()) }
    }

    /// Writes the first numbers of a slice.
    #[inline(always)]
    fn store(self, vector: Self::Vector, to: &mut [f32]) {
        // SAFETY: the slice is long enough.
        unsafe { self.store_to(vector, to[..Self::LANES].as_mut_ptr()) }
    }
}

/// Instructions that multiply factors which are made of numbers in single precision, and whose sums
/// become such numbers again.
pub(super) trait Factors: Dot {
    /// Those for single precision, whose vectors have as many lanes.
    type Simd: Simd;
    /// A factor.
    type Number: Plain;
    /// Factors that one word holds.
    const NUMBERS: usize;
    /// Whether factors are whole numbers, to which others must be scaled.
    const ARE_WHOLE: bool;

    /// Those for single precision.
    fn simd(self) -> Self::Simd;

    /// The factor nearest to a number.
    fn number(number: f32) -> Self::Number;

    /// A sum of products as a number.
    fn sum(sum: Self::Word) -> f32;

    /// A word of factors, zeros behind them.
    fn word(factors: impl Iterator<Item = f32>) -> Self::Word;

    /// Writes a vector of numbers, scaled if factors are whole, to the first words of a slice.
    fn put(self, numbers: <Self::Simd as Dot>::Vector, scale: f32, to: &mut [Self::Word]);

    /// A vector of sums from the first words of a slice, scaled if factors are whole.
    fn get(self, from: &[Self::Word], scales: &[f32]) -> <Self::Simd as Dot>::Vector;
}

impl<S: Simd> Factors for S {
    type Simd = S;
    type Number = f32;
    const NUMBERS: usize = 1;
    const ARE_WHOLE: bool = false;

    #[inline(always)]
    fn simd(self) -> S {
        self
    }

    #[inline(always)]
    fn number(number: f32) -> f32 {
        number
    }

    #[inline(always)]
    fn sum(sum: f32) -> f32 {
        sum
    }

    fn word(mut factors: impl Iterator<Item = f32>) -> f32 {
        factors.next().unwrap_or_default()
    }

    #[inline(always)]
    fn put(self, numbers: S::Vector, _scale: f32, to: &mut [f32]) {
        self.store(numbers, to);
    }

    #[inline(always)]
    fn get(self, from: &[f32], _scales: &[f32]) -> S::Vector {
        self.load(from)
    }
}

/// Vectors as arrays, which compilers turn into those of any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes;

impl Lanes {
    #[inline(always)]
    fn each(f: impl Fn(usize) -> f32) -> [f32; 4] {
        [f(0), f(1), f(2), f(3)]
    }
}

impl Dot for Lanes {
    type Word = f32;
    const LANES: usize = 4;
    const REGISTERS: usize = if cfg!(target_arch = "aarch64") { 32 } else { 16 };
    type Vector = [f32; 4];

    fn detect() -> Option<Lanes> {
        Some(Lanes)
    }

    #[inline(always)]
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn zeros(self) -> [f32; 4] {
        [0.0; 4]
    }

    #[inline(always)]
    fn splat(self, number: f32) -> [f32; 4] {
        [number; 4]
    }

    #[inline(always)]
    unsafe fn load_from(self, from: *const f32) -> [f32; 4] {
        // SAFETY: the caller says so.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_to(self, vector: [f32; 4], to: *mut f32) {
        // SAFETY: the caller says so.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(vector) }
    }

    #[inline(always)]
    fn mul_add(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        // Where one instruction does both, it is the faster one; elsewhere it would be a call.
        if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
            Lanes::each(|at| a[at].mul_add(b[at], c[at]))
        } else {
            Lanes::each(|at| a[at] * b[at] + c[at])
        }
    }
}

impl Simd for Lanes {
    #[inline(always)]
    fn add(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Lanes::each(|at| a[at] + b[at])
    }

    #[inline(always)]
    fn sub(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Lanes::each(|at| a[at] - b[at])
    }
}

/// The whole number nearest to one that 16 bits can hold, with or without sign, as these bits.
/// Unlike `f32::round_ties_even` it is two plain operations in vectors of any kind.
#[inline(always)]
pub(super) fn nearest(number: f32) -> u16 {
    /// Added to a number, it leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    (number + ROUND).to_bits() as u16
}

/// Joins numbers two by two, in an order that lets vectors do it.
#[inline(always)]
pub(super) fn fold(numbers: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    /// As many as vectors of any width fill, some times over.
    const LANES: usize = 32;
    let mut lanes = [start; LANES];
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, &number)| *lane = join(*lane, number));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, &number)| *lane = join(*lane, number));
    lanes.into_iter().fold(start, join)
}

/// Runs plain loops that are inlined in `work`, compiled for the widest vectors of this processor.
#[inline(always)]
pub(super) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = Avx512::detect() {
            return simd.vectorize(work);
        }
        if let Some(simd) = Avx2::detect() {
            return simd.vectorize(work);
        }
    }
    work()
}
