//! Convolutions, which take nearly all of the time.
//!
//! - [`ReferenceKernel`]: plain loops, which all others are tested against.
//! - [`SimdKernel`]: Winograd and direct convolutions with the vectors of the processor, in single
//!   precision or in 16-bit integers.
//! - `Int8Kernel`: 8-bit integers where rounding matters least.
//! - `Bf16Kernel`: `bf16` on AMX tiles.

#[cfg(target_arch = "x86_64")]
mod bf16;
mod direct;
mod gemm;
mod int16;
#[cfg(target_arch = "x86_64")]
mod int8;
mod padding;
mod reference;
#[cfg(target_arch = "x86_64")]
mod rounding;
mod simd_kernel;
#[cfg(test)]
mod tests;
mod tiles;
mod transform;
mod winograd;

use std::fmt;

#[cfg(target_arch = "x86_64")]
pub(super) use self::{bf16::Bf16Kernel, int8::Int8Kernel};
pub(super) use self::{reference::ReferenceKernel, simd_kernel::SimdKernel};
use super::{
    inference::{ConvInput, Scratch},
    model::Shape,
};

/// A convolution with its weights packed for a kernel.
pub(super) trait Convolution: fmt::Debug + Send + Sync {
    /// The shape of the weights.
    fn shape(&self) -> Shape;

    /// Computes the convolution (cross-correlation) of `input` into the dense buffer `output`.
    /// Points beyond the board count as zero, also after a norm.
    fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    );
}

/// A kernel. The implementing type is a convolution with its weights packed for this kernel.
pub(super) trait Kernel: Convolution + Sized + 'static {
    /// Whether this processor has the instructions of the kernel.
    fn is_available() -> bool;

    /// Packs weights in the order of a file, as many as `shape` has.
    ///
    /// # Panics
    /// If the kernel is not available.
    fn pack(shape: Shape, weights: Vec<f32>, sensitivity: RoundingSensitivity) -> Self;
}

/// Packs weights for a kernel, as [`Kernel::pack`].
pub(super) type Pack = fn(Shape, Vec<f32>, RoundingSensitivity) -> Box<dyn Convolution>;

/// The [`Pack`] of kernel `K`.
pub(super) fn pack<K: Kernel>(
    shape: Shape,
    weights: Vec<f32>,
    sensitivity: RoundingSensitivity,
) -> Box<dyn Convolution> {
    Box::new(K::pack(shape, weights, sensitivity))
}

/// How much rounding a convolution changes the network's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundingSensitivity {
    /// In the first third of the blocks, whose errors propagate through all others, in the last
    /// block, or outside the blocks.
    High,
    /// In any other block.
    Low,
}

impl RoundingSensitivity {
    /// The sensitivity of block `index`, from 0, of `count` blocks.
    pub(super) fn of_block(index: usize, count: usize) -> RoundingSensitivity {
        let is_high = index < count.div_ceil(3) || index + 1 == count;
        if is_high { RoundingSensitivity::High } else { RoundingSensitivity::Low }
    }
}

/// The effect of results on the contents of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteMode {
    /// They replace its contents, which are arbitrary.
    Overwrite,
    /// They are added to its contents.
    Accumulate,
}

impl WriteMode {
    /// Writes sums to `output`, up to the shorter length.
    #[inline(always)]
    fn write(self, output: &mut [f32], sums: impl Iterator<Item = f32>) {
        let pairs = output.iter_mut().zip(sums);
        match self {
            WriteMode::Overwrite => pairs.for_each(|(output, sum)| *output = sum),
            WriteMode::Accumulate => pairs.for_each(|(output, sum)| *output += sum),
        }
    }
}
