use super::{
    blocks::summary,
    elementwise::{Active, add_to_points},
    pool::mean_by_size,
    workspace::Run,
};
use crate::network::{
    kernel::Kernel,
    model::{PolicyHead, ValueHead},
    outputs::RawValue,
};

impl<K: Kernel> PolicyHead<K> {
    /// The logits of every point, then of a pass, `optimism` of the way from the ordinary policy to
    /// the optimistic one.
    pub(super) fn run(&self, tip: &[f32], optimism: f32, run: &mut Run) -> Vec<f32> {
        let mut pooled = run.take_dense(self.pooled.shape().outputs);
        self.pooled.convolve(Active::plain(tip), &mut pooled, run);
        let summary = summary(&self.pooled_norm, &mut pooled);
        run.give([pooled]);

        let own = self.regular.shape().outputs;
        let mut regular = run.take_dense(own);
        self.regular.convolve(Active::plain(tip), &mut regular, run);
        add_to_points(&mut regular, &self.bias.multiply(&summary, &[]));
        self.norm.apply(&mut regular);
        let policies = self.points.shape().outputs;
        let mut logits = run.take_dense(policies);
        self.points.convolve(Active::plain(&regular), &mut logits, run);
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
        let mut regular = run.take_dense(own);
        self.regular.convolve(Active::plain(tip), &mut regular, run);
        self.norm.apply(&mut regular);
        let mut ownership = vec![0.0; run.area()];
        self.ownership.convolve(Active::plain(&regular), &mut ownership, run);
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
