use std::path::PathBuf;

use crate::{features::HumanProfile, network::Precision, rules::Rules, tuning::PDA_PER_POINT};

/// The evaluator that judges positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ModelChoice {
    /// The network that comes with the program, and playouts on boards that it does not know or
    /// where it is too slow.
    #[default]
    Embedded,
    /// The network of this file.
    File(PathBuf),
    /// Playouts.
    Playouts,
}

/// How an engine plays: what it starts with, and parameters have changed since.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set of the first game.
    pub rules: Rules,
    /// Komi, if it is not left to the rule set.
    pub komi: Option<f64>,
    /// What it searches with.
    pub model: ModelChoice,
    /// How exactly the network is computed.
    pub precision: Precision,
    /// Who is imitated, by a network that imitates people.
    pub human_profile: Option<HumanProfile>,
    /// Threads of the search; 0 for as many as the machine has.
    pub threads: usize,
    /// The most playouts for a move; with a network, the most positions looked at.
    pub playouts: Option<u64>,
    /// The most seconds for a move, whatever the clock would give it.
    pub seconds: Option<f64>,
    /// Seconds that a move may cost on the clock beyond those the engine takes for it, at least 0.
    pub lag: f64,
    /// Below this chance to win, from 0 to 1, the engine resigns; 0 for never.
    pub resign_below: f64,
    /// Bytes that the search tree may take, with what the network said.
    pub memory: usize,
    /// Whether to search on the opponent's time.
    pub ponder: bool,
    /// How strong it plays, from 1 to [`FULL_LEVEL`](super::FULL_LEVEL).
    pub level: u32,
    /// Share of an analysis that goes to moves by their looks alone, from 0 to 1.
    pub wide_root: f64,
    /// How bold a network plays where it gives a handicap
    /// ([`EvalOptions::boldness`](crate::search::EvalOptions::boldness)), at least 0.
    pub pda_per_point: f64,
    /// How much more alike than a network has them the chances of moves are taken to be
    /// ([`EvalOptions::temperature`](crate::search::EvalOptions::temperature)), above 0.
    pub temperature: f64,
    /// What the engine calls itself.
    pub name: String,
    /// What it calls its version; without it, that of the program with the network's name.
    pub version: Option<String>,
    /// Whether it answers chat messages on KGS.
    pub kgs_chat: bool,
    /// Whether it tells its thoughts for the spectators on OGS, on standard error.
    pub malkovich: bool,
    /// Whether it draws what it thinks for GoGui, on standard error.
    pub live_gfx: bool,
    /// Where random numbers start from, if games are to be repeated.
    pub seed: Option<u64>,
}

#[cfg(test)]
impl Options {
    /// One thread of playouts, with a seed: what a test plays with that is about no network.
    pub(super) fn of_playouts() -> Options {
        Options { model: ModelChoice::Playouts, threads: 1, seed: Some(1), ..Options::default() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Rules::preset("chinese").expect("a preset"),
            komi: None,
            model: ModelChoice::Embedded,
            precision: Precision::Auto,
            human_profile: None,
            threads: 0,
            playouts: None,
            seconds: None,
            lag: 0.2,
            resign_below: 0.05,
            memory: 256 << 20,
            ponder: false,
            level: super::FULL_LEVEL,
            wide_root: 0.0,
            pda_per_point: PDA_PER_POINT,
            temperature: 1.0,
            name: env!("CARGO_PKG_NAME").to_string(),
            version: None,
            kgs_chat: false,
            malkovich: false,
            live_gfx: false,
            seed: None,
        }
    }
}
