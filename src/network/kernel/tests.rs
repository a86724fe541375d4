//! Every kernel against the reference, on boards and channels of awkward sizes.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Kernel, Onto, Portable, Section, Vectors};
use crate::network::{
    inference::{Active, Size, Workspace},
    model::{Activation, Norm, Shape},
    simd::Lanes,
};

const BOARDS: [(usize, usize); 7] = [(1, 1), (2, 3), (5, 4), (7, 19), (9, 9), (13, 13), (25, 25)];
const WINDOWS: [(usize, usize); 4] = [(1, 1), (3, 3), (5, 5), (3, 1)];
const CHANNELS: [(usize, usize); 5] = [(1, 1), (9, 22), (33, 47), (64, 16), (96, 32)];

/// A whole number, so that products are exact in any precision.
fn whole(random: &mut Xoshiro256PlusPlus) -> f32 {
    random.random_range(-8..=8) as f32
}

/// What a kernel makes of the same numbers, added to what is there and alone.
fn outputs<K: Kernel>(weights: &[f32], shape: Shape, size: Size, norm: Option<&Norm>) -> Vec<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let area = size.width * size.height;
    let numbers: Vec<f32> = (0..area * shape.inputs).map(|_| whole(&mut random)).collect();
    let mut output = vec![0.5; area * shape.outputs];
    let kernel = K::pack(shape, weights.to_vec(), Section::Middle);
    let mut workspace = Workspace::default();
    let mut run = workspace.start(size);
    // Memory that was used before must not show.
    let mut dirt = run.take(5000);
    dirt.fill(f32::NAN);
    run.give([dirt]);
    let input = Active { numbers: &numbers, norm };
    kernel.convolve(input, Onto::Numbers, &mut output, &mut run);
    let mut alone = vec![f32::NAN; output.len()];
    kernel.convolve(input, Onto::Nothing, &mut alone, &mut run);
    output.extend(alone);
    output
}

/// Compares a kernel with the reference; all numbers are whole, up to some thousands.
fn agrees<K: Kernel>(tolerance: f32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (width, height) in BOARDS {
        for (rows, columns) in WINDOWS {
            for (inputs, outputs_) in CHANNELS {
                let shape = Shape { rows, columns, inputs, outputs: outputs_ };
                let weights: Vec<f32> =
                    (0..shape.weights().unwrap()).map(|_| whole(&mut random)).collect();
                let norm = Norm {
                    scale: (0..inputs).map(|_| whole(&mut random)).collect(),
                    bias: vec![1.0; inputs],
                    activation: Activation::Relu,
                };
                for norm in [None, Some(&norm)] {
                    let size = Size { width, height };
                    let expected = outputs::<Portable>(&weights, shape, size, norm);
                    let got = outputs::<K>(&weights, shape, size, norm);
                    let is_close = |(a, b): (&f32, &f32)| (a - b).abs() <= tolerance;
                    assert!(got.iter().zip(&expected).all(is_close), "{shape:?} {size:?}");
                }
            }
        }
    }
}

#[test]
fn code_for_any_processor_agrees() {
    agrees::<Vectors<Lanes>>(0.3);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::network::{
        kernel::{Bytes, Half},
        simd::{
            Avx2, Avx2Words, Avx512, Avx512Vnni, Avx512VnniWords, AvxVnni, AvxVnniWords, Dot,
            tiles::Tiles,
        },
    };

    fn agrees_where_possible<D: Dot, K: Kernel>(tolerance: f32) {
        if D::detect().is_some() {
            agrees::<K>(tolerance);
        }
    }

    #[test]
    fn avx2_agrees() {
        agrees_where_possible::<Avx2, Vectors<Avx2>>(0.3);
    }

    #[test]
    fn avx512_agrees() {
        agrees_where_possible::<Avx512, Vectors<Avx512>>(0.3);
    }

    /// Numbers are off by up to half a step of 1 / 32,767 of the greatest, and weights of some
    /// 1 / 3,000, which the transforms let grow: twice the most that was seen, where sums reach 10,000.
    const WORDS: f32 = 40.0;

    #[test]
    fn avx2_agrees_in_words() {
        agrees_where_possible::<Avx2Words, Vectors<Avx2Words>>(WORDS);
    }

    #[test]
    fn avx_vnni_agrees_in_words() {
        agrees_where_possible::<AvxVnniWords, Vectors<AvxVnniWords>>(WORDS);
    }

    #[test]
    fn avx512_vnni_agrees_in_words() {
        agrees_where_possible::<Avx512VnniWords, Vectors<Avx512VnniWords>>(WORDS);
    }

    #[test]
    fn tiles_agree_exactly() {
        if Tiles::detect().is_some() {
            agrees::<Half>(0.0);
        }
    }

    /// Numbers are off by up to half a step of some 70 / 255, each in up to 2,400 products with
    /// weights of 8: this is more than chance lets them add up to, and little beside 8 · 70 · 2,400.
    const BYTES: f32 = 120.0;

    #[test]
    fn avx_vnni_agrees() {
        agrees_where_possible::<AvxVnni, Bytes<AvxVnni, AvxVnniWords>>(BYTES);
    }

    #[test]
    fn avx512_vnni_agrees() {
        agrees_where_possible::<Avx512Vnni, Bytes<Avx512Vnni, Avx512VnniWords>>(BYTES);
    }
}
