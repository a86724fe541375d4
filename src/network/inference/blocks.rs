//! Blocks: each adds to the stream, a dense buffer.

use super::{
    elementwise::{Active, add_to_points},
    pool::mean_and_max,
    workspace::Run,
};
use crate::network::{
    kernel::{Kernel, Onto},
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

/// Numbers that are normed and activated.
fn active<'a>(norm: &'a Norm, numbers: &'a [f32]) -> Active<'a> {
    Active { numbers, norm: Some(norm) }
}

impl<K: Kernel> Ordinary<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let middle = run.convolve(&self.first, active(&self.before, stream));
        self.second.convolve(active(&self.between, &middle), Onto::Numbers, stream, run);
        run.give([middle]);
    }
}

impl<K: Kernel> GlobalPooling<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut middle = run.convolve(&self.regular, active(&self.before, stream));
        let mut pooled = run.convolve(&self.pooled, active(&self.before, stream));

        let summary = summary(&self.pooled_norm, &mut pooled);
        add_to_points(&mut middle, &self.bias.multiply(&summary, &[]));
        run.give([pooled]);
        self.last.convolve(active(&self.between, &middle), Onto::Numbers, stream, run);
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
        let mut inner = run.convolve(&self.narrow, active(&self.before, stream));
        for block in &self.blocks {
            block.run(&mut inner, run);
        }
        self.widen.convolve(active(&self.after, &inner), Onto::Numbers, stream, run);
        run.give([inner]);
    }
}

impl<K: Kernel> FeedForward<K> {
    fn run(&self, stream: &mut [f32], run: &mut Run) {
        let mut normed = run.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let mut linear = run.convolve(&self.linear, Active::plain(&normed));
        let gate = run.convolve(&self.gate, Active::plain(&normed));
        Activation::Silu.apply(&mut linear);
        for (number, gate) in linear.iter_mut().zip(&*gate) {
            *number *= gate;
        }
        self.out.convolve(Active::plain(&linear), Onto::Numbers, stream, run);
        run.give([normed, linear, gate]);
    }
}
