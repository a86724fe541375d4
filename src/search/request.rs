//! Requests of searches: parameters, constraints, and observers.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use super::{Limits, Report};
use crate::board::{Color, Move};

/// The parameters of a search, except its position.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// When the search ends.
    pub limits: Limits,
    /// Random seed.
    pub seed: u64,
    /// Moves that are excluded, or the only ones allowed.
    pub constraints: Vec<SearchConstraint>,
    /// Share of the iterations, from 0 to 1, that draw their first move from the prior, so that an
    /// analysis is wider. Stands in for KataGo's `analysisWideRootNoise`, whose scale is different.
    pub wide_root: f64,
    /// How a network evaluates positions.
    pub eval_options: EvalOptions,
    /// Optional parts of the report.
    pub details: Details,
}

impl SearchRequest {
    /// The limit of the number of iterations.
    pub(super) fn max_iterations(&self) -> u64 {
        self.limits.iterations.unwrap_or(u64::MAX)
    }
}

/// How a network evaluates positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalOptions {
    /// Playout-doubling advantage (PDA) of White, in doublings for each point that White is behind
    /// at the root. In a handicap game it makes White play for complications. 0 for an analysis. It takes
    /// effect by [`resolve_pda`](super::resolve_pda).
    pub pda_per_point: f64,
    /// Playout-doubling advantage of White in doublings, from -3 to 3, where `pda_per_point` gives
    /// none.
    pub white_pda: f64,
    /// Temperature of the policy, above 0: above 1 flattens it, below 1 sharpens it.
    pub policy_temperature: f64,
    /// Factor of the temperature at the root.
    pub root_policy_temperature_factor: f64,
    /// Whether the network sees only the moves from the root on, not those before.
    pub hides_game_history: bool,
    /// Whether a pass before the root is hidden if another one would end the game.
    pub conservative_root: bool,
}

impl Default for EvalOptions {
    fn default() -> EvalOptions {
        EvalOptions {
            pda_per_point: 0.0,
            white_pda: 0.0,
            policy_temperature: 1.0,
            root_policy_temperature_factor: 1.0,
            hides_game_history: false,
            conservative_root: false,
        }
    }
}

/// Parts of a report that take time and memory and are included on request only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Expected score, at the root and after each move.
    pub score: bool,
    /// Ownership at the root.
    pub ownership: bool,
    /// Ownership after each move.
    pub move_ownership: bool,
}

impl Details {
    pub(super) const fn are_none(self) -> bool {
        !self.score && !self.ownership && !self.move_ownership
    }
}

/// Moves of one player that are excluded from a search, or the only ones allowed, near its root.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchConstraint {
    /// The player whose moves are constrained.
    pub color: Color,
    /// The moves concerned.
    pub moves: Vec<Move>,
    /// Whether only these moves are allowed, or they are excluded.
    pub kind: ConstraintKind,
    /// Number of moves of both players from the root on for which the constraint holds.
    pub until_depth: usize,
}

/// The kind of a [`SearchConstraint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// Only these moves may be searched.
    Allow,
    /// These moves must not be searched.
    Avoid,
}

impl SearchConstraint {
    /// Whether a move of `color` at depth `ply` (0 at the root) may be searched.
    #[must_use]
    pub fn permits(&self, color: Color, mv: Move, ply: usize) -> bool {
        let applies = color == self.color && ply < self.until_depth;
        let is_listed = self.moves.contains(&mv);
        !applies
            || match self.kind {
                ConstraintKind::Allow => is_listed,
                ConstraintKind::Avoid => !is_listed,
            }
    }
}

/// Observes a search, and can stop it.
pub trait Watcher: Sync {
    /// Whether the search is to end. Called by every worker after each batch of iterations, and by a
    /// collection.
    fn wants_stop(&self) -> bool;

    /// Whether a report is due at this time of the search. Called by the leading worker after each batch.
    fn is_due(&self, _elapsed: Duration) -> bool {
        false
    }

    /// Receives a report that was due.
    fn report(&self, _report: &Report) {}
}

impl Watcher for AtomicBool {
    fn wants_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
