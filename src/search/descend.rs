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
    selection::{Fork, Leaf, Selection, prior_policy},
    tree::{EdgeId, PositionId, PositionKey, Tree},
};
use crate::{
    board::{Color, Move},
    game::{Game, Stage, Variation},
    rules::Ko,
};

/// One thread of a search.
pub(super) struct Worker<'s, E: Evaluator, R> {
    shared: SharedSearch<'s, E::Selection>,
    line: Variation<'s>,
    evaluator: E,
    rng: R,
    /// The edges of the iteration.
    path: Path,
    /// Iterations whose leaves are to be evaluated together.
    pending: Vec<Path>,
    amaf: Amaf,
}

/// Edges from the root on, each with its move (`None` for the root).
type Path = Vec<(EdgeId, Option<Move>)>;

/// What all workers of a search share.
#[derive(Clone, Copy)]
pub(super) struct SharedSearch<'s, S: Selection> {
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
        shared: SharedSearch<'s, E::Selection>,
        evaluator: E,
        rng: R,
    ) -> Worker<'s, E, R> {
        Worker {
            shared,
            line: Variation::new(shared.game),
            evaluator,
            rng,
            path: Path::new(),
            pending: Vec::new(),
            amaf: Amaf::default(),
        }
    }

    /// Batch size of the highest throughput, in iterations.
    pub(super) fn batch(&self) -> usize {
        self.evaluator.batch()
    }

    /// Makes up to `count` iterations, at least one: descends to leaves, evaluates them, and backs
    /// the values up. Returns how many were made.
    ///
    /// The leaves are evaluated together. They are fewer than `count` if a descent meets a leaf of
    /// another one, to whose children it cannot go on before the evaluation.
    pub(super) fn iterate(&mut self, count: u64) -> u64 {
        if count == 1 {
            let color = self.descend().expect("no other iteration is in progress");
            self.finish(color);
            return 1;
        }
        while (self.pending.len() as u64) < count
            && let Some(color) = self.descend()
        {
            self.evaluator.prepare(&self.line, color);
            self.pending.push(mem::take(&mut self.path));
        }
        self.evaluator.evaluate_prepared();
        let pending = mem::take(&mut self.pending);
        let made = pending.len() as u64;
        for path in pending {
            let color = self.replay(path);
            self.finish(color);
        }
        made
    }

    /// Descends to a leaf and returns the player to move there; `None`, without a trace in the tree,
    /// if another iteration has reached that leaf and waits for its evaluation.
    fn descend(&mut self) -> Option<Color> {
        self.line.rewind();
        self.path.clear();
        let mut color = self.shared.color;
        let mut edge = EdgeId::from(self.shared.root);
        self.enter(edge, None, color);
        while !self.is_pending(edge)
            && let Some((child, mv)) = self.next(edge, color)
        {
            self.line.play_unchecked(color, mv);
            color = color.opponent();
            self.enter(child, Some(mv), color);
            edge = child;
        }
        if self.is_pending(edge) {
            self.path.iter().for_each(|&(edge, _)| self.shared.tree.node(edge).leave());
            return None;
        }
        Some(color)
    }

    /// Whether an edge leads to a leaf that waits for its evaluation.
    fn is_pending(&self, edge: EdgeId) -> bool {
        let position = |edge| self.shared.tree.position(edge);
        let is_here =
            |path: &Path| path.last().is_some_and(|&(leaf, _)| position(leaf) == position(edge));
        self.pending.iter().any(is_here)
    }

    /// Returns to a leaf, and returns the player to move there.
    fn replay(&mut self, path: Path) -> Color {
        self.line.rewind();
        self.path = path;
        let mut color = self.shared.color;
        for mv in self.path.iter().filter_map(|&(_, mv)| mv) {
            self.line.play_unchecked(color, mv);
            color = color.opponent();
        }
        color
    }

    /// Evaluates the leaf and backs the value up. `color` is to move there.
    fn finish(&mut self, color: Color) {
        self.amaf.clear();
        let evaluation = self.evaluator.evaluate(&self.line, color, &mut self.amaf);
        self.back_up(&evaluation, color);
        let child =
            self.path.get(1).map(|&(child, _)| self.shared.tree.index(self.shared.root, child));
        self.shared.root_stats.add(child, &evaluation, &self.evaluator);
    }

    /// Enters the edge to the position that the line has reached, with `to_move` to move.
    fn enter(&mut self, edge: EdgeId, mv: Option<Move>, to_move: Color) {
        let tree = self.shared.tree;
        if let Some(&(parent, _)) = self.path.last() {
            tree.enter_child(tree.position(parent), edge);
        }
        if tree.node(edge).enter() && E::Selection::merges_transpositions() && mv.is_some() {
            tree.merge(edge, PositionKey::of(&self.line, to_move));
        }
        self.path.push((edge, mv));
    }

    /// The child to descend to, or `None` if `edge`, the last one of the path, leads to the leaf.
    fn next(&mut self, edge: EdgeId, color: Color) -> Option<(EdgeId, Move)> {
        let tree = self.shared.tree;
        let position = tree.position(edge);
        // This iteration entered `edge`, which need not be the position's own node.
        let visits = tree.node(position).visits() + u32::from(edge != EdgeId::from(position));
        if tree.children(position).is_empty() {
            if visits < E::Selection::visits_to_expand() || self.line.stage() != Stage::Playing {
                return None;
            }
            tree.expand(position, || self.evaluator.priors(&self.line, color));
        }
        let children = tree.children(position);
        if children.is_empty() {
            return None;
        }
        if position == self.shared.root && self.draws_first_move() {
            let index = self.draw_by_prior(children);
            return Some((tree.child(position, index), children[index].mv()));
        }
        tree.update_transpositions(position);
        let mut index = self.select(position, children, color)?;
        // A rule against repetition may forbid what is legal after another line to the position. Simple
        // ko belongs to the position.
        let may_repeat =
            E::Selection::merges_transpositions() && self.line.rules().ko != Ko::Simple;
        if may_repeat && self.line.check(color, children[index].mv()).is_err() {
            index = self.select_where(position, children, color, |line, child| {
                line.check(color, child.mv()).is_ok()
            })?;
        }
        Some((tree.child(position, index), children[index].mv()))
    }

    /// The index of the best child that the constraints of the search permit.
    fn select(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
        color: Color,
    ) -> Option<usize> {
        let constraints = &self.shared.request.constraints;
        let best = if constraints.is_empty() {
            E::Selection::take_best(self.shared.tree.node(position))
        } else {
            None
        };
        best.or_else(|| self.select_where(position, children, color, |_, _| true))
    }

    /// The index of the best child that the constraints of the search permit among those that are open
    /// after the line.
    fn select_where(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
        color: Color,
        is_open: impl Fn(&Variation, &Node<E::Selection>) -> bool,
    ) -> Option<usize> {
        let (fork, ply) = (self.fork(position, children), self.path.len() - 1);
        let (line, constraints) = (&self.line, &self.shared.request.constraints);
        E::Selection::select(&fork, |child| {
            constraints.iter().all(|c| c.permits(color, child.mv(), ply)) && is_open(line, child)
        })
    }

    /// A choice among the children of a position, with ties broken at random.
    fn fork(
        &mut self,
        position: PositionId,
        children: &'s [Node<E::Selection>],
    ) -> Fork<'s, E::Selection> {
        Fork {
            node: self.shared.tree.node(position),
            children,
            is_root: position == self.shared.root,
            area: self.shared.game.size().area(),
            offset: self.rng.random_range(0..children.len()),
        }
    }

    /// Whether this iteration draws its first move from the prior.
    fn draws_first_move(&mut self) -> bool {
        let SearchRequest { wide_root, ref constraints, .. } = *self.shared.request;
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
        let class = E::Selection::class(&self.line);
        let mut color = to_move;
        for ply in (0..self.path.len()).rev() {
            let (edge, mv) = self.path[ply];
            if !self.amaf.is_empty() {
                self.back_up_amaf(edge, color, color.probability(evaluation.black_utility));
            }
            color = color.opponent();
            let leaf = Leaf {
                utility: color.probability(evaluation.black_utility),
                win_rate: color.probability(evaluation.black_win_rate),
                weight: evaluation.weight,
                is_here: ply + 1 == self.path.len(),
                class,
            };
            let tree = self.shared.tree;
            let position = tree.position(edge);
            tree.update_transpositions(position);
            let children = tree.entered_children(position);
            let (edge, node) = (tree.node(edge), tree.node(position));
            E::Selection::back_up(edge, node, children, leaf, tree.shared());
            if let Some(Move::Play(point)) = mv {
                self.amaf.prepend(point, color);
            }
        }
    }

    /// Adds the value, for `color` to move after `edge`, to those of the children there whose moves were
    /// played later.
    fn back_up_amaf(&mut self, edge: EdgeId, color: Color, value: f64) {
        let tree = self.shared.tree;
        let position = tree.position(edge);
        let children = tree.children(position);
        if children.is_empty() {
            return;
        }
        let fork = self.fork(position, children);
        E::Selection::back_up_amaf(&fork, value, |point| self.amaf.is_first(color, point));
    }
}
