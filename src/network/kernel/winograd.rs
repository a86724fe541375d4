//! Winograd convolutions of 3×3 windows (Lavin and Gray 2015, "Fast Algorithms for Convolutional
//! Neural Networks", arXiv:1509.09308).
//!
//! The board is divided into tiles of outputs. The inputs of a tile are transformed, so that the
//! convolution becomes one product for each transformed element, and the products are transformed
//! back. A tile of 4×4 points takes 36 products instead of 144.
//!
//! Loops use indices instead of iterators, since only code that is certain to be inlined is
//! compiled with the vector instructions.

#![allow(clippy::needless_range_loop)]

use std::{array::from_fn, marker::PhantomData};

use super::{
    WriteMode,
    gemm::{Gemm, Rows},
    int16,
    transform::Transform,
};
use crate::network::{
    buffer::{Buffer, CACHE_LINE_WORDS},
    inference::{ConvInput, Scratch, Size},
    model::Shape,
    simd::{Arithmetic, DotProduct, Simd},
};

/// The transformed weights of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Winograd<A: Arithmetic, T, const OUT: usize, const IN: usize> {
    arithmetic: A,
    shape: Shape,
    gemm: Gemm<A>,
    /// By element of the transformed filter, row by row.
    weights: Buffer<A::Word>,
    /// The scale of integer weights, by element of the transformed filter, by output.
    scales: Vec<f32>,
    transform: PhantomData<T>,
}

/// The tiles of a board.
#[derive(Clone, Copy)]
struct TileGrid {
    size: Size,
    /// Tiles in a row.
    columns: usize,
    /// Tiles on the board.
    count: usize,
}

impl TileGrid {
    fn new<const OUT: usize>(size: Size) -> TileGrid {
        let (columns, rows) = (size.width.div_ceil(OUT), size.height.div_ceil(OUT));
        TileGrid { size, columns, count: rows * columns }
    }

    /// The first point of a tile: row and column.
    fn corner<const OUT: usize>(self, tile: usize) -> (usize, usize) {
        (tile / self.columns * OUT, tile % self.columns * OUT)
    }

    /// The input points of a tile, row by row. Points beyond the board are represented by the one
    /// after the last.
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

    /// Words from one element of the transformed tiles to the next, with `width` words per tile.
    /// One more cache line prevents multiples of a large power of two, with which the elements,
    /// written in turn, would share the same cache set.
    fn spacing(self, width: usize) -> usize {
        self.count * width + CACHE_LINE_WORDS
    }
}

