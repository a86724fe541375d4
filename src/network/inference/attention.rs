//! Self-attention (Vaswani et al. 2017, "Attention is all you need", section 3.2) with grouped
//! keys and rotary positions (Su et al. 2021, "RoFormer", section 3.4).

use super::{
    elementwise::{Active, exp},
    workspace::Run,
};
use crate::network::{
    buffer::Buffer,
    kernel::{Kernel, Onto},
    model::{Attention, Rotation},
    simd::widest,
};

impl<K: Kernel> Attention<K> {
    pub(super) fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut normed = run.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let [mut queries, mut keys, values] = [&self.query, &self.key, &self.value]
            .map(|kernel| run.convolve(kernel, Active::plain(&normed)));
        if let Some(rotation) = &self.rotation {
            rotation.turn(&mut queries, self.heads, self.key_heads, run.size().width);
            rotation.turn(&mut keys, self.key_heads, self.key_heads, run.size().width);
        }
        let mut answers = run.take_dense(self.heads * self.value_size);
        for head in 0..self.heads {
            self.answer(head, [&queries, &keys, &values], &mut answers, run);
        }
        self.out.convolve(Active::plain(&answers), Onto::Numbers, stream, run);
        run.give([normed, queries, keys, values, answers]);
    }

    /// What one head answers to every point.
    fn answer(
        &self,
        head: usize,
        [queries, keys, values]: [&[f32]; 3],
        answers: &mut [f32],
        run: &mut Run,
    ) {
        let area = run.area();
        let key_head = head / (self.heads / self.key_heads);
        let keys = self.columns_of_keys(keys, key_head, run);
        let mut weights = run.take(area);
        let scale = 1.0 / (self.key_size as f32).sqrt();
        for point in 0..area {
            let query = &queries[(point * self.heads + head) * self.key_size..][..self.key_size];
            let at = (point * self.heads + head) * self.value_size;
            let answer = &mut answers[at..][..self.value_size];
            widest(
                #[inline(always)]
                || {
                    weights.fill(0.0);
                    for (number, keys) in query.iter().zip(keys.chunks_exact(area)) {
                        add_multiple(&mut weights, number * scale, keys);
                    }
                    softmax(&mut weights);
                    for (from, &weight) in weights.iter().enumerate() {
                        let at = (from * self.key_heads + key_head) * self.value_size;
                        add_multiple(answer, weight, &values[at..][..self.value_size]);
                    }
                },
            );
        }
        run.give([weights, keys]);
    }

    /// The keys of a head, each channel's numbers of all points together.
    fn columns_of_keys(&self, keys: &[f32], key_head: usize, run: &mut Run) -> Buffer<f32> {
        let area = run.area();
        let mut columns = run.take(self.key_size * area);
        for (point, keys) in keys.chunks_exact(self.key_heads * self.key_size).enumerate() {
            let keys = &keys[key_head * self.key_size..][..self.key_size];
            for (channel, &key) in keys.iter().enumerate() {
                columns[channel * area + point] = key;
            }
        }
        columns
    }
}

/// Turns logits into probabilities.
#[inline(always)]
fn softmax(logits: &mut [f32]) {
    let greater = |a: f32, &b: &f32| if b > a { b } else { a };
    let max = logits.iter().fold(f32::NEG_INFINITY, greater);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - max));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

#[inline(always)]
fn add_multiple(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

impl Rotation {
    /// Turns the pairs of channels of every point by the point's place. The numbers of a point are
    /// those of `heads` heads, which follow `key_heads` sets of angles.
    fn turn(&self, numbers: &mut [f32], heads: usize, key_heads: usize, width: usize) {
        let pairs = self.angles.len() / key_heads;
        for (point, numbers) in numbers.chunks_exact_mut(heads * pairs * 2).enumerate() {
            let (column, row) = ((point % width) as f32, (point / width) as f32);
            let (numbers, _) = numbers.as_chunks_mut::<2>();
            for (at, [a, b]) in numbers.iter_mut().enumerate() {
                let key_head = at / pairs / (heads / key_heads);
                let [by_column, by_row] = self.angles[key_head * pairs + at % pairs];
                let (sin, cos) = (column * by_column + row * by_row).sin_cos();
                (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
            }
        }
    }
}
