//! Windows of any size: each point's sums over all that its window holds.

use super::{
    Onto,
    frame::Frame,
    panels::{Panels, Rows},
    whole,
};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run},
    model::Shape,
    simd::Factors,
};

/// The weights of a convolution, as one matrix whose inputs are those of all places of a window.
#[derive(Clone, Debug)]
pub(super) struct Direct<F: Factors> {
    factors: F,
    shape: Shape,
    panels: Panels<F>,
    weights: Buffer<F::Word>,
    /// By output, what the sums are to be multiplied with.
    scales: Vec<f32>,
}

impl<F: Factors> Direct<F> {
    pub(super) fn pack(factors: F, shape: Shape, mut weights: Vec<f32>) -> Direct<F> {
        let Shape { rows, columns, inputs, outputs } = shape;
        let scales = if F::ARE_WHOLE {
            let factors = whole::make_whole(&mut weights, outputs);
            factors.into_iter().map(|factor| 1.0 / factor).collect()
        } else {
            vec![1.0; outputs]
        };
        let words = inputs.div_ceil(F::NUMBERS);
        let panels = Panels::new(factors, rows * columns * words, outputs);
        let mut packed = Buffer::zeros(panels.len());
        panels.pack(outputs, &mut packed, |word, output| {
            let (tap, first) = (word / words, word % words * F::NUMBERS);
            let inputs_of_word = first..inputs.min(first + F::NUMBERS);
            F::word(inputs_of_word.map(|input| weights[(tap * inputs + input) * outputs + output]))
        });
        Direct { factors, shape, panels, weights: packed, scales }
    }

    pub(super) fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let frame = Frame::for_windows(run.size(), self.shape);
        let words = self.shape.inputs.div_ceil(F::NUMBERS);
        let (framed, unit) = self.framed(input, frame, words, run);
        let framed: Buffer<F::Word> = Buffer::within(framed.into_memory(), frame.places * words);
        let width = self.panels.outputs();
        let mut sums = run.take(frame.span() * width);
        let taps: Vec<usize> = frame.taps(self.shape).map(|tap| tap * words).collect();
        let rows = Rows { numbers: &framed, count: frame.span(), stride: words, taps: &taps };
        self.factors.vectorize(
            #[inline(always)]
            || {
                self.panels.multiply(&self.weights, rows, &mut sums);
                frame.each(&sums, width, output, self.shape.outputs, |sums, output| {
                    let sums = sums.iter().zip(&self.scales);
                    onto.write(output, sums.map(|(&sum, scale)| F::sum(sum) * (scale * unit)));
                });
            },
        );
        run.give([framed, sums]);
    }

    /// The factors that numbers become, in their places, and what the sums are to be multiplied with
    /// for that.
    fn framed(
        &self,
        input: Active,
        frame: Frame,
        words: usize,
        run: &mut Run,
    ) -> (Buffer<F::Number>, f32) {
        let Shape { rows, columns, inputs, .. } = self.shape;
        let width = words * F::NUMBERS;
        let mut framed = run.take(frame.places * width);
        let mut unit = 1.0;
        let mut numbers = run.take(if F::ARE_WHOLE { input.numbers.len() } else { 0 });
        self.factors.vectorize(
            #[inline(always)]
            || {
                let empty = F::number(0.0);
                if F::ARE_WHOLE {
                    input.write(inputs, &mut numbers);
                    unit = whole::unit(&numbers, rows * columns * inputs);
                    let active = Active { numbers: &numbers, norm: None };
                    let factor = |number: f32| F::number(number * unit);
                    frame.fill(active, inputs, width, &mut framed, empty, factor);
                } else {
                    frame.fill(input, inputs, width, &mut framed, empty, F::number);
                }
            },
        );
        run.give([numbers]);
        (framed, 1.0 / unit)
    }
}