impl<A: Arithmetic, T: Transform<OUT, IN>, const OUT: usize, const IN: usize>
    Winograd<A, T, OUT, IN>
{
    pub(super) fn pack(arithmetic: A, shape: Shape, weights: &[f32]) -> Self {
        let gemm = Gemm::new(arithmetic, shape.inputs.div_ceil(A::OPERANDS), shape.outputs);
        let mut packed = Buffer::zeros(IN * IN * gemm.len());
        let mut scales = vec![1.0; IN * IN * gemm.outputs()];
        let elements = packed.chunks_exact_mut(gemm.len());
        let scales_of = scales.chunks_exact_mut(gemm.outputs());
        for (at, (packed, scales)) in elements.zip(scales_of).enumerate() {
            let mut filter = transformed_filter(
                weights,
                shape.inputs * shape.outputs,
                T::FILTER[at / IN],
                T::FILTER[at % IN],
            );
            if A::IS_INTEGER {
                let gain = T::INPUT_GAIN[at / IN] * T::INPUT_GAIN[at % IN];
                let factors = int16::quantize_weights(&mut filter, shape.outputs);
                for (scale, factor) in scales.iter_mut().zip(factors) {
                    *scale = gain / factor;
                }
            }
            gemm.pack(shape.outputs, packed, |word, output| {
                let inputs = word * A::OPERANDS..shape.inputs.min((word + 1) * A::OPERANDS);
                A::pack_word(inputs.map(|input| filter[input * shape.outputs + output]))
            });
        }
        Winograd { arithmetic, shape, gemm, weights: packed, scales, transform: PhantomData }
    }

    pub(super) fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let tiles = TileGrid::new::<OUT>(scratch.size());
        let width = self.shape.inputs.next_multiple_of(A::Simd::LANES);
        let mut values = scratch.take((tiles.size.width * tiles.size.height + 1) * width);
        let mut operands = scratch.take(IN * IN * tiles.spacing(width / A::OPERANDS));
        let mut products = scratch.take(IN * IN * tiles.spacing(self.gemm.outputs()));
        self.arithmetic.vectorize(
            #[inline(always)]
            || {
                let inputs = self.shape.inputs;
                fill(input, inputs, width, &mut values);
                let factor = if A::IS_INTEGER { int16::input_factor(&values, inputs) } else { 1.0 };
                self.transform_inputs(&values, width, tiles, factor, &mut operands);
                self.multiply(&operands, width, tiles, &mut products);
                self.transform_outputs(&products, tiles, 1.0 / factor, mode, output);
            },
        );
        scratch.give_back([values]);
        scratch.give_back([operands, products]);
    }

    #[inline(always)]
    fn transform_inputs(
        &self,
        values: &[f32],
        width: usize,
        tiles: TileGrid,
        factor: f32,
        operands: &mut [A::Word],
    ) {
        let simd = self.arithmetic.simd();
        let factors: [[f32; IN]; IN] =
            from_fn(|row| from_fn(|column| factor / (T::INPUT_GAIN[row] * T::INPUT_GAIN[column])));
        // Outside the loops, so that it is zeroed only once.
        let mut columns = [[simd.zeros(); IN]; IN];
        for tile in 0..tiles.count {
            let points: [[usize; IN]; IN] = tiles.points::<OUT, IN>(tile);
            for channel in (0..width).step_by(A::Simd::LANES) {
                for column in 0..IN {
                    let mut inputs = [simd.zeros(); IN];
                    for row in 0..IN {
                        inputs[row] = simd.load(&values[points[row][column] * width + channel..]);
                    }
                    columns[column] = T::transform_input(simd, inputs);
                }
                for row in 0..IN {
                    let mut values = [simd.zeros(); IN];
                    for column in 0..IN {
                        values[column] = columns[column][row];
                    }
                    let values = T::transform_input(simd, values);
                    for column in 0..IN {
                        let spacing = tiles.spacing(width / A::OPERANDS);
                        let word =
                            (row * IN + column) * spacing + (tile * width + channel) / A::OPERANDS;
                        let factor = factors[row][column];
                        self.arithmetic.store_operands(
                            values[column],
                            factor,
                            &mut operands[word..],
                        );
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn multiply(
        &self,
        operands: &[A::Word],
        width: usize,
        tiles: TileGrid,
        products: &mut [A::Word],
    ) {
        let stride = width / A::OPERANDS;
        let operands = operands.chunks_exact(tiles.spacing(stride));
        let products = products.chunks_exact_mut(tiles.spacing(self.gemm.outputs()));
        let weights = self.weights.chunks_exact(self.gemm.len());
        for ((values, products), weights) in operands.zip(products).zip(weights) {
            let rows = Rows { values, count: tiles.count, stride, taps: &[0] };
            self.gemm.multiply(weights, rows, products);
        }
    }

    #[inline(always)]
    fn transform_outputs(
        &self,
        products: &[A::Word],
        tiles: TileGrid,
        input_scale: f32,
        mode: WriteMode,
        output: &mut [f32],
    ) {
        let (simd, width) = (self.arithmetic.simd(), self.gemm.outputs());
        let mut columns = [[simd.zeros(); OUT]; IN];
        for tile in 0..tiles.count {
            for channel in (0..width).step_by(A::LANES) {
                for column in 0..IN {
                    let mut values = [simd.zeros(); IN];
                    for row in 0..IN {
                        let place = (row * IN + column) * tiles.spacing(width) + tile * width;
                        let scales = &self.scales[(row * IN + column) * width + channel..];
                        let products = &products[place + channel..];
                        values[row] = self.arithmetic.load_sums(products, scales);
                    }
                    columns[column] = T::transform_output(simd, values);
                }
                let mut sums = [[simd.zeros(); OUT]; OUT];
                for row in 0..OUT {
                    let mut values = [simd.zeros(); IN];
                    for column in 0..IN {
                        values[column] = columns[column][row];
                    }
                    sums[row] = T::transform_output(simd, values);
                    if A::IS_INTEGER {
                        sums[row] = sums[row].map(|sum| simd.scaled(input_scale, sum));
                    }
                }
                self.write(&sums, tile, tiles, channel, mode, output);
            }
        }
    }

    /// Writes the sums of the points of a tile that are on the board.
    #[inline(always)]
    fn write(
        &self,
        sums: &[[<A::Simd as DotProduct>::Vector; OUT]; OUT],
        tile: usize,
        tiles: TileGrid,
        channel: usize,
        mode: WriteMode,
        output: &mut [f32],
    ) {
        let (top, left) = tiles.corner::<OUT>(tile);
        let outputs = self.shape.outputs;
        for row in 0..OUT.min(tiles.size.height - top) {
            for column in 0..OUT.min(tiles.size.width - left) {
                let point = (top + row) * tiles.size.width + left + column;
                let place = point * outputs + channel;
                let end = (place + A::LANES).min((point + 1) * outputs);
                write(self.arithmetic.simd(), sums[row][column], mode, &mut output[place..end]);
            }
        }
    }
}

/// Writes the input, each point padded to `width` channels with zeros, and then a point of zeros.
#[inline(always)]
fn fill(input: ConvInput, channels: usize, width: usize, output: &mut [f32]) {
    let (output, beyond) = output.split_at_mut(output.len() - width);
    for (point, output) in output.chunks_exact_mut(width).enumerate() {
        let (output, rest) = output.split_at_mut(channels);
        input.point(point, output, |value| value);
        rest.fill(0.0);
    }
    beyond.fill(0.0);
}

/// Writes the first elements of a vector, as many as `output` has.
#[inline(always)]
fn write<S: Simd>(simd: S, sum: S::Vector, mode: WriteMode, output: &mut [f32]) {
    if output.len() == S::LANES {
        let sum = match mode {
            WriteMode::Overwrite => sum,
            WriteMode::Accumulate => simd.add(sum, simd.load(output)),
        };
        simd.store(sum, output);
    } else {
        const MAX_LANES: usize = 16;
        let mut sums = [0.0; MAX_LANES];
        simd.store(sum, &mut sums);
        mode.write(output, sums.into_iter());
    }
}

/// Returns one element of the transformed filter, for each pair of channels.
fn transformed_filter(
    weights: &[f32],
    channels: usize,
    by_row: [f64; 3],
    by_column: [f64; 3],
) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for (tap, weights) in weights.chunks_exact(channels).enumerate() {
        let factor = by_row[tap / 3] * by_column[tap % 3];
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += factor * f64::from(weight);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}
