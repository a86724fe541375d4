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

use std::{array::from_fn, marker::PhantomData, ops::Range};

use super::{
    WriteMode,
    gemm::{Gemm, Rows},
    int16,
    tiles::TileGrid,
    transform::{Transform, transformed_filter},
};
use crate::network::{
    buffer::{Buffer, CACHE_LINE_WORDS},
    inference::{ConvInput, Scratch},
    model::Shape,
    simd::{Arithmetic, DotProduct, SimdF32},
};

/// The transformed weights of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Winograd<A: Arithmetic, T, const OUT: usize, const IN: usize> {
    arithmetic: A,
    shape: Shape,
    panels: Vec<Panel<A>>,
    /// By panel, by element of the transformed filter, row by row.
    weights: Buffer<A::Word>,
    transform: PhantomData<T>,
}

/// The weights of some outputs. Panels are computed one after the other, so that the products that
/// wait for their transformation stay in the cache: with 192 channels it saves 2 to 3 %.
#[derive(Clone, Debug)]
struct Panel<A: Arithmetic> {
    /// The first output.
    first: usize,
    gemm: Gemm<A>,
    /// The place of its weights.
    weights: Range<usize>,
    /// The scale of integer weights, by element of the transformed filter, by output.
    scales: Vec<f32>,
}

/// The products of the tiles and the weights of a panel, for the boards whose inputs have this scale.
#[derive(Clone, Copy)]
struct Products<'p, A: Arithmetic> {
    panel: &'p Panel<A>,
    values: &'p [A::Word],
    tiles: TileGrid,
    scale: f32,
}

