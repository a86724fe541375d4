//! What a search has found.

use std::time::Duration;

use super::{
    node::Node,
    tree::{NodeId, Tree},
};
use crate::{
    board::{Color, Move},
    tuning::{CONFIDENCE, LEAST_VISITS_SHARE},
};

/// A turn that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The turn.
    pub mv: Move,
    /// Iterations that went through it.
    pub visits: u32,
    /// Mean utility for the player who makes it, from 0 to 1; 0 without a visit.
    pub value: f64,
    /// What the utility is at least, with some confidence.
    pub lower_bound: f64,
}

/// The statistics of a search's root.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whose turn was searched for.
    pub color: Color,
    /// Every turn looked at, the most visited first; never empty.
    pub candidates: Vec<Candidate>,
    /// The turns expected from here, the most visited first.
    pub principal_variation: Vec<Move>,
    /// Iterations in all, those of earlier searches included.
    pub visits: u32,
    /// Wall time of the search.
    pub elapsed: Duration,
}

impl Report {
    pub(super) fn new(tree: &Tree, root: NodeId, color: Color, elapsed: Duration) -> Report {
        let mut candidates: Vec<Candidate> = tree.children(root).iter().map(candidate).collect();
        if candidates.is_empty() {
            candidates.push(Candidate { mv: Move::Pass, visits: 0, value: 0.0, lower_bound: 0.0 });
        }
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        Report {
            color,
            candidates,
            principal_variation: principal_variation(tree, root),
            visits: tree.node(root).visits(),
            elapsed,
        }
    }

    /// The turn to make: among those with a good part of the most visits, the one whose utility is
    /// surest to be high.
    #[must_use]
    pub fn best(&self) -> Candidate {
        let most = f64::from(self.candidates[0].visits);
        let is_known = |c: &&Candidate| f64::from(c.visits) >= LEAST_VISITS_SHARE * most;
        let known = self.candidates.iter().filter(is_known);
        // The last of equals is chosen, so that the most visited must come last.
        let best = known.rev().max_by(|a, b| a.lower_bound.total_cmp(&b.lower_bound));
        *best.expect("the most visited is known")
    }
}

fn candidate(node: &Node) -> Candidate {
    let visits = node.visits();
    let value = node.statistics().mean().unwrap_or(0.0);
    // Values are nearly all close to 0 or 1, like the throws of a coin.
    let deviation = (value * (1.0 - value) / f64::from(visits.max(1))).sqrt();
    Candidate { mv: node.mv(), visits, value, lower_bound: value - CONFIDENCE * deviation }
}

/// The most visited children, from the root down.
fn principal_variation(tree: &Tree, root: NodeId) -> Vec<Move> {
    let best_child = |parent: &NodeId| {
        let (place, best) =
            tree.children(*parent).iter().enumerate().max_by_key(|(_, node)| node.visits())?;
        (best.visits() > 0).then(|| tree.child(*parent, place))
    };
    std::iter::successors(best_child(&root), best_child).map(|id| tree.node(id).mv()).collect()
}
