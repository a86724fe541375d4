//! Compares every kernel with the reference, on boards and channels of awkward sizes.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Kernel, ReferenceKernel, RoundingSensitivity, SimdKernel, WriteMode};
use crate::network::{
    inference::{BoardShape, ConvInput, Workspace},
    model::{Activation, Norm, Shape},
    simd::PortableF32,
};

const BOARDS: [(usize, usize); 7] = [(1, 1), (2, 3), (5, 4), (7, 19), (9, 9), (13, 13), (25, 25)];
const WINDOWS: [(usize, usize); 4] = [(1, 1), (3, 3), (5, 5), (3, 1)];
const CHANNELS: [(usize, usize); 5] = [(1, 1), (9, 22), (33, 47), (64, 16), (96, 32)];

/// Greatest error of a kernel's outputs relative to these, both as root sums of squares. Eight bits
/// are off by up to some percent in outputs of a single product; outputs of zeros are off by 1.
const MAX_RELATIVE_ERROR: f32 = 0.1;

/// An integer, so that products are exact in any precision.
fn integer(random: &mut Xoshiro256PlusPlus) -> f32 {
    random.random_range(-8..=8) as f32
}

/// Returns a kernel's outputs for random values, first accumulated on 0.5, then overwriting.
fn outputs<K: Kernel>(
    weights: &[f32],
    shape: Shape,
    size: BoardShape,
    norm: Option<&Norm>,
) -> Vec<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let values: Vec<f32> = (0..size.area() * shape.inputs).map(|_| integer(&mut random)).collect();
    let kernel = K::pack(shape, weights.to_vec(), RoundingSensitivity::Low);
    outputs_for(&kernel, &values, size, 1, norm)
}

/// The same for these values of some boards.
fn outputs_for<K: Kernel>(
    kernel: &K,
    values: &[f32],
    size: BoardShape,
    boards: usize,
    norm: Option<&Norm>,
) -> Vec<f32> {
    let mut output = vec![0.5; boards * size.area() * kernel.shape().outputs];
    let mut workspace = Workspace::default();
    let mut scratch = workspace.start(size, boards);
    // Reused memory must not affect the outputs.
    let mut dirty = scratch.take(5000);
    dirty.fill(f32::NAN);
    scratch.give_back([dirty]);
    let input = ConvInput { values, norm };
    kernel.convolve(input, WriteMode::Accumulate, &mut output, &mut scratch);
    let mut overwritten = vec![f32::NAN; output.len()];
    kernel.convolve(input, WriteMode::Overwrite, &mut overwritten, &mut scratch);
    output.extend(overwritten);
    output
}

/// Root sum of squares.
fn magnitude(values: impl Iterator<Item = f32>) -> f32 {
    values.map(|value| value * value).sum::<f32>().sqrt()
}

/// Whether outputs are those expected: each within the tolerance, and all of them within
/// [`MAX_RELATIVE_ERROR`], which is stricter where the outputs are small.
fn are_close(got: &[f32], expected: &[f32], tolerance: f32) -> bool {
    let errors: Vec<f32> = got.iter().zip(expected).map(|(got, expected)| got - expected).collect();
    got.len() == expected.len()
        && errors.iter().all(|error| error.abs() <= tolerance)
        && magnitude(errors.into_iter()) <= MAX_RELATIVE_ERROR * magnitude(expected.iter().copied())
}

/// Compares a kernel with the reference on integers; outputs are up to some thousands.
fn agrees<K: Kernel>(tolerance: f32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (width, height) in BOARDS {
        for (rows, columns) in WINDOWS {
            for (inputs, outputs_) in CHANNELS {
                let shape = Shape { rows, columns, inputs, outputs: outputs_ };
                let weights: Vec<f32> =
                    (0..shape.weights().unwrap()).map(|_| integer(&mut random)).collect();
                let norm = Norm {
                    scale: (0..inputs).map(|_| integer(&mut random)).collect(),
                    bias: vec![1.0; inputs],
                    activation: Activation::Relu,
                };
                for norm in [None, Some(&norm)] {
                    let size = BoardShape { width, height };
                    let expected = outputs::<ReferenceKernel>(&weights, shape, size, norm);
                    let got = outputs::<K>(&weights, shape, size, norm);
                    assert!(are_close(&got, &expected, tolerance), "{shape:?} {size:?}");
                }
            }
        }
    }
}

