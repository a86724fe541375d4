//! Faults of engines in a match.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The ways in which an engine breaks the contract of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The process did not start, or ended.
    Crash,
    /// No answer in time.
    Hang,
    /// Output that is not a GTP response, or a response that is not a move.
    Garbage,
    /// An error response to a command that an engine has to accept.
    Refusal,
    /// A move that the rules forbid.
    IllegalMove,
    /// A move after the time was up.
    Time,
    /// A result with another winner than the referee's.
    WrongResult,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Garbage => "garbage",
            FaultKind::Refusal => "refusal",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Time => "time",
            FaultKind::WrongResult => "wrong result",
        })
    }
}

/// A fault of an engine in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The name of the engine.
    pub engine: String,
    /// The kind.
    pub kind: FaultKind,
    /// The particulars, in one line.
    pub detail: String,
}
