//! Kinds of faults, and their report.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The process ended.
    Crash,
    /// No answer in a time that is long for every command.
    Hang,
    /// An answer after the player's time was up.
    Late,
    /// Output that is not a response, or not of the command's form.
    Garbage,
    /// `? internal error`, the answer after a caught panic.
    Panic,
    /// A correct command was refused.
    Refused,
    /// A move that the reference forbids.
    IllegalMove,
    /// A move that the reference forbids was accepted.
    AcceptedIllegalMove,
    /// The state of the game differs from the referee's.
    WrongState,
    /// The result differs from the reference's.
    WrongResult,
    /// Output on standard error.
    Stderr,
    /// A process that grows.
    Growth,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = serde_json::to_string(self).expect("a name");
        f.pad(name.trim_matches('"'))
    }
}

/// A fault in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The engine, 0 for Black's and 1 for White's.
    pub engine: usize,
    /// The command that was answered.
    pub command: String,
    /// The particulars.
    pub detail: String,
}

impl Fault {
    /// A fault of the engine with this number.
    pub fn new(kind: FaultKind, engine: usize, command: &str, detail: impl ToString) -> Fault {
        Fault { kind, engine, command: command.to_string(), detail: detail.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { kind, engine, command, detail } = self;
        write!(f, "{kind} of engine {engine} at '{command}': {detail}")
    }
}

/// Prints the number of faults of each kind, with the seed of the first.
pub fn report<'f>(faults: impl IntoIterator<Item = (u64, &'f Fault)>) {
    let mut kinds: BTreeMap<FaultKind, (usize, u64, &Fault)> = BTreeMap::new();
    for (seed, fault) in faults {
        let entry = kinds.entry(fault.kind).or_insert((0, seed, fault));
        entry.0 += 1;
    }
    if kinds.is_empty() {
        println!("no faults");
    }
    for (kind, (count, seed, first)) in kinds {
        println!("{kind:22} {count:6}  first in game {seed}: {first}");
    }
}
