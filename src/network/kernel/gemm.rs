//! Matrix multiplication with packed weights and a register-blocked inner kernel.
//!
//! `unsafe` accesses memory through pointers in the innermost loop, where even a bounds check that
//! always succeeds has a cost; [`Gemm::multiply`] checks all bounds beforehand.
//!
//! Loops use indices instead of iterators, since only code that is certain to be inlined is
//! compiled with the vector instructions.

#![allow(clippy::needless_range_loop)]

use std::ops::Range;

use crate::network::{
    buffer::{CACHE_LINE_WORDS, Pod},
    simd::DotProduct,
};

/// Greatest width of a tile, in vectors of outputs.
const MAX_VECTORS: usize = 3;

/// Greatest height of a tile, in rows.
const MAX_ROWS: usize = 12;

/// Prefetch distance of weights, in words: the weights of a network rarely stay in the cache from one
/// evaluation to the next. On a 5th generation EPYC it saves, with AVX2 on 19×19, 30 % of an evaluation
/// in single precision with 96 channels, 40 % with 128, and 30 % in 16 bits with 128; with AVX-512 in
/// 16 bits on 9×9, 45 % with 192.
const PREFETCH_DISTANCE: usize = 4096;

/// Width of a tile in vectors. Wide tiles load each input less often; narrow ones have room for
/// more rows, which load each weight less often.
const fn tile_vectors(registers: usize) -> usize {
    if registers < 32 { 2 } else { MAX_VECTORS }
}

/// Height of a tile in rows: as many as fit into the registers with a row of weights, an input, and
/// one spare register, without which compilers spill some of the sums.
const fn tile_rows(registers: usize, vectors: usize) -> usize {
    let rows = (registers - vectors - 2) / vectors;
    if rows < MAX_ROWS { rows } else { MAX_ROWS }
}

/// A matrix multiplication: the shape of the matrix and the packing of its weights, by panel of up
/// to [`MAX_VECTORS`] vectors of outputs, then by word, the last vector padded with zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gemm<D> {
    dot: D,
    /// Rows of the matrix: the words of all taps.
    words: usize,
    /// Vectors of outputs.
    vectors: usize,
}

/// The left operand: overlapping rows of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, W> {
    pub(super) values: &'a [W],
    /// Number of rows.
    pub(super) count: usize,
    /// Words from one row to the next.
    pub(super) stride: usize,
    /// Offsets of the parts of a row from its start; all parts have the same length.
    pub(super) taps: &'a [usize],
}

impl<D: DotProduct> Gemm<D> {
    pub(super) fn new(dot: D, words: usize, outputs: usize) -> Gemm<D> {
        Gemm { dot, words, vectors: outputs.div_ceil(D::LANES) }
    }

    /// Number of outputs, padded to whole vectors.
    pub(super) fn outputs(self) -> usize {
        self.vectors * D::LANES
    }

    /// Number of weights, including the padding.
    pub(super) fn len(self) -> usize {
        self.words * self.outputs()
    }

    /// The first vector and the number of vectors of each panel.
    fn panels(self) -> impl Iterator<Item = (usize, usize)> {
        let count = self.vectors.div_ceil(tile_vectors(D::REGISTERS));
        let start = move |panel: usize| panel * self.vectors / count;
        (0..count).map(move |panel| (start(panel), start(panel + 1) - start(panel)))
    }

    /// The outputs of each panel; the last ones of `outputs` may end within a vector.
    pub(super) fn panel_outputs(self, outputs: usize) -> impl Iterator<Item = Range<usize>> {
        self.panels()
            .map(move |(first, width)| first * D::LANES..outputs.min((first + width) * D::LANES))
    }

    /// Packs the weights; `weight` returns that of a word of inputs and an output.
    pub(super) fn pack(
        self,
        outputs: usize,
        packed: &mut [D::Word],
        weight: impl Fn(usize, usize) -> D::Word,
    ) {
        for (first, width) in self.panels() {
            let panel = &mut packed[first * D::LANES * self.words..];
            for (word, row) in panel.chunks_exact_mut(width * D::LANES).take(self.words).enumerate()
            {
                let columns = first * D::LANES..outputs.min((first + width) * D::LANES);
                for (packed, output) in row.iter_mut().zip(columns) {
                    *packed = weight(word, output);
                }
            }
        }
    }

