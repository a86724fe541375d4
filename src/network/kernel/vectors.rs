//! Single precision, or factors of 16 bits, with the vectors of the processor.

use std::sync::OnceLock;

use super::{
    Kernel, Onto,
    direct::Direct,
    tiling::{Four, Three, Tiling},
    winograd::Winograd,
};
use crate::network::{
    inference::{Active, Run},
    model::Shape,
    simd::Factors,
};

/// Windows of 3×3 by Winograd's method, all others directly, with factors of `F`.
#[derive(Clone, Debug)]
pub(crate) struct Vectors<F: Factors> {
    factors: F,
    shape: Shape,
    weights: Weights<F>,
}

#[derive(Clone, Debug)]
enum Weights<F: Factors> {
    Direct(Direct<F>),
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
            Weights::Direct(Direct::pack(factors, shape, weights))
        };
        Vectors { factors, shape, weights }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let (factors, shape) = (self.factors, self.shape);
        match &self.weights {
            Weights::Direct(direct) => direct.convolve(input, onto, output, run),
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
