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

use std::{array::from_fn, marker::PhantomData};

use super::{
    Onto,
    panels::{Panels, Rows},
    tiling::Tiling,
    whole,
};
use crate::network::{
    buffer::{Buffer, LINE_WORDS},
    inference::{Active, Run, Size},
    model::Shape,
    simd::{Dot, Factors, Simd},
};

/// The transformed weights of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Winograd<F: Factors, T, const OUT: usize, const IN: usize> {
    factors: F,
    shape: Shape,
    panels: Panels<F>,
    /// By number of the transformed window, row by row.
    weights: Buffer<F::Word>,
    /// By number of the transformed window, by output, what the sums are to be multiplied with if
    /// factors are whole.
    scales: Vec<f32>,
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
}

impl Tiles {
    fn new<const OUT: usize>(size: Size) -> Tiles {
        let (columns, rows) = (size.width.div_ceil(OUT), size.height.div_ceil(OUT));
        Tiles { size, columns, count: rows * columns }
    }

    /// The first point of a tile: row and column.
    fn corner<const OUT: usize>(self, tile: usize) -> (usize, usize) {
        (tile / self.columns * OUT, tile % self.columns * OUT)
    }

    /// The points that a tile looks at, row by row. What is beyond the board is the point after the
    /// last one.
    #[inline(always)]
    fn points<const OUT: usize, const IN: usize>(self, tile: usize) -> [[usize; IN]; IN] {
        let Size { width, height } = self.size;
        let (top, left) = self.corner::<OUT>(tile);
        let mut points = [[width * height; IN]; IN];
        for row in usize::from(top == 0)..IN.min(height + 1 - top) {
            for column in usize::from(left == 0)..IN.min(width + 1 - left) {
                points[row][column] = (top + row - 1) * width + left + column - 1;
            }
        }
        points
    }

    /// Words from one number of the transformed tiles to the next, `width` words a tile. They are
    /// written in turn, and their places in a cache are the same where this is a multiple of many
    /// lines: a line more prevents it.
    fn spacing(self, width: usize) -> usize {
        self.count * width + LINE_WORDS
    }
}

impl<F: Factors, T: Tiling<OUT, IN>, const OUT: usize, const IN: usize> Winograd<F, T, OUT, IN> {
    pub(super) fn pack(factors: F, shape: Shape, weights: &[f32]) -> Self {
        let panels = Panels::new(factors, shape.inputs.div_ceil(F::NUMBERS), shape.outputs);
        let mut packed = Buffer::zeros(IN * IN * panels.len());
        let mut scales = vec![1.0; IN * IN * panels.outputs()];
        let places = packed.chunks_exact_mut(panels.len());
        let scales_of = scales.chunks_exact_mut(panels.outputs());
        for (at, (packed, scales)) in places.zip(scales_of).enumerate() {
            let mut window = transformed_window(
                weights,
                shape.inputs * shape.outputs,
                T::WEIGHTS[at / IN],
                T::WEIGHTS[at % IN],
            );
            if F::ARE_WHOLE {
                let growth = T::GROWTH[at / IN] * T::GROWTH[at % IN];
                let factors = whole::make_whole(&mut window, shape.outputs);
                for (scale, factor) in scales.iter_mut().zip(factors) {
                    *scale = growth / factor;
                }
            }
            panels.pack(shape.outputs, packed, |word, output| {
                let inputs = word * F::NUMBERS..shape.inputs.min((word + 1) * F::NUMBERS);
                F::word(inputs.map(|input| window[input * shape.outputs + output]))
            });
        }
        Winograd { factors, shape, panels, weights: packed, scales, tiling: PhantomData }
    }

    pub(super) fn convolve(&self, input: Active, onto: Onto, output: &mut [f32], run: &mut Run) {
        let tiles = Tiles::new::<OUT>(run.size());
        let width = self.shape.inputs.next_multiple_of(F::Simd::LANES);
        let mut numbers = run.take((tiles.size.width * tiles.size.height + 1) * width);
        let mut factors = run.take(IN * IN * tiles.spacing(width / F::NUMBERS));
        let mut products = run.take(IN * IN * tiles.spacing(self.panels.outputs()));
        self.factors.vectorize(
            #[inline(always)]
            || {
                let inputs = self.shape.inputs;
                fill(input, inputs, width, &mut numbers);
                let unit = if F::ARE_WHOLE { whole::unit(&numbers, inputs) } else { 1.0 };
                self.transform(&numbers, width, tiles, unit, &mut factors);
                self.multiply(&factors, width, tiles, &mut products);
                self.transform_back(&products, tiles, 1.0 / unit, onto, output);
            },
        );
        run.give([numbers]);
        run.give([factors, products]);
    }

