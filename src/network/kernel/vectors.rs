//! Single precision with the vectors of the processor.

use std::sync::OnceLock;

use super::{
    Kernel,
    frame::Frame,
    panels::{Panels, Rows},
    winograd::{Four, Three, Tiling, Winograd},
};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run},
    model::Shape,
    simd::Simd,
};

/// Windows of 3×3 by Winograd's method, all others directly.
#[derive(Clone, Debug)]
pub(crate) struct Single<S> {
    simd: S,
    shape: Shape,
    weights: Weights<S>,
}

#[derive(Clone, Debug)]
enum Weights<S> {
    Direct(Buffer<f32>),
    /// Packed for the tiles of a board's size when such a board is first seen: packed for all they
    /// would take seven times their memory.
    Tiled {
        file: Vec<f32>,
        three: OnceLock<Winograd<S, Three, 3, 5>>,
        four: OnceLock<Winograd<S, Four, 4, 6>>,
    },
}

impl<S: Simd> Kernel for Single<S> {
    fn pack(shape: Shape, weights: Vec<f32>) -> Single<S> {
        let simd = S::detect().expect("a kernel is chosen that the processor can run");
        let weights = if (shape.rows, shape.columns) == (3, 3) {
            Weights::Tiled { file: weights, three: OnceLock::new(), four: OnceLock::new() }
        } else {
            let panels = panels(simd, shape);
            let mut packed = Buffer::zeros(panels.len());
            let weight = |input, output| weights[input * shape.outputs + output];
            panels.pack(shape.outputs, &mut packed, weight);
            Weights::Direct(packed)
        };
        Single { simd, shape, weights }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, output: &mut [f32], run: &mut Run) {
        let (simd, shape) = (self.simd, self.shape);
        match &self.weights {
            Weights::Direct(weights) => self.directly(weights, input, output, run),
            Weights::Tiled { file, three, four } => {
                let size = run.size();
                if Three::cost(size) < Four::cost(size) {
                    let winograd = three.get_or_init(|| Winograd::pack(simd, shape, file));
                    winograd.convolve(input, output, run);
                } else {
                    let winograd = four.get_or_init(|| Winograd::pack(simd, shape, file));
                    winograd.convolve(input, output, run);
                }
            }
        }
    }
}

/// The matrix whose inputs are those of all places of a window.
fn panels<S: Simd>(simd: S, shape: Shape) -> Panels<S> {
    Panels::new(simd, shape.rows * shape.columns * shape.inputs, shape.outputs)
}

impl<S: Simd> Single<S> {
    fn directly(&self, weights: &[f32], input: Active, output: &mut [f32], run: &mut Run) {
        let Shape { inputs, outputs, .. } = self.shape;
        let panels = panels(self.simd, self.shape);
        let frame = Frame::for_windows(run.size(), self.shape);
        let mut framed = run.take(frame.places * inputs);
        let mut sums = run.take(frame.span() * panels.outputs());
        let taps: Vec<usize> = frame.taps(self.shape).map(|tap| tap * inputs).collect();
        self.simd.vectorize(
            #[inline(always)]
            || {
                frame.fill(input, inputs, inputs, &mut framed, 0.0, |number| number);
                let rows =
                    Rows { numbers: &framed, count: frame.span(), stride: inputs, taps: &taps };
                panels.multiply(weights, rows, &mut sums);
                frame.add(&sums, panels.outputs(), output, outputs, 0..outputs);
            },
        );
        run.give([framed, sums]);
    }
}
