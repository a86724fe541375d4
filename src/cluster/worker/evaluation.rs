//! The threads of a worker that evaluate positions.

use std::sync::Arc;

use crate::{
    cluster::{message::Message, schedule::Ticket},
    network::{InferenceOptions, Input, Network, NetworkOutput, Workspace},
};

/// Computes the outputs of a network.
pub trait InputEvaluator: Send + Sync {
    /// The output for a position.
    fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput;
}

impl InputEvaluator for Network {
    fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        Network::evaluate(self, input, options, workspace)
    }
}

/// A position to evaluate.
pub(super) type EvaluationJob = (Ticket, InferenceOptions, Input);

/// The function of a thread that evaluates positions.
pub(super) fn evaluation(
    evaluator: &Arc<dyn InputEvaluator>,
) -> impl FnMut(EvaluationJob) -> Message + Send + 'static {
    let evaluator = Arc::clone(evaluator);
    let mut workspace = Workspace::default();
    move |(ticket, options, input)| {
        let output = evaluator.evaluate(&input, options, &mut workspace);
        Message::Output { ticket, output }
    }
}
