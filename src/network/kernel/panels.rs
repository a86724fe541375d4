//! Products of matrices, in words of whatever is multiplied.
//!
//! `unsafe` reads and writes through pointers in the innermost loop, where even a check that always
//! succeeds costs; [`Panels::multiply`] checks the bounds of all of them beforehand.
//!
//! Loops count where an iterator would say the same, since only what is certain to be inlined can
//! use the processor's vectors.

#![allow(clippy::needless_range_loop)]

use crate::network::{
    buffer::{LINE_WORDS, Plain},
    simd::Dot,
};

/// Most vectors of outputs that are computed together.
const MOST_VECTORS: usize = 3;

/// Most rows that are computed together.
const MOST_ROWS: usize = 12;

/// How many words ahead weights are fetched into the cache, where a vector is a line: those of a
/// network rarely stay there from one evaluation to the next. Measured on an EPYC of the fourth
/// generation: 3 to 6 % of an evaluation in single precision on 19×19, 0 to 2 % in 16 bits; with
/// vectors of half a line it cost 4 %.
const AHEAD: usize = 4096;

/// Vectors of outputs that are computed together with so many registers: more of them read each
/// number less often, fewer leave room for more rows, which read each weight less often.
const fn vectors_together(registers: usize) -> usize {
    if registers < 32 { 2 } else { MOST_VECTORS }
}

/// Rows whose sums fit into the registers beside as many weights, a number, and one to spare:
/// without that, compilers put some of the sums into memory.
const fn rows_together(registers: usize, vectors: usize) -> usize {
    let rows = (registers - vectors - 2) / vectors;
    if rows < MOST_ROWS { rows } else { MOST_ROWS }
}

/// The shape of a matrix and the order of its weights: by panel of a few vectors of outputs, then by
/// input, the last vector filled up with zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panels<S> {
    dot: S,
    /// Rows of the matrix: for each tap, the inputs.
    inputs: usize,
    /// Vectors of outputs.
    vectors: usize,
}

/// What the rows of numbers are that a matrix multiplies.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, W> {
    pub(super) numbers: &'a [W],
    /// How many.
    pub(super) count: usize,
    /// Numbers from one row to the next.
    pub(super) stride: usize,
    /// Where the parts of a row begin, counted from the row; all have the same length.
    pub(super) taps: &'a [usize],
}

impl<S: Dot> Panels<S> {
    pub(super) fn new(dot: S, inputs: usize, outputs: usize) -> Panels<S> {
        Panels { dot, inputs, vectors: outputs.div_ceil(S::LANES) }
    }

    /// NetworkOutput, filled up to whole vectors.
    pub(super) fn outputs(self) -> usize {
        self.vectors * S::LANES
    }

    /// Number of weights, with those that fill up.
    pub(super) fn len(self) -> usize {
        self.inputs * self.outputs()
    }

    /// The panels: the first vector of each, and how many it has.
    fn panels(self) -> impl Iterator<Item = (usize, usize)> {
        let count = self.vectors.div_ceil(vectors_together(S::REGISTERS));
        let start = move |panel: usize| panel * self.vectors / count;
        (0..count).map(move |panel| (start(panel), start(panel + 1) - start(panel)))
    }

    /// Puts weights into their places; `weight` tells that of an input and an output.
    pub(super) fn pack(
        self,
        outputs: usize,
        packed: &mut [S::Word],
        weight: impl Fn(usize, usize) -> S::Word,
    ) {
        for (first, width) in self.panels() {
            let panel = &mut packed[first * S::LANES * self.inputs..];
            for (input, row) in
                panel.chunks_exact_mut(width * S::LANES).take(self.inputs).enumerate()
            {
                let columns = first * S::LANES..outputs.min((first + width) * S::LANES);
                for (place, output) in row.iter_mut().zip(columns) {
                    *place = weight(input, output);
                }
            }
        }
    }

