//! The options of an engine, and the reasons why it cannot start with them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::ThreadPoolBuildError;
use thiserror::Error;

use super::Peers;
use crate::{
    features::{HumanProfile, check_inputs},
    network::{LoadError, Network, Precision},
    rules::Rules,
};

/// The evaluator of positions: a network or playouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ModelChoice {
    /// The embedded network; playouts on boards with a side outside 6 to 19, and where it is too slow.
    #[default]
    Embedded,
    /// The network of this file.
    File(PathBuf),
    /// Playouts.
    Playouts,
}

impl ModelChoice {
    /// The network of a file if one is given, else playouts or the embedded network.
    #[must_use]
    pub fn new(file: Option<&Path>, playouts_only: bool) -> ModelChoice {
        match file {
            Some(path) => ModelChoice::File(path.to_path_buf()),
            None if playouts_only => ModelChoice::Playouts,
            None => ModelChoice::Embedded,
        }
    }

    /// The network, with arithmetic of this precision; `None` for playouts.
    ///
    /// # Errors
    /// [`LoadError`] if its file cannot be loaded.
    pub fn load(&self, precision: Precision) -> Result<Option<Arc<Network>>, LoadError> {
        match self {
            ModelChoice::Playouts => Ok(None),
            ModelChoice::Embedded => Ok(Some(Network::embedded(precision))),
            ModelChoice::File(path) => {
                Network::load(path, precision, &check_inputs()).map(Arc::new).map(Some)
            }
        }
    }
}

/// The reason why an engine cannot be started or changed.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system refuses to start the threads.
    #[error("cannot start the search's threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The network's file cannot be loaded.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// A human profile is set for a network that does not take one.
    #[error("a human profile needs a HumanSL network: give its file with --model")]
    ProfileWithoutHumanNetwork,
    /// The second network is not a HumanSL network.
    #[error("{0} is not a HumanSL network")]
    NotHumanNetwork(
        /// The network's file.
        PathBuf,
    ),
}

/// The options of an engine. Most of them can be changed while it runs, see
/// [`parameters`](super::parameters).
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set of the first game.
    pub rules: Rules,
    /// Komi in points; `None` for the rule set's.
    pub komi: Option<f64>,
    /// The evaluator of positions.
    pub model: ModelChoice,
    /// Precision of the network's arithmetic.
    pub precision: Precision,
    /// The people whom a HumanSL network imitates.
    pub human_profile: Option<HumanProfile>,
    /// Threads of the search; 0 for one per core.
    pub threads: usize,
    /// Maximum number of playouts, or visits with a network, for a move.
    pub playouts: Option<u64>,
    /// Maximum time for a move in seconds, whatever the clock allows.
    pub seconds: Option<f64>,
    /// Seconds that a move may cost on the clock beyond the engine's own time, at least 0; `None` for
    /// 0.2, or 5 % of a fixed time for a move if that is less.
    pub lag: Option<f64>,
    /// Win rate, from 0 to 1, below which the engine resigns; 0 for never.
    pub resign_below: f64,
    /// Bytes for search trees and cached evaluations.
    pub memory: usize,
    /// Whether the engine, at full strength, searches on the opponent's time.
    pub ponder: bool,
    /// Playing strength, from 1 to [`FULL_LEVEL`](super::FULL_LEVEL).
    pub level: u32,
    /// Share of an analysis's iterations whose root move is chosen by the prior alone, from 0 to 1.
    pub wide_root: f64,
    /// Playout-doubling advantage of the player to move, in doublings from -3 to 3.
    pub pda: f64,
    /// Playout-doubling advantage for each point behind in a handicap game
    /// ([`EvalOptions::pda_per_point`](crate::search::EvalOptions::pda_per_point)), at least 0; by
    /// default KataGo's. Without effect unless `pda` is 0.
    pub pda_per_point: f64,
    /// Temperature of a network's policy
    /// ([`EvalOptions::policy_temperature`](crate::search::EvalOptions::policy_temperature)), above 0.
    pub temperature: f64,
    /// The reply to GTP's `name`.
    pub name: String,
    /// The reply to GTP's `version`; `None` for the program's version with the network's name.
    pub version: Option<String>,
    /// Whether it answers chat messages on KGS.
    pub kgs_chat: bool,
    /// Whether it writes lines for the spectators on OGS to standard error.
    pub malkovich: bool,
    /// Whether it writes GoGui's live graphics to standard error.
    pub live_gfx: bool,
    /// Random seed; `None` for a different one in each run.
    pub seed: Option<u64>,
    /// The other processes that evaluate positions or share searches.
    pub peers: Peers,
}

#[cfg(test)]
impl Options {
    /// One thread of playouts with a fixed seed, for tests.
    pub(super) fn of_playouts() -> Options {
        Options { model: ModelChoice::Playouts, threads: 1, seed: Some(1), ..Options::default() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Rules::default(),
            komi: None,
            model: ModelChoice::Embedded,
            precision: Precision::Auto,
            human_profile: None,
            threads: 0,
            playouts: None,
            seconds: None,
            lag: None,
            resign_below: 0.05,
            memory: 256 << 20,
            ponder: false,
            level: super::FULL_LEVEL,
            wide_root: 0.0,
            pda: 0.0,
            pda_per_point: 0.045,
            temperature: 1.0,
            name: env!("CARGO_PKG_NAME").to_string(),
            version: None,
            kgs_chat: false,
            malkovich: false,
            live_gfx: false,
            seed: None,
            peers: Peers::default(),
        }
    }
}
