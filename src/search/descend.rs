//! One iteration of the search.

use rand::{Rng, RngExt};

use super::{
    evaluation::{Amaf, Evaluation, Evaluator, Selection},
    node::{AmafValue, Node},
    prior::prior_policy,
    puct,
    request::SearchRequest,
    root_stats::RootStats,
    select::{exploration, select},
    tree::{NodeId, Tree},
};
use crate::{
    board::{Color, Move},
    game::{Game, Stage, Variation},
};

/// One thread of a search.
pub(super) struct Worker<'s, E, R> {
    shared: SharedSearch<'s>,
    line: Variation<'s>,
    exploration: f64,
    evaluator: E,
    rng: R,
    /// The nodes of the iteration, each with the move that led to it (`None` for the root).
    path: Vec<(NodeId, Option<Move>)>,
    amaf: Amaf,
}

/// What all workers of a search share.
#[derive(Clone, Copy)]
pub(super) struct SharedSearch<'s> {
    pub(super) tree: &'s Tree,
    pub(super) root: NodeId,
    pub(super) game: &'s Game,
    /// The player to move at the root.
    pub(super) color: Color,
    pub(super) request: &'s SearchRequest,
    pub(super) root_stats: &'s RootStats,
}

impl<'s, E: Evaluator, R: Rng> Worker<'s, E, R> {
    pub(super) fn new(shared: SharedSearch<'s>, evaluator: E, rng: R) -> Worker<'s, E, R> {
        Worker {
            shared,
            line: Variation::new(shared.game),
            exploration: exploration(shared.game.size().area()),
            evaluator,
            rng,
            path: Vec::new(),
            amaf: Amaf::default(),
        }
    }

    /// Descends to a leaf, evaluates it, and backs the value up.
    pub(super) fn iterate(&mut self) {
        self.line.rewind();
        self.path.clear();
        let mut color = self.shared.color;
        let mut node = self.shared.root;
        self.enter(node, None);
        while let Some((child, mv)) = self.next(node, color) {
            self.line.play_unchecked(color, mv);
            self.enter(child, Some(mv));
            node = child;
            color = color.opponent();
        }
        self.amaf.clear();
        let evaluation = self.evaluator.evaluate(&self.line, color, &mut self.amaf);
        self.back_up(&evaluation, color);
        let child =
            self.path.get(1).map(|&(child, _)| self.shared.tree.index(self.shared.root, child));
        self.shared.root_stats.add(child, &evaluation, &self.evaluator);
    }

    fn enter(&mut self, node: NodeId, mv: Option<Move>) {
        self.shared.tree.node(node).enter();
        self.path.push((node, mv));
    }

    /// The child to descend to, or `None` if `node` is the leaf.
    fn next(&mut self, node: NodeId, color: Color) -> Option<(NodeId, Move)> {
        let visits = self.shared.tree.node(node).visits();
        if self.shared.tree.children(node).is_empty() {
            if visits < self.evaluator.visits_to_expand() || self.line.stage() != Stage::Playing {
                return None;
            }
            self.shared.tree.expand(node, || self.evaluator.priors(&self.line, color));
        }
        let children = self.shared.tree.children(node);
        if children.is_empty() {
            return None;
        }
        if node == self.shared.root && self.draws_first_move() {
            let index = self.draw_by_prior(children);
            return Some((self.shared.tree.child(node, index), children[index].mv()));
        }
        let request = self.shared.request;
        let best = if request.constraints.is_empty() { self.take_best_child(node) } else { None };
        let index = best.or_else(|| {
            let (offset, ply) = (self.draw_offset(children), self.path.len() - 1);
            self.select(node, visits, offset, |child| {
                request.constraints.iter().all(|c| c.permits(color, child.mv(), ply))
            })
        })?;
        Some((self.shared.tree.child(node, index), children[index].mv()))
    }

    /// The index of the best child, if the last iteration stored it.
    fn take_best_child(&self, node: NodeId) -> Option<usize> {
        match E::SELECTION {
            Selection::Rave => self.shared.tree.node(node).take_best(),
            Selection::Puct => None,
        }
    }

    /// The index of the best child among those that are open; `visits` are the node's.
    fn select(
        &self,
        node: NodeId,
        visits: u32,
        offset: usize,
        is_open: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let tree = self.shared.tree;
        let children = tree.children(node);
        match E::SELECTION {
            Selection::Rave => select(children, visits, self.exploration, offset, is_open),
            Selection::Puct => {
                let reduction = puct::fpu_reduction(node == self.shared.root);
                puct::select(children, tree.node(node), reduction, is_open)
            }
        }
    }

    /// A random index at which the comparison of children begins, so that ties are broken evenly.
    fn draw_offset(&mut self, children: &[Node]) -> usize {
        self.rng.random_range(0..children.len())
    }

    /// Whether this iteration draws its first move from the prior.
    fn draws_first_move(&mut self) -> bool {
        let SearchRequest { wide_root, ref constraints, .. } = *self.shared.request;
        wide_root > 0.0 && constraints.is_empty() && self.rng.random_bool(wide_root)
    }

    /// The index of a child, drawn with the probabilities of the prior.
    fn draw_by_prior(&mut self, children: &[Node]) -> usize {
        let policy = prior_policy(E::SELECTION, children);
        let mut rest: f64 = self.rng.random();
        let is_drawn = |probability: &f64| {
            rest -= probability;
            rest < 0.0
        };
        policy.iter().position(is_drawn).unwrap_or(0)
    }

    /// Adds the value to every node of the path and, as AMAF, to the siblings whose moves were played
    /// later. `to_move` is to move at the leaf.
    fn back_up(&mut self, evaluation: &Evaluation, to_move: Color) {
        let of = |color, black: f64| if color == Color::Black { black } else { 1.0 - black };
        let mut color = to_move;
        for ply in (0..self.path.len()).rev() {
            let (node, mv) = self.path[ply];
            if !self.amaf.is_empty() {
                self.back_up_amaf(node, color, of(color, evaluation.black_utility));
            }
            color = color.opponent();
            let node = self.shared.tree.node(node);
            node.back_up(of(color, evaluation.black_utility));
            if E::SELECTION == Selection::Puct {
                node.back_up_win(of(color, evaluation.black_win_rate));
            }
            if let Some(Move::Play(point)) = mv {
                self.amaf.prepend(point, color);
            }
        }
    }

    /// Adds the value to those of a node's children whose moves were played later, and stores the
    /// best child for the next iteration: finding it in the same pass saves 3 % of a search's time
    /// on 19×19.
    fn back_up_amaf(&mut self, node: NodeId, color: Color, value: f64) {
        let children = self.shared.tree.children(node);
        if children.is_empty() {
            return;
        }
        let offset = self.draw_offset(children);
        let value = AmafValue::new(value);
        let visits = self.shared.tree.node(node).visits() + 1;
        let best = self.select(node, visits, offset, |child| {
            child.back_up_amaf(value, self.amaf.is_first(color, child.point_index()));
            true
        });
        self.shared.tree.node(node).set_best(best);
    }
}
