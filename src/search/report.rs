//! The results of a search.

use std::time::Duration;

use super::{
    descend::SearchContext,
    node::Node,
    request::SearchConstraint,
    root_stats::{ExpectedScore, ScoreStats},
    selection::{Means, NodeStats, Selection, prior_policy},
    tree::{EdgeId, Tree},
};
use crate::{
    board::{Color, Move},
    tuning::MIN_VISITS_SHARE,
};

/// A move at the root, with its statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Number of iterations that went through it, with playouts those in progress included. A count also
    /// with networks, whose evaluations differ in weight.
    pub visits: u32,
    /// Win rate of the player who makes it, from 0 to 1; 0 without a visit. With playouts it is the
    /// utility, which has a share for the score.
    pub win_rate: f64,
    /// Mean utility for that player, from 0 to 1; differs from the win rate with networks only.
    pub utility: f64,
    /// Mean utility of the iterations in which that player moved here at any later time (AMAF), if
    /// there are any.
    pub amaf_utility: Option<f64>,
    /// Lower confidence bound of the win rate; may be less than 0.
    pub win_rate_lcb: f64,
    /// Lower confidence bound of the utility; may be less than 0.
    pub utility_lcb: f64,
    /// Prior probability, from 0 to 1.
    pub prior: f64,
    /// The principal variation, this move first, each move with its visits.
    pub line: Vec<(Move, u32)>,
    /// Expected score of the player who makes it, if requested.
    pub score: Option<ExpectedScore>,
    /// Ownership of each point in the order of [`Size::points`](crate::board::Size::points), from -1
    /// (the opponent) to 1 (that player), if requested.
    pub ownership: Option<Vec<f32>>,
    /// Standard deviation of each point's ownership over the iterations, if requested.
    pub ownership_deviation: Option<Vec<f32>>,
}

/// The result of a search: the moves at the root with their statistics.
#[derive(Clone, Debug)]
pub struct Report {
    /// The player to move at the root.
    pub color: Color,
    /// All moves, the most visited first; never empty.
    pub candidates: Vec<Candidate>,
    /// Visits of the root, those of earlier searches included.
    pub visits: u32,
    /// Iterations of this search, once it has ended; 0 before.
    pub iterations: u64,
    /// Win rate of `color`, from 0 to 1: the mean over the candidates, each counted by its visits; 0
    /// without a visit. The mean of the root in the tree differs: it has the root's own evaluation
    /// too, and goes by weights.
    pub win_rate: f64,
    /// Expected score of `color`, if requested.
    pub score: Option<ExpectedScore>,
    /// Ownership of each point, as in [`Candidate::ownership`], if requested.
    pub ownership: Option<Vec<f32>>,
    /// As in [`Candidate::ownership_deviation`], if requested.
    pub ownership_deviation: Option<Vec<f32>>,
    /// The largest utility in KataGo's units, in which a won game alone is 1; the utilities of the
    /// candidates are scaled from 0 (its negative) to 1.
    pub max_utility: f64,
    /// Wall time of the search.
    pub elapsed: Duration,
}

impl Candidate {
    /// A candidate with the statistics of its node; the rest is filled in by [`Report::new`].
    fn of_node<S: Selection>(node: &Node<S>) -> Candidate {
        let visits = node.backed_up();
        let Means { win_rate, utility, utility_radius, amaf_utility } = S::means(node);
        Candidate {
            mv: node.mv(),
            visits,
            win_rate,
            utility,
            amaf_utility,
            // A unit of KataGo's utility is half of the scale of win rates.
            win_rate_lcb: win_rate - utility_radius * S::max_utility(),
            utility_lcb: utility - utility_radius,
            prior: 0.0,
            line: vec![(node.mv(), visits)],
            score: None,
            ownership: None,
            ownership_deviation: None,
        }
    }
}

/// The mean over the candidates, each counted by its visits; 0 without a visit.
fn mean_by_visits(candidates: &[Candidate], value: impl Fn(&Candidate) -> f64) -> f64 {
    let sum: f64 = candidates.iter().map(|c| value(c) * f64::from(c.visits)).sum();
    // Fewer visits than the root's, which was a leaf before it was a root.
    let visits: f64 = candidates.iter().map(|c| f64::from(c.visits)).sum();
    sum / visits.max(1.0)
}

