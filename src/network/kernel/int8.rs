//! Convolutions in 8-bit integers, summed in 32 bits.
//!
//! The input of a layer is quantized to the range of its values in the position, the weights by
//! output. Layers of high sensitivity to rounding are computed in 16 bits, and so are 1×1
//! convolutions, which take little of the time but cause much of the error.

use super::{
    Convolution, Kernel, RoundingSensitivity, SimdKernel, WriteMode,
    gemm::{Gemm, Rows},
    padding::PaddedLayout,
    rounding::round_balanced,
};
use crate::network::{
    buffer::Buffer,
    inference::{ConvInput, Scratch},
    model::Shape,
    simd::{Arithmetic, DotProduct, reduce, round_to_16_bits, with_widest_simd},
};

/// Inputs in a word.
const INPUTS: usize = 4;

/// A convolution in 8 bits with `D` where that is accurate enough, else with `A`.
#[derive(Clone, Debug)]
pub(crate) enum Int8Kernel<D, A: Arithmetic> {
    /// A window of more than one point, in a block of low sensitivity to rounding.
    Int8(Int8Convolution<D>),
    /// Any other convolution.
    Other(SimdKernel<A>),
}

#[derive(Clone, Debug)]
pub(crate) struct Int8Convolution<D> {
    dot: D,
    shape: Shape,
    weights: Buffer<i32>,
    /// The scale of the weights, by output.
    scales: Vec<f32>,
    /// The sum of the quantized weights, by output: the effect of a zero point of 1.
    totals: Vec<i32>,
}

/// The quantization of an input: byte = value · `factor` + `zero_point`.
#[derive(Clone, Copy)]
struct Quantization {
    factor: f32,
    zero_point: f32,
}

impl Quantization {
    const MAX: f32 = 255.0;

    /// The quantization whose range is that of the values and zero.
    #[inline(always)]
    fn of(values: &[f32]) -> Quantization {
        let min = reduce(values, 0.0, |a, b| if b < a { b } else { a });
        let max = reduce(values, f32::MIN_POSITIVE, |a, b| if b > a { b } else { a });
        let factor = Quantization::MAX / (max - min);
        Quantization { factor, zero_point: (-min * factor).round() }
    }

    #[inline(always)]
    fn quantize(self, value: f32) -> u8 {
        let scaled = value * self.factor + self.zero_point;
        let scaled = if scaled < Quantization::MAX { scaled } else { Quantization::MAX };
        round_to_16_bits(scaled) as u8
    }
}

impl<D: DotProduct<Word = i32>, A: Arithmetic> Kernel for Int8Kernel<D, A> {
    fn is_available() -> bool {
        D::detect().is_some() && A::detect().is_some()
    }

    fn pack(shape: Shape, weights: Vec<f32>, sensitivity: RoundingSensitivity) -> Int8Kernel<D, A> {
        if shape.rows * shape.columns == 1 || sensitivity == RoundingSensitivity::High {
            Int8Kernel::Other(SimdKernel::pack(shape, weights, sensitivity))
        } else {
            Int8Kernel::Int8(Int8Convolution::pack(shape, &weights))
        }
    }
}

impl<D: DotProduct<Word = i32>, A: Arithmetic> Convolution for Int8Kernel<D, A> {
    fn shape(&self) -> Shape {
        match self {
            Int8Kernel::Int8(int8) => int8.shape,
            Int8Kernel::Other(other) => other.shape(),
        }
    }

    fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        match self {
            Int8Kernel::Int8(int8) => int8.convolve(input, mode, output, scratch),
            Int8Kernel::Other(other) => other.convolve(input, mode, output, scratch),
        }
    }
}

impl<D: DotProduct<Word = i32>> Int8Convolution<D> {
    fn pack(shape: Shape, weights: &[f32]) -> Int8Convolution<D> {
        const MAX: f32 = i8::MAX as f32;
        let dot = D::detect().expect("only available kernels are used");
        let outputs = shape.outputs;
        let mut scales = vec![f32::MIN_POSITIVE; outputs];
        for row in weights.chunks_exact(outputs) {
            for (scale, weight) in scales.iter_mut().zip(row) {
                *scale = scale.max(weight.abs() / MAX);
            }
        }
        let quantized = |output: usize| {
            let column = weights.iter().skip(output).step_by(outputs);
            let scaled: Vec<f32> = column.map(|weight| weight / scales[output]).collect();
            round_balanced(&scaled, shape.inputs)
        };
        let bytes: Vec<Vec<i8>> = (0..outputs).map(quantized).collect();
        let words = shape.inputs.div_ceil(INPUTS);
        let gemm = gemm(dot, shape);
        let mut packed = Buffer::zeros(gemm.len());
        gemm.pack(outputs, &mut packed, |word, output| {
            let (tap, first) = (word / words, word % words * INPUTS);
            let mut four = [0; INPUTS];
            for (input, byte) in (first..shape.inputs).zip(&mut four) {
                *byte = bytes[output][tap * shape.inputs + input] as u8;
            }
            i32::from_le_bytes(four)
        });
        let total = |bytes: &Vec<i8>| bytes.iter().copied().map(i32::from).sum();
        let totals = bytes.iter().map(total).collect();
        Int8Convolution { dot, shape, weights: packed, scales, totals }
    }

    fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let inputs = self.shape.inputs;
        let mut values = scratch.take(input.values.len());
        let layout = PaddedLayout::new(scratch, self.shape);
        let quantizations: Vec<Quantization> = with_widest_simd(
            #[inline(always)]
            || {
                input.write(inputs, &mut values);
                let values = ConvInput { values: &values, norm: None };
                values.boards(layout.boards).map(|board| Quantization::of(board.values)).collect()
            },
        );
        let words = inputs.div_ceil(INPUTS);
        let mut padded = scratch.take(layout.places * words * INPUTS);
        with_widest_simd(
            #[inline(always)]
            || {
                let input = ConvInput { values: &values, norm: None };
                let zero = |board: usize| quantizations[board].zero_point as u8;
                let quantize = |board: usize, value| quantizations[board].quantize(value);
                layout.pad(input, words * INPUTS, &mut padded, zero, quantize);
            },
        );
        let padded: Buffer<i32> = padded.cast(layout.places * words);
        let gemm = gemm(self.dot, self.shape);
        let width = gemm.outputs();
        let mut sums = scratch.take(layout.span() * width);
        let taps: Vec<usize> = layout.taps(self.shape).map(|tap| tap * words).collect();
        let rows = Rows { values: &padded, count: layout.span(), stride: words, taps: &taps };
        self.dot.vectorize(
            #[inline(always)]
            || gemm.multiply(&self.weights, rows, &mut sums),
        );
        with_widest_simd(
            #[inline(always)]
            || {
                layout.for_each_point(&sums, width, output, |board, sums, output| {
                    let Quantization { zero_point, factor } = quantizations[board];
                    let (zero_point, input_scale) = (zero_point as i32, 1.0 / factor);
                    let outputs = sums.iter().zip(self.totals.iter().zip(&self.scales));
                    let values = outputs.map(|(sum, (total, scale))| {
                        (sum - zero_point * total) as f32 * (scale * input_scale)
                    });
                    mode.write(output, values);
                });
            },
        );
        scratch.give_back([values]);
        scratch.give_back([padded, sums]);
    }
}

/// The multiplication with a matrix whose inputs are the words of all points of a window.
fn gemm<D: DotProduct>(dot: D, shape: Shape) -> Gemm<D> {
    let words = shape.inputs.div_ceil(INPUTS);
    Gemm::new(dot, shape.rows * shape.columns * words, shape.outputs)
}
