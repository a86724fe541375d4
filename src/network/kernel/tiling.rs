//! Ways to cut a board into tiles for Winograd's method.

use std::fmt;

use crate::network::{inference::Size, simd::Simd};

/// A way to cut a row into tiles of `OUT` points, each of which looks at `IN` = `OUT` + 2.
pub(super) trait Tiling<const OUT: usize, const IN: usize>:
    Copy + fmt::Debug + Send + Sync + 'static
{
    /// From the three weights of a row to those of the products.
    const WEIGHTS: [[f64; 3]; IN];

    /// How many times the greatest number that a tile looks at a factor can be.
    const GROWTH: [f32; IN];

    /// From the numbers that a tile looks at to the factors of the products.
    fn input<S: Simd>(simd: S, numbers: [S::Vector; IN]) -> [S::Vector; IN];

    /// From the products to the sums of the points.
    fn output<S: Simd>(simd: S, products: [S::Vector; IN]) -> [S::Vector; OUT];

    /// How long a board takes, in products for a pair of channels.
    fn cost(size: Size) -> usize {
        /// Tiles that would take as long as fetching the weights, as was measured.
        const FETCHING: usize = 4;
        (size.width.div_ceil(OUT) * size.height.div_ceil(OUT) + FETCHING) * IN * IN
    }
}

/// F(3, 3), by the points 0, [`A`](Three::A), -A, [`B`](Three::B) and infinity.
///
/// The points of the tilings are those that leave the least error when factors are rounded
/// (Barabasz, Anderson, Soodhalter and Gregg 2020, "Error Analysis and Improving the Accuracy of
/// Winograd Convolution for Deep Neural Networks", arXiv:1803.10986), as found by trials:
/// those of three and four points 0.65 and 0.45 times that of whole numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Three;

impl Three {
    const A: f32 = 3.0 / 4.0;
    const B: f32 = 15.0 / 8.0;
}

impl Tiling<3, 5> for Three {
    const WEIGHTS: [[f64; 3]; 5] = {
        let (a, b) = (Three::A as f64, Three::B as f64);
        [
            powers(0.0, a * a * b),
            powers(a, 2.0 * a * a * (a - b)),
            powers(-a, 2.0 * a * a * (-a - b)),
            powers(b, b * (b * b - a * a)),
            [0.0, 0.0, 1.0],
        ]
    };

    const GROWTH: [f32; 5] = {
        let (a, a2, b) = (1.0 + Three::A, 1.0 + Three::A * Three::A, 1.0 + Three::B);
        [a2 * b, a * b, a * b, a2, a2 * b]
    };

    #[inline(always)]
    fn input<S: Simd>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 5] {
        const A2: f32 = Three::A * Three::A;
        let without_a = [(a, c), (b, d), (c, e)].map(|(from, to)| simd.add_scaled(-A2, from, to));
        let without_b = [(b, c), (c, d)].map(|(from, to)| simd.add_scaled(-Three::B, from, to));
        [
            simd.add_scaled(-Three::B, without_a[0], without_a[1]),
            simd.add_scaled(Three::A, without_b[0], without_b[1]),
            simd.add_scaled(-Three::A, without_b[0], without_b[1]),
            without_a[1],
            simd.add_scaled(-Three::B, without_a[1], without_a[2]),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 3] {
        let (sum, difference) = (simd.add(b, c), simd.sub(b, c));
        let squares = simd.add_scaled(Three::A * Three::A, sum, e);
        [
            simd.add(simd.add(a, sum), d),
            simd.add_scaled(Three::A, difference, simd.scaled(Three::B, d)),
            simd.add_scaled(Three::B * Three::B, d, squares),
        ]
    }
}

/// F(4, 3), by the points 0, [`A`](Four::A), -A, [`B`](Four::B), -B and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four;

impl Four {
    const A: f32 = 5.0 / 8.0;
    const B: f32 = 3.0 / 2.0;
}

