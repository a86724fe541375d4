//! What a search has found.

use std::time::Duration;

use super::tree::{Node, NodeId, Tree};
use crate::board::{Color, Move};

/// A turn that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The turn.
    pub mv: Move,
    /// Iterations that went through it.
    pub visits: u32,
    /// Mean utility for the player who makes it, from 0 to 1; 0 without a visit.
    pub value: f64,
}

/// The statistics of a search's root.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whose turn was searched for.
    pub color: Color,
    /// Every turn looked at, the most visited first; never empty.
    pub candidates: Vec<Candidate>,
    /// The turns expected from here, the best first.
    pub principal_variation: Vec<Move>,
    /// Iterations in all.
    pub visits: u32,
    /// Wall time of the search.
    pub elapsed: Duration,
}

impl Report {
    pub(super) fn new(tree: &Tree, color: Color, elapsed: Duration) -> Report {
        let mut candidates: Vec<Candidate> =
            tree.children(Tree::ROOT).iter().map(candidate).collect();
        if candidates.is_empty() {
            candidates.push(Candidate { mv: Move::Pass, visits: 0, value: 0.0 });
        }
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        Report {
            color,
            candidates,
            principal_variation: principal_variation(tree),
            visits: tree.node(Tree::ROOT).visits(),
            elapsed,
        }
    }

    /// The turn with the most visits.
    #[must_use]
    pub fn best(&self) -> Candidate {
        self.candidates[0]
    }

    /// What was found about a turn, if it was looked at.
    #[must_use]
    pub fn candidate(&self, mv: Move) -> Option<Candidate> {
        self.candidates.iter().copied().find(|candidate| candidate.mv == mv)
    }
}

fn candidate(node: &Node) -> Candidate {
    Candidate { mv: node.mv(), visits: node.visits(), value: node.value().unwrap_or(0.0) }
}

/// The most visited children, from the root down.
fn principal_variation(tree: &Tree) -> Vec<Move> {
    let best_child = |parent: &NodeId| {
        let (place, best) =
            tree.children(*parent).iter().enumerate().max_by_key(|(_, node)| node.visits())?;
        (best.visits() > 0).then(|| tree.child_id(*parent, place))
    };
    std::iter::successors(best_child(&Tree::ROOT), best_child)
        .map(|id| tree.node(id).mv())
        .collect()
}
