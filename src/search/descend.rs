//! One iteration of the search.

use rand::{Rng, RngExt};

use super::{
    evaluation::{Amaf, Evaluation, Evaluator, Selection},
    node::{AmafValue, Node},
    prior::chances,
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

/// One thread's part in a search.
pub(super) struct Worker<'s, E, R> {
    place: Place<'s>,
    line: Variation<'s>,
    exploration: f64,
    evaluator: E,
    rng: R,
    /// The nodes of the iteration, each with the move that led to it; none led to the root.
    path: Vec<(NodeId, Option<Move>)>,
    amaf: Amaf,
}

/// Where a worker works: what all of them share.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) tree: &'s Tree,
    pub(super) root: NodeId,
    pub(super) game: &'s Game,
    /// Who is to move at the root.
    pub(super) color: Color,
    pub(super) request: &'s SearchRequest,
    pub(super) root_stats: &'s RootStats,
}

impl<'s, E: Evaluator, R: Rng> Worker<'s, E, R> {
    pub(super) fn new(place: Place<'s>, evaluator: E, rng: R) -> Worker<'s, E, R> {
        Worker {
            place,
            line: Variation::new(place.game),
            exploration: exploration(place.game.size().area()),
            evaluator,
            rng,
            path: Vec::new(),
            amaf: Amaf::default(),
        }
    }

    /// Walks down to a leaf, has it evaluated, and backs the value up.
    pub(super) fn iterate(&mut self) {
        self.line.rewind();
        self.path.clear();
        let mut color = self.place.color;
        let mut node = self.place.root;
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
            self.path.get(1).map(|&(child, _)| self.place.tree.place(self.place.root, child));
        self.place.root_stats.add(child, &evaluation, &self.evaluator);
    }

    fn enter(&mut self, node: NodeId, mv: Option<Move>) {
        self.place.tree.node(node).enter();
        self.path.push((node, mv));
    }

    /// The child to go on with, or `None` if `node` is the leaf.
    fn next(&mut self, node: NodeId, color: Color) -> Option<(NodeId, Move)> {
        let visits = self.place.tree.node(node).visits();
        if self.place.tree.children(node).is_empty() {
            if visits < self.evaluator.expand_at() || self.line.stage() != Stage::Playing {
                return None;
            }
            self.place.tree.expand(node, || self.evaluator.priors(&self.line, color));
        }
        let children = self.place.tree.children(node);
        if children.is_empty() {
            return None;
        }
        if node == self.place.root && self.looks_wide() {
            let place = self.draw_by_prior(children);
            return Some((self.place.tree.child(node, place), children[place].mv()));
        }
        let request = self.place.request;
        let known = if request.constraints.is_empty() { self.known_best(node) } else { None };
        let place = known.or_else(|| {
            let (offset, ply) = (self.draw_offset(children), self.path.len() - 1);
            self.select(node, visits, offset, |child| {
                request.constraints.iter().all(|r| r.permits(color, child.mv(), ply))
            })
        })?;
        Some((self.place.tree.child(node, place), children[place].mv()))
    }

    /// The place of the most promising child, if an iteration left it.
    fn known_best(&self, node: NodeId) -> Option<usize> {
        match E::SELECTION {
            Selection::Rave => self.place.tree.node(node).take_best(),
            Selection::Puct => None,
        }
    }

    /// The place of the most promising child of those that are open, after so many visits.
    fn select(
        &self,
        node: NodeId,
        visits: u32,
        offset: usize,
        is_open: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let tree = self.place.tree;
        let children = tree.children(node);
        match E::SELECTION {
            Selection::Rave => select(children, visits, self.exploration, offset, is_open),
            Selection::Puct => {
                let reduction = puct::fpu_reduction(node == self.place.root);
                puct::select(children, tree.node(node), reduction, is_open)
            }
        }
    }

    /// Where to begin among the children, so that none of equals is preferred.
    fn draw_offset(&mut self, children: &[Node]) -> usize {
        self.rng.random_range(0..children.len())
    }

    /// Whether this iteration chooses its first turn by the prior alone.
    fn looks_wide(&mut self) -> bool {
        let SearchRequest { wide_root, ref constraints, .. } = *self.place.request;
        wide_root > 0.0 && constraints.is_empty() && self.rng.random_bool(wide_root)
    }

    /// The place of a child, drawn with the chances of the prior.
    fn draw_by_prior(&mut self, children: &[Node]) -> usize {
        let chances = chances(E::SELECTION, children);
        let mut left: f64 = self.rng.random();
        let is_drawn = |chance: &f64| {
            left -= chance;
            left < 0.0
        };
        chances.iter().position(is_drawn).unwrap_or(0)
    }

    /// Adds the value to every node of the path, and to the moves beside it that were played
    /// later. `to_move` is to move at the leaf.
    fn back_up(&mut self, evaluation: &Evaluation, to_move: Color) {
        let of = |color, black: f64| if color == Color::Black { black } else { 1.0 - black };
        let mut color = to_move;
        for at in (0..self.path.len()).rev() {
            let (node, mv) = self.path[at];
            if !self.amaf.is_blank() {
                self.back_up_amaf(node, color, of(color, evaluation.black_utility));
            }
            color = color.opponent();
            let node = self.place.tree.node(node);
            node.back_up(of(color, evaluation.black_utility));
            if E::SELECTION == Selection::Puct {
                node.back_up_win(of(color, evaluation.black_win));
            }
            if let Some(Move::Play(point)) = mv {
                self.amaf.play_earlier(point, color);
            }
        }
    }

    /// Adds the value to those of a node's children whose moves were played later, and leaves the
    /// best one to the next iteration: to look for it in the same round saves searches on 19×19 3 %
    /// of their time.
    fn back_up_amaf(&mut self, node: NodeId, color: Color, value: f64) {
        let children = self.place.tree.children(node);
        if children.is_empty() {
            return;
        }
        let offset = self.draw_offset(children);
        let value = AmafValue::new(value);
        let visits = self.place.tree.node(node).visits() + 1;
        let best = self.select(node, visits, offset, |child| {
            child.back_up_amaf(value, self.amaf.is_first(color, child.point_index()));
            true
        });
        self.place.tree.node(node).set_best(best);
    }
}
