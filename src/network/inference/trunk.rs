use super::{elementwise::add_to_points, scratch::Scratch};
use crate::network::{
    buffer::Buffer,
    input::Input,
    kernel::Kernel,
    model::{MetadataEncoder, Tip, Trunk},
    symmetry::Symmetry,
};

impl<K: Kernel> Trunk<K> {
    /// Returns the input of the heads: a dense buffer.
    pub(super) fn forward(
        &self,
        input: &Input,
        symmetry: Symmetry,
        scratch: &mut Scratch,
    ) -> Buffer<f32> {
        let mut stream = self.initial_stream(input, symmetry, scratch);
        for block in &self.blocks {
            block.forward(&mut stream, scratch);
        }
        self.tip.forward(&mut stream);
        stream
    }

    /// Returns the stream before the first block.
    fn initial_stream(
        &self,
        input: &Input,
        symmetry: Symmetry,
        scratch: &mut Scratch,
    ) -> Buffer<f32> {
        let mut stream = scratch.take_dense(self.channels());
        let mut bias = self.globals.multiply(&input.globals, &[]);
        if let (Some(encoder), Some(metadata)) = (&self.metadata, &input.metadata) {
            bias = encoder.forward(metadata.as_slice(), &bias);
        }
        add_to_points(&mut stream, &bias);
        self.planes.add_planes(input, symmetry, &mut stream);
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
    /// Normalizes and activates the stream in place.
    fn forward(&self, stream: &mut [f32]) {
        match self {
            Tip::Batch(norm) => norm.apply(stream),
            Tip::Rms { norm, bias, is_spatial, activation } => {
                if *is_spatial {
                    norm.apply_to_board(stream);
                } else {
                    norm.apply(stream);
                }
                add_to_points(stream, bias);
                activation.apply(stream);
            }
        }
    }
}
