//! The policy head and the value head.

use super::{
    InferenceOptions,
    blocks::global_pool,
    elementwise::{ConvInput, add_to_points},
    pool::mean_by_size,
    scratch::Scratch,
};
use crate::network::{
    input::Input,
    model::{PolicyHead, ValueHead},
    output::RawValue,
};

impl PolicyHead {
    /// Returns the logits of every point, then of the pass, by board.
    pub(super) fn forward(
        &self,
        tip: &[f32],
        positions: &[(&Input, InferenceOptions)],
        scratch: &mut Scratch,
    ) -> Vec<Vec<f32>> {
        let mut pooled = scratch.convolve(&*self.pooled, ConvInput::without_norm(tip));
        let globals = global_pool(&self.pooled_norm, &mut pooled, scratch.boards());
        scratch.give_back([pooled]);

        let mut regular = scratch.convolve(&*self.regular, ConvInput::without_norm(tip));
        let boards = regular.chunks_exact_mut(scratch.area() * self.bias.shape.outputs);
        for (board, global) in boards.zip(&globals) {
            add_to_points(board, &self.bias.multiply(global, &[]));
        }
        self.norm.apply(&mut regular);
        let points = scratch.convolve(&*self.points, ConvInput::without_norm(&regular));
        let boards = points.chunks_exact(scratch.area() * self.points.shape().outputs);
        let boards = boards.zip(globals).zip(positions);
        let mixed = boards.map(|((points, global), (_, options))| {
            let pass = self.pass(&global);
            let logits = points.chunks_exact(pass.len()).chain([pass.as_slice()]);
            logits.map(|logits| mix(logits, options.optimism)).collect()
        });
        let mixed = mixed.collect();
        scratch.give_back([regular, points]);
        mixed
    }

    /// Returns the logits of a pass, by policy.
    fn pass(&self, global: &[f32]) -> Vec<f32> {
        match &self.pass_hidden {
            None => self.pass.multiply(global, &[]),
            Some(layer) => {
                let mut hidden = self.pass.multiply(global, &layer.bias);
                layer.activation.apply(&mut hidden);
                layer.last.multiply(&hidden, &[])
            }
        }
    }
}

/// Interpolates between the ordinary policy (`optimism` 0) and the optimistic one (1).
fn mix(logits: &[f32], optimism: f32) -> f32 {
    match *logits {
        [ordinary, optimistic, ..] => ordinary + optimism * (optimistic - ordinary),
        _ => logits[0],
    }
}

impl ValueHead {
    /// Returns the outputs by board.
    pub(super) fn forward(&self, tip: &[f32], scratch: &mut Scratch) -> Vec<RawValue> {
        let own = self.regular.shape().outputs;
        let mut regular = scratch.convolve(&*self.regular, ConvInput::without_norm(tip));
        self.norm.apply(&mut regular);
        let ownership = scratch.convolve(&*self.ownership, ConvInput::without_norm(&regular));
        let boards = regular.chunks_exact(scratch.area() * own);
        let boards = boards.zip(ownership.chunks_exact(scratch.area()));
        let values = boards.map(|(regular, ownership)| {
            let mut hidden = self.hidden.multiply(&mean_by_size(regular, own), &self.hidden_bias);
            self.hidden_activation.apply(&mut hidden);
            RawValue {
                value: self.value.multiply(&hidden, &self.value_bias),
                score: self.score.multiply(&hidden, &self.score_bias),
                ownership: ownership.to_vec(),
            }
        });
        let values = values.collect();
        scratch.give_back([regular, ownership]);
        values
    }
}
