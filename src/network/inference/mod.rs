//! Computes what a network says of a position.
//!
//! Numbers by point and channel stand in *dense* buffers, the points row by row without gaps. What
//! lies beyond the edge is the kernels' affair.

mod attention;
mod blocks;
mod elementwise;
mod heads;
mod layer;
mod pool;
mod trunk;
mod workspace;

pub use self::workspace::Workspace;
pub(super) use self::{
    elementwise::Active,
    workspace::{Run, Size},
};
use super::{
    input::Input, kernel::Kernel, model::Model, outputs::NetworkOutput, symmetry::Symmetry,
};

/// How to look at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// What the network is shown instead of the board; the outputs are turned back.
    pub symmetry: Symmetry,
    /// From 0, the ordinary policy, to 1, the optimistic one, where the network has one (from
    /// version 12).
    pub optimism: f32,
}

impl<K: Kernel> Model<K> {
    /// What the network says of a position.
    ///
    /// The workspace keeps its memory for the next time; it may be used with any network and size.
    pub(super) fn evaluate(
        &self,
        input: &Input,
        options: Options,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        let mut run = workspace.start(Size { width: input.width(), height: input.height() });
        let tip = self.trunk.run(input, options.symmetry, &mut run);
        let policy = self.policy.run(&tip, options.optimism, &mut run);
        let value = self.value.run(&tip, &mut run);
        run.give([tip]);
        let mut outputs = NetworkOutput::decode(self, input.may_have_no_result(), policy, value);
        outputs.turn_back(options.symmetry, input.width(), input.height());
        outputs
    }
}