impl Report {
    /// The report of a search that has taken `elapsed` so far.
    pub(super) fn new<S: Selection>(context: &SearchContext<S>, elapsed: Duration) -> Report {
        let SearchContext { tree, root, color, root_stats, .. } = *context;
        tree.update_transpositions(root);
        let children = tree.children(root);
        let policy = prior_policy(children);
        let candidate = |index: usize| {
            let stats = root_stats.child(index);
            Candidate {
                prior: policy[index],
                line: principal_variation(tree, tree.child(root, index)),
                score: stats.and_then(|stats| stats.score(color)),
                ownership: stats.and_then(|stats| stats.ownership(color)),
                ownership_deviation: stats.and_then(ScoreStats::ownership_deviation),
                ..Candidate::of_node(&children[index])
            }
        };
        let mut candidates: Vec<Candidate> = (0..children.len()).map(candidate).collect();
        // The root could not be expanded for lack of memory: a pass.
        if candidates.is_empty() {
            candidates.push(Candidate::of_node(&Node::<S>::default()));
        }
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.win_rate.total_cmp(&a.win_rate)));
        let win_rate = mean_by_visits(&candidates, |candidate| candidate.win_rate);
        let root_node = tree.node(root);
        Report {
            color,
            candidates,
            visits: root_node.stats.position_visits(root_node.backed_up()),
            iterations: 0,
            win_rate,
            score: root_stats.root().score(color),
            ownership: root_stats.root().ownership(color),
            ownership_deviation: root_stats.root().ownership_deviation(),
            max_utility: S::max_utility(),
            elapsed,
        }
    }

    /// A utility from 0 to 1 in KataGo's units, from -[`max_utility`](Self::max_utility) to it.
    #[must_use]
    pub fn katago_utility(&self, utility: f64) -> f64 {
        (2.0 * utility - 1.0) * self.max_utility
    }

    /// Mean utility of the candidates, each counted by its visits, from 0 to 1; 0 without a visit.
    #[must_use]
    pub fn utility(&self) -> f64 {
        mean_by_visits(&self.candidates, |candidate| candidate.utility)
    }

    /// The visited moves that `constraints` permit: the best first, then the most visited.
    #[must_use]
    pub fn ranked(&self, constraints: &[SearchConstraint]) -> Vec<&Candidate> {
        let permits = |mv: Move| constraints.iter().all(|c| c.permits(self.color, mv, 0));
        let mut ranked: Vec<&Candidate> =
            self.candidates.iter().filter(|c| c.visits > 0 && permits(c.mv)).collect();
        let best = self.best().mv;
        ranked.sort_by_key(|candidate| candidate.mv != best);
        ranked
    }

    /// The expected score of `color` after a candidate; that of the root if the candidate has none.
    #[must_use]
    pub fn score_after(&self, candidate: &Candidate) -> ExpectedScore {
        candidate.score.or(self.score).unwrap_or_default()
    }

    /// The move to play: the one with the highest [`utility_lcb`](Candidate::utility_lcb) among those
    /// with at least [`MIN_VISITS_SHARE`] of the most visits.
    #[must_use]
    pub fn best(&self) -> &Candidate {
        let max = f64::from(self.candidates[0].visits);
        let is_eligible = |c: &&Candidate| f64::from(c.visits) >= MIN_VISITS_SHARE.get() * max;
        let eligible = self.candidates.iter().filter(is_eligible);
        // `max_by` returns the last of equal elements, so the most visited one must come last.
        let best = eligible.rev().max_by(|a, b| a.utility_lcb.total_cmp(&b.utility_lcb));
        best.expect("the most visited move is eligible")
    }
}

/// A move and the most visited ones after it, of equally visited moves the one with the best win rate,
/// each with its visits.
fn principal_variation<S: Selection>(tree: &Tree<S>, first: EdgeId) -> Vec<(Move, u32)> {
    let most_visited = |edge: &EdgeId| {
        let parent = tree.position(*edge);
        let better = |a: &Node<S>, b: &Node<S>| {
            let by_win_rate = || S::means(a).win_rate.total_cmp(&S::means(b).win_rate);
            a.backed_up().cmp(&b.backed_up()).then_with(by_win_rate)
        };
        let children = tree.children(parent).iter().enumerate();
        let (index, best) = children.max_by(|(_, a), (_, b)| better(a, b))?;
        (best.backed_up() > 0).then(|| tree.child(parent, index))
    };
    let step = |edge: EdgeId| (tree.node(edge).mv(), tree.node(edge).backed_up());
    std::iter::successors(Some(first), most_visited).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        Puct,
        puct::{BiasClass, BiasTable},
        selection::LeafEvaluation,
    };

    #[test]
    fn an_unfinished_first_visit_was_reported_as_a_loss() {
        let node = Node::<Puct>::default();
        node.enter();
        assert_eq!(Candidate::of_node(&node).visits, 0);
        let leaf = LeafEvaluation {
            utility: 0.5,
            win_rate: 0.5,
            weight: 1.0,
            is_at_leaf: true,
            bias_class: BiasClass::default(),
        };
        Puct::back_up(&node, &node, &[], leaf, &BiasTable::default());
        node.enter();
        let candidate = Candidate::of_node(&node);
        assert_eq!((candidate.visits, candidate.win_rate), (1, 0.5));
        assert_eq!(candidate.line, [(Move::Pass, 1)]);
    }
}
