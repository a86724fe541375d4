//! The trunk: the blocks between the input and the heads.

use super::{InferenceOptions, elementwise::add_to_points, scratch::Scratch};
use crate::network::{
    buffer::Buffer,
    input::Input,
    model::{MetadataEncoder, Tip, Trunk},
};

impl Trunk {
    /// Returns the input of the heads: a dense buffer.
    pub(super) fn forward(
        &self,
        positions: &[(&Input, InferenceOptions)],
        scratch: &mut Scratch,
    ) -> Buffer<f32> {
        let mut stream = self.initial_stream(positions, scratch);
        for block in &self.blocks {
            block.forward(&mut stream, scratch);
        }
        self.tip.forward(&mut stream, scratch.boards());
        stream
    }

    /// Returns the stream before the first block.
    fn initial_stream(
        &self,
        positions: &[(&Input, InferenceOptions)],
        scratch: &mut Scratch,
    ) -> Buffer<f32> {
        let mut stream = scratch.take_zeros(self.channels());
        let boards = stream.chunks_exact_mut(scratch.area() * self.channels());
        for (board, (input, options)) in boards.zip(positions) {
            let mut bias = self.globals.multiply(&input.globals, &[]);
            if let (Some(encoder), Some(metadata)) = (&self.metadata, &input.metadata) {
                bias = encoder.forward(metadata.as_slice(), &bias);
            }
            add_to_points(board, &bias);
            self.planes.add_planes(input, options.symmetry, board);
        }
        stream
    }
}

impl MetadataEncoder {
    /// Returns the encoded metadata plus `bias`.
    fn forward(&self, metadata: &[f32], bias: &[f32]) -> Vec<f32> {
        let mut hidden = self.first.multiply(metadata, &self.first_bias);
        self.first_activation.apply(&mut hidden);
        let mut hidden = self.second.multiply(&hidden, &self.second_bias);
        self.second_activation.apply(&mut hidden);
        self.last.multiply(&hidden, bias)
    }
}

impl Tip {
    /// Normalizes and activates the stream of this number of boards in place.
    fn forward(&self, stream: &mut [f32], boards: usize) {
        match self {
            Tip::Batch(norm) => norm.apply(stream),
            Tip::Rms { norm, bias, is_spatial, activation } => {
                if *is_spatial {
                    let len = stream.len() / boards;
                    stream.chunks_exact_mut(len).for_each(|board| norm.apply_to_board(board));
                } else {
                    norm.apply(stream);
                }
                add_to_points(stream, bias);
                activation.apply(stream);
            }
        }
    }
}
