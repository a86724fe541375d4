use super::{elementwise::add_to_points, workspace::Run};
use crate::network::{
    buffer::Buffer,
    input::Input,
    kernel::Kernel,
    model::{MetadataEncoder, Tip, Trunk},
    symmetry::Symmetry,
};

impl<K: Kernel> Trunk<K> {
    /// What the heads read: a dense buffer.
    pub(super) fn run(&self, input: &Input, symmetry: Symmetry, run: &mut Run) -> Buffer<f32> {
        let mut stream = self.start(input, symmetry, run);
        for block in &self.blocks {
            block.run(&mut stream, run);
        }
        self.tip.run(&mut stream);
        stream
    }

    /// The stream before the first block.
    fn start(&self, input: &Input, symmetry: Symmetry, run: &mut Run) -> Buffer<f32> {
        let mut stream = run.take_dense(self.channels());
        let mut bias = self.globals.multiply(&input.globals, &[]);
        if let (Some(encoder), Some(metadata)) = (&self.metadata, &input.metadata) {
            bias = encoder.run(metadata.as_slice(), &bias);
        }
        add_to_points(&mut stream, &bias);
        self.planes.look(input, symmetry, &mut stream);
        stream
    }
}

impl MetadataEncoder {
    /// What the metadata add to `bias`.
    fn run(&self, metadata: &[f32], bias: &[f32]) -> Vec<f32> {
        let mut hidden = self.first.multiply(metadata, &self.first_bias);
        self.first_activation.apply(&mut hidden);
        let mut hidden = self.second.multiply(&hidden, &self.second_bias);
        self.second_activation.apply(&mut hidden);
        self.last.multiply(&hidden, bias)
    }
}

impl Tip {
    /// Norms and activates the stream where it stands.
    fn run(&self, stream: &mut [f32]) {
        match self {
            Tip::Batch(norm) => norm.apply(stream),
            Tip::Rms { norm, bias, is_spatial, activation } => {
                if *is_spatial {
                    norm.apply_together(stream);
                } else {
                    norm.apply(stream);
                }
                add_to_points(stream, bias);
                activation.apply(stream);
            }
        }
    }
}
