//! What a search is asked for beside its position.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use super::{Limits, Report};
use crate::board::{Color, Move};

/// What a search is asked for.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// When it ends.
    pub limits: Limits,
    /// Where its random numbers begin.
    pub seed: u64,
    /// Turns to leave out.
    pub constraints: Vec<SearchConstraint>,
    /// Share of the iterations that choose their first turn by its prior alone, from 0 to 1, so
    /// that an analysis looks at more than the best.
    pub wide_root: f64,
    /// How a network is to judge positions.
    pub eval_options: EvalOptions,
    /// What the report is to tell beyond visits and values.
    pub details: Details,
}

/// How a network is to judge positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalOptions {
    /// By how many doublings White is said to search more than Black for each point that he is
    /// behind where the search begins. It keeps him from giving up where he gives a handicap, and
    /// from trusting in good answers of the opponent. 0 for an analysis.
    pub pda_per_point: f64,
    /// How much more alike than the network has them the chances of moves are taken to be, if it is
    /// above 1; less so if it is below.
    pub temperature: f64,
}

impl Default for EvalOptions {
    fn default() -> EvalOptions {
        EvalOptions { pda_per_point: 0.0, temperature: 1.0 }
    }
}

/// What a report tells only if asked, since it takes time and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The expected score, at the root and after each turn.
    pub score: bool,
    /// Whose each point will be.
    pub ownership: bool,
    /// The same after each turn.
    pub move_ownership: bool,
}

impl Details {
    pub(super) const fn are_none(self) -> bool {
        !self.score && !self.ownership && !self.move_ownership
    }
}

/// Turns of one player that a search looks at exclusively, or not at all, near its root.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchConstraint {
    /// Whose turns.
    pub color: Color,
    /// Which turns.
    pub moves: Vec<Move>,
    /// Whether no others are looked at, rather than any but these.
    pub is_exclusive: bool,
    /// For how many turns from the root on, both players' counted.
    pub depth: usize,
}

impl SearchConstraint {
    /// Whether the turn may be looked at, `ply` turns below the root.
    #[must_use]
    pub fn permits(&self, color: Color, mv: Move, ply: usize) -> bool {
        let applies = color == self.color && ply < self.depth;
        !applies || self.moves.contains(&mv) == self.is_exclusive
    }
}

/// Looks on while a search runs.
pub trait Watcher: Sync {
    /// Whether the search is to end. Every worker asks once an iteration.
    fn wants_stop(&self) -> bool;

    /// Whether a report is due after so much time. One worker asks once an iteration.
    fn is_due(&self, _elapsed: Duration) -> bool {
        false
    }

    /// Takes a report that was due.
    fn take(&self, _report: &Report) {}
}

impl Watcher for AtomicBool {
    fn wants_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
