//! Convolutions in single precision or 16-bit integers, with the vectors of the processor.

use std::sync::OnceLock;

use super::{
    Convolution, Kernel, RoundingSensitivity, WriteMode,
    direct::Direct,
    transform::{F3x3, F4x3, F5x3, Transform},
    winograd::Winograd,
};
use crate::network::{
    inference::{ConvInput, Scratch},
    model::Shape,
    simd::Arithmetic,
};

/// Points of the boards that are computed together. More of them would not fit into the cache of a
/// core; then it is faster to load the weights again from the cache that the cores share.
const MAX_POINTS: usize = 400;

/// A Winograd convolution for windows of 3×3, a direct one for others, computed in `A`.
#[derive(Clone, Debug)]
pub(crate) struct SimdKernel<A: Arithmetic> {
    shape: Shape,
    algorithm: Algorithm<A>,
}

#[derive(Clone, Debug)]
enum Algorithm<A: Arithmetic> {
    Direct(Direct<A>),
    Winograd(Box<AnyWinograd<A>>),
}

/// A Winograd convolution that is packed for a tile size when a board first needs it; packed for
/// all tile sizes, the weights would take twelve times their memory.
#[derive(Clone, Debug)]
struct AnyWinograd<A: Arithmetic> {
    arithmetic: A,
    shape: Shape,
    /// In the order of the file.
    weights: Vec<f32>,
    f3: OnceLock<Winograd<A, F3x3, 3, 5>>,
    f4: OnceLock<Winograd<A, F4x3, 4, 6>>,
    f5: OnceLock<Winograd<A, F5x3, 5, 7>>,
}

impl<A: Arithmetic> AnyWinograd<A> {
    fn new(arithmetic: A, shape: Shape, weights: Vec<f32>) -> AnyWinograd<A> {
        let (f3, f4, f5) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        AnyWinograd { arithmetic, shape, weights, f3, f4, f5 }
    }

    /// Convolves with the cheapest tiles for the board. F(5, 3) amplifies rounding errors more than
    /// three times as much as the others, so integers do not use it.
    fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let size = scratch.size();
        let (f3, f4) = (F3x3::cost(size), F4x3::cost(size));
        let f5 = if A::IS_INTEGER { usize::MAX } else { F5x3::cost(size) };
        if f3 <= f4.min(f5) {
            self.packed(&self.f3).convolve(input, mode, output, scratch);
        } else if f4 <= f5 {
            self.packed(&self.f4).convolve(input, mode, output, scratch);
        } else {
            self.packed(&self.f5).convolve(input, mode, output, scratch);
        }
    }

    fn packed<'a, T: Transform<OUT, IN>, const OUT: usize, const IN: usize>(
        &self,
        packed: &'a OnceLock<Winograd<A, T, OUT, IN>>,
    ) -> &'a Winograd<A, T, OUT, IN> {
        packed.get_or_init(|| Winograd::pack(self.arithmetic, self.shape, &self.weights))
    }
}

impl<A: Arithmetic> Kernel for SimdKernel<A> {
    fn is_available() -> bool {
        A::detect().is_some()
    }

    fn pack(shape: Shape, weights: Vec<f32>, _sensitivity: RoundingSensitivity) -> SimdKernel<A> {
        let arithmetic = A::detect().expect("only available kernels are used");
        let algorithm = if (shape.rows, shape.columns) == (3, 3) {
            Algorithm::Winograd(Box::new(AnyWinograd::new(arithmetic, shape, weights)))
        } else {
            Algorithm::Direct(Direct::pack(arithmetic, shape, weights))
        };
        SimdKernel { shape, algorithm }
    }
}

impl<A: Arithmetic> Convolution for SimdKernel<A> {
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
        let area = scratch.size().area();
        let group = (MAX_POINTS / area).max(1) * area;
        let inputs = input.values.chunks(group * self.shape.inputs);
        let outputs = output.chunks_mut(group * self.shape.outputs);
        for (values, output) in inputs.zip(outputs) {
            let input = ConvInput { values, norm: input.norm };
            let scratch = &mut scratch.for_boards(output.len() / self.shape.outputs / area);
            match &self.algorithm {
                Algorithm::Direct(direct) => direct.convolve(input, mode, output, scratch),
                Algorithm::Winograd(winograd) => winograd.convolve(input, mode, output, scratch),
            }
        }
    }
}
