//! Self-attention (Vaswani et al. 2017, "Attention is all you need", section 3.2) with grouped
//! keys and rotary positions (Su et al. 2021, "RoFormer", section 3.4).

use super::{
    elementwise::{Active, exp},
    workspace::{Run, Size},
};
use crate::network::{
    buffer::Buffer,
    kernel::{Kernel, Onto, Section},
    model::{Attention, Rotation, Shape},
    simd::{fold, widest},
};

impl<K: Kernel> Attention<K> {
    pub(super) fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut normed = run.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let [mut queries, mut keys, values] = [&self.query, &self.key, &self.value]
            .map(|kernel| run.convolve(kernel, Active::plain(&normed)));
        if let Some(rotation) = &self.rotation {
            let turns = Turns::of(rotation, run.size());
            turns.turn(&mut queries, self.heads, self.key_heads);
            turns.turn(&mut keys, self.key_heads, self.key_heads);
        }
        let mut answers = run.take(run.area() * self.heads * self.value_size);
        let askers = self.heads / self.key_heads;
        for key_head in 0..self.key_heads {
            let key = self.scaled_columns(head(&keys, key_head, self.key_size, run.area()));
            let key = K::pack(product(self.key_size, run.area()), key, Section::Middle);
            let value = head(&values, key_head, self.value_size, run.area()).flatten().copied();
            let value = value.collect();
            let value = K::pack(product(run.area(), self.value_size), value, Section::Middle);
            for asker in key_head * askers..(key_head + 1) * askers {
                let query = head(&queries, asker, self.key_size, run.area());
                let answer = self.answer(query, &key, &value, run);
                let places = answers.chunks_exact_mut(self.heads * self.value_size);
                for (place, answer) in places.zip(answer.chunks_exact(self.value_size)) {
                    place[asker * self.value_size..][..self.value_size].copy_from_slice(answer);
                }
                run.give([answer]);
            }
        }
        self.out.convolve(Active::plain(&answers), Onto::Numbers, stream, run);
        run.give([normed, queries, keys, values, answers]);
    }

    /// Each channel's numbers of all keys together, so that their products with a query are logits.
    fn scaled_columns<'a>(&self, keys: impl Iterator<Item = &'a [f32]> + Clone) -> Vec<f32> {
        let scale = 1.0 / (self.key_size as f32).sqrt();
        let column = |channel: usize| keys.clone().map(move |key| key[channel] * scale);
        (0..self.key_size).flat_map(column).collect()
    }

    /// What one head answers to every point: products of matrices, as convolutions of single points
    /// are, whose weights were made on the spot.
    fn answer<'a>(
        &self,
        query: impl Iterator<Item = &'a [f32]>,
        key: &K,
        value: &K,
        run: &mut Run,
    ) -> Buffer<f32> {
        let area = run.area();
        let mut queries = run.take(area * self.key_size);
        for (place, query) in queries.chunks_exact_mut(self.key_size).zip(query) {
            place.copy_from_slice(query);
        }
        let mut weights = run.convolve(key, Active::plain(&queries));
        widest(
            #[inline(always)]
            || weights.chunks_exact_mut(area).for_each(softmax),
        );
        let answer = run.convolve(value, Active::plain(&weights));
        run.give([queries, weights]);
        answer
    }
}

/// The `size` channels of one head, by point.
fn head(
    numbers: &[f32],
    head: usize,
    size: usize,
    area: usize,
) -> impl Iterator<Item = &[f32]> + Clone {
    let points = numbers.chunks_exact(numbers.len() / area);
    points.map(move |point| &point[head * size..][..size])
}

/// The shape of a product of matrices.
fn product(inputs: usize, outputs: usize) -> Shape {
    Shape { rows: 1, columns: 1, inputs, outputs }
}

/// Turns logits into probabilities.
#[inline(always)]
fn softmax(logits: &mut [f32]) {
    let max = fold(logits, f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - max));
    let share = 1.0 / fold(logits, 0.0, |a, b| a + b);
    logits.iter_mut().for_each(|logit| *logit *= share);
}

/// Sines and cosines of how far each pair of channels is turned, for each column and each row.
struct Turns {
    size: Size,
    /// Pairs of all key heads.
    pairs: usize,
    columns: Vec<[f32; 2]>,
    rows: Vec<[f32; 2]>,
}

impl Turns {
    fn of(rotation: &Rotation, size: Size) -> Turns {
        let turns = |direction: usize, places: usize| {
            let angles = |place| rotation.angles.iter().map(move |a| place as f32 * a[direction]);
            (0..places).flat_map(angles).map(|angle| angle.sin_cos().into()).collect()
        };
        let (columns, rows) = (turns(0, size.width), turns(1, size.height));
        Turns { size, pairs: rotation.angles.len(), columns, rows }
    }

    /// Turns the pairs of channels of every point by the point's place. The numbers of a point are
    /// those of `heads` heads, which follow `key_heads` sets of angles.
    fn turn(&self, numbers: &mut [f32], heads: usize, key_heads: usize) {
        let pairs = self.pairs / key_heads;
        for (point, numbers) in numbers.chunks_exact_mut(heads * pairs * 2).enumerate() {
            let by_column = &self.columns[point % self.size.width * self.pairs..];
            let by_row = &self.rows[point / self.size.width * self.pairs..];
            let (numbers, _) = numbers.as_chunks_mut::<2>();
            for (head, numbers) in numbers.chunks_exact_mut(pairs).enumerate() {
                let first = head / (heads / key_heads) * pairs;
                let turns = by_column[first..].iter().zip(&by_row[first..]);
                for ([a, b], ([sin_x, cos_x], [sin_y, cos_y])) in numbers.iter_mut().zip(turns) {
                    let (sin, cos) = (sin_x * cos_y + cos_x * sin_y, cos_x * cos_y - sin_x * sin_y);
                    (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
                }
            }
        }
    }
}
