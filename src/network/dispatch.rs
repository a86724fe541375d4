//! [`Network`]: a loaded model as one type for all kernels.

use std::{fmt, path::Path, sync::Mutex};

use log::debug;
use rayon::prelude::*;

use super::{
    accuracy::Accuracy,
    inference::{InferenceOptions, Workspace},
    input::Input,
    kernel::Kernel,
    method::{Method, Precision, SIXTEEN_BITS},
    model::Model,
    output::NetworkOutput,
    reader::{self, LoadError, ModelBytes, ModelError},
};

/// A network loaded for one [`Method`]. Threads may share it.
pub struct Network {
    name: String,
    version: u32,
    strict_pass_alive: bool,
    takes_metadata: bool,
    weights: usize,
    method: Method,
    model: Box<dyn Evaluate>,
    /// By width and height of the board: the measured batch size of the highest throughput.
    pub(super) batches: Mutex<Vec<([usize; 2], usize)>>,
}

/// The first model version with an optimistic policy.
const FIRST_OPTIMISTIC_VERSION: u32 = 12;

/// A [`Model`] whose kernel type is erased.
trait Evaluate: Send + Sync {
    fn evaluate(
        &self,
        positions: &[(&Input, InferenceOptions)],
        workspace: &mut Workspace,
    ) -> Vec<NetworkOutput>;
}

impl<K: Kernel> Evaluate for Model<K> {
    fn evaluate(
        &self,
        positions: &[(&Input, InferenceOptions)],
        workspace: &mut Workspace,
    ) -> Vec<NetworkOutput> {
        Model::evaluate(self, positions, workspace)
    }
}

/// A network for small boards, and one for all others.
struct BySize {
    small: Box<dyn Evaluate>,
    /// The greatest width and height of small boards.
    max_small_side: usize,
    others: Box<dyn Evaluate>,
}

impl Evaluate for BySize {
    fn evaluate(
        &self,
        positions: &[(&Input, InferenceOptions)],
        workspace: &mut Workspace,
    ) -> Vec<NetworkOutput> {
        let is_small = |input: &Input| input.width().max(input.height()) <= self.max_small_side;
        let are_small = positions.first().is_some_and(|(input, _)| is_small(input));
        if are_small { &self.small } else { &self.others }.evaluate(positions, workspace)
    }
}

impl Network {
    /// Reads a file of one of the [`VERSIONS`](super::VERSIONS), for the fastest method of a
    /// precision, or of single precision if this machine does not support `precision`.
    ///
    /// [`Precision::Auto`] takes 16 bits if the outputs for `check_inputs`
    /// ([`features::check_inputs`](crate::features::check_inputs)) are close to those of single
    /// precision. It never takes 8 bits, which are less accurate and no faster.
    ///
    /// # Errors
    /// [`LoadError`] if the file cannot be read or is not a network of these versions.
    ///
    /// # Panics
    /// If there are no `check_inputs`.
    pub fn load(
        path: &Path,
        precision: Precision,
        check_inputs: &[Input],
    ) -> Result<Network, LoadError> {
        let exact = Method::fastest(Precision::F32).unwrap_or(Method::F32);
        if precision != Precision::Auto {
            return Network::load_for(path, Method::fastest(precision).unwrap_or(exact));
        }
        let network = Network::load_checked(path, exact, check_inputs);
        network.map_err(|reason| LoadError { path: path.to_owned(), reason })
    }

    /// Reads a file for the fastest method whose outputs are close to those of an exact one.
    ///
    /// The file is unpacked only once, and a network is dropped before the next one is read: those
    /// packed for the board size of the inputs take several times the memory of the file.
    fn load_checked(
        path: &Path,
        exact: Method,
        check_inputs: &[Input],
    ) -> Result<Network, ModelError> {
        let mut file = reader::Recorded::new(reader::open(path)?);
        let exact_network = exact.read(Box::new(&mut file))?;
        let bytes = file.into_bytes();
        let mut shorter = SIXTEEN_BITS.into_iter().filter_map(Method::fastest).peekable();
        if shorter.peek().is_none() {
            return Ok(exact_network);
        }
        let expected = exact_network.outputs(check_inputs);
        drop(exact_network);
        for method in shorter {
            let network = method.read(Box::new(&*bytes))?;
            let accuracy =
                Accuracy::between(&network.outputs(check_inputs), &expected, check_inputs);
            debug!("{network:?}: {accuracy:?}");
            drop(network);
            if accuracy.is_sufficient() {
                return method.read(Box::new(&*bytes));
            }
        }
        exact.read(Box::new(&*bytes))
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

    /// Reads a file for one method.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    ///
    /// # Panics
    /// If the method is not [available](Method::available).
    pub fn load_for(path: &Path, method: Method) -> Result<Network, LoadError> {
        let network = reader::open(path).and_then(|bytes| method.read(bytes));
        network.map_err(|reason| LoadError { path: path.to_owned(), reason })
    }

    /// Reads the bytes of a file for one method.
    ///
    /// # Errors
    /// [`ModelError`] if they are not a network of one of the [`VERSIONS`](super::VERSIONS).
    ///
    /// # Panics
    /// As [`load_for`](Self::load_for).
    pub fn read_for(bytes: &[u8], method: Method) -> Result<Network, ModelError> {
        method.read(reader::unpack(bytes, bytes.len() as u64)?)
    }

    /// Reads a model for the kernel of `method`.
    pub(super) fn read_model<K: Kernel>(
        bytes: ModelBytes,
        method: Method,
    ) -> Result<Network, ModelError> {
        let model = Model::<K>::read(bytes)?;
        Ok(Network {
            name: model.name.clone(),
            version: model.version,
            strict_pass_alive: model.strict_pass_alive,
            takes_metadata: model.trunk.metadata.is_some(),
            weights: model.weights,
            method,
            model: Box::new(model),
            batches: Mutex::default(),
        })
    }

    /// This network for boards with a side above `max_small_side`, and `small` for all others, as one
    /// network with the name of both.
    ///
    /// # Panics
    /// If the networks differ in their inputs.
    pub(super) fn with_small_boards(self, small: Network, max_small_side: usize) -> Network {
        let inputs = |it: &Network| (it.version, it.strict_pass_alive, it.takes_metadata);
        assert_eq!(inputs(&self), inputs(&small), "both take the same inputs");
        Network {
            name: format!("{}+{}", self.name, small.name),
            weights: self.weights.max(small.weights),
            model: Box::new(BySize { small: small.model, max_small_side, others: self.model }),
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
        let outputs = self.model.evaluate(&[(input, options)], workspace);
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
        self.model.evaluate(positions, workspace)
    }

    /// The network's name, from its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// KataGo's model version, 8 to 17, which determines the inputs and the meaning of the outputs.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Whether the network has an optimistic policy beside the ordinary one (from version 12).
    #[must_use]
    pub const fn has_optimistic_policy(&self) -> bool {
        self.version >= FIRST_OPTIMISTIC_VERSION
    }

    /// Whether the network was trained with the stricter definition of pass-alive chains even where
    /// multi-stone suicide is illegal (from version 15).
    #[must_use]
    pub const fn strict_pass_alive(&self) -> bool {
        self.strict_pass_alive
    }

    /// Whether this is a HumanSL network, which takes [`Input::metadata`].
    #[must_use]
    pub const fn takes_metadata(&self) -> bool {
        self.takes_metadata
    }

    /// Number of weights of its layers.
    #[must_use]
    pub const fn weights(&self) -> usize {
        self.weights
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
        write!(f, "{} (version {}, {})", self.name, self.version, self.method)
    }
}
