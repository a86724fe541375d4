//! The products of a network: nearly all of the time goes here.

/// The shape of a layer's weights, which a file holds in the order
/// `[row][column][input][output]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the window around a point; odd, 1 for a matrix.
    pub rows: usize,
    /// Columns of the window; odd, 1 for a matrix.
    pub columns: usize,
    /// Channels that come in.
    pub inputs: usize,
    /// Channels that go out.
    pub outputs: usize,
}

impl Shape {
    /// A matrix.
    #[must_use]
    pub const fn matrix(inputs: usize, outputs: usize) -> Shape {
        Shape { rows: 1, columns: 1, inputs, outputs }
    }

    /// Number of weights, if that is a number.
    #[must_use]
    pub fn weights(self) -> Option<usize> {
        self.rows.checked_mul(self.columns)?.checked_mul(self.inputs)?.checked_mul(self.outputs)
    }

    /// How far the window reaches beyond its point.
    #[must_use]
    pub fn radius(self) -> usize {
        self.rows.max(self.columns) / 2
    }
}

/// Where the points of a board stand in a buffer of numbers by point and channel.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The place of each point, row by row.
    pub places: &'a [usize],
    /// Places from one row to the next.
    pub stride: usize,
}

impl Field<'_> {
    /// A single point: what multiplies it is a matrix times a vector.
    pub const VECTOR: Field<'static> = Field { places: &[0], stride: 1 };
}

/// Weights in the order that suits a way to compute, and that way.
pub trait Kernel: Sized {
    /// Takes over weights in the order of a file, as many as `shape` says.
    fn pack(shape: Shape, weights: &[f32]) -> Self;

    /// The shape of the weights.
    fn shape(&self) -> Shape;

    /// Adds to the `outputs` numbers of each point in `output`, which stand without gaps, the
    /// weighted sum of the numbers in the window around the point's place in `input`.
    ///
    /// The window is not turned (cross-correlation). `input` holds zeros around the board as far
    /// as the window reaches.
    fn accumulate(&self, input: &[f32], field: Field, output: &mut [f32]);

    /// What one vector gives, added to `bias`.
    fn multiply(&self, vector: &[f32], bias: &[f32]) -> Vec<f32> {
        let mut output = bias.to_vec();
        output.resize(self.shape().outputs, 0.0);
        self.accumulate(vector, Field::VECTOR, &mut output);
        output
    }
}

/// Outputs computed together: two vectors of the least x86-64, one of AVX2.
const LANES: usize = 8;

/// Points computed together: with `LANES` they fill half of 16 registers. Boards with odd sides
/// have one point more than a multiple of it.
const POINTS: usize = 4;

/// Single precision on any processor: plain loops that compilers turn into vectors.
#[derive(Clone, Debug)]
pub struct Portable {
    shape: Shape,
    /// By block of outputs, then as in the file, filled up with zeros.
    weights: Vec<[f32; LANES]>,
}

impl Portable {
    /// The sums of one block of outputs at `N` points.
    #[inline(always)]
    fn sums<const N: usize>(
        &self,
        weights: &[[f32; LANES]],
        input: &[f32],
        places: [usize; N],
        stride: usize,
    ) -> [[f32; LANES]; N] {
        let Shape { rows, columns, inputs, .. } = self.shape;
        let to_corner = rows / 2 * stride + columns / 2;
        let mut sums = [[0.0; LANES]; N];
        for (tap, weights) in weights.chunks_exact(inputs).enumerate() {
            let offset = tap / columns * stride + tap % columns;
            let numbers =
                places.map(|place| &input[(place + offset - to_corner) * inputs..][..inputs]);
            // Slices of a length that the loop shows: without it every number costs a check.
            let numbers = numbers.map(|numbers| &numbers[..weights.len()]);
            for (at, weights) in weights.iter().enumerate() {
                for (sums, numbers) in sums.iter_mut().zip(numbers) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += numbers[at] * weight;
                    }
                }
            }
        }
        sums
    }
}

impl Kernel for Portable {
    fn pack(shape: Shape, weights: &[f32]) -> Portable {
        let blocks = shape.outputs.div_ceil(LANES);
        let mut packed = Vec::with_capacity(weights.len() / shape.outputs * blocks);
        for block in 0..blocks {
            for row in weights.chunks_exact(shape.outputs) {
                let row = &row[block * LANES..shape.outputs.min((block + 1) * LANES)];
                let mut lanes = [0.0; LANES];
                lanes[..row.len()].copy_from_slice(row);
                packed.push(lanes);
            }
        }
        Portable { shape, weights: packed }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn accumulate(&self, input: &[f32], field: Field, output: &mut [f32]) {
        let outputs = self.shape.outputs;
        let rows = self.weights.len() / outputs.div_ceil(LANES);
        let (tiles, rest) = field.places.as_chunks::<POINTS>();
        for (block, weights) in self.weights.chunks_exact(rows).enumerate() {
            let mut add = |point: usize, sums: &[f32; LANES]| {
                let end = outputs.min((block + 1) * LANES);
                let row = &mut output[point * outputs..][block * LANES..end];
                for (number, sum) in row.iter_mut().zip(sums) {
                    *number += sum;
                }
            };
            for (tile, &places) in tiles.iter().enumerate() {
                let sums = self.sums(weights, input, places, field.stride);
                for (at, sums) in sums.iter().enumerate() {
                    add(tile * POINTS + at, sums);
                }
            }
            for (at, &place) in rest.iter().enumerate() {
                let [sums] = self.sums(weights, input, [place], field.stride);
                add(tiles.len() * POINTS + at, &sums);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_multiplies_each_point() {
        let weights: Vec<f32> = (0..30).map(|at| at as f32).collect();
        let matrix = Portable::pack(Shape::matrix(3, 10), &weights);
        let product = matrix.multiply(&[1.0, 10.0, 100.0], &[0.5; 10]);
        assert_eq!(product[0], 0.0 + 100.0 + 2000.0 + 0.5);
        assert_eq!(product[9], 9.0 + 190.0 + 2900.0 + 0.5);
    }

    #[test]
    fn a_window_is_not_turned() {
        // One weight: the number to the right of the point, one row down.
        let mut weights = [0.0; 9];
        weights[8] = 1.0;
        let shape = Shape { rows: 3, columns: 3, inputs: 1, outputs: 1 };
        let kernel = Portable::pack(shape, &weights);
        let mut input = [0.0; 25];
        let places: Vec<usize> = (0..9).map(|at| (at / 3 + 1) * 5 + at % 3 + 1).collect();
        for (at, &place) in places.iter().enumerate() {
            input[place] = 1.0 + at as f32;
        }
        let mut output = [0.0; 9];
        kernel.accumulate(&input, Field { places: &places, stride: 5 }, &mut output);
        assert_eq!(output, [5.0, 6.0, 0.0, 8.0, 9.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
