//! Single precision, or factors of 16 bits, with the vectors of the processor.

use std::sync::OnceLock;

use super::{
    Kernel, Onto, Section,
    direct::Direct,
    tiling::{Five, Four, Three, Tiling},
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
    shape: Shape,
    weights: Weights<F>,
}

#[derive(Clone, Debug)]
enum Weights<F: Factors> {
    Direct(Direct<F>),
    Tiled(Box<Tiled<F>>),
}

/// Windows that are packed for the tiles of a board's size when such a board is first seen: packed
/// for all they would take twelve times their memory.
#[derive(Clone, Debug)]
struct Tiled<F: Factors> {
    factors: F,
    shape: Shape,
    file: Vec<f32>,
    three: OnceLock<Winograd<F, Three, 3, 5>>,
    four: OnceLock<Winograd<F, Four, 4, 6>>,
    five: OnceLock<Winograd<F, Five, 5, 7>>,
}

impl<F: Factors> Tiled<F> {
    fn new(factors: F, shape: Shape, file: Vec<f32>) -> Tiled<F> {
        let (three, four, five) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Tiled { factors, shape, file, three, four, five }
    }

    /// With the tiles that cost least on this board. Those of five points let what whole factors are
    /// rounded by grow more than three times as much as the others, and are left to exact ones.
    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let size = run.size();
        let (three, four) = (Three::cost(size), Four::cost(size));
        let five = if F::ARE_WHOLE { usize::MAX } else { Five::cost(size) };
        if three <= four.min(five) {
            self.packed(&self.three).convolve(input, onto, output, run);
        } else if four <= five {
            self.packed(&self.four).convolve(input, onto, output, run);
        } else {
            self.packed(&self.five).convolve(input, onto, output, run);
        }
    }

    fn packed<'a, T: Tiling<OUT, IN>, const OUT: usize, const IN: usize>(
        &self,
        place: &'a OnceLock<Winograd<F, T, OUT, IN>>,
    ) -> &'a Winograd<F, T, OUT, IN> {
        place.get_or_init(|| Winograd::pack(self.factors, self.shape, &self.file))
    }
}

impl<F: Factors> Kernel for Vectors<F> {
    fn pack(shape: Shape, weights: Vec<f32>, _section: Section) -> Vectors<F> {
        let factors = F::detect().expect("a kernel is chosen that the processor can run");
        let weights = if (shape.rows, shape.columns) == (3, 3) {
            Weights::Tiled(Box::new(Tiled::new(factors, shape, weights)))
        } else {
            Weights::Direct(Direct::pack(factors, shape, weights))
        };
        Vectors { shape, weights }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        match &self.weights {
            Weights::Direct(direct) => direct.convolve(input, onto, output, run),
            Weights::Tiled(tiled) => tiled.convolve(input, onto, output, run),
        }
    }
}