    /// Multiplies each row with the matrix. `sums` has [`outputs`](Self::outputs) words for each
    /// row.
    #[inline(always)]
    pub(super) fn multiply(self, weights: &[D::Word], rows: Rows<D::Word>, sums: &mut [D::Word]) {
        let words = self.words / rows.taps.len();
        let last = rows.taps.iter().max().expect("a tap") + (rows.count - 1) * rows.stride;
        assert!(last + words <= rows.values.len());
        assert!(rows.count * self.outputs() <= sums.len());
        assert!(self.len() <= weights.len());
        for (first, width) in self.panels() {
            let panel = &weights[first * D::LANES * self.words..];
            let tiles = rows.count.div_ceil(tile_rows(D::REGISTERS, width));
            let start = |tile: usize| tile * rows.count / tiles;
            for tile in 0..tiles {
                let row = start(tile);
                let count = start(tile + 1) - row;
                // SAFETY: the bounds were checked above.
                unsafe {
                    let values = rows.values.as_ptr().add(row * rows.stride);
                    let sums = sums.as_mut_ptr().add(row * self.outputs() + first * D::LANES);
                    let tile = Tile { words, outputs: self.outputs(), rows, values, sums };
                    match width {
                        1 => tile.multiply_rows::<D, 1>(self.dot, panel.as_ptr(), count),
                        2 => tile.multiply_rows::<D, 2>(self.dot, panel.as_ptr(), count),
                        _ => tile.multiply_rows::<D, MAX_VECTORS>(self.dot, panel.as_ptr(), count),
                    }
                }
            }
        }
    }
}

/// A block of rows and outputs whose sums fit into the registers.
#[derive(Clone, Copy)]
struct Tile<'a, W> {
    /// Words of a tap.
    words: usize,
    /// Words from one row of sums to the next.
    outputs: usize,
    rows: Rows<'a, W>,
    /// The first row.
    values: *const W,
    /// The sums of the first row.
    sums: *mut W,
}

impl<W: Pod> Tile<'_, W> {
    #[inline(always)]
    unsafe fn multiply_rows<D: DotProduct<Word = W>, const N: usize>(
        self,
        dot: D,
        weights: *const W,
        count: usize,
    ) {
        macro_rules! with_count {
            ($($count:literal)*) => {
                match count {
                    $($count => unsafe { self.multiply::<D, $count, N>(dot, weights) },)*
                    _ => unreachable!("more rows than MAX_ROWS"),
                }
            };
        }
        with_count!(1 2 3 4 5 6 7 8 9 10 11 12);
    }

    #[inline(always)]
    unsafe fn multiply<D: DotProduct<Word = W>, const M: usize, const N: usize>(
        self,
        dot: D,
        mut weights: *const W,
    ) {
        if M > tile_rows(D::REGISTERS, N) {
            unreachable!("more rows than fit into the registers");
        }
        let mut sums = [[dot.zeros(); N]; M];
        for &tap in self.rows.taps {
            // SAFETY: here and below, see `Gemm::multiply`.
            let values = unsafe { self.values.add(tap) };
            for word in 0..self.words {
                let mut row = [dot.zeros(); N];
                for n in 0..N {
                    row[n] = unsafe { dot.load_from(weights.add(n * D::LANES)) };
                    if n * D::LANES % CACHE_LINE_WORDS == 0 {
                        dot.prefetch(weights.wrapping_add(n * D::LANES + PREFETCH_DISTANCE));
                    }
                }
                for m in 0..M {
                    let value = dot.splat(unsafe { *values.add(m * self.rows.stride + word) });
                    for n in 0..N {
                        sums[m][n] = dot.mul_add(value, row[n], sums[m][n]);
                    }
                }
                weights = unsafe { weights.add(N * D::LANES) };
            }
        }
        for m in 0..M {
            for n in 0..N {
                let to = unsafe { self.sums.add(m * self.outputs + n * D::LANES) };
                unsafe { dot.store_to(sums[m][n], to) };
            }
        }
    }
}
