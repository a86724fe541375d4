//! Blocks: each adds to the stream, a dense buffer.

use super::{elementwise::add_to_points, pool::mean_and_max, workspace::Run};
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

    /// How far windows reach in this block.
    pub(super) fn radius(&self) -> usize {
        let radius = |kernel: &K| kernel.shape().radius();
        match self {
            Block::Ordinary(block) => radius(&block.first).max(radius(&block.second)),
            Block::GlobalPooling(block) => {
                let first = radius(&block.regular).max(radius(&block.pooled));
                first.max(radius(&block.last))
            }
            Block::Nested(block) => {
                let outer = radius(&block.narrow).max(radius(&block.widen));
                block.blocks.iter().map(Block::radius).fold(outer, usize::max)
            }
            Block::Attention(_) | Block::FeedForward(_) => 0,
        }
    }
}

/// Adds to `output` what a convolution makes of the normed and activated `input`.
fn convolve<K: Kernel>(norm: &Norm, kernel: &K, input: &[f32], output: &mut [f32], run: &mut Run) {
    let mut active = run.take_framed(norm.scale.len());
    norm.apply(input, &mut active, run.framed());
    kernel.accumulate(&active, run.framed(), output);
    run.give([active]);
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
        let mut active = run.take_framed(self.before.scale.len());
        self.before.apply(stream, &mut active, run.framed());
        let mut middle = run.take_dense(self.regular.shape().outputs);
        self.regular.accumulate(&active, run.framed(), &mut middle);
        let mut pooled = run.take_dense(self.pooled.shape().outputs);
        self.pooled.accumulate(&active, run.framed(), &mut pooled);
        run.give([active]);

        let summary = summary(&self.pooled_norm, &pooled, run);
        add_to_points(&mut middle, &self.bias.multiply(&summary, &[]));
        run.give([pooled]);
        convolve(&self.between, &self.last, &middle, stream, run);
        run.give([middle]);
    }
}

/// The summary of a dense buffer, normed and activated.
pub(super) fn summary(norm: &Norm, points: &[f32], run: &mut Run) -> Vec<f32> {
    let channels = norm.scale.len();
    let mut active = run.take_dense(channels);
    norm.apply(points, &mut active, run.dense());
    let summary = mean_and_max(&active, channels);
    run.give([active]);
    summary
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
        self.linear.accumulate(&normed, run.dense(), &mut linear);
        let mut gate = run.take_dense(hidden);
        self.gate.accumulate(&normed, run.dense(), &mut gate);
        Activation::Silu.apply(&mut linear);
        for (number, gate) in linear.iter_mut().zip(&gate) {
            *number *= gate;
        }
        self.out.accumulate(&linear, run.dense(), stream);
        run.give([normed, linear, gate]);
    }
}
