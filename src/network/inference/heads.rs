use super::{
    blocks::global_pool,
    elementwise::{ConvInput, add_to_points},
    pool::mean_by_size,
    scratch::Scratch,
};
use crate::network::{
    kernel::{Kernel, WriteMode},
    model::{PolicyHead, ValueHead},
    output::RawValue,
};

impl<K: Kernel> PolicyHead<K> {
    /// Returns the logits of every point, then of the pass, interpolated between the ordinary
    /// policy (`optimism` 0) and the optimistic one (1).
    pub(super) fn forward(&self, tip: &[f32], optimism: f32, scratch: &mut Scratch) -> Vec<f32> {
        let mut pooled = scratch.convolve(&self.pooled, ConvInput::without_norm(tip));
        let global = global_pool(&self.pooled_norm, &mut pooled);
        scratch.give_back([pooled]);

        let mut regular = scratch.convolve(&self.regular, ConvInput::without_norm(tip));
        add_to_points(&mut regular, &self.bias.multiply(&global, &[]));
        self.norm.apply(&mut regular);
        let policies = self.points.shape().outputs;
        let logits = scratch.convolve(&self.points, ConvInput::without_norm(&regular));
        let pass = self.pass(&global);
        let mix = |logits: &[f32]| match *logits {
            [ordinary, optimistic, ..] => ordinary + optimism * (optimistic - ordinary),
            _ => logits[0],
        };
        let mixed = logits.chunks_exact(policies).chain([pass.as_slice()]).map(mix).collect();
        scratch.give_back([regular, logits]);
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

impl<K: Kernel> ValueHead<K> {
    pub(super) fn forward(&self, tip: &[f32], scratch: &mut Scratch) -> RawValue {
        let own = self.regular.shape().outputs;
        let mut regular = scratch.convolve(&self.regular, ConvInput::without_norm(tip));
        self.norm.apply(&mut regular);
        let mut ownership = vec![0.0; scratch.area()];
        let input = ConvInput::without_norm(&regular);
        self.ownership.convolve(input, WriteMode::Overwrite, &mut ownership, scratch);
        let mut hidden = self.hidden.multiply(&mean_by_size(&regular, own), &self.hidden_bias);
        self.hidden_activation.apply(&mut hidden);
        scratch.give_back([regular]);
        RawValue {
            value: self.value.multiply(&hidden, &self.value_bias),
            score: self.score.multiply(&hidden, &self.score_bias),
            ownership,
        }
    }
}
