//! Blocks: each adds to the stream, a dense buffer.

use super::{
    elementwise::{Active, add_to_points},
    pool::mean_and_max,
    workspace::Run,
};
use crate::network::{
    kernel::Kernel,
    model::{Activation, Block, FeedForward, GlobalPooling, Nested, Norm, Ordinary},
};

impl<K: Kernel> Block<K> {
    /// Adds to the stream.
    pub(super) fn run(&self, stream: &mut [f32], run: &mut Run) {
        match self {
            Block::Ordinary(block) => block.run(stream, run),
            Block::GlobalPooling(block) => block.run(stream, run),
            Block::Nested(block) => block.run(stream, run),
            Block::Attention(block) => block.run(stream, run),
            Block::FeedForward(block) => block.run(stream, run),
        }
    }
}

/// Adds to `output` what a convolution makes of the normed and activated `input`.
fn convolve<K: Kernel>(norm: &Norm, kernel: &K, input: &[f32], output: &mut [f32], run: &mut Run) {
    kernel.convolve(Active { numbers: input, norm: Some(norm) }, output, run);
}

impl<K: Kernel> Ordinary<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut middle = run.take_dense(self.first.shape().outputs);
        convolve(&self.before, &self.first, stream, &mut middle, run);
        convolve(&self.between, &self.second, &middle, stream, run);
        run.give([middle]);
    }
}

impl<K: Kernel> GlobalPooling<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut middle = run.take_dense(self.regular.shape().outputs);
        convolve(&self.before, &self.regular, stream, &mut middle, run);
        let mut pooled = run.take_dense(self.pooled.shape().outputs);
        convolve(&self.before, &self.pooled, stream, &mut pooled, run);

        let summary = summary(&self.pooled_norm, &mut pooled);
        add_to_points(&mut middle, &self.bias.multiply(&summary, &[]));
        run.give([pooled]);
        convolve(&self.between, &self.last, &middle, stream, run);
        run.give([middle]);
    }
}

/// The summary of a dense buffer, which is normed and activated for it.
pub(super) fn summary(norm: &Norm, points: &mut [f32]) -> Vec<f32> {
    norm.apply(points);
    mean_and_max(points, norm.scale.len())
}

impl<K: Kernel> Nested<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut inner = run.take_dense(self.narrow.shape().outputs);
        convolve(&self.before, &self.narrow, stream, &mut inner, run);
        for block in &self.blocks {
            block.run(&mut inner, run);
        }
        convolve(&self.after, &self.widen, &inner, stream, run);
        run.give([inner]);
    }
}

impl<K: Kernel> FeedForward<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut normed = run.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let hidden = self.linear.shape().outputs;
        let mut linear = run.take_dense(hidden);
        self.linear.convolve(Active::plain(&normed), &mut linear, run);
        let mut gate = run.take_dense(hidden);
        self.gate.convolve(Active::plain(&normed), &mut gate, run);
        Activation::Silu.apply(&mut linear);
        for (number, gate) in linear.iter_mut().zip(&*gate) {
            *number *= gate;
        }
        self.out.convolve(Active::plain(&linear), stream, run);
        run.give([normed, linear, gate]);
    }
}
