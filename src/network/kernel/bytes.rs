//! Numbers and weights of 8 bits, summed up in whole numbers.
//!
//! A layer's numbers are scaled so that the least and the greatest of the position just fit; the
//! weights of each output have a scale of their own. The edges of a network have factors of 16 bits,
//! and so does what looks at a point by itself: it takes little of the time, and much of the
//! exactness.

use super::{
    Kernel, Onto, Section, Vectors,
    frame::Frame,
    panels::{Panels, Rows},
    rounding::balanced,
};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run},
    model::Shape,
    simd::{Dot, Factors, fold, nearest, widest},
};

/// Inputs that one word holds.
const INPUTS: usize = 4;

/// Whole numbers of 8 bits by `D` where they are exact enough, the rest by `F`.
#[derive(Clone, Debug)]
pub(crate) enum Bytes<D, F: Factors> {
    /// A window of more than one point, not at an edge.
    Window(Window<D>),
    /// Any other.
    Other(Vectors<F>),
}

#[derive(Clone, Debug)]
pub(crate) struct Window<D> {
    dot: D,
    shape: Shape,
    weights: Buffer<i32>,
    /// By output, what its weights were divided by.
    scales: Vec<f32>,
    /// By output, the sum of its weights: what numbers that are all 1 would give.
    totals: Vec<i32>,
}

/// How numbers become bytes: the byte is the number times `factor`, plus `zero`.
#[derive(Clone, Copy)]
struct Scale {
    factor: f32,
    zero: f32,
}

impl Scale {
    const MAX: f32 = 255.0;

    /// The one by which all of the numbers, and zero, fit.
    #[inline(always)]
    fn of(numbers: &[f32]) -> Scale {
        let min = fold(numbers, 0.0, |a, b| if b < a { b } else { a });
        let max = fold(numbers, f32::MIN_POSITIVE, |a, b| if b > a { b } else { a });
        let factor = Scale::MAX / (max - min);
        Scale { factor, zero: (-min * factor).round() }
    }

    #[inline(always)]
    fn byte(self, number: f32) -> u8 {
        let scaled = number * self.factor + self.zero;
        let scaled = if scaled < Scale::MAX { scaled } else { Scale::MAX };
        nearest(scaled) as u8
    }
}

impl<D: Dot<Word = i32>, F: Factors> Kernel for Bytes<D, F> {
    fn pack(shape: Shape, weights: Vec<f32>, section: Section) -> Bytes<D, F> {
        if shape.rows * shape.columns == 1 || section == Section::Edge {
            Bytes::Other(Vectors::pack(shape, weights, section))
        } else {
            Bytes::Window(Window::pack(shape, &weights))
        }
    }

    fn shape(&self) -> Shape {
        match self {
            Bytes::Window(window) => window.shape,
            Bytes::Other(other) => other.shape(),
        }
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        match self {
            Bytes::Window(window) => window.convolve(input, onto, output, run),
            Bytes::Other(other) => other.convolve(input, onto, output, run),
        }
    }
}

impl<D: Dot<Word = i32>> Window<D> {
    fn pack(shape: Shape, weights: &[f32]) -> Window<D> {
        const MAX: f32 = i8::MAX as f32;
        let dot = D::detect().expect("a kernel is chosen that the processor can run");
        let outputs = shape.outputs;
        let mut scales = vec![f32::MIN_POSITIVE; outputs];
        for row in weights.chunks_exact(outputs) {
            for (scale, weight) in scales.iter_mut().zip(row) {
                *scale = scale.max(weight.abs() / MAX);
            }
        }
        let bytes_of = |output: usize| {
            let column = weights.iter().skip(output).step_by(outputs);
            let scaled: Vec<f32> = column.map(|weight| weight / scales[output]).collect();
            balanced(&scaled, shape.inputs)
        };
        let bytes: Vec<Vec<i8>> = (0..outputs).map(bytes_of).collect();
        let words = shape.inputs.div_ceil(INPUTS);
        let panels = panels(dot, shape);
        let mut packed = Buffer::zeros(panels.len());
        panels.pack(outputs, &mut packed, |word, output| {
            let (tap, first) = (word / words, word % words * INPUTS);
            let mut four = [0; INPUTS];
            for (input, byte) in (first..shape.inputs).zip(&mut four) {
                *byte = bytes[output][tap * shape.inputs + input] as u8;
            }
            i32::from_le_bytes(four)
        });
        let total = |bytes: &Vec<i8>| bytes.iter().copied().map(i32::from).sum();
        let totals = bytes.iter().map(total).collect();
        Window { dot, shape, weights: packed, scales, totals }
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let Shape { inputs, outputs, .. } = self.shape;
        let mut numbers = run.take(input.numbers.len());
        let scale = widest(
            #[inline(always)]
            || {
                input.write(inputs, &mut numbers);
                Scale::of(&numbers)
            },
        );
        let frame = Frame::for_windows(run.size(), self.shape);
        let words = inputs.div_ceil(INPUTS);
        let mut framed = run.take(frame.places * words * INPUTS);
        widest(
            #[inline(always)]
            || {
                let active = Active { numbers: &numbers, norm: None };
                let (width, zero) = (words * INPUTS, scale.zero as u8);
                frame.fill(active, inputs, width, &mut framed, zero, |number| scale.byte(number));
            },
        );
        let framed: Buffer<i32> = Buffer::within(framed.into_memory(), frame.places * words);
        let panels = panels(self.dot, self.shape);
        let width = panels.outputs();
        let mut sums = run.take(frame.span() * width);
        let taps: Vec<usize> = frame.taps(self.shape).map(|tap| tap * words).collect();
        let rows = Rows { numbers: &framed, count: frame.span(), stride: words, taps: &taps };
        self.dot.vectorize(
            #[inline(always)]
            || panels.multiply(&self.weights, rows, &mut sums),
        );
        let zero = scale.zero as i32;
        let unit = 1.0 / scale.factor;
        widest(
            #[inline(always)]
            || {
                frame.each(&sums, width, output, outputs, |sums, output| {
                    let weights = self.totals.iter().zip(&self.scales);
                    let sums = sums
                        .iter()
                        .zip(weights)
                        .map(|(sum, (total, scale))| (sum - zero * total) as f32 * (scale * unit));
                    onto.write(output, sums);
                });
            },
        );
        run.give([numbers]);
        run.give([framed, sums]);
    }
}

/// The matrix whose inputs are the words of all places of a window.
fn panels<D: Dot>(dot: D, shape: Shape) -> Panels<D> {
    let words = shape.inputs.div_ceil(INPUTS);
    Panels::new(dot, shape.rows * shape.columns * words, shape.outputs)
}