/// Checks that the outputs of each board are the same with other boards as without, for values of
/// which each board has another magnitude.
fn is_independent<K: Kernel>() {
    const BATCH: usize = 3;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (width, height) in [(1, 1), (5, 4), (9, 9)] {
        for (rows, columns) in WINDOWS {
            let (shape, size) =
                (Shape { rows, columns, inputs: 33, outputs: 47 }, BoardShape { width, height });
            let mut number = || random.random_range(-1.0..1.0);
            let weights = (0..shape.weights().unwrap()).map(|_| number()).collect();
            let len = size.area() * shape.inputs;
            let values: Vec<f32> =
                (0..BATCH * len).map(|at| number() * (1 + at / len) as f32).collect();
            let kernel = K::pack(shape, weights, RoundingSensitivity::Low);
            let together = outputs_for(&kernel, &values, size, BATCH, None);
            let alone = values.chunks_exact(len);
            let alone = alone.map(|values| outputs_for(&kernel, values, size, 1, None));
            // Half of the outputs are accumulated, half are not.
            let len = size.area() * shape.outputs;
            for (board, alone) in alone.enumerate() {
                for (together, alone) in together.chunks_exact(BATCH * len).zip(alone.chunks(len)) {
                    assert_eq!(&together[board * len..][..len], alone, "{shape:?} {size:?}");
                }
            }
        }
    }
}

#[test]
fn outputs_of_zeros_agreed_where_few_channels_were_summed() {
    let expected = [64.5, -23.5, 64.0, -24.0];
    assert!(!are_close(&[0.5, 0.5, 0.0, 0.0], &expected, f32::INFINITY));
    assert!(!are_close(&[f32::NAN; 4], &expected, f32::INFINITY));
    assert!(are_close(&expected.map(|output| output + 1.0), &expected, 1.0));
}

#[test]
fn portable_simd_agrees() {
    agrees::<SimdKernel<PortableF32>>(0.3);
}

#[test]
fn boards_of_a_batch_are_independent() {
    is_independent::<ReferenceKernel>();
    is_independent::<SimdKernel<PortableF32>>();
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::io::{self, Write};

    use super::*;
    use crate::network::{
        kernel::{Bf16Kernel, Int8Kernel},
        simd::{
            Avx2F32, Avx2Int16, Avx512F32, Avx512VnniInt8, Avx512VnniInt16, AvxVnniInt8,
            AvxVnniInt16, DotProduct, amx::Amx,
        },
    };

    /// Whether the processor has these instructions. If not, that is printed.
    fn is_detected<D>(detected: Option<D>) -> bool {
        if detected.is_none() {
            let name = std::any::type_name::<D>().rsplit("::").next().unwrap_or_default();
            // Not captured, so that it is seen.
            writeln!(io::stderr(), "skipped: {name} is missing").expect("an open standard error");
        }
        detected.is_some()
    }

    fn agrees_where_possible<D: DotProduct, K: Kernel>(tolerance: f32) {
        if is_detected(D::detect()) {
            agrees::<K>(tolerance);
            is_independent::<K>();
        }
    }

    #[test]
    fn avx2_agrees() {
        agrees_where_possible::<Avx2F32, SimdKernel<Avx2F32>>(0.3);
    }

    #[test]
    fn avx512_agrees() {
        agrees_where_possible::<Avx512F32, SimdKernel<Avx512F32>>(0.3);
    }

    /// Inputs are off by up to half a step of 1 / 32,767 of the greatest, weights by half a step of
    /// some 1 / 3,000, and the transforms amplify both. Twice the greatest error observed, for sums
    /// of up to 10,000.
    const INT16_TOLERANCE: f32 = 40.0;

    #[test]
    fn avx2_int16_agrees() {
        agrees_where_possible::<Avx2Int16, SimdKernel<Avx2Int16>>(INT16_TOLERANCE);
    }

    #[test]
    fn avx_vnni_int16_agrees() {
        agrees_where_possible::<AvxVnniInt16, SimdKernel<AvxVnniInt16>>(INT16_TOLERANCE);
    }

    #[test]
    fn avx512_vnni_int16_agrees() {
        agrees_where_possible::<Avx512VnniInt16, SimdKernel<Avx512VnniInt16>>(INT16_TOLERANCE);
    }

    #[test]
    fn bf16_agrees_exactly() {
        if is_detected(Amx::detect()) {
            agrees::<Bf16Kernel>(0.0);
            is_independent::<Bf16Kernel>();
        }
    }

    /// Inputs are off by up to half a step of some 70 / 255, each in up to 2,400 products with
    /// weights of 8. This is more than random errors add up to, and little beside 8 · 70 · 2,400.
    const INT8_TOLERANCE: f32 = 120.0;

    #[test]
    fn avx_vnni_int8_agrees() {
        agrees_where_possible::<AvxVnniInt8, Int8Kernel<AvxVnniInt8, AvxVnniInt16>>(INT8_TOLERANCE);
    }

    #[test]
    fn avx512_vnni_int8_agrees() {
        agrees_where_possible::<Avx512VnniInt8, Int8Kernel<Avx512VnniInt8, Avx512VnniInt16>>(
            INT8_TOLERANCE,
        );
    }
}
