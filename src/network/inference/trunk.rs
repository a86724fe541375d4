use super::{elementwise::add_to_points, workspace::Run};
use crate::network::{
    input::{Input, PLANES},
    kernel::Kernel,
    model::{Block, MetadataEncoder, Tip, Trunk},
    symmetry::Symmetry,
};

impl<K: Kernel> Trunk<K> {
    /// How far windows reach.
    pub(super) fn radius(&self) -> usize {
        let first = self.planes.shape().radius();
        self.blocks.iter().map(Block::radius).fold(first, usize::max)
    }

    /// What the heads read: a dense buffer.
    pub(super) fn run(&self, input: &Input, symmetry: Symmetry, run: &mut Run) -> Vec<f32> {
        let mut stream = self.start(input, symmetry, run);
        for block in &self.blocks {
            block.run(&mut stream, run);
        }
        self.tip.run(&mut stream, run);
        stream
    }

    /// The stream before the first block.
    fn start(&self, input: &Input, symmetry: Symmetry, run: &mut Run) -> Vec<f32> {
        let mut planes = run.take_framed(PLANES);
        let view = symmetry.points(input.width(), input.height());
        for (point, place) in view.zip(run.framed().places) {
            let numbers = &mut planes[place * PLANES..][..PLANES];
            for (plane, number) in numbers.iter_mut().enumerate() {
                *number = (input.planes[point] >> plane & 1) as f32;
            }
        }
        let mut stream = run.take_dense(self.channels());
        self.planes.accumulate(&planes, run.framed(), &mut stream);
        run.give([planes]);
        let mut bias = self.globals.multiply(&input.globals, &[]);
        if let (Some(encoder), Some(metadata)) = (&self.metadata, &input.metadata) {
            bias = encoder.run(metadata.as_slice(), &bias);
        }
        add_to_points(&mut stream, &bias);
        stream
    }
}

impl<K: Kernel> MetadataEncoder<K> {
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
    fn run(&self, stream: &mut Vec<f32>, run: &mut Run) {
        match self {
            Tip::Batch(norm) => {
                let mut tip = run.take(stream.len());
                norm.apply(stream, &mut tip, run.dense());
                run.give([std::mem::replace(stream, tip)]);
            }
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
