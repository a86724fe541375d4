//! Direct convolutions of windows of any size.

use super::{
    WriteMode,
    gemm::{Gemm, Rows},
    int16,
    padding::PaddedLayout,
};
use crate::network::{
    buffer::Buffer,
    inference::{ConvInput, Scratch},
    model::Shape,
    simd::Arithmetic,
};

/// A convolution as one matrix, whose inputs are those of all points of a window (im2col without the
/// copy: [`Rows`] overlap).
#[derive(Clone, Debug)]
pub(super) struct Direct<A: Arithmetic> {
    arithmetic: A,
    shape: Shape,
    gemm: Gemm<A>,
    weights: Buffer<A::Word>,
    /// The scale of the weights, by output.
    scales: Vec<f32>,
}

impl<A: Arithmetic> Direct<A> {
    pub(super) fn pack(arithmetic: A, shape: Shape, mut weights: Vec<f32>) -> Direct<A> {
        let Shape { rows, columns, inputs, outputs } = shape;
        let scales = if A::IS_INTEGER {
            let factors = int16::quantize_weights(&mut weights, outputs);
            factors.into_iter().map(|factor| 1.0 / factor).collect()
        } else {
            vec![1.0; outputs]
        };
        let words = inputs.div_ceil(A::OPERANDS);
        let gemm = Gemm::new(arithmetic, rows * columns * words, outputs);
        let mut packed = Buffer::zeros(gemm.len());
        gemm.pack(outputs, &mut packed, |word, output| {
            let (tap, first) = (word / words, word % words * A::OPERANDS);
            let inputs_of_word = first..inputs.min(first + A::OPERANDS);
            let weight = |input| weights[(tap * inputs + input) * outputs + output];
            A::pack_word(inputs_of_word.map(weight))
        });
        Direct { arithmetic, shape, gemm, weights: packed, scales }
    }

    pub(super) fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let layout = PaddedLayout::new(scratch, self.shape);
        let words = self.shape.inputs.div_ceil(A::OPERANDS);
        let (padded, input_scales) = self.padded_operands(input, layout, words, scratch);
        let padded: Buffer<A::Word> = padded.cast(layout.places * words);
        let width = self.gemm.outputs();
        let mut sums = scratch.take(layout.span() * width);
        let taps: Vec<usize> = layout.taps(self.shape).map(|tap| tap * words).collect();
        let rows = Rows { values: &padded, count: layout.span(), stride: words, taps: &taps };
        self.arithmetic.vectorize(
            #[inline(always)]
            || {
                self.gemm.multiply(&self.weights, rows, &mut sums);
                layout.for_each_point(&sums, width, output, |board, sums, output| {
                    let input_scale = input_scales[board];
                    let values = sums
                        .iter()
                        .zip(&self.scales)
                        .map(|(&sum, scale)| A::sum_to_f32(sum) * (scale * input_scale));
                    mode.write(output, values);
                });
            },
        );
        scratch.give_back([padded, sums]);
    }

    /// Returns the operands of the input in their padded places, and their scales by board.
    fn padded_operands(
        &self,
        input: ConvInput,
        layout: PaddedLayout,
        words: usize,
        scratch: &mut Scratch,
    ) -> (Buffer<A::Operand>, Vec<f32>) {
        let Shape { rows, columns, inputs, .. } = self.shape;
        let width = words * A::OPERANDS;
        let mut padded = scratch.take(layout.places * width);
        let mut factors = vec![1.0; scratch.boards()];
        let mut values = scratch.take(if A::IS_INTEGER { input.values.len() } else { 0 });
        self.arithmetic.vectorize(
            #[inline(always)]
            || {
                let zero = |_| A::operand(0.0);
                if A::IS_INTEGER {
                    input.write(inputs, &mut values);
                    let input = ConvInput { values: &values, norm: None };
                    for (factor, board) in factors.iter_mut().zip(input.boards(layout.boards)) {
                        *factor = int16::input_factor(board.values, rows * columns * inputs);
                    }
                    let operand = |board: usize, value: f32| A::operand(value * factors[board]);
                    layout.pad(input, width, &mut padded, zero, operand);
                } else {
                    let operand = |_, value| A::operand(value);
                    layout.pad(input, width, &mut padded, zero, operand);
                }
            },
        );
        scratch.give_back([values]);
        (padded, factors.into_iter().map(|factor| 1.0 / factor).collect())
    }
}