impl Tiling<4, 6> for Four {
    const WEIGHTS: [[f64; 3]; 6] = {
        let (a, b) = (Four::A as f64, Four::B as f64);
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

    const GROWTH: [f32; 6] = {
        let (a, a2) = (1.0 + Four::A, 1.0 + Four::A * Four::A);
        let (b, b2) = (1.0 + Four::B, 1.0 + Four::B * Four::B);
        [a2 * b2, a * b2, a * b2, a2 * b, a2 * b, a2 * b2]
    };

    #[inline(always)]
    fn input<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 6] {
        const A2: f32 = Four::A * Four::A;
        const B2: f32 = Four::B * Four::B;
        let without_a = [(a, c), (b, d), (c, e), (d, f)];
        let without_a = without_a.map(|(from, to)| simd.add_scaled(-A2, from, to));
        let without_b = [(b, d), (c, e)].map(|(from, to)| simd.add_scaled(-B2, from, to));
        [
            simd.add_scaled(-B2, without_a[0], without_a[2]),
            simd.add_scaled(Four::A, without_b[0], without_b[1]),
            simd.add_scaled(-Four::A, without_b[0], without_b[1]),
            simd.add_scaled(Four::B, without_a[1], without_a[2]),
            simd.add_scaled(-Four::B, without_a[1], without_a[2]),
            simd.add_scaled(-B2, without_a[1], without_a[3]),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 4] {
        const A: f32 = Four::A;
        const B: f32 = Four::B;
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

/// F(5, 3), by the points 0, [`A`](Five::A), -A, [`B`](Five::B), -B, [`C`](Five::C) and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Five;

impl Five {
    const A: f32 = 7.0 / 8.0;
    const B: f32 = 15.0 / 8.0;
    const C: f32 = 3.0 / 8.0;
}

impl Tiling<5, 7> for Five {
    const WEIGHTS: [[f64; 3]; 7] = {
        let (a, b, c) = (Five::A as f64, Five::B as f64, Five::C as f64);
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

    const GROWTH: [f32; 7] = {
        let (a, a2) = (1.0 + Five::A, 1.0 + Five::A * Five::A);
        let (b, b2) = (1.0 + Five::B, 1.0 + Five::B * Five::B);
        let c = 1.0 + Five::C;
        [a2 * b2 * c, a * b2 * c, a * b2 * c, a2 * b * c, a2 * b * c, a2 * b2, a2 * b2 * c]
    };

    #[inline(always)]
    fn input<S: Simd>(simd: S, [a, b, c, d, e, f, g]: [S::Vector; 7]) -> [S::Vector; 7] {
        const A2: f32 = Five::A * Five::A;
        const B2: f32 = Five::B * Five::B;
        let without = |factor: f32, from, to| simd.add_scaled(-factor, from, to);
        let (a0, a1, a2) = (without(A2, a, c), without(A2, b, d), without(A2, c, e));
        let (a3, a4) = (without(A2, d, f), without(A2, e, g));
        let (b1, b2, b3) = (without(B2, b, d), without(B2, c, e), without(B2, d, f));
        let without_both = [without(B2, a0, a2), without(B2, a1, a3), without(B2, a2, a4)];
        let for_a = [without(Five::C, b1, b2), without(Five::C, b2, b3)];
        let for_b = [without(Five::C, a1, a2), without(Five::C, a2, a3)];
        [
            simd.add_scaled(-Five::C, without_both[0], without_both[1]),
            simd.add_scaled(Five::A, for_a[0], for_a[1]),
            simd.add_scaled(-Five::A, for_a[0], for_a[1]),
            simd.add_scaled(Five::B, for_b[0], for_b[1]),
            simd.add_scaled(-Five::B, for_b[0], for_b[1]),
            without_both[1],
            simd.add_scaled(-Five::C, without_both[1], without_both[2]),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(simd: S, [a, b, c, d, e, f, g]: [S::Vector; 7]) -> [S::Vector; 5] {
        const A: f32 = Five::A;
        const B: f32 = Five::B;
        const C: f32 = Five::C;
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

/// The powers of a point, divided.
const fn powers(point: f64, divisor: f64) -> [f64; 3] {
    [1.0 / divisor, point / divisor, point * point / divisor]
}
