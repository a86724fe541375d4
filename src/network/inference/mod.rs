//! Evaluates positions.
//!
//! Values by point and channel are in *dense* buffers: the points row by row without gaps, each
//! with its channels. Padding beyond the edge of the board is left to the kernels.

mod attention;
mod blocks;
mod elementwise;
mod heads;
mod layer;
mod pool;
mod scratch;
mod trunk;

pub use self::scratch::Workspace;
pub(super) use self::{
    elementwise::ConvInput,
    scratch::{Scratch, Size},
};
use super::{
    input::Input, kernel::Kernel, model::Model, output::NetworkOutput, symmetry::Symmetry,
};

/// Options of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InferenceOptions {
    /// Applied to the board before evaluation; the outputs are mapped back.
    pub symmetry: Symmetry,
    /// Policy optimism, from 0 (the ordinary policy) to 1 (the optimistic one); without effect for
    /// networks before version 12.
    pub optimism: f32,
}

impl<K: Kernel> Model<K> {
    /// Evaluates a position; see [`Network::evaluate`](super::Network::evaluate).
    pub(super) fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        let mut scratch = workspace.start(Size { width: input.width(), height: input.height() });
        let tip = self.trunk.forward(input, options.symmetry, &mut scratch);
        let policy = self.policy.forward(&tip, options.optimism, &mut scratch);
        let value = self.value.forward(&tip, &mut scratch);
        scratch.give_back([tip]);
        let mut output = NetworkOutput::decode(self, input.may_have_no_result(), policy, value);
        output.undo_symmetry(options.symmetry, input.width(), input.height());
        output
    }
}
