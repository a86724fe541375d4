//! Windows of 3×3 by Winograd's method (Lavin and Gray 2015, "Fast Algorithms for Convolutional
//! Neural Networks", arXiv:1509.09308).
//!
//! The board is cut into tiles. What a tile's windows look at is transformed, so that the
//! convolution becomes one product for each number of the transformed tile, and the products are
//! transformed back. A tile of 4×4 points takes 36 products instead of 144.
//!
//! Loops count where an iterator would say the same, since only what is certain to be inlined can
//! use the processor's vectors.

#![allow(clippy::needless_range_loop)]

use std::{array::from_fn, fmt, marker::PhantomData};

use super::{
    frame::Frame,
    panels::{Panels, Rows},
};
use crate::network::{
    buffer::Buffer,
    inference::{Active, Run, Size},
    model::Shape,
    simd::Simd,
};

/// A way to cut a row into tiles of `OUT` points, each of which looks at `IN` = `OUT` + 2.
pub(super) trait Tiling<const OUT: usize, const IN: usize>:
    Copy + fmt::Debug + Send + Sync + 'static
{
    /// From the three weights of a row to those of the products.
    const WEIGHTS: [[f64; 3]; IN];

    /// From the numbers that a tile looks at to the factors of the products.
    fn input<S: Simd>(simd: S, numbers: [S::Vector; IN]) -> [S::Vector; IN];

    /// From the products to the sums of the points.
    fn output<S: Simd>(simd: S, products: [S::Vector; IN]) -> [S::Vector; OUT];

    /// Number of products for a pair of channels on a whole board.
    fn cost(size: Size) -> usize {
        size.width.div_ceil(OUT) * size.height.div_ceil(OUT) * IN * IN
    }
}

/// F(3, 3), by the points 0, 1, -1, 2 and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Three;

impl Tiling<3, 5> for Three {
    const WEIGHTS: [[f64; 3]; 5] = [
        [0.5, 0.0, 0.0],
        [-0.5, -0.5, -0.5],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 5] {
        let d_b = simd.sub(d, b);
        let d_c = simd.sub(d, c);
        [
            simd.add_scaled(2.0, simd.sub(a, c), d_b),
            simd.add_scaled(-2.0, b, d_c),
            simd.add_scaled(2.0, simd.sub(b, c), d_c),
            d_b,
            simd.add(simd.add_scaled(-2.0, d_b, e), simd.sub(simd.zeros(), c)),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(simd: S, [a, b, c, d, e]: [S::Vector; 5]) -> [S::Vector; 3] {
        let sum = simd.add(b, c);
        [
            simd.add(simd.add(a, sum), d),
            simd.add_scaled(2.0, d, simd.sub(b, c)),
            simd.add_scaled(4.0, d, simd.add(sum, e)),
        ]
    }
}

/// F(4, 3), by the points 0, 1, -1, 2, -2 and infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four;

impl Tiling<4, 6> for Four {
    const WEIGHTS: [[f64; 3]; 6] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 6] {
        let (even, odd) = (simd.add_scaled(-4.0, c, e), simd.add_scaled(-4.0, b, d));
        let (e_c, d_b) = (simd.sub(e, c), simd.sub(d, b));
        [
            simd.add_scaled(4.0, a, simd.add_scaled(-5.0, c, e)),
            simd.add(even, odd),
            simd.sub(even, odd),
            simd.add_scaled(2.0, d_b, e_c),
            simd.add_scaled(-2.0, d_b, e_c),
            simd.add_scaled(4.0, b, simd.add_scaled(-5.0, d, f)),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::Vector; 6]) -> [S::Vector; 4] {
        let (sum, difference) = (simd.add(b, c), simd.sub(b, c));
        let (sum2, difference2) = (simd.add(d, e), simd.sub(d, e));
        [
            simd.add(simd.add(a, sum), sum2),
            simd.add_scaled(2.0, difference2, difference),
            simd.add_scaled(4.0, sum2, sum),
            simd.add_scaled(8.0, difference2, simd.add(difference, f)),
        ]
    }
}

/// The transformed weights of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Winograd<S, T, const OUT: usize, const IN: usize> {
    simd: S,
    shape: Shape,
    panels: Panels<S>,
    /// By number of the transformed window, row by row.
    weights: Buffer<f32>,
    tiling: PhantomData<T>,
}

/// Where the tiles of a board are.
#[derive(Clone, Copy)]
struct Tiles {
    size: Size,
    /// In a row.
    columns: usize,
    /// On the board.
    count: usize,
    frame: Frame,
}

impl Tiles {
    fn new<const OUT: usize>(size: Size) -> Tiles {
        let (columns, rows) = (size.width.div_ceil(OUT), size.height.div_ceil(OUT));
        let frame = Frame::for_tiles(size, rows * OUT + 2, columns * OUT + 2);
        Tiles { size, columns, count: rows * columns, frame }
    }
}

