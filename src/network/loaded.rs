//! [`Network`]: a loaded model.

use std::{fmt, sync::Mutex};

use rayon::prelude::*;

use super::{
    inference::{InferenceOptions, Workspace},
    input::Input,
    method::{Method, Precision},
    model::Model,
    output::NetworkOutput,
    reader::{ModelBytes, ModelError},
};

/// A network loaded for one [`Method`]. Threads may share it.
pub struct Network {
    name: String,
    method: Method,
    model: Model,
    small_boards: Option<SmallBoards>,
    /// By width and height of the board: the measured batch size of the highest throughput.
    pub(super) best_batch_sizes: Mutex<Vec<([usize; 2], usize)>>,
}

/// The first model version with an optimistic policy.
const FIRST_OPTIMISTIC_VERSION: u32 = 12;

/// A model for small boards in place of the ordinary one.
struct SmallBoards {
    model: Model,
    /// The greatest width and height of small boards.
    max_side: usize,
}

impl Network {
    /// Reads a model, and packs its weights for the kernel of `method`.
    pub(super) fn read(bytes: ModelBytes, method: Method) -> Result<Network, ModelError> {
        let model = Model::read(bytes, method.pack())?;
        Ok(Network {
            name: model.name.clone(),
            method,
            model,
            small_boards: None,
            best_batch_sizes: Mutex::default(),
        })
    }

    /// This network for boards with a side above `max_small_side`, and `small` for all others, as one
    /// network with the name of both.
    ///
    /// # Panics
    /// If the networks differ in their inputs.
    pub(super) fn with_small_boards(self, small: Network, max_small_side: usize) -> Network {
        let inputs = |it: &Network| (it.version(), it.strict_pass_alive(), it.takes_metadata());
        assert_eq!(inputs(&self), inputs(&small), "both take the same inputs");
        Network {
            name: format!("{}+{}", self.name, small.name),
            small_boards: Some(SmallBoards { model: small.model, max_side: max_small_side }),
            ..self
        }
    }

    /// Evaluates a position.
    ///
    /// The workspace keeps its memory for the next evaluation; it may be used with any network and
    /// board size.
    #[must_use]
    pub fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        let outputs = self.evaluate_batch(&[(input, options)], workspace);
        outputs.into_iter().next().expect("one output per position")
    }

    /// Evaluates positions of one board size, each with the same output as by
    /// [`evaluate`](Self::evaluate).
    ///
    /// Each weight is loaded once for all of them, which saves most of the time of a network whose
    /// weights do not fit into the caches.
    ///
    /// # Panics
    /// If the board sizes differ.
    #[must_use]
    pub fn evaluate_batch(
        &self,
        positions: &[(&Input, InferenceOptions)],
        workspace: &mut Workspace,
    ) -> Vec<NetworkOutput> {
        let model = positions.first().map_or(&self.model, |(input, _)| self.model_for(input));
        model.evaluate(positions, workspace)
    }

    /// The outputs for some inputs, on the threads of the current rayon pool.
    pub(super) fn outputs(&self, inputs: &[Input]) -> Vec<NetworkOutput> {
        /// Inputs that are evaluated together, which takes less time for a large network.
        const TOGETHER: usize = 4;
        let options = InferenceOptions::default();
        let size = |input: &Input| (input.width(), input.height());
        let same_size = inputs.chunk_by(|a, b| size(a) == size(b));
        let chunks: Vec<&[Input]> = same_size.flat_map(|inputs| inputs.chunks(TOGETHER)).collect();
        let outputs = |workspace: &mut Workspace, inputs: &&[Input]| {
            let positions: Vec<_> = inputs.iter().map(|input| (input, options)).collect();
            self.evaluate_batch(&positions, workspace)
        };
        chunks.par_iter().map_init(Workspace::default, outputs).flatten_iter().collect()
    }

    /// The model for the board of an input.
    fn model_for(&self, input: &Input) -> &Model {
        let side = input.width().max(input.height());
        match &self.small_boards {
            Some(small) if side <= small.max_side => &small.model,
            _ => &self.model,
        }
    }

    /// The network's name, from its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// KataGo's model version, 8 to 17, which determines the inputs and the meaning of the outputs.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.model.version
    }

    /// Whether the network has an optimistic policy beside the ordinary one (from version 12).
    #[must_use]
    pub const fn has_optimistic_policy(&self) -> bool {
        self.model.version >= FIRST_OPTIMISTIC_VERSION
    }

    /// Whether the network expects pass-alive chains by the strict definition (`features::area`) under
    /// all rules (from version 15).
    #[must_use]
    pub const fn strict_pass_alive(&self) -> bool {
        self.model.strict_pass_alive
    }

    /// Whether this is a HumanSL network, which takes [`Input::metadata`].
    #[must_use]
    pub const fn takes_metadata(&self) -> bool {
        self.model.trunk.metadata.is_some()
    }

    /// Number of weights of its layers; of two models, the greater one.
    #[must_use]
    pub fn weights(&self) -> usize {
        let small = self.small_boards.as_ref().map_or(0, |small| small.model.weights);
        self.model.weights.max(small)
    }

    /// The method that computes the network.
    #[must_use]
    pub const fn method(&self) -> Method {
        self.method
    }

    /// The precision of the convolutions, never [`Precision::Auto`].
    #[must_use]
    pub const fn precision(&self) -> Precision {
        self.method.precision()
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (version {}, {})", self.name, self.version(), self.method)
    }
}
