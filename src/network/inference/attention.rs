//! Self-attention (Vaswani et al. 2017, "Attention is all you need", section 3.2) with grouped
//! keys and rotary position embedding (Su et al. 2021, "RoFormer", section 3.4).

use super::{
    elementwise::{ConvInput, exp},
    scratch::{BoardShape, Scratch},
};
use crate::network::{
    buffer::Buffer,
    kernel::{Convolution, RoundingSensitivity, WriteMode},
    model::{Attention, RotaryEmbedding, Shape},
    simd::{reduce, with_widest_simd},
};

impl Attention {
    pub(super) fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        let mut normed = scratch.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let [mut queries, mut keys, values] = [&self.query, &self.key, &self.value]
            .map(|projection| scratch.convolve(&**projection, ConvInput::without_norm(&normed)));
        if let Some(rotary) = &self.rotary {
            let tables = RotaryTables::new(rotary, scratch.size());
            tables.rotate(&mut queries, self.heads, self.key_heads);
            tables.rotate(&mut keys, self.key_heads, self.key_heads);
        }
        let mut outputs = scratch.take_dense(self.heads * self.value_size);
        let count = scratch.boards();
        let len = outputs.len() / count;
        for (board, outputs) in outputs.chunks_exact_mut(len).enumerate() {
            let [queries, keys, values] =
                [&queries, &keys, &values].map(|all| part_of_board(all, board, count));
            self.attend([queries, keys, values], outputs, &mut scratch.for_boards(1));
        }
        let input = ConvInput::without_norm(&outputs);
        self.out.convolve(input, WriteMode::Accumulate, stream, scratch);
        scratch.give_back([normed, queries, keys, values, outputs]);
    }

    /// Writes the outputs of all heads for one board, from its queries, keys and values.
    fn attend(
        &self,
        [queries, keys, values]: [&[f32]; 3],
        outputs: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let area = scratch.area();
        let group = self.heads / self.key_heads;
        for key_head in 0..self.key_heads {
            let key = self.scaled_columns(channels_of(keys, key_head, self.key_size, area));
            let key =
                (self.pack)(Shape::matrix(self.key_size, area), key, RoundingSensitivity::Low);
            let value = channels_of(values, key_head, self.value_size, area);
            let value = value.flatten().copied().collect();
            let value =
                (self.pack)(Shape::matrix(area, self.value_size), value, RoundingSensitivity::Low);
            for head in key_head * group..(key_head + 1) * group {
                let query = channels_of(queries, head, self.key_size, area);
                let output = self.head_output(query, &*key, &*value, scratch);
                let points = outputs.chunks_exact_mut(self.heads * self.value_size);
                for (point, output) in points.zip(output.chunks_exact(self.value_size)) {
                    point[head * self.value_size..][..self.value_size].copy_from_slice(output);
                }
                scratch.give_back([output]);
            }
        }
    }

    /// Returns the scaled keys by channel, so that their products with a query are logits.
    fn scaled_columns<'a>(&self, keys: impl Iterator<Item = &'a [f32]> + Clone) -> Vec<f32> {
        let scale = 1.0 / (self.key_size as f32).sqrt();
        let column = |channel: usize| keys.clone().map(move |key| key[channel] * scale);
        (0..self.key_size).flat_map(column).collect()
    }

    /// Returns the output of one head by point. Keys and values are packed as 1×1 convolutions,
    /// which are products of matrices.
    fn head_output<'a>(
        &self,
        query: impl Iterator<Item = &'a [f32]>,
        key: &dyn Convolution,
        value: &dyn Convolution,
        scratch: &mut Scratch,
    ) -> Buffer<f32> {
        let area = scratch.area();
        let mut queries = scratch.take(area * self.key_size);
        for (point, query) in queries.chunks_exact_mut(self.key_size).zip(query) {
            point.copy_from_slice(query);
        }
        let mut weights = scratch.convolve(key, ConvInput::without_norm(&queries));
        with_widest_simd(
            #[inline(always)]
            || weights.chunks_exact_mut(area).for_each(softmax),
        );
        let output = scratch.convolve(value, ConvInput::without_norm(&weights));
        scratch.give_back([queries, weights]);
        output
    }
}

/// The values of one of `boards` boards.
fn part_of_board(values: &[f32], board: usize, boards: usize) -> &[f32] {
    let len = values.len() / boards;
    &values[board * len..][..len]
}

/// The `size` channels of one head, by point.
fn channels_of(
    values: &[f32],
    head: usize,
    size: usize,
    area: usize,
) -> impl Iterator<Item = &[f32]> + Clone {
    let points = values.chunks_exact(values.len() / area);
    points.map(move |point| &point[head * size..][..size])
}

/// Turns logits into probabilities.
#[inline(always)]
fn softmax(logits: &mut [f32]) {
    let max = reduce(logits, f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - max));
    let factor = 1.0 / reduce(logits, 0.0, |a, b| a + b);
    logits.iter_mut().for_each(|logit| *logit *= factor);
}

/// Sine and cosine of the angle of each pair of channels, by column and by row.
struct RotaryTables {
    size: BoardShape,
    /// Pairs of all key heads.
    pairs: usize,
    columns: Vec<[f32; 2]>,
    rows: Vec<[f32; 2]>,
}

impl RotaryTables {
    fn new(rotary: &RotaryEmbedding, size: BoardShape) -> RotaryTables {
        let table = |direction: usize, len: usize| {
            let angles = |at| rotary.angles.iter().map(move |a| at as f32 * a[direction]);
            (0..len).flat_map(angles).map(|angle| angle.sin_cos().into()).collect()
        };
        let (columns, rows) = (table(0, size.width), table(1, size.height));
        RotaryTables { size, pairs: rotary.angles.len(), columns, rows }
    }

    /// Rotates the pairs of channels of every point according to its position, on every board. Each
    /// point has the channels of `heads` heads, which share the angles of `key_heads` key heads.
    fn rotate(&self, values: &mut [f32], heads: usize, key_heads: usize) {
        let pairs = self.pairs / key_heads;
        for (index, values) in values.chunks_exact_mut(heads * pairs * 2).enumerate() {
            let point = index % self.size.area();
            let by_column = &self.columns[point % self.size.width * self.pairs..];
            let by_row = &self.rows[point / self.size.width * self.pairs..];
            let (values, _) = values.as_chunks_mut::<2>();
            for (head, values) in values.chunks_exact_mut(pairs).enumerate() {
                let first = head / (heads / key_heads) * pairs;
                let angles = by_column[first..].iter().zip(&by_row[first..]);
                for ([a, b], ([sin_x, cos_x], [sin_y, cos_y])) in values.iter_mut().zip(angles) {
                    let (sin, cos) = (sin_x * cos_y + cos_x * sin_y, cos_x * cos_y - sin_x * sin_y);
                    (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
                }
            }
        }
    }
}
