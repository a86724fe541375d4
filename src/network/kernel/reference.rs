//! The reference for all other kernels: plain loops.

use std::array::from_fn;

use super::{Convolution, Kernel, RoundingSensitivity, WriteMode, padding::PaddedLayout};
use crate::network::{
    inference::{ConvInput, Scratch},
    model::Shape,
};

/// Outputs that are computed together: two vectors of baseline x86-64, one of AVX2.
const LANES: usize = 8;

/// Points that are computed together: their sums take half of 16 vector registers. Boards with odd
/// sides have one point more than a multiple of it.
const POINTS: usize = 4;

/// A direct convolution in single precision: plain loops, which the compiler vectorizes.
#[derive(Clone, Debug)]
pub(crate) struct ReferenceKernel {
    shape: Shape,
    /// By block of outputs, then in the order of the file, padded with zeros.
    weights: Vec<[f32; LANES]>,
}

impl ReferenceKernel {
    /// Computes one block of outputs at all places.
    fn compute_block(
        &self,
        weights: &[[f32; LANES]],
        input: &[f32],
        layout: PaddedLayout,
        sums: &mut [f32],
    ) {
        let (sums, _) = sums[..layout.span() * LANES].as_chunks_mut::<LANES>();
        let (tiles, rest) = sums.as_chunks_mut::<POINTS>();
        let end = tiles.len() * POINTS;
        for (tile, sums) in tiles.iter_mut().enumerate() {
            *sums = self.sums(weights, input, tile * POINTS, layout.stride);
        }
        for (at, sums) in rest.iter_mut().enumerate() {
            [*sums] = self.sums(weights, input, end + at, layout.stride);
        }
    }

    /// Returns the sums of one block of outputs at `N` consecutive places from `place` on.
    #[inline(always)]
    fn sums<const N: usize>(
        &self,
        weights: &[[f32; LANES]],
        input: &[f32],
        place: usize,
        stride: usize,
    ) -> [[f32; LANES]; N] {
        let Shape { columns, inputs, .. } = self.shape;
        let mut sums = [[0.0; LANES]; N];
        for (tap, weights) in weights.chunks_exact(inputs).enumerate() {
            let offset = tap / columns * stride + tap % columns;
            let values: [&[f32]; N] =
                from_fn(|at| &input[(place + at + offset) * inputs..][..inputs]);
            // Slices as long as the loop: without them every access has a bounds check.
            let values = values.map(|values| &values[..weights.len()]);
            for (at, weights) in weights.iter().enumerate() {
                for (sums, values) in sums.iter_mut().zip(values) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += values[at] * weight;
                    }
                }
            }
        }
        sums
    }
}

impl Kernel for ReferenceKernel {
    fn is_available() -> bool {
        true
    }

    fn pack(shape: Shape, weights: Vec<f32>, _sensitivity: RoundingSensitivity) -> ReferenceKernel {
        let blocks = shape.outputs.div_ceil(LANES);
        let mut packed = Vec::with_capacity(weights.len() / shape.outputs * blocks);
        for block in 0..blocks {
            for row in weights.chunks_exact(shape.outputs) {
                let row = &row[block * LANES..shape.outputs.min((block + 1) * LANES)];
                let mut lanes = [0.0; LANES];
                lanes[..row.len()].copy_from_slice(row);
                packed.push(lanes);
            }
        }
        ReferenceKernel { shape, weights: packed }
    }
}

impl Convolution for ReferenceKernel {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let Shape { inputs, outputs, .. } = self.shape;
        let layout = PaddedLayout::new(scratch, self.shape);
        let mut padded = scratch.take(layout.places * inputs);
        layout.pad(input, inputs, &mut padded, |_| 0.0, |_, value| value);
        let mut sums = scratch.take(layout.span() * LANES);
        let rows = self.weights.len() / outputs.div_ceil(LANES);
        for (block, weights) in self.weights.chunks_exact(rows).enumerate() {
            self.compute_block(weights, &padded, layout, &mut sums);
            let channels = block * LANES..outputs.min((block + 1) * LANES);
            layout.write(&sums, LANES, mode, output, channels);
        }
        scratch.give_back([padded, sums]);
    }
}