    /// Multiplies each row with the matrix. The sums of a row stand together, filled up to whole
    /// vectors.
    #[inline(always)]
    pub(super) fn multiply(self, weights: &[S::Word], rows: Rows<S::Word>, sums: &mut [S::Word]) {
        let inputs = self.inputs / rows.taps.len();
        let last = rows.taps.iter().max().expect("a tap") + (rows.count - 1) * rows.stride;
        assert!(last + inputs <= rows.numbers.len());
        assert!(rows.count * self.outputs() <= sums.len());
        assert!(self.len() <= weights.len());
        for (first, width) in self.panels() {
            let panel = &weights[first * S::LANES * self.inputs..];
            let most = rows_together(S::REGISTERS, width);
            let groups = rows.count.div_ceil(most);
            let start = |group: usize| group * rows.count / groups;
            for group in 0..groups {
                let row = start(group);
                let count = start(group + 1) - row;
                // SAFETY: the bounds were checked above.
                unsafe {
                    let numbers = rows.numbers.as_ptr().add(row * rows.stride);
                    let sums = sums.as_mut_ptr().add(row * self.outputs() + first * S::LANES);
                    let tile = Tile { inputs, outputs: self.outputs(), rows, numbers, sums };
                    match width {
                        1 => tile.rows::<S, 1>(self.dot, panel.as_ptr(), count),
                        2 => tile.rows::<S, 2>(self.dot, panel.as_ptr(), count),
                        _ => tile.rows::<S, MOST_VECTORS>(self.dot, panel.as_ptr(), count),
                    }
                }
            }
        }
    }
}

/// Rows and outputs whose sums fit into the registers.
#[derive(Clone, Copy)]
struct Tile<'a, W> {
    /// Inputs by tap.
    inputs: usize,
    /// From a row of sums to the next.
    outputs: usize,
    rows: Rows<'a, W>,
    /// The first row.
    numbers: *const W,
    /// The sums of the first row.
    sums: *mut W,
}

impl<W: Plain> Tile<'_, W> {
    #[inline(always)]
    unsafe fn rows<S: Dot<Word = W>, const N: usize>(
        self,
        dot: S,
        weights: *const W,
        count: usize,
    ) {
        macro_rules! of {
            ($($count:literal)*) => {
                match count {
                    $($count => unsafe { self.multiply::<S, $count, N>(dot, weights) },)*
                    _ => unreachable!("more rows than are computed together"),
                }
            };
        }
        of!(1 2 3 4 5 6 7 8 9 10 11 12);
    }

    #[inline(always)]
    unsafe fn multiply<S: Dot<Word = W>, const M: usize, const N: usize>(
        self,
        dot: S,
        mut weights: *const W,
    ) {
        if M > rows_together(S::REGISTERS, N) {
            unreachable!("more rows than fit into the registers");
        }
        let mut sums = [[dot.zeros(); N]; M];
        for &tap in self.rows.taps {
            // SAFETY: here and below, see `Panels::multiply`.
            let numbers = unsafe { self.numbers.add(tap) };
            for input in 0..self.inputs {
                let mut row = [dot.zeros(); N];
                for n in 0..N {
                    row[n] = unsafe { dot.load_from(weights.add(n * S::LANES)) };
                    if S::LANES == LINE_WORDS {
                        dot.fetch(weights.wrapping_add(n * S::LANES + AHEAD));
                    }
                }
                for m in 0..M {
                    let number = dot.splat(unsafe { *numbers.add(m * self.rows.stride + input) });
                    for n in 0..N {
                        sums[m][n] = dot.mul_add(number, row[n], sums[m][n]);
                    }
                }
                weights = unsafe { weights.add(N * S::LANES) };
            }
        }
        for m in 0..M {
            for n in 0..N {
                let to = unsafe { self.sums.add(m * self.outputs + n * S::LANES) };
                unsafe { dot.store_to(sums[m][n], to) };
            }
        }
    }
}
