//! Convolutions: nearly all of the time goes here.
//!
//! [`Portable`] is the reference: plain loops. `Single` computes the same in single precision with
//! Winograd's method and the vectors of the processor, `Half` in 16 bits with its tiles, and `Bytes`
//! in 8 bits with its vectors.

#[cfg(target_arch = "x86_64")]
mod bytes;
mod frame;
#[cfg(target_arch = "x86_64")]
mod half;
mod panels;
mod portable;
mod single;
#[cfg(test)]
mod tests;
mod winograd;

#[cfg(target_arch = "x86_64")]
pub(super) use self::{bytes::Bytes, half::Half};
pub(super) use self::{portable::Portable, single::Single};
use super::{
    inference::{Active, Run},
    model::Shape,
};

/// The weights of a convolution, in the order that suits a way to compute it, and that way.
pub(super) trait Kernel: Sized + Send + Sync + 'static {
    /// Takes over weights in the order of a file, as many as `shape` says.
    fn pack(shape: Shape, weights: Vec<f32>) -> Self;

    /// The shape of the weights.
    fn shape(&self) -> Shape;

    /// Adds to the dense `output` the weighted sum of what is in the window around each point.
    ///
    /// The window is not turned (cross-correlation). What is beyond the board counts as zero, also
    /// behind a norm.
    fn convolve(&self, input: Active, output: &mut [f32], run: &mut Run);
}
