//! Convolutions in `bf16`, the upper half of single precision, summed in single precision.

use super::{Convolution, Kernel, RoundingSensitivity, WriteMode, padding::PaddedLayout};
use crate::network::{
    buffer::Buffer,
    inference::{ConvInput, Scratch},
    model::Shape,
    simd::{
        amx::{Amx, Bf16Product, INPUTS, OUTPUTS, ROWS},
        with_widest_simd,
    },
};

/// A direct convolution in `bf16` on AMX tiles.
#[derive(Clone, Debug)]
pub(crate) struct Bf16Kernel {
    amx: Amx,
    shape: Shape,
    /// By block of outputs, by point of the window, by pair of inputs, by output: the weights of
    /// both inputs.
    weights: Buffer<u16>,
}

/// Rounds to the nearest `bf16`, ties away from zero. Ties are too rare for a bias, and to round them to
/// even would take three more instructions.
#[inline(always)]
fn to_bf16(value: f32) -> u16 {
    (value.to_bits().wrapping_add(0x8000) >> 16) as u16
}

impl Kernel for Bf16Kernel {
    fn is_available() -> bool {
        Amx::detect().is_some()
    }

    fn pack(shape: Shape, weights: Vec<f32>, _sensitivity: RoundingSensitivity) -> Bf16Kernel {
        let amx = Amx::detect().expect("only available kernels are used");
        let width = shape.inputs.next_multiple_of(INPUTS);
        let window = shape.rows * shape.columns;
        let blocks = shape.outputs.div_ceil(OUTPUTS);
        let mut packed = Buffer::zeros(blocks * window * width * OUTPUTS);
        for (row, weights) in weights.chunks_exact(shape.outputs).enumerate() {
            let (tap, input) = (row / shape.inputs, row % shape.inputs);
            for (output, &weight) in weights.iter().enumerate() {
                let block = output / OUTPUTS * window * width + tap * width;
                let pair = (block + input / 2 * 2) * OUTPUTS;
                packed[pair + output % OUTPUTS * 2 + input % 2] = to_bf16(weight);
            }
        }
        Bf16Kernel { amx, shape, weights: packed }
    }
}

impl Convolution for Bf16Kernel {
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
        let width = inputs.next_multiple_of(INPUTS);
        let layout = PaddedLayout::new(scratch, self.shape);
        let mut steps = Vec::with_capacity(self.shape.rows * self.shape.columns * width / INPUTS);
        for tap in layout.taps(self.shape) {
            steps.extend((tap * width..(tap + 1) * width).step_by(INPUTS));
        }
        let count = layout.span().div_ceil(ROWS);
        // The last tile of rows may extend beyond the last place.
        let places = layout.places + count * ROWS - layout.span();
        let mut padded = scratch.take(places * width);
        let sum_width = outputs.next_multiple_of(OUTPUTS);
        let mut sums = scratch.take(count * ROWS * sum_width);
        with_widest_simd(
            #[inline(always)]
            || layout.pad(input, width, &mut padded, |_| 0, |_, value| to_bf16(value)),
        );
        let product =
            Bf16Product { inputs: &padded, stride: width, steps: &steps, weights: &self.weights };
        self.amx.multiply(&product, count, &mut sums);
        with_widest_simd(
            #[inline(always)]
            || layout.write(&sums, sum_width, mode, output, 0..outputs),
        );
        scratch.give_back([padded]);
        scratch.give_back([sums]);
    }
}
