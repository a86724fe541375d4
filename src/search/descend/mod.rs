//! One iteration of the search.

#[cfg(test)]
mod tests;

use std::mem;

use rand::{Rng, RngExt};

use super::{
    evaluation::{Amaf, Evaluation, Evaluator},
    node::Node,
    request::SearchRequest,
    root_stats::RootStats,
    selection::{LeafEvaluation, Parent, Selection, prior_policy},
    tree::{EdgeId, PositionId, PositionKey, Tree},
};
use crate::{
    board::{Color, Move},
    game::{Game, Stage, Variation},
    rules::Ko,
};

/// One thread of a search.
pub(super) struct Worker<'s, E: Evaluator, R> {
    context: SearchContext<'s, E::Selection>,
    line: Variation<'s>,
    evaluator: E,
    rng: R,
    /// The edges of the iteration.
    path: Path,
    /// Iterations whose leaves are to be evaluated together.
    pending: Vec<Path>,
    amaf: Amaf,
}

/// Edges from the root on, which is the first of them.
type Path = Vec<EdgeId>;

/// The parts of a search that all its workers use.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'s, S: Selection> {
    pub(super) tree: &'s Tree<S>,
    pub(super) root: PositionId,
    pub(super) game: &'s Game,
    /// The player to move at the root.
    pub(super) color: Color,
    pub(super) request: &'s SearchRequest,
    pub(super) root_stats: &'s RootStats,
}

