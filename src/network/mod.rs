//! KataGo's networks: reading their files and evaluating positions with them.
//!
//! Nothing here knows Go. A network takes an [`Input`] of planes and globals, which
//! [`crate::features`] extracts from a game, and gives a [`NetworkOutput`], both from the
//! perspective of the player to move.
//!
//! - `layout` names the planes and globals of the input.
//! - `reader` turns a file into a `Model`: layers as plain data, with every shape checked, so that
//!   evaluation cannot fail.
//! - `inference` evaluates a model on a board's exact size. The convolutions take nearly all of the
//!   time; they are behind the trait `Convolution`, and each kernel packs the weights for its own.
//! - `method` is the table of kernels and their precisions.
//! - `loaded` has [`Network`], a model loaded for one method; `loading` reads a file for the method that
//!   suits the machine, checked by its `accuracy`. `embedded` has a network that is part of the
//!   program, `batch` measures the fastest batch size.
//! - `output` decodes the raw outputs, whose meaning depends on the model version.
//!
//! The networks are described in D. J. Wu, "Accelerating Self-Play Learning in Go" (2019,
//! arXiv:1902.10565), and in `docs/KataGoMethods.md` of KataGo's repository.
//!
//! ```no_run
//! use shusaku::{
//!     features::check_inputs,
//!     network::{InferenceOptions, Input, Network, Precision, Workspace},
//! };
//!
//! let network = Network::load("network.bin.gz".as_ref(), Precision::Auto, &check_inputs())?;
//! let mut workspace = Workspace::default();
//! let input = Input::new(19, 19);
//! let output = network.evaluate(&input, InferenceOptions::default(), &mut workspace);
//! println!("the player to move wins {:.1} %", 100.0 * output.win);
//! # Ok::<(), shusaku::network::LoadError>(())
//! ```

mod accuracy;
mod batch;
mod buffer;
mod embedded;
mod inference;
mod input;
mod kernel;
mod layout;
mod loaded;
mod loading;
mod method;
mod model;
mod output;
mod reader;
mod simd;
mod symmetry;

pub use self::{
    accuracy::Accuracy,
    inference::{InferenceOptions, Workspace},
    input::Input,
    layout::{GLOBALS, METADATA, PLANES, global, plane},
    loaded::Network,
    method::{Method, Precision},
    output::{ErrorEstimates, NetworkOutput},
    reader::{LoadError, ModelError, VERSIONS},
    simd::{CPU_VARIABLE, CpuVariableError, check_cpu_variable},
    symmetry::Symmetry,
};
