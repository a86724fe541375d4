//! One iteration of the search.

use rand::{Rng, RngExt};

use super::{
    evaluation::Evaluator,
    select::select,
    tree::{NodeId, Tree},
};
use crate::{
    board::{Color, Move, Point},
    game::{Game, Stage, Variation},
};

/// Visits after which a leaf gets children: the first ones tell little about which are worth it.
const EXPAND_AT: u32 = 4;

/// One thread's part in a search.
pub(super) struct Worker<'s, E, R> {
    tree: &'s Tree,
    line: Variation<'s>,
    root_color: Color,
    evaluator: E,
    rng: R,
    path: Vec<NodeId>,
}

impl<'s, E: Evaluator, R: Rng> Worker<'s, E, R> {
    pub(super) fn new(
        tree: &'s Tree,
        game: &'s Game,
        root_color: Color,
        evaluator: E,
        rng: R,
    ) -> Worker<'s, E, R> {
        let line = Variation::new(game);
        Worker { tree, line, root_color, evaluator, rng, path: Vec::new() }
    }

    /// Walks down to a leaf, has it evaluated, and backs the value up.
    pub(super) fn iterate(&mut self) {
        self.line.rewind();
        self.path.clear();
        let mut color = self.root_color;
        let mut node = Tree::ROOT;
        self.enter(node);
        while let Some((child, mv)) = self.next(node, color) {
            self.line.play_unchecked(color, mv);
            self.enter(child);
            node = child;
            color = color.opponent();
        }
        let evaluation = self.evaluator.evaluate(&self.line, color);
        self.back_up(evaluation.black_utility);
    }

    fn enter(&mut self, node: NodeId) {
        self.tree.node(node).enter();
        self.path.push(node);
    }

    /// The child to go on with, or `None` if `node` is the leaf.
    fn next(&mut self, node: NodeId, color: Color) -> Option<(NodeId, Move)> {
        let is_root = node == Tree::ROOT;
        let visits = self.tree.node(node).visits();
        if self.tree.children(node).is_empty() {
            // Play that has stopped ends a line, but not the search that was asked for after it.
            if !is_root && (visits < EXPAND_AT || self.line.stage() != Stage::Playing) {
                return None;
            }
            self.tree.expand(node, || moves(&self.line, color));
        }
        let children = self.tree.children(node);
        if children.is_empty() {
            return None;
        }
        let place = select(children, visits, self.rng.random_range(0..children.len()));
        Some((self.tree.child_id(node, place), children[place].mv()))
    }

    fn back_up(&self, black_utility: f64) {
        let mut mover = self.root_color.opponent();
        for &node in &self.path {
            let value = if mover == Color::Black { black_utility } else { 1.0 - black_utility };
            self.tree.node(node).back_up(value);
            mover = mover.opponent();
        }
    }
}

/// The turns worth a look: every legal play but suicide and filling an own eye, and the pass.
fn moves(line: &Variation, color: Color) -> Vec<Move> {
    let board = line.board();
    let is_sensible = |point: Point| !board.is_suicide(point, color) && !board.is_eye(point, color);
    let plays = board
        .empty_points()
        .iter()
        .filter(|&&point| is_sensible(point) && line.check(color, Move::Play(point)).is_ok());
    plays.map(|&point| Move::Play(point)).chain([Move::Pass]).collect()
}