    #[inline(always)]
    fn transform(
        &self,
        numbers: &[f32],
        width: usize,
        tiles: Tiles,
        unit: f32,
        factors: &mut [F::Word],
    ) {
        let simd = self.factors.simd();
        let scales: [[f32; IN]; IN] =
            from_fn(|row| from_fn(|column| unit / (T::GROWTH[row] * T::GROWTH[column])));
        // Out of the loops, so that it is not filled with zeros again and again.
        let mut columns = [[simd.zeros(); IN]; IN];
        for tile in 0..tiles.count {
            let points: [[usize; IN]; IN] = tiles.points::<OUT, IN>(tile);
            for channel in (0..width).step_by(F::Simd::LANES) {
                for column in 0..IN {
                    let mut seen = [simd.zeros(); IN];
                    for row in 0..IN {
                        seen[row] = simd.load(&numbers[points[row][column] * width + channel..]);
                    }
                    columns[column] = T::input(simd, seen);
                }
                for row in 0..IN {
                    let mut numbers = [simd.zeros(); IN];
                    for column in 0..IN {
                        numbers[column] = columns[column][row];
                    }
                    let numbers = T::input(simd, numbers);
                    for column in 0..IN {
                        let spacing = tiles.spacing(width / F::NUMBERS);
                        let word =
                            (row * IN + column) * spacing + (tile * width + channel) / F::NUMBERS;
                        let scale = scales[row][column];
                        self.factors.put(numbers[column], scale, &mut factors[word..]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn multiply(&self, factors: &[F::Word], width: usize, tiles: Tiles, products: &mut [F::Word]) {
        let stride = width / F::NUMBERS;
        let factors = factors.chunks_exact(tiles.spacing(stride));
        let products = products.chunks_exact_mut(tiles.spacing(self.panels.outputs()));
        let weights = self.weights.chunks_exact(self.panels.len());
        for ((numbers, products), weights) in factors.zip(products).zip(weights) {
            let rows = Rows { numbers, count: tiles.count, stride, taps: &[0] };
            self.panels.multiply(weights, rows, products);
        }
    }

    #[inline(always)]
    fn transform_back(
        &self,
        products: &[F::Word],
        tiles: Tiles,
        unit: f32,
        onto: Onto,
        output: &mut [f32],
    ) {
        let (simd, width) = (self.factors.simd(), self.panels.outputs());
        let mut columns = [[simd.zeros(); OUT]; IN];
        for tile in 0..tiles.count {
            for channel in (0..width).step_by(F::LANES) {
                for column in 0..IN {
                    let mut numbers = [simd.zeros(); IN];
                    for row in 0..IN {
                        let place = (row * IN + column) * tiles.spacing(width) + tile * width;
                        let scales = &self.scales[(row * IN + column) * width + channel..];
                        let products = &products[place + channel..];
                        numbers[row] = self.factors.get(products, scales);
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
                    if F::ARE_WHOLE {
                        sums[row] = sums[row].map(|sum| simd.scaled(unit, sum));
                    }
                }
                self.write(&sums, tile, tiles, channel, onto, output);
            }
        }
    }

    /// Writes the sums of a tile's points, as far as they are on the board.
    #[inline(always)]
    fn write(
        &self,
        sums: &[[<F::Simd as Dot>::Vector; OUT]; OUT],
        tile: usize,
        tiles: Tiles,
        channel: usize,
        onto: Onto,
        output: &mut [f32],
    ) {
        let (top, left) = tiles.corner::<OUT>(tile);
        let outputs = self.shape.outputs;
        for row in 0..OUT.min(tiles.size.height - top) {
            for column in 0..OUT.min(tiles.size.width - left) {
                let point = (top + row) * tiles.size.width + left + column;
                let place = point * outputs + channel;
                let end = (place + F::LANES).min((point + 1) * outputs);
                write(self.factors.simd(), sums[row][column], onto, &mut output[place..end]);
            }
        }
    }
}

/// Writes the numbers of a layer, each point's filled up to `width` channels with zeros, and a point
/// of zeros.
#[inline(always)]
fn fill(input: Active, channels: usize, width: usize, output: &mut [f32]) {
    let (output, beyond) = output.split_at_mut(output.len() - width);
    for (point, output) in output.chunks_exact_mut(width).enumerate() {
        let (output, rest) = output.split_at_mut(channels);
        input.point(point, output, |number| number);
        rest.fill(0.0);
    }
    beyond.fill(0.0);
}

/// Writes as many numbers of a vector as `output` has room for.
#[inline(always)]
fn write<S: Simd>(simd: S, sum: S::Vector, onto: Onto, output: &mut [f32]) {
    if output.len() == S::LANES {
        let sum = match onto {
            Onto::Nothing => sum,
            Onto::Numbers => simd.add(sum, simd.load(output)),
        };
        simd.store(sum, output);
    } else {
        const MOST_LANES: usize = 16;
        let mut sums = [0.0; MOST_LANES];
        simd.store(sum, &mut sums);
        onto.write(output, sums.into_iter());
    }
}

/// For each pair of channels, one number of the transformed window.
fn transformed_window(
    weights: &[f32],
    channels: usize,
    by_row: [f64; 3],
    by_column: [f64; 3],
) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for (tap, weights) in weights.chunks_exact(channels).enumerate() {
        let share = by_row[tap / 3] * by_column[tap % 3];
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += share * f64::from(weight);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}
