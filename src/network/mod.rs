//! KataGo's networks: their files read, and what they say of a position computed.
//!
//! Nothing here knows Go: what a network is shown comes as an [`Input`] of planes and numbers
//! ([`crate::features`] makes it from a game), and what it says leaves as [`NetworkOutput`], both from
//! the view of the player to move.
//!
//! - `reader` turns a file into a `Model`: layers as plain data, every shape checked, so that
//!   nothing later can fail.
//! - `inference` computes, on a board's exact size. The convolutions, which take nearly all of the
//!   time, stand behind one trait, `Kernel`, whose implementations are in `kernel`.
//! - `dispatch` chooses the fastest kernel that the processor has: a [`Network`] is what a player
//!   loads. `embedded` has one that comes with the program.
//! - `outputs` gives the numbers that come out their meaning, which depends on the version.
//!
//! The networks are described in D. J. Wu, "Accelerating Self-Play Learning in Go" (2019,
//! arXiv:1902.10565), and in `docs/KataGoMethods.md` of KataGo's repository.
//!
//! ```no_run
//! use shusaku::network::{Input, Network, Options, Precision, Workspace};
//!
//! let network = Network::load("network.bin.gz".as_ref(), Precision::Auto)?;
//! let mut workspace = Workspace::default();
//! let input = Input::new(19, 19);
//! let outputs = network.evaluate(&input, Options::default(), &mut workspace);
//! println!("the player to move wins {:.1} %", 100.0 * outputs.win);
//! # Ok::<(), shusaku::network::LoadError>(())
//! ```

mod buffer;
mod check;
mod dispatch;
mod embedded;
mod inference;
mod input;
mod kernel;
mod model;
mod outputs;
mod reader;
mod simd;
mod symmetry;

pub use self::{
    check::Deviation,
    dispatch::{Method, Network, Precision},
    inference::{Options, Workspace},
    input::{GLOBALS, Input, METADATA, PLANES},
    outputs::{Errors, NetworkOutput},
    reader::{LoadError, ModelError, VERSIONS},
    symmetry::Symmetry,
};
