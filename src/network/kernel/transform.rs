//! The transforms of Winograd convolutions.

use std::fmt;

use crate::network::{
    inference::BoardShape,
    simd::{SimdF32, with_widest_simd},
};

/// F(`OUT`, 3): the transforms for tiles of `OUT` outputs from `IN` = `OUT` + 2 inputs, in each
/// dimension.
pub(super) trait Transform<const OUT: usize, const IN: usize>:
    Copy + fmt::Debug + Send + Sync + 'static
{
    /// The matrix that transforms a filter.
    const FILTER: [[f64; 3]; IN];

    /// The greatest magnitude of each transformed input, relative to that of the inputs.
    const INPUT_GAIN: [f32; IN];

    /// Transforms the inputs of a tile.
    fn transform_input<S: SimdF32>(simd: S, inputs: [S::Vector; IN]) -> [S::Vector; IN];

    /// Transforms the products of a tile to its outputs.
    fn transform_output<S: SimdF32>(simd: S, products: [S::Vector; IN]) -> [S::Vector; OUT];

    /// The time that a board takes, in products per pair of channels.
    fn cost(size: BoardShape) -> usize {
        /// The measured time of loading the weights, in tiles.
        const TILES_PER_LOAD: usize = 4;
        (size.width.div_ceil(OUT) * size.height.div_ceil(OUT) + TILES_PER_LOAD) * IN * IN
    }
}

/// F(3, 3), with the interpolation points 0, [`A`](Self::A), -A, [`B`](Self::B) and infinity.
///
/// The interpolation points were chosen by experiment for the least rounding error (Barabasz,
/// Anderson, Soodhalter and Gregg 2020, "Error Analysis and Improving the Accuracy of Winograd
/// Convolution for Deep Neural Networks", arXiv:1803.10986): for F(3, 3) and F(4, 3) it is 0.65 and
/// 0.45 times that of integer points.
#[derive(Clone, Copy, Debug)]
pub(super) struct F3x3;

impl F3x3 {
    const A: f32 = 3.0 / 4.0;
    const B: f32 = 15.0 / 8.0;
}

impl Transform<3, 5> for F3x3 {
    const FILTER: [[f64; 3]; 5] = {
        let (a, b) = (F3x3::A as f64, F3x3::B as f64);
        [
            powers(0.0, a * a * b),
            powers(a, 2.0 * a * a * (a - b)),
            powers(-a, 2.0 * a * a * (-a - b)),
            powers(b, b * (b * b - a * a)),
            [0.0, 0.0, 1.0],
        ]
    };

    const INPUT_GAIN: [f32; 5] = {
        let (a, a2, b) = (1.0 + F3x3::A, 1.0 + F3x3::A * F3x3::A, 1.0 + F3x3::B);
        [a2 * b, a * b, a * b, a2, a2 * b]
    };

    #[inline(always)]
    fn transform_input<S: SimdF32>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 5] {
        const A2: f32 = F3x3::A * F3x3::A;
        let without_a = [(a, c), (b, d), (c, e)].map(|(from, to)| simd.add_scaled(-A2, from, to));
        let without_b = [(b, c), (c, d)].map(|(from, to)| simd.add_scaled(-F3x3::B, from, to));
        [
            simd.add_scaled(-F3x3::B, without_a[0], without_a[1]),
            simd.add_scaled(F3x3::A, without_b[0], without_b[1]),
            simd.add_scaled(-F3x3::A, without_b[0], without_b[1]),
            without_a[1],
            simd.add_scaled(-F3x3::B, without_a[1], without_a[2]),
        ]
    }

    #[inline(always)]
    fn transform_output<S: SimdF32>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 3] {
        let (sum, difference) = (simd.add(b, c), simd.sub(b, c));
        let squares = simd.add_scaled(F3x3::A * F3x3::A, sum, e);
        [
            simd.add(simd.add(a, sum), d),
            simd.add_scaled(F3x3::A, difference, simd.scaled(F3x3::B, d)),
            simd.add_scaled(F3x3::B * F3x3::B, d, squares),
        ]
    }
}