impl<S: Simd, T: Tiling<OUT, IN>, const OUT: usize, const IN: usize> Winograd<S, T, OUT, IN> {
    pub(super) fn pack(simd: S, shape: Shape, weights: &[f32]) -> Self {
        let panels = Panels::new(simd, shape.inputs, shape.outputs);
        let mut packed = Buffer::zeros(IN * IN * panels.len());
        for (at, packed) in packed.chunks_exact_mut(panels.len()).enumerate() {
            let (by_row, by_column) = (T::WEIGHTS[at / IN], T::WEIGHTS[at % IN]);
            let factors: [f64; 9] = from_fn(|tap| by_row[tap / 3] * by_column[tap % 3]);
            let channels = shape.inputs * shape.outputs;
            panels.pack(shape.outputs, packed, |input, output| {
                let weight = |tap| weights[tap * channels + input * shape.outputs + output];
                let terms = factors.iter().enumerate();
                terms.map(|(tap, factor)| factor * f64::from(weight(tap))).sum::<f64>() as f32
            });
        }
        Winograd { simd, shape, panels, weights: packed, tiling: PhantomData }
    }

    pub(super) fn convolve(&self, input: Active, output: &mut [f32], run: &mut Run) {
        let tiles = Tiles::new::<OUT>(run.size());
        let width = self.shape.inputs.next_multiple_of(S::LANES);
        let mut framed = run.take(tiles.frame.places * width);
        let mut factors = run.take(IN * IN * tiles.count * width);
        let mut products = run.take(IN * IN * tiles.count * self.panels.outputs());
        self.simd.vectorize(
            #[inline(always)]
            || {
                let inputs = self.shape.inputs;
                tiles.frame.fill(input, inputs, width, &mut framed, 0.0, |number| number);
                self.transform(&framed, width, tiles, &mut factors);
                self.multiply(&factors, width, tiles, &mut products);
                self.transform_back(&products, tiles, output);
            },
        );
        run.give([framed, factors, products]);
    }

    #[inline(always)]
    fn transform(&self, framed: &[f32], width: usize, tiles: Tiles, factors: &mut [f32]) {
        let simd = self.simd;
        for tile in 0..tiles.count {
            let corner =
                tile / tiles.columns * OUT * tiles.frame.stride + tile % tiles.columns * OUT;
            for channel in (0..width).step_by(S::LANES) {
                let mut columns = [[simd.zeros(); IN]; IN];
                for column in 0..IN {
                    let mut numbers = [simd.zeros(); IN];
                    for row in 0..IN {
                        let place = corner + row * tiles.frame.stride + column;
                        numbers[row] = simd.load(&framed[place * width + channel..]);
                    }
                    columns[column] = T::input(simd, numbers);
                }
                for row in 0..IN {
                    let mut numbers = [simd.zeros(); IN];
                    for column in 0..IN {
                        numbers[column] = columns[column][row];
                    }
                    let numbers = T::input(simd, numbers);
                    for column in 0..IN {
                        let place = (row * IN + column) * tiles.count + tile;
                        simd.store(numbers[column], &mut factors[place * width + channel..]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn multiply(&self, factors: &[f32], width: usize, tiles: Tiles, products: &mut [f32]) {
        let factors = factors.chunks_exact(tiles.count * width);
        let products = products.chunks_exact_mut(tiles.count * self.panels.outputs());
        let weights = self.weights.chunks_exact(self.panels.len());
        for ((numbers, products), weights) in factors.zip(products).zip(weights) {
            let rows = Rows { numbers, count: tiles.count, stride: width, taps: &[0] };
            self.panels.multiply(weights, rows, products);
        }
    }

    #[inline(always)]
    fn transform_back(&self, products: &[f32], tiles: Tiles, output: &mut [f32]) {
        let (simd, width) = (self.simd, self.panels.outputs());
        for tile in 0..tiles.count {
            for channel in (0..width).step_by(S::LANES) {
                let mut columns = [[simd.zeros(); OUT]; IN];
                for column in 0..IN {
                    let mut numbers = [simd.zeros(); IN];
                    for row in 0..IN {
                        let place = (row * IN + column) * tiles.count + tile;
                        numbers[row] = simd.load(&products[place * width + channel..]);
                    }
                    columns[column] = T::output(simd, numbers);
                }
                let mut sums = [[simd.zeros(); OUT]; OUT];
                for row in 0..OUT {
                    let mut numbers = [simd.zeros(); IN];
                    for column in 0..IN {
                        numbers[column] = columns[column][row];
                    }
                    sums[row] = T::output(simd, numbers);
                }
                self.add(&sums, tile, tiles, channel, output);
            }
        }
    }

    /// Adds the sums of a tile's points, as far as they are on the board.
    #[inline(always)]
    fn add(
        &self,
        sums: &[[S::Vector; OUT]; OUT],
        tile: usize,
        tiles: Tiles,
        channel: usize,
        output: &mut [f32],
    ) {
        let (top, left) = (tile / tiles.columns * OUT, tile % tiles.columns * OUT);
        let outputs = self.shape.outputs;
        for row in 0..OUT.min(tiles.size.height - top) {
            for column in 0..OUT.min(tiles.size.width - left) {
                let point = (top + row) * tiles.size.width + left + column;
                let place = point * outputs + channel;
                let end = (place + S::LANES).min((point + 1) * outputs);
                add(self.simd, sums[row][column], &mut output[place..end]);
            }
        }
    }
}

/// Adds as many numbers of a vector as `output` has room for.
#[inline(always)]
fn add<S: Simd>(simd: S, sum: S::Vector, output: &mut [f32]) {
    if output.len() == S::LANES {
        simd.store(simd.add(sum, simd.load(output)), output);
    } else {
        const MOST_LANES: usize = 16;
        let mut sums = [0.0; MOST_LANES];
        simd.store(sum, &mut sums);
        for (output, sum) in output.iter_mut().zip(sums) {
            *output += sum;
        }
    }
}
