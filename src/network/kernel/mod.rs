//! Convolutions: nearly all of the time goes here.
//!
//! [`Portable`] is the reference: plain loops. [`Vectors`] computes the same with Winograd's method
//! and the vectors of the processor, in single precision or with factors of 16 bits, `Half` in 16
//! bits with its tiles, and `Bytes` partly in 8 bits with its vectors.

#[cfg(target_arch = "x86_64")]
mod bytes;
mod direct;
mod frame;
#[cfg(target_arch = "x86_64")]
mod half;
mod panels;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rounding;
#[cfg(test)]
mod tests;
mod tiling;
mod vectors;
mod whole;
mod winograd;

#[cfg(target_arch = "x86_64")]
pub(super) use self::{bytes::Bytes, half::Half};
pub(super) use self::{portable::Portable, vectors::Vectors};
use super::{
    inference::{Active, Run},
    model::Shape,
};

/// The weights of a convolution, in the order that suits a way to compute it, and that way.
pub(super) trait Kernel: Sized + Send + Sync + 'static {
    /// Takes over weights in the order of a file, as many as `shape` says.
    fn pack(shape: Shape, weights: Vec<f32>, section: Section) -> Self;

    /// The shape of the weights.
    fn shape(&self) -> Shape;

    /// Sums up, for each point, what is in the window around it, weighted; `output` is dense.
    ///
    /// The window is not turned (cross-correlation). What is beyond the board counts as zero, also
    /// behind a norm.
    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run);
}

/// Which part of a network a convolution belongs to: what its rounding does to the outputs depends on
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// In the first third of the blocks, whose errors all others take over, in the last block, or
    /// outside of them.
    Edge,
    /// Between them.
    Middle,
}

impl Section {
    /// The one of a block, counted from 0, of so many.
    pub(super) fn of_block(index: usize, count: usize) -> Section {
        let is_edge = index < count.div_ceil(3) || index + 1 == count;
        if is_edge { Section::Edge } else { Section::Middle }
    }
}

/// What becomes of the numbers that a buffer holds when sums are written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onto {
    /// They are lost; they may be anything.
    Nothing,
    /// The sums are added to them.
    Numbers,
}

impl Onto {
    /// Writes sums, as far as both reach.
    #[inline(always)]
    fn write(self, output: &mut [f32], sums: impl Iterator<Item = f32>) {
        let pairs = output.iter_mut().zip(sums);
        match self {
            Onto::Nothing => pairs.for_each(|(output, sum)| *output = sum),
            Onto::Numbers => pairs.for_each(|(output, sum)| *output += sum),
        }
    }
}