/// F(4, 3), with the interpolation points 0, [`A`](Self::A), -A, [`B`](Self::B), -B and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct F4x3;

impl F4x3 {
    const A: f32 = 5.0 / 8.0;
    const B: f32 = 3.0 / 2.0;
}

impl Transform<4, 6> for F4x3 {
    const FILTER: [[f64; 3]; 6] = {
        let (a, b) = (F4x3::A as f64, F4x3::B as f64);
        let (by_a, by_b) = (2.0 * a * a * (a * a - b * b), 2.0 * b * b * (b * b - a * a));
        [
            powers(0.0, a * a * b * b),
            powers(a, by_a),
            powers(-a, by_a),
            powers(b, by_b),
            powers(-b, by_b),
            [0.0, 0.0, 1.0],
        ]
    };

    const INPUT_GAIN: [f32; 6] = {
        let (a, a2) = (1.0 + F4x3::A, 1.0 + F4x3::A * F4x3::A);
        let (b, b2) = (1.0 + F4x3::B, 1.0 + F4x3::B * F4x3::B);
        [a2 * b2, a * b2, a * b2, a2 * b, a2 * b, a2 * b2]
    };

    #[inline(always)]
    fn transform_input<S: SimdF32>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 6] {
        const A2: f32 = F4x3::A * F4x3::A;
        const B2: f32 = F4x3::B * F4x3::B;
        let without_a = [(a, c), (b, d), (c, e), (d, f)];
        let without_a = without_a.map(|(from, to)| simd.add_scaled(-A2, from, to));
        let without_b = [(b, d), (c, e)].map(|(from, to)| simd.add_scaled(-B2, from, to));
        [
            simd.add_scaled(-B2, without_a[0], without_a[2]),
            simd.add_scaled(F4x3::A, without_b[0], without_b[1]),
            simd.add_scaled(-F4x3::A, without_b[0], without_b[1]),
            simd.add_scaled(F4x3::B, without_a[1], without_a[2]),
            simd.add_scaled(-F4x3::B, without_a[1], without_a[2]),
            simd.add_scaled(-B2, without_a[1], without_a[3]),
        ]
    }

    #[inline(always)]
    fn transform_output<S: SimdF32>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 4] {
        const A: f32 = F4x3::A;
        const B: f32 = F4x3::B;
        let (sum_a, difference_a) = (simd.add(b, c), simd.sub(b, c));
        let (sum_b, difference_b) = (simd.add(d, e), simd.sub(d, e));
        let cubes = simd.add_scaled(A * A * A, difference_a, f);
        [
            simd.add(simd.add(a, sum_a), sum_b),
            simd.add_scaled(A, difference_a, simd.scaled(B, difference_b)),
            simd.add_scaled(A * A, sum_a, simd.scaled(B * B, sum_b)),
            simd.add_scaled(B * B * B, difference_b, cubes),
        ]
    }
}

/// F(5, 3), with the interpolation points 0, [`A`](Self::A), -A, [`B`](Self::B), -B,
/// [`C`](Self::C) and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct F5x3;

impl F5x3 {
    const A: f32 = 7.0 / 8.0;
    const B: f32 = 15.0 / 8.0;
    const C: f32 = 3.0 / 8.0;
}

impl Transform<5, 7> for F5x3 {
    const FILTER: [[f64; 3]; 7] = {
        let (a, b, c) = (F5x3::A as f64, F5x3::B as f64, F5x3::C as f64);
        let (a2, b2, c2) = (a * a, b * b, c * c);
        [
            powers(0.0, -a2 * b2 * c),
            powers(a, 2.0 * a2 * (a2 - b2) * (a - c)),
            powers(-a, 2.0 * a2 * (a2 - b2) * (-a - c)),
            powers(b, 2.0 * b2 * (b2 - a2) * (b - c)),
            powers(-b, 2.0 * b2 * (b2 - a2) * (-b - c)),
            powers(c, c * (c2 - a2) * (c2 - b2)),
            [0.0, 0.0, 1.0],
        ]
    };

