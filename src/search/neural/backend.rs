//! Evaluations by other processes.

use crate::network::{InferenceOptions, Input, NetworkOutput};

/// Computes outputs of a network in other processes.
pub trait NetworkBackend: Send + Sync {
    /// The network's output; `None` if the caller has to compute it. Called by many threads at once.
    fn evaluate(&self, input: &Input, options: InferenceOptions) -> Option<NetworkOutput>;
}
