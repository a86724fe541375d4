use super::{
    blocks::summary,
    elementwise::{Active, add_to_points},
    pool::mean_by_size,
    workspace::Run,
};
use crate::network::{
    kernel::{Kernel, Onto},
    model::{PolicyHead, ValueHead},
    outputs::RawValue,
};

impl<K: Kernel> PolicyHead<K> {
    /// The logits of every point, then of a pass, `optimism` of the way from the ordinary policy to
    /// the optimistic one.
    pub(super) fn run(&self, tip: &[f32], optimism: f32, run: &mut Run) -> Vec<f32> {
        let mut pooled = run.convolve(&self.pooled, Active::plain(tip));
        let summary = summary(&self.pooled_norm, &mut pooled);
        run.give([pooled]);

        let mut regular = run.convolve(&self.regular, Active::plain(tip));
        add_to_points(&mut regular, &self.bias.multiply(&summary, &[]));
        self.norm.apply(&mut regular);
        let policies = self.points.shape().outputs;
        let logits = run.convolve(&self.points, Active::plain(&regular));
        let pass = self.pass(&summary);
        let mix = |logits: &[f32]| match *logits {
            [ordinary, optimistic, ..] => ordinary + optimism * (optimistic - ordinary),
            _ => logits[0],
        };
        let mixed = logits.chunks_exact(policies).chain([pass.as_slice()]).map(mix).collect();
        run.give([regular, logits]);
        mixed
    }

    /// The logits of a pass.
    fn pass(&self, summary: &[f32]) -> Vec<f32> {
        match &self.pass_hidden {
            None => self.pass.multiply(summary, &[]),
            Some(layer) => {
                let mut hidden = self.pass.multiply(summary, &layer.bias);
                layer.activation.apply(&mut hidden);
                layer.last.multiply(&hidden, &[])
            }
        }
    }
}

impl<K: Kernel> ValueHead<K> {
    pub(super) fn run(&self, tip: &[f32], run: &mut Run) -> RawValue {
        let own = self.regular.shape().outputs;
        let mut regular = run.convolve(&self.regular, Active::plain(tip));
        self.norm.apply(&mut regular);
        let mut ownership = vec![0.0; run.area()];
        let plain = Active::plain(&regular);
        self.ownership.convolve(plain, Onto::Nothing, &mut ownership, run);
        let mut hidden = self.hidden.multiply(&mean_by_size(&regular, own), &self.hidden_bias);
        self.hidden_activation.apply(&mut hidden);
        run.give([regular]);
        RawValue {
            value: self.value.multiply(&hidden, &self.value_bias),
            score: self.score.multiply(&hidden, &self.score_bias),
            ownership,
        }
    }
}
