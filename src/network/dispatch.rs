//! One network behind one type, whatever computes it.

use std::{fmt, path::Path};

use super::{
    inference::{Options, Workspace},
    input::Input,
    kernel::{Kernel, Portable},
    model::Model,
    outputs::Outputs,
    reader::LoadError,
};

/// What the numbers inside a network are rounded to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// The fastest one that is known to say the same as single precision does.
    #[default]
    Auto,
    /// Single precision: 32 bits.
    F32,
    /// The upper half of single precision: 16 bits, 8 of them significant.
    Bf16,
    /// Whole numbers of 8 bits, scaled.
    Int8,
}

/// A network loaded for the fastest way to compute it on this machine. Threads may share it.
pub struct Network {
    name: String,
    version: u32,
    strict_pass_alive: bool,
    takes_metadata: bool,
    precision: Precision,
    model: Box<dyn Evaluate>,
}

/// A model whose kernel is forgotten.
trait Evaluate: Send + Sync {
    fn evaluate(&self, input: &Input, options: Options, workspace: &mut Workspace) -> Outputs;
}

impl<K: Kernel + Send + Sync> Evaluate for Model<K> {
    fn evaluate(&self, input: &Input, options: Options, workspace: &mut Workspace) -> Outputs {
        Model::evaluate(self, input, options, workspace)
    }
}

impl Network {
    /// Reads a file of one of the [`VERSIONS`](super::VERSIONS).
    ///
    /// # Errors
    /// [`LoadError`] if it cannot be read or holds no such network.
    pub fn load(path: &Path, precision: Precision) -> Result<Network, LoadError> {
        let _ = precision;
        Ok(Network::of(Model::<Portable>::load(path)?, Precision::F32))
    }

    fn of<K: Kernel + Send + Sync + 'static>(model: Model<K>, precision: Precision) -> Network {
        Network {
            name: model.name.clone(),
            version: model.version,
            strict_pass_alive: model.strict_pass_alive,
            takes_metadata: model.trunk.metadata.is_some(),
            precision,
            model: Box::new(model),
        }
    }

    /// What the network says of a position.
    ///
    /// The workspace keeps its memory for the next time; it may be used with any network and size.
    #[must_use]
    pub fn evaluate(&self, input: &Input, options: Options, workspace: &mut Workspace) -> Outputs {
        self.model.evaluate(input, options, workspace)
    }

    /// What the file calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// KataGo's model version, 8 to 17: which inputs it takes and what its outputs mean.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Whether it was trained to take chains for pass-alive under a stricter definition even where
    /// suicide of several stones is illegal (from version 15).
    #[must_use]
    pub const fn strict_pass_alive(&self) -> bool {
        self.strict_pass_alive
    }

    /// Whether it imitates people, whom [`Input::metadata`] then describes.
    #[must_use]
    pub const fn takes_metadata(&self) -> bool {
        self.takes_metadata
    }

    /// The precision that was chosen, never [`Precision::Auto`].
    #[must_use]
    pub const fn precision(&self) -> Precision {
        self.precision
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (version {}, {:?})", self.name, self.version, self.precision)
    }
}
