//! The layers that take little time: matrices that multiply one vector, and the initial
//! convolution, whose input planes are sparse.

use super::scratch::BoardShape;
use crate::network::{
    input::Input, layout::PLANES, model::Layer, simd::with_widest_simd, symmetry::Symmetry,
};

/// Channels that are summed together.
const LANES: usize = 32;

impl Layer {
    /// Returns the product with one vector plus `bias`; missing biases count as 0.
    pub(super) fn multiply(&self, vector: &[f32], bias: &[f32]) -> Vec<f32> {
        let mut output = bias.to_vec();
        output.resize(self.shape.outputs, 0.0);
        with_widest_simd(
            #[inline(always)]
            || {
                let rows = self.weights.chunks_exact(self.shape.outputs);
                rows.zip(vector).for_each(|(weights, value)| {
                    for (output, weight) in output.iter_mut().zip(weights) {
                        *output += value * weight;
                    }
                });
            },
        );
        output
    }

    /// Adds the convolution of the input planes to a dense buffer: for each point, the sum of the
    /// weights of the bits that are set in its window.
    pub(super) fn add_planes(&self, input: &Input, symmetry: Symmetry, output: &mut [f32]) {
        let size = BoardShape { width: input.width(), height: input.height() };
        let points = symmetry.points(size.width, size.height);
        let planes: Vec<u32> = points.map(|point| input.planes[point]).collect();
        let mut rows = Vec::new();
        let outputs = self.shape.outputs;
        for (point, output) in output.chunks_exact_mut(outputs).enumerate() {
            rows.clear();
            self.active_weight_rows(&planes, size, point, &mut rows);
            with_widest_simd(
                #[inline(always)]
                || self.add_rows(&rows, output),
            );
        }
    }

    /// Collects the rows of weights whose bits are set in a point's window.
    fn active_weight_rows(
        &self,
        planes: &[u32],
        size: BoardShape,
        point: usize,
        rows: &mut Vec<usize>,
    ) {
        let (above, left) = (self.shape.rows / 2, self.shape.columns / 2);
        let (y, x) = (point / size.width, point % size.width);
        for row in y.saturating_sub(above)..size.height.min(y + above + 1) {
            for column in x.saturating_sub(left)..size.width.min(x + left + 1) {
                let tap = (row + above - y) * self.shape.columns + column + left - x;
                let mut set = planes[row * size.width + column];
                while set != 0 {
                    rows.push(tap * PLANES + set.trailing_zeros() as usize);
                    set &= set - 1;
                }
            }
        }
    }

    #[inline(always)]
    fn add_rows(&self, rows: &[usize], output: &mut [f32]) {
        let outputs = output.len();
        let (blocks, rest) = output.as_chunks_mut::<LANES>();
        for (block, output) in blocks.iter_mut().enumerate() {
            let mut sums = *output;
            for &row in rows {
                let weights = &self.weights[row * outputs + block * LANES..][..LANES];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            *output = sums;
        }
        let start = outputs - rest.len();
        for &row in rows {
            let weights = &self.weights[row * outputs + start..][..rest.len()];
            rest.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
}
