//! Evaluates positions.
//!
//! Several boards of one size are evaluated together, so that each weight is loaded once for all of
//! them. The outputs of a board do not depend on the others, not even by rounding.
//!
//! Values by point and channel are in *dense* buffers: board by board, the points row by row without
//! gaps, each with its channels. Padding beyond the edge of a board is left to the kernels.

mod attention;
mod blocks;
mod elementwise;
mod heads;
mod layer;
mod pool;
mod scratch;
#[cfg(test)]
mod tests;
mod trunk;

pub use self::scratch::Workspace;
pub(super) use self::{
    elementwise::ConvInput,
    scratch::{BoardShape, Scratch},
};
use super::{input::Input, model::Model, output::NetworkOutput, symmetry::Symmetry};

/// Options of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InferenceOptions {
    /// Applied to the board before evaluation; the outputs are mapped back.
    pub symmetry: Symmetry,
    /// Policy optimism, from 0 (the ordinary policy) to 1 (the optimistic one); without effect for
    /// networks before version 12.
    pub optimism: f32,
}

impl Model {
    /// Evaluates positions; see [`Network::evaluate_batch`](super::Network::evaluate_batch).
    pub(super) fn evaluate(
        &self,
        positions: &[(&Input, InferenceOptions)],
        workspace: &mut Workspace,
    ) -> Vec<NetworkOutput> {
        let Some((first, _)) = positions.first() else { return Vec::new() };
        let size = BoardShape { width: first.width(), height: first.height() };
        let has_size = |input: &Input| (input.width(), input.height()) == (size.width, size.height);
        assert!(positions.iter().all(|(input, _)| has_size(input)), "boards differ in size");
        let mut scratch = workspace.start(size, positions.len());
        let tip = self.trunk.forward(positions, &mut scratch);
        let policies = self.policy.forward(&tip, positions, &mut scratch);
        let values = self.value.forward(&tip, &mut scratch);
        scratch.give_back([tip]);
        let raw = policies.into_iter().zip(values);
        let outputs = positions.iter().zip(raw).map(|((input, options), (policy, value))| {
            let mut output = NetworkOutput::decode(self, input.may_have_no_result(), policy, value);
            output.undo_symmetry(options.symmetry, size.width, size.height);
            output
        });
        outputs.collect()
    }
}
