//! Residual blocks: each adds to the stream, a dense buffer.

use super::{
    elementwise::{ConvInput, add_to_points},
    pool::mean_and_max,
    scratch::Scratch,
};
use crate::network::{
    kernel::WriteMode,
    model::{Activation, Block, FeedForward, GlobalPooling, Nested, Norm, Ordinary},
};

impl Block {
    /// Adds the block's output to the stream.
    pub(super) fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        match self {
            Block::Ordinary(block) => block.forward(stream, scratch),
            Block::GlobalPooling(block) => block.forward(stream, scratch),
            Block::Nested(block) => block.forward(stream, scratch),
            Block::Attention(block) => block.forward(stream, scratch),
            Block::FeedForward(block) => block.forward(stream, scratch),
        }
    }
}

impl Ordinary {
    fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        let middle = scratch.convolve(&*self.first, ConvInput::with_norm(&self.before, stream));
        self.second.convolve(
            ConvInput::with_norm(&self.between, &middle),
            WriteMode::Accumulate,
            stream,
            scratch,
        );
        scratch.give_back([middle]);
    }
}

impl GlobalPooling {
    fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        let mut middle =
            scratch.convolve(&*self.regular, ConvInput::with_norm(&self.before, stream));
        let mut pooled =
            scratch.convolve(&*self.pooled, ConvInput::with_norm(&self.before, stream));

        let globals = global_pool(&self.pooled_norm, &mut pooled, scratch.boards());
        let boards = middle.chunks_exact_mut(scratch.area() * self.bias.shape.outputs);
        for (board, global) in boards.zip(globals) {
            add_to_points(board, &self.bias.multiply(&global, &[]));
        }
        scratch.give_back([pooled]);
        self.last.convolve(
            ConvInput::with_norm(&self.between, &middle),
            WriteMode::Accumulate,
            stream,
            scratch,
        );
        scratch.give_back([middle]);
    }
}

/// Normalizes and activates the dense buffer of this number of boards, and pools each of them.
pub(super) fn global_pool(norm: &Norm, points: &mut [f32], boards: usize) -> Vec<Vec<f32>> {
    norm.apply(points);
    let boards = points.chunks_exact(points.len() / boards);
    boards.map(|board| mean_and_max(board, norm.scale.len())).collect()
}

impl Nested {
    fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        let mut inner = scratch.convolve(&*self.narrow, ConvInput::with_norm(&self.before, stream));
        for block in &self.blocks {
            block.forward(&mut inner, scratch);
        }
        self.widen.convolve(
            ConvInput::with_norm(&self.after, &inner),
            WriteMode::Accumulate,
            stream,
            scratch,
        );
        scratch.give_back([inner]);
    }
}

impl FeedForward {
    fn forward(&self, stream: &mut [f32], scratch: &mut Scratch) {
        let mut normed = scratch.take(stream.len());
        normed.copy_from_slice(stream);
        self.norm.apply(&mut normed);
        let mut linear = scratch.convolve(&*self.linear, ConvInput::without_norm(&normed));
        let gate = scratch.convolve(&*self.gate, ConvInput::without_norm(&normed));
        Activation::Silu.apply(&mut linear);
        for (value, gate) in linear.iter_mut().zip(&*gate) {
            *value *= gate;
        }
        self.out.convolve(ConvInput::without_norm(&linear), WriteMode::Accumulate, stream, scratch);
        scratch.give_back([normed, linear, gate]);
    }
}
