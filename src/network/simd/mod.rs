//! The vector instructions of the processor.
//!
//! [`DotProduct`], [`SimdF32`] and [`Arithmetic`] are the operations that kernels need, which are
//! written once for all processors. [`with_widest_simd`] compiles plain loops for the widest
//! vectors.
//!
//! `unsafe` loads and stores vectors through pointers that the callers guarantee to be valid.

#[cfg(target_arch = "x86_64")]
pub(super) mod amx;
mod limit;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;

pub use self::limit::{CPU_VARIABLE, CpuVariableError, check_cpu_variable};
#[cfg(target_arch = "x86_64")]
pub(super) use self::x86::{
    Avx2F32, Avx2Int16, Avx512F32, Avx512VnniInt8, Avx512VnniInt16, AvxVnniInt8, AvxVnniInt16,
};
use super::buffer::Pod;

/// Multiply-add instructions on vectors of 32-bit words. A value proves that the processor has
/// them.
pub(super) trait DotProduct: Copy + fmt::Debug + Send + Sync + 'static {
    /// A word of operands, and a sum.
    type Word: Pod;
    /// Words in a vector.
    const LANES: usize;
    /// Number of vector registers.
    const REGISTERS: usize;
    /// A vector.
    type Vector: Copy;

    /// Returns the instructions if the processor has them and the environment permits to use them
    /// ([`CPU_VARIABLE`]).
    fn detect() -> Option<Self>;

    /// Runs `work`; code that is inlined into it is compiled for these instructions.
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R;

    /// A vector of zeros.
    fn zeros(self) -> Self::Vector;

    /// A vector of copies of one word.
    fn splat(self, word: Self::Word) -> Self::Vector;

    /// Loads a vector.
    ///
    /// # Safety
    /// `from` must be valid for reads of [`LANES`](Self::LANES) words.
    unsafe fn load_from(self, from: *const Self::Word) -> Self::Vector;

    /// Prefetches the cache line at an address, which need not be valid.
    #[inline(always)]
    fn prefetch(self, _from: *const Self::Word) {}

    /// Stores a vector.
    ///
    /// # Safety
    /// `to` must be valid for writes of [`LANES`](Self::LANES) words.
    unsafe fn store_to(self, vector: Self::Vector, to: *mut Self::Word);

    /// a · b + c, where a · b is the sum of the products of a word's operands.
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
}

/// Further instructions in single precision.
pub(super) trait SimdF32: DotProduct<Word = f32> {
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

    /// Loads the first elements of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than a vector; so does [`store`](Self::store).
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::Vector {
        // SAFETY: the slice is long enough.
        unsafe { self.load_from(from[..Self::LANES].as_ptr()) }
    }

    /// Stores to the first elements of a slice.
    #[inline(always)]
    fn store(self, vector: Self::Vector, to: &mut [f32]) {
        // SAFETY: the slice is long enough.
        unsafe { self.store_to(vector, to[..Self::LANES].as_mut_ptr()) }
    }
}

/// The format of a multiplication's operands: conversion of values to operands, and of sums back to
/// values. Values are in single precision.
pub(super) trait Arithmetic: DotProduct {
    /// The instructions for values, with as many lanes.
    type Simd: SimdF32;
    /// An operand.
    type Operand: Pod;
    /// Operands in a word.
    const OPERANDS: usize;
    /// Whether operands are integers, for which values must be scaled.
    const IS_INTEGER: bool;

    /// The instructions for values.
    fn simd(self) -> Self::Simd;

    /// The operand nearest to a value.
    fn operand(value: f32) -> Self::Operand;

    /// A sum of products as a value.
    fn sum_to_f32(sum: Self::Word) -> f32;

    /// A word of operands, padded with zeros.
    fn pack_word(operands: impl Iterator<Item = f32>) -> Self::Word;

    /// Stores a vector of values as operands to the first words of a slice. Values are multiplied
    /// with `factor` if operands are integers.
    fn store_operands(
        self,
        values: <Self::Simd as DotProduct>::Vector,
        factor: f32,
        to: &mut [Self::Word],
    );

