//! Single precision, or factors of 16 bits, with the vectors of the processor.

use std::sync::OnceLock;

use super::{
    Kernel, Onto,
    frame::Frame,
    panels::{Panels, Rows},
    winograd::{Four, Three, Tiling, Winograd},
};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run},
    model::Shape,
    simd::{Dot, Factors},
};

/// Windows of 3×3 by Winograd's method with factors of `F`, all others directly, in single
/// precision.
#[derive(Clone, Debug)]
pub(crate) struct Vectors<F: Factors> {
    factors: F,
    shape: Shape,
    weights: Weights<F>,
}

#[derive(Clone, Debug)]
enum Weights<F: Factors> {
    Direct(Buffer<f32>),
    Tiled(Box<Tiled<F>>),
}

/// Windows that are packed for the tiles of a board's size when such a board is first seen: packed
/// for all they would take seven times their memory.
#[derive(Clone, Debug)]
struct Tiled<F: Factors> {
    file: Vec<f32>,
    three: OnceLock<Winograd<F, Three, 3, 5>>,
    four: OnceLock<Winograd<F, Four, 4, 6>>,
}

impl<F: Factors> Kernel for Vectors<F> {
    fn pack(shape: Shape, weights: Vec<f32>) -> Vectors<F> {
        let factors = F::detect().expect("a kernel is chosen that the processor can run");
        let weights = if (shape.rows, shape.columns) == (3, 3) {
            Weights::Tiled(Box::new(Tiled {
                file: weights,
                three: OnceLock::new(),
                four: OnceLock::new(),
            }))
        } else {
            let panels = panels(factors.simd(), shape);
            let mut packed = Buffer::zeros(panels.len());
            let weight = |input, output| weights[input * shape.outputs + output];
            panels.pack(shape.outputs, &mut packed, weight);
            Weights::Direct(packed)
        };
        Vectors { factors, shape, weights }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let (factors, shape) = (self.factors, self.shape);
        match &self.weights {
            Weights::Direct(weights) => self.directly(weights, input, onto, output, run),
            Weights::Tiled(tiled) => {
                let Tiled { file, three, four } = &**tiled;
                let size = run.size();
                if Three::cost(size) < Four::cost(size) {
                    let winograd = three.get_or_init(|| Winograd::pack(factors, shape, file));
                    winograd.convolve(input, onto, output, run);
                } else {
                    let winograd = four.get_or_init(|| Winograd::pack(factors, shape, file));
                    winograd.convolve(input, onto, output, run);
                }
            }
        }
    }
}

/// The matrix whose inputs are those of all places of a window.
fn panels<S: Dot>(simd: S, shape: Shape) -> Panels<S> {
    Panels::new(simd, shape.rows * shape.columns * shape.inputs, shape.outputs)
}

impl<F: Factors> Vectors<F> {
    fn directly(
        &self,
        weights: &[f32],
        input: Active,
        onto: Onto,
        output: &mut [f32],
        run: &mut Run,
    ) {
        let Shape { inputs, outputs, .. } = self.shape;
        let simd = self.factors.simd();
        let panels = panels(simd, self.shape);
        let frame = Frame::for_windows(run.size(), self.shape);
        let mut framed = run.take(frame.places * inputs);
        let mut sums = run.take(frame.span() * panels.outputs());
        let taps: Vec<usize> = frame.taps(self.shape).map(|tap| tap * inputs).collect();
        simd.vectorize(
            #[inline(always)]
            || {
                frame.fill(input, inputs, inputs, &mut framed, 0.0, |number| number);
                let rows =
                    Rows { numbers: &framed, count: frame.span(), stride: inputs, taps: &taps };
                panels.multiply(weights, rows, &mut sums);
                frame.write(&sums, panels.outputs(), onto, output, outputs, 0..outputs);
            },
        );
        run.give([framed, sums]);
    }
}
