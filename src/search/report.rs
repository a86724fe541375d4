//! What a search has found.

use std::time::Duration;

use super::{
    descend::Place,
    evaluation::Selection,
    node::{Node, Statistics},
    prior::chances,
    root_stats::ExpectedScore,
    tree::{NodeId, Tree},
};
use crate::{
    board::{Color, Move},
    tuning::{CONFIDENCE, LEAST_VISITS_SHARE},
};

/// A turn that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The turn.
    pub mv: Move,
    /// Iterations that went through it.
    pub visits: u32,
    /// Chance to win of the player who makes it, from 0 to 1; 0 without a visit.
    pub value: f64,
    /// Mean utility for that player, from 0 to 1; the same as the value but for networks.
    pub utility: f64,
    /// Mean utility of the iterations that played here at any later time, if any did.
    pub later_value: Option<f64>,
    /// What the value is at least, with some confidence.
    pub lower_bound: f64,
    /// What the utility is at least, with the same confidence.
    pub utility_bound: f64,
    /// How likely it was thought to be a strong player's choice, before it was looked at.
    pub prior: f64,
    /// The turns expected from here, this one first, each with its visits.
    pub line: Vec<(Move, u32)>,
    /// The score of the player who makes it, where asked for.
    pub score: Option<ExpectedScore>,
    /// How much each point, in the order of [`Size::points`](crate::board::Size::points), will be
    /// that player's, from -1 to 1; where asked for.
    pub ownership: Option<Vec<f32>>,
}

/// The statistics of a search's root.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whose turn was searched for.
    pub color: Color,
    /// Every turn there is, the most visited first; never empty.
    pub candidates: Vec<Candidate>,
    /// Iterations in all, those of earlier searches included.
    pub visits: u32,
    /// Chance to win of `color`, from 0 to 1; 0 without a visit.
    pub value: f64,
    /// The score of `color`, where asked for.
    pub score: Option<ExpectedScore>,
    /// Whose each point will be, as in [`Candidate::ownership`]; where asked for.
    pub ownership: Option<Vec<f32>>,
    /// Wall time of the search.
    pub elapsed: Duration,
}

impl Report {
    /// The report on what was found at this place by a search that went by `guide`.
    pub(super) fn new(place: &Place, selection: Selection, elapsed: Duration) -> Report {
        let Place { tree, root, color, root_stats, .. } = *place;
        let children = tree.children(root);
        let priors = chances(selection, children);
        let candidate = |place: usize| Candidate {
            prior: priors[place],
            line: expected_line(tree, tree.child(root, place)),
            score: root_stats.child(place).and_then(|sum| sum.score(color)),
            ownership: root_stats.child(place).and_then(|sum| sum.ownership(color)),
            ..candidate(selection, &children[place])
        };
        let mut candidates: Vec<Candidate> = (0..children.len()).map(candidate).collect();
        if candidates.is_empty() {
            candidates.push(self::candidate(selection, &Node::default()));
        }
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let visits = tree.node(root).visits();
        let sum: f64 = candidates.iter().map(|c| c.value * f64::from(c.visits)).sum();
        Report {
            color,
            candidates,
            visits,
            value: sum / f64::from(visits.max(1)),
            score: root_stats.root().score(color),
            ownership: root_stats.root().ownership(color),
            elapsed,
        }
    }

    /// The turn to make: among those with a good part of the most visits, the one whose utility is
    /// surest to be high.
    #[must_use]
    pub fn best(&self) -> &Candidate {
        let most = f64::from(self.candidates[0].visits);
        let is_known = |c: &&Candidate| f64::from(c.visits) >= LEAST_VISITS_SHARE * most;
        let known = self.candidates.iter().filter(is_known);
        // The last of equals is chosen, so that the most visited must come last.
        let best = known.rev().max_by(|a, b| a.utility_bound.total_cmp(&b.utility_bound));
        best.expect("the most visited is known")
    }
}

/// A candidate without what is known only of a place among siblings.
fn candidate(selection: Selection, node: &Node) -> Candidate {
    let visits = node.visits();
    let mean = |statistics: Statistics| statistics.mean().unwrap_or(0.0);
    let (value, utility, later_value) = match selection {
        Selection::Rave => {
            let value = mean(node.statistics());
            (value, value, node.amaf().mean())
        }
        Selection::Puct => (mean(node.wins()), mean(node.finished()), None),
    };
    // Values are nearly all close to 0 or 1, like the throws of a coin; a network's are less far
    // from each other, which makes this a cautious bound.
    let bound = |mean: f64| {
        let deviation = (mean * (1.0 - mean) / f64::from(visits.max(1))).sqrt();
        mean - CONFIDENCE * deviation
    };
    Candidate {
        mv: node.mv(),
        visits,
        value,
        utility,
        later_value,
        lower_bound: bound(value),
        utility_bound: bound(utility),
        prior: 0.0,
        line: vec![(node.mv(), visits)],
        score: None,
        ownership: None,
    }
}

/// A turn and the most visited ones after it, each with its visits.
fn expected_line(tree: &Tree, first: NodeId) -> Vec<(Move, u32)> {
    let most_visited = |parent: &NodeId| {
        let (place, best) =
            tree.children(*parent).iter().enumerate().max_by_key(|(_, node)| node.visits())?;
        (best.visits() > 0).then(|| tree.child(*parent, place))
    };
    let turn = |id| (tree.node(id).mv(), tree.node(id).visits());
    std::iter::successors(Some(first), most_visited).map(turn).collect()
}