    /// Loads a vector of sums from the first words of a slice as values. Sums are multiplied with
    /// `scales` if operands are integers.
    fn load_sums(self, from: &[Self::Word], scales: &[f32]) -> <Self::Simd as DotProduct>::Vector;
}

impl<S: SimdF32> Arithmetic for S {
    type Simd = S;
    type Operand = f32;
    const OPERANDS: usize = 1;
    const IS_INTEGER: bool = false;

    #[inline(always)]
    fn simd(self) -> S {
        self
    }

    #[inline(always)]
    fn operand(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn sum_to_f32(sum: f32) -> f32 {
        sum
    }

    fn pack_word(mut operands: impl Iterator<Item = f32>) -> f32 {
        operands.next().unwrap_or_default()
    }

    #[inline(always)]
    fn store_operands(self, values: S::Vector, _factor: f32, to: &mut [f32]) {
        self.store(values, to);
    }

    #[inline(always)]
    fn load_sums(self, from: &[f32], _scales: &[f32]) -> S::Vector {
        self.load(from)
    }
}

/// Single precision in arrays, which the compiler turns into the vectors of any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortableF32;

impl PortableF32 {
    #[inline(always)]
    fn each(f: impl Fn(usize) -> f32) -> [f32; 4] {
        [f(0), f(1), f(2), f(3)]
    }
}

impl DotProduct for PortableF32 {
    type Word = f32;
    const LANES: usize = 4;
    const REGISTERS: usize = if cfg!(target_arch = "aarch64") { 32 } else { 16 };
    type Vector = [f32; 4];

    fn detect() -> Option<PortableF32> {
        Some(PortableF32)
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
    fn splat(self, value: f32) -> [f32; 4] {
        [value; 4]
    }

    #[inline(always)]
    unsafe fn load_from(self, from: *const f32) -> [f32; 4] {
        // SAFETY: guaranteed by the caller.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_to(self, vector: [f32; 4], to: *mut f32) {
        // SAFETY: guaranteed by the caller.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(vector) }
    }

    #[inline(always)]
    fn mul_add(self, a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        // Faster where it is one instruction; elsewhere it would be a function call.
        if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
            PortableF32::each(|at| a[at].mul_add(b[at], c[at]))
        } else {
            PortableF32::each(|at| a[at] * b[at] + c[at])
        }
    }
}

impl SimdF32 for PortableF32 {
    #[inline(always)]
    fn add(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        PortableF32::each(|at| a[at] + b[at])
    }

    #[inline(always)]
    fn sub(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        PortableF32::each(|at| a[at] - b[at])
    }
}

/// 1.5 · 2²³. A float of this size has steps of 1, so that adding it rounds a small number to the
/// nearest integer, in the lowest bits.
pub(super) const ROUNDING_OFFSET: f32 = 12_582_912.0;

/// Returns the bits of the nearest 16-bit integer, signed or unsigned, which must be in range.
/// Unlike `f32::round_ties_even`, this is two simple operations in vectors of any kind.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the kernels of 8 and 16 bits are for x86-64")
)]
#[inline(always)]
pub(super) fn round_to_16_bits(value: f32) -> u16 {
    (value + ROUNDING_OFFSET).to_bits() as u16
}

/// Reduces values with an associative operation, in an order that vectorizes.
#[inline(always)]
pub(super) fn reduce(values: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    /// A multiple of the lanes of vectors of any width.
    const LANES: usize = 32;
    let mut lanes = [start; LANES];
    let (blocks, rest) = values.as_chunks::<LANES>();
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, &value)| *lane = join(*lane, value));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, &value)| *lane = join(*lane, value));
    lanes.into_iter().fold(start, join)
}

/// Runs `work`; loops that are inlined into it are compiled for the processor's widest vectors.
#[inline(always)]
pub(super) fn with_widest_simd<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = Avx512F32::detect() {
            return simd.vectorize(work);
        }
        if let Some(simd) = Avx2F32::detect() {
            return simd.vectorize(work);
        }
    }
    work()
}