impl<'s, E: Evaluator, R: Rng> Worker<'s, E, R> {
    pub(super) fn new(
        context: SearchContext<'s, E::Selection>,
        evaluator: E,
        rng: R,
    ) -> Worker<'s, E, R> {
        Worker {
            context,
            line: Variation::new(context.game),
            evaluator,
            rng,
            path: Path::new(),
            pending: Vec::new(),
            amaf: Amaf::default(),
        }
    }

    /// Batch size of the highest throughput, in iterations.
    pub(super) fn best_batch_size(&self) -> usize {
        self.evaluator.best_batch_size()
    }

    /// The batch size of the highest throughput if it was measured.
    pub(super) fn known_batch_size(&self) -> Option<usize> {
        self.evaluator.known_batch_size()
    }

    /// Makes up to `count` iterations, at least one: descends to leaves, evaluates them, and backs
    /// the values up. Returns how many were made.
    ///
    /// The leaves are evaluated together. They are fewer than `count` if a descent meets a leaf of
    /// another one, to whose children it cannot go on before the evaluation.
    pub(super) fn iterate(&mut self, count: u64) -> u64 {
        if count == 1 {
            let to_move = self.descend().expect("no other iteration is in progress");
            self.finish(to_move);
            return 1;
        }
        while (self.pending.len() as u64) < count
            && let Some(to_move) = self.descend()
        {
            self.evaluator.prepare(&self.line, to_move);
            self.pending.push(mem::take(&mut self.path));
        }
        self.evaluator.evaluate_prepared();
        let pending = mem::take(&mut self.pending);
        let made = pending.len() as u64;
        for path in pending {
            let to_move = self.replay(path);
            self.finish(to_move);
        }
        made
    }

    /// Descends to a leaf and returns the player to move there; `None`, without a trace in the tree,
    /// if another iteration has reached that leaf and waits for its evaluation.
    fn descend(&mut self) -> Option<Color> {
        self.line.rewind();
        self.path.clear();
        let mut to_move = self.context.color;
        let mut edge = EdgeId::from(self.context.root);
        self.enter(edge, to_move);
        while !self.is_pending(edge)
            && let Some(child) = self.next(edge, to_move)
        {
            self.line.play_unchecked(to_move, self.context.tree.node(child).mv());
            to_move = to_move.opponent();
            self.enter(child, to_move);
            edge = child;
        }
        if self.is_pending(edge) {
            self.path.iter().for_each(|&edge| self.context.tree.node(edge).leave());
            return None;
        }
        Some(to_move)
    }

    /// Whether an edge leads to a leaf that waits for its evaluation.
    fn is_pending(&self, edge: EdgeId) -> bool {
        let position = |edge| self.context.tree.position(edge);
        let ends_here =
            |path: &Path| path.last().is_some_and(|&leaf| position(leaf) == position(edge));
        self.pending.iter().any(ends_here)
    }

    /// Returns to a leaf, and returns the player to move there.
    fn replay(&mut self, path: Path) -> Color {
        self.line.rewind();
        self.path = path;
        let mut to_move = self.context.color;
        for &edge in &self.path[1..] {
            self.line.play_unchecked(to_move, self.context.tree.node(edge).mv());
            to_move = to_move.opponent();
        }
        to_move
    }

    /// Evaluates the leaf, with `to_move` to move there, and backs the value up.
    fn finish(&mut self, to_move: Color) {
        self.amaf.clear();
        let evaluation = self.evaluator.evaluate(&self.line, to_move, &mut self.amaf);
        self.back_up(&evaluation, to_move);
        let child =
            self.path.get(1).map(|&child| self.context.tree.index(self.context.root, child));
        self.context.root_stats.add(child, &evaluation, &self.evaluator);
    }

    /// Enters the edge to the position that the line has reached, with `to_move` to move.
    fn enter(&mut self, edge: EdgeId, to_move: Color) {
        let tree = self.context.tree;
        let parent = self.path.last().map(|&edge| tree.position(edge));
        if let Some(parent) = parent {
            tree.enter_child(parent, edge);
        }
        let is_first_visit = tree.node(edge).enter();
        if is_first_visit && E::Selection::merges_transpositions() && parent.is_some() {
            tree.merge(edge, PositionKey::of(&self.line, to_move));
        }
        self.path.push(edge);
    }

    /// The child to descend to, or `None` if `edge`, the last one of the path, leads to the leaf.
    fn next(&mut self, edge: EdgeId, to_move: Color) -> Option<EdgeId> {
        let tree = self.context.tree;
        let position = tree.position(edge);
        // Visits of the position's node and, if this iteration came by another edge, this one.
        let visits = tree.node(position).visits() + u32::from(edge != EdgeId::from(position));
        if tree.children(position).is_empty() {
            if visits < E::Selection::visits_to_expand() || self.line.stage() != Stage::Playing {
                return None;
            }
            tree.expand(position, || self.evaluator.priors(&self.line, to_move));
        }
        let children = tree.children(position);
        if children.is_empty() {
            return None;
        }
        if position == self.context.root && self.draws_first_move() {
            let index = self.draw_by_prior(children);
            return Some(tree.child(position, index));
        }
        tree.update_transpositions(position);
        let mut index = self.select(position, children, to_move)?;
        // Superko may forbid a move that was legal when another line reached this position. Simple ko is
        // part of the key.
        let may_repeat =
            E::Selection::merges_transpositions() && self.line.rules().ko != Ko::Simple;
        if may_repeat && self.line.check(to_move, children[index].mv()).is_err() {
            index = self.select_where(position, children, to_move, |line, child| {
                line.check(to_move, child.mv()).is_ok()
            })?;
        }
        Some(tree.child(position, index))
    }

    /// The index of the best child that the constraints of the search permit.
    fn select(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
        to_move: Color,
    ) -> Option<usize> {
        let constraints = &self.context.request.constraints;
        let best = if constraints.is_empty() {
            E::Selection::take_best(self.context.tree.node(position))
        } else {
            None
        };
        best.or_else(|| self.select_where(position, children, to_move, |_, _| true))
    }

    /// The index of the best child that the constraints of the search permit among those that are open
    /// after the line.
    fn select_where(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
        to_move: Color,
        is_open: impl Fn(&Variation, &Node<E::Selection>) -> bool,
    ) -> Option<usize> {
        let (parent, ply) = (self.parent(position, children), self.path.len() - 1);
        let (line, constraints) = (&self.line, &self.context.request.constraints);
        E::Selection::select(&parent, |child| {
            constraints.iter().all(|c| c.permits(to_move, child.mv(), ply)) && is_open(line, child)
        })
    }

    /// The children of a position, for a selection formula.
    fn parent(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
    ) -> Parent<'s, E::Selection> {
        Parent {
            node: self.context.tree.node(position),
            children,
            is_root: position == self.context.root,
            area: self.context.game.size().area(),
            offset: self.rng.random_range(0..children.len()),
        }
    }

    /// Whether this iteration draws its first move from the prior.
    fn draws_first_move(&mut self) -> bool {
        let SearchRequest { wide_root, ref constraints, .. } = *self.context.request;
        wide_root > 0.0 && constraints.is_empty() && self.rng.random_bool(wide_root)
    }

    /// The index of a child, drawn with the probabilities of the prior.
    fn draw_by_prior(&mut self, children: &[Node<E::Selection>]) -> usize {
        let policy = prior_policy(children);
        let mut rest: f64 = self.rng.random();
        let is_drawn = |probability: &f64| {
            rest -= probability;
            rest < 0.0
        };
        policy.iter().position(is_drawn).unwrap_or(0)
    }

    /// Adds the value to every edge of the path and, as AMAF, to the siblings whose moves were played
    /// later. `to_move` is to move at the leaf.
    fn back_up(&mut self, evaluation: &Evaluation, to_move: Color) {
        let bias_class = E::Selection::bias_class(&self.line);
        let mut color = to_move;
        for ply in (0..self.path.len()).rev() {
            let edge = self.path[ply];
            if !self.amaf.is_empty() {
                self.back_up_amaf(edge, color, color.probability(evaluation.black_utility));
            }
            color = color.opponent();
            let leaf = LeafEvaluation {
                utility: color.probability(evaluation.black_utility),
                win_rate: color.probability(evaluation.black_win_rate),
                weight: evaluation.weight,
                is_at_leaf: ply + 1 == self.path.len(),
                bias_class,
            };
            let tree = self.context.tree;
            let position = tree.position(edge);
            tree.update_transpositions(position);
            let children = tree.entered_children(position);
            let (edge, node) = (tree.node(edge), tree.node(position));
            E::Selection::back_up(edge, node, children, leaf, tree.bias_table());
            if let Move::Play(point) = edge.mv() {
                self.amaf.prepend(point, color);
            }
        }
    }

    /// Adds the utility, for `to_move` to move after `edge`, to those of the children there whose moves
    /// were played later.
    fn back_up_amaf(&mut self, edge: EdgeId, to_move: Color, utility: f64) {
        let tree = self.context.tree;
        let position = tree.position(edge);
        let children = tree.children(position);
        if children.is_empty() {
            return;
        }
        let parent = self.parent(position, children);
        E::Selection::back_up_amaf(&parent, utility, |point| self.amaf.is_first(to_move, point));
    }
}