    const INPUT_GAIN: [f32; 7] = {
        let (a, a2) = (1.0 + F5x3::A, 1.0 + F5x3::A * F5x3::A);
        let (b, b2) = (1.0 + F5x3::B, 1.0 + F5x3::B * F5x3::B);
        let c = 1.0 + F5x3::C;
        [a2 * b2 * c, a * b2 * c, a * b2 * c, a2 * b * c, a2 * b * c, a2 * b2, a2 * b2 * c]
    };

    #[inline(always)]
    fn transform_input<S: SimdF32>(
        simd: S,
        [a, b, c, d, e, f, g]: [S::Vector; 7],
    ) -> [S::Vector; 7] {
        const A2: f32 = F5x3::A * F5x3::A;
        const B2: f32 = F5x3::B * F5x3::B;
        let without = |factor: f32, from, to| simd.add_scaled(-factor, from, to);
        let (a0, a1, a2) = (without(A2, a, c), without(A2, b, d), without(A2, c, e));
        let (a3, a4) = (without(A2, d, f), without(A2, e, g));
        let (b1, b2, b3) = (without(B2, b, d), without(B2, c, e), without(B2, d, f));
        let without_both = [without(B2, a0, a2), without(B2, a1, a3), without(B2, a2, a4)];
        let for_a = [without(F5x3::C, b1, b2), without(F5x3::C, b2, b3)];
        let for_b = [without(F5x3::C, a1, a2), without(F5x3::C, a2, a3)];
        [
            simd.add_scaled(-F5x3::C, without_both[0], without_both[1]),
            simd.add_scaled(F5x3::A, for_a[0], for_a[1]),
            simd.add_scaled(-F5x3::A, for_a[0], for_a[1]),
            simd.add_scaled(F5x3::B, for_b[0], for_b[1]),
            simd.add_scaled(-F5x3::B, for_b[0], for_b[1]),
            without_both[1],
            simd.add_scaled(-F5x3::C, without_both[1], without_both[2]),
        ]
    }

    #[inline(always)]
    fn transform_output<S: SimdF32>(
        simd: S,
        [a, b, c, d, e, f, g]: [S::Vector; 7],
    ) -> [S::Vector; 5] {
        const A: f32 = F5x3::A;
        const B: f32 = F5x3::B;
        const C: f32 = F5x3::C;
        let (sum_a, difference_a) = (simd.add(b, c), simd.sub(b, c));
        let (sum_b, difference_b) = (simd.add(d, e), simd.sub(d, e));
        let power = |a, b, c, sum_a, sum_b| {
            simd.add_scaled(a, sum_a, simd.add_scaled(b, sum_b, simd.scaled(c, f)))
        };
        [
            simd.add(simd.add(a, sum_a), simd.add(sum_b, f)),
            power(A, B, C, difference_a, difference_b),
            power(A * A, B * B, C * C, sum_a, sum_b),
            power(A * A * A, B * B * B, C * C * C, difference_a, difference_b),
            simd.add(power(A * A * A * A, B * B * B * B, C * C * C * C, sum_a, sum_b), g),
        ]
    }
}

/// The powers of an interpolation point, divided by `divisor`.
const fn powers(point: f64, divisor: f64) -> [f64; 3] {
    [1.0 / divisor, point / divisor, point * point / divisor]
}

/// Returns one element of the transformed filter, for each pair of channels.
pub(super) fn transformed_filter(
    weights: &[f32],
    channels: usize,
    by_row: [f64; 3],
    by_column: [f64; 3],
) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    with_widest_simd(
        #[inline(always)]
        || {
            for (tap, weights) in weights.chunks_exact(channels).enumerate() {
                let factor = by_row[tap / 3] * by_column[tap % 3];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += factor * f64::from(weight);
                }
            }
        },
    );
    sums.into_iter().map(|sum| sum as f32).collect()
}