impl<A: Arithmetic, T: Transform<OUT, IN>, const OUT: usize, const IN: usize>
    Winograd<A, T, OUT, IN>
{
    pub(super) fn pack(arithmetic: A, shape: Shape, weights: &[f32]) -> Self {
        let words = shape.inputs.div_ceil(A::OPERANDS);
        let mut end = 0;
        let panel = |outputs: Range<usize>| {
            let gemm = Gemm::new(arithmetic, words, outputs.len());
            let weights = end..end + IN * IN * gemm.len();
            end = weights.end;
            Panel {
                first: outputs.start,
                gemm,
                weights,
                scales: vec![1.0; IN * IN * gemm.outputs()],
            }
        };
        let all = Gemm::new(arithmetic, words, shape.outputs);
        let mut panels: Vec<Panel<A>> =
            output_ranges(all, shape.outputs).into_iter().map(panel).collect();
        let mut packed_weights = Buffer::zeros(end);
        for at in 0..IN * IN {
            let mut filter = transformed_filter(
                weights,
                shape.inputs * shape.outputs,
                T::FILTER[at / IN],
                T::FILTER[at % IN],
            );
            let mut scales = vec![1.0; shape.outputs];
            if A::IS_INTEGER {
                let gain = T::INPUT_GAIN[at / IN] * T::INPUT_GAIN[at % IN];
                let factors = int16::quantize_weights(&mut filter, shape.outputs);
                scales = factors.into_iter().map(|factor| gain / factor).collect();
            }
            for panel in &mut panels {
                let Panel { first, gemm, .. } = *panel;
                let scales = &scales[first..];
                let packed_scales = &mut panel.scales[at * gemm.outputs()..][..gemm.outputs()];
                packed_scales.iter_mut().zip(scales).for_each(|(packed, scale)| *packed = *scale);
                let packed =
                    &mut packed_weights[panel.weights.clone()][at * gemm.len()..][..gemm.len()];
                let outputs = gemm.outputs().min(shape.outputs - first);
                gemm.pack(outputs, packed, |word, output| {
                    let inputs = word * A::OPERANDS..shape.inputs.min((word + 1) * A::OPERANDS);
                    let weight = |input| filter[input * shape.outputs + first + output];
                    A::pack_word(inputs.map(weight))
                });
            }
        }
        Winograd { arithmetic, shape, panels, weights: packed_weights, transform: PhantomData }
    }

    pub(super) fn convolve(
        &self,
        input: ConvInput,
        mode: WriteMode,
        output: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let tiles = TileGrid::new::<OUT>(scratch);
        let width = self.shape.inputs.next_multiple_of(A::Simd::LANES);
        let mut values = scratch.take((tiles.points_of_all() + 1) * width);
        let mut operands = scratch.take(IN * IN * tiles.spacing(width / A::OPERANDS));
        let panel_width = self.panels.iter().map(|panel| panel.gemm.outputs()).max();
        let panel_width = panel_width.expect("a panel");
        let mut products = scratch.take(IN * IN * tiles.spacing(panel_width));
        let mut factors = vec![1.0; tiles.boards];
        self.arithmetic.vectorize(
            #[inline(always)]
            || {
                let inputs = self.shape.inputs;
                fill(input, inputs, width, &mut values);
                if A::IS_INTEGER {
                    let boards = values.chunks_exact(tiles.size.area() * width);
                    for (factor, values) in factors.iter_mut().zip(boards) {
                        *factor = int16::input_factor(values, inputs);
                    }
                }
                for (board, &factor) in factors.iter().enumerate() {
                    self.transform_inputs(&values, width, tiles, board, factor, &mut operands);
                }
                for panel in &self.panels {
                    self.multiply(panel, &operands, width, tiles, &mut products);
                    for (board, &factor) in factors.iter().enumerate() {
                        let scale = 1.0 / factor;
                        let products = Products { panel, values: &products, tiles, scale };
                        self.transform_outputs(products, board, mode, output);
                    }
                }
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
        board: usize,
        factor: f32,
        operands: &mut [A::Word],
    ) {
        let simd = self.arithmetic.simd();
        let factors: [[f32; IN]; IN] =
            from_fn(|row| from_fn(|column| factor / (T::INPUT_GAIN[row] * T::INPUT_GAIN[column])));
        // Outside the loops, so that it is zeroed only once.
        let mut columns = [[simd.zeros(); IN]; IN];
        for tile in tiles.of_board(board) {
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
        panel: &Panel<A>,
        operands: &[A::Word],
        width: usize,
        tiles: TileGrid,
        products: &mut [A::Word],
    ) {
        let stride = width / A::OPERANDS;
        let operands = operands.chunks_exact(tiles.spacing(stride));
        let products = products.chunks_exact_mut(tiles.spacing(panel.gemm.outputs()));
        let weights = self.weights[panel.weights.clone()].chunks_exact(panel.gemm.len());
        for ((values, products), weights) in operands.zip(products).zip(weights) {
            let rows = Rows { values, count: tiles.count, stride, taps: &[0] };
            panel.gemm.multiply(weights, rows, products);
        }
    }

    #[inline(always)]
    fn transform_outputs(
        &self,
        products: Products<A>,
        board: usize,
        mode: WriteMode,
        output: &mut [f32],
    ) {
        let Products { panel, values: products, tiles, scale: input_scale } = products;
        let (simd, width) = (self.arithmetic.simd(), panel.gemm.outputs());
        let mut columns = [[simd.zeros(); OUT]; IN];
        for tile in tiles.of_board(board) {
            for channel in (0..width).step_by(A::LANES) {
                for column in 0..IN {
                    let mut values = [simd.zeros(); IN];
                    for row in 0..IN {
                        let place = (row * IN + column) * tiles.spacing(width) + tile * width;
                        let scales = &panel.scales[(row * IN + column) * width + channel..];
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
                self.write(&sums, tile, tiles, panel.first + channel, mode, output);
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
        let (first, top, left) = tiles.corner::<OUT>(tile);
        let outputs = self.shape.outputs;
        for row in 0..OUT.min(tiles.size.height - top) {
            for column in 0..OUT.min(tiles.size.width - left) {
                let point = first + (top + row) * tiles.size.width + left + column;
                let place = point * outputs + channel;
                let end = (place + A::LANES).min((point + 1) * outputs);
                write(self.arithmetic.simd(), sums[row][column], mode, &mut output[place..end]);
            }
        }
    }
}

/// The outputs of each [`Panel`]: those of a panel of the product, or with short vectors all of them.
/// The product's panels have few outputs then, and each reads all inputs, so that portable code would
/// take a third longer with 192 channels.
fn output_ranges<A: Arithmetic>(gemm: Gemm<A>, outputs: usize) -> Vec<Range<usize>> {
    let panels = gemm.panel_outputs(outputs);
    if A::LANES < CACHE_LINE_WORDS {
        let all = panels.reduce(|first, last| first.start..last.end);
        return all.into_iter().collect();
    }
    panels.collect()
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
fn write<S: SimdF32>(simd: S, sum: S::Vector, mode: WriteMode, output: &mut [f32]) {
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
