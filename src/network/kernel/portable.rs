//! The reference that faster kernels are measured against: plain loops.

use std::array::from_fn;

use super::{Kernel, Onto, Section, frame::Frame};
use crate::network::{
    inference::{Active, Run},
    model::Shape,
};

/// NetworkOutput computed together: two vectors of the least x86-64, one of AVX2.
const LANES: usize = 8;

/// Points computed together: with `LANES` they fill half of 16 registers. Boards with odd sides
/// have one point more than a multiple of it.
const POINTS: usize = 4;

/// Single precision on any processor: plain loops that compilers turn into vectors.
#[derive(Clone, Debug)]
pub(crate) struct Portable {
    shape: Shape,
    /// By block of outputs, then as in the file, filled up with zeros.
    weights: Vec<[f32; LANES]>,
}

impl Portable {
    /// The sums of one block of outputs at all places.
    fn block(&self, weights: &[[f32; LANES]], input: &[f32], frame: Frame, sums: &mut [f32]) {
        let (sums, _) = sums[..frame.span() * LANES].as_chunks_mut::<LANES>();
        let (tiles, rest) = sums.as_chunks_mut::<POINTS>();
        let behind = tiles.len() * POINTS;
        for (tile, sums) in tiles.iter_mut().enumerate() {
            *sums = self.sums(weights, input, tile * POINTS, frame.stride);
        }
        for (at, sums) in rest.iter_mut().enumerate() {
            [*sums] = self.sums(weights, input, behind + at, frame.stride);
        }
    }

    /// The sums of one block of outputs at `N` places that follow on `place`.
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
            let numbers: [&[f32]; N] =
                from_fn(|at| &input[(place + at + offset) * inputs..][..inputs]);
            // Slices of a length that the loop shows: without it every number costs a check.
            let numbers = numbers.map(|numbers| &numbers[..weights.len()]);
            for (at, weights) in weights.iter().enumerate() {
                for (sums, numbers) in sums.iter_mut().zip(numbers) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += numbers[at] * weight;
                    }
                }
            }
        }
        sums
    }
}

impl Kernel for Portable {
    fn pack(shape: Shape, weights: Vec<f32>, _section: Section) -> Portable {
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
        Portable { shape, weights: packed }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let Shape { inputs, outputs, .. } = self.shape;
        let frame = Frame::for_windows(run.size(), self.shape);
        let mut framed = run.take(frame.places * inputs);
        frame.fill(input, inputs, inputs, &mut framed, 0.0, |number| number);
        let mut sums = run.take(frame.span() * LANES);
        let rows = self.weights.len() / outputs.div_ceil(LANES);
        for (block, weights) in self.weights.chunks_exact(rows).enumerate() {
            self.block(weights, &framed, frame, &mut sums);
            let channels = block * LANES..outputs.min((block + 1) * LANES);
            frame.write(&sums, LANES, onto, output, outputs, channels);
        }
        run.give([framed, sums]);
    }
}
