//! Numbers and weights of 16 bits (`bf16`, the upper half of single precision), summed up in single
//! precision.

use super::{Kernel, Onto, Section, frame::Frame};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run},
    model::Shape,
    simd::{
        tiles::{INPUTS, OUTPUTS, Product, ROWS, Tiles},
        widest,
    },
};

/// `bf16` with the tiles of the processor.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    tiles: Tiles,
    shape: Shape,
    /// By block of outputs, by place of the window, by pair of inputs, by output: both inputs'.
    weights: Buffer<u16>,
}

/// The nearest number of 16 bits, the even one of two.
#[inline(always)]
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

impl Kernel for Half {
    fn pack(shape: Shape, weights: Vec<f32>, _section: Section) -> Half {
        let tiles = Tiles::detect().expect("a kernel is chosen that the processor can run");
        let width = shape.inputs.next_multiple_of(INPUTS);
        let window = shape.rows * shape.columns;
        let blocks = shape.outputs.div_ceil(OUTPUTS);
        let mut packed = Buffer::zeros(blocks * window * width * OUTPUTS);
        for (row, weights) in weights.chunks_exact(shape.outputs).enumerate() {
            let (tap, input) = (row / shape.inputs, row % shape.inputs);
            for (output, &weight) in weights.iter().enumerate() {
                let block = output / OUTPUTS * window * width + tap * width;
                let pair = (block + input / 2 * 2) * OUTPUTS;
                packed[pair + output % OUTPUTS * 2 + input % 2] = half(weight);
            }
        }
        Half { tiles, shape, weights: packed }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let Shape { inputs, outputs, .. } = self.shape;
        let width = inputs.next_multiple_of(INPUTS);
        let frame = Frame::for_windows(run.size(), self.shape);
        let steps = frame.taps(self.shape).flat_map(|tap| {
            let start = tap * width;
            (start..start + width).step_by(INPUTS)
        });
        let steps: Vec<usize> = steps.collect();
        let count = frame.span().div_ceil(ROWS);
        // The last tile of rows may go beyond the last place.
        let places = frame.places + count * ROWS - frame.span();
        let mut framed = run.take(places * width);
        let sum_width = outputs.next_multiple_of(OUTPUTS);
        let mut sums = run.take(count * ROWS * sum_width);
        widest(
            #[inline(always)]
            || frame.fill(input, inputs, width, &mut framed, 0, half),
        );
        let product =
            Product { numbers: &framed, stride: width, steps: &steps, weights: &self.weights };
        self.tiles.multiply(&product, count, &mut sums);
        widest(
            #[inline(always)]
            || frame.write(&sums, sum_width, onto, output, outputs, 0..outputs),
        );
        run.give([framed]);
        run.give([sums]);
    }
}
