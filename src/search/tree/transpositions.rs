//! Monte Carlo graph search: positions that several lines of play reach ("Monte-Carlo Graph Search from
//! First Principles", KataGo's `docs/GraphSearch.md`).

use std::{
    collections::hash_map::Entry,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError, atomic::Ordering},
};

use rustc_hash::FxHashMap;

use super::{EXPANDING, EdgeId, NodeStats, PositionId, Selection, TRANSPOSITION, Tree, UNEXPANDED};
use crate::{board::Color, game::Variation};

/// A hash of everything in a position that the rest of the game depends on, superko apart: the stones, the
/// player to move, the ko point, the stones removed by color, and every pass with its place in a row of
/// passes.
///
/// Stones on the board, stones removed and passes add up to the number of moves, so positions with equal
/// keys are equally deep and the graph has no cycles. Superko is not in the key: a move may be legal
/// after one line and illegal after another, which the descent checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) struct PositionKey(u64);

impl PositionKey {
    /// The key of the position that `line` has reached, with `to_move` to move.
    pub(in crate::search) fn of(line: &Variation, to_move: Color) -> PositionKey {
        let (state, mut hasher) = (line.state(), DefaultHasher::new());
        (state.hash().bits(), to_move.index()).hash(&mut hasher);
        [Color::Black, Color::White].map(|color| state.removed(color)).hash(&mut hasher);
        let mut passes_in_a_row = 0_u32;
        for turn in state.turns() {
            if turn.is_pass() {
                passes_in_a_row += 1;
                (turn.color.index(), passes_in_a_row).hash(&mut hasher);
            } else {
                passes_in_a_row = 0;
            }
        }
        passes_in_a_row.hash(&mut hasher);
        state.board().ko().map(|(point, _)| point.index()).hash(&mut hasher);
        PositionKey(hasher.finish())
    }

    /// The 64 bits.
    pub(in crate::search) const fn bits(self) -> u64 {
        self.0
    }
}

/// The node of each position in a tree, shared by all threads.
#[derive(Default)]
pub(super) struct Transpositions(Mutex<FxHashMap<PositionKey, PositionId>>);

impl Transpositions {
    /// The node of a position; this one from now on if it has none.
    fn find_or_insert(&self, key: PositionKey, node: PositionId) -> PositionId {
        let mut nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match nodes.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(node),
        }
    }

    /// The positions whose nodes are in a copy of the tree, where `copy` maps each to its copy.
    pub(super) fn copied(&self, copy: impl Fn(PositionId) -> Option<PositionId>) -> Transpositions {
        let nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = nodes.iter().filter_map(|(&key, &node)| Some((key, copy(node)?)));
        Transpositions(Mutex::new(kept.collect()))
    }
}

impl<S: Selection> Tree<S> {
    /// The node of the position to which an edge leads, which has its statistics and children: the same
    /// node unless it is a transposition.
    pub(in crate::search) fn position(&self, edge: EdgeId) -> PositionId {
        let node = self.node(edge);
        let is_transposition = node.child_count.load(Ordering::Acquire) == TRANSPOSITION;
        PositionId(if is_transposition { node.first_child.load(Ordering::Relaxed) } else { edge.0 })
    }

    /// The present node of a position: until it is expanded, another thread may make it a
    /// transposition.
    pub(super) fn current(&self, position: PositionId) -> PositionId {
        self.position(position.into())
    }

    /// Number of iterations that reached a position.
    pub(in crate::search) fn position_visits(&self, position: PositionId) -> u32 {
        let node = self.node(position);
        node.stats.position_visits(node.visits())
    }

    /// Makes an edge without children a transposition if its position has another node in the tree.
    pub(in crate::search) fn merge(&self, edge: EdgeId, key: PositionKey) {
        let own = PositionId(edge.0);
        let known = self.transpositions.find_or_insert(key, own);
        if known != own {
            self.make_transposition(edge, known);
        }
    }

    /// Makes an edge a transposition to this position, unless a thread has expanded its own node.
    pub(super) fn make_transposition(&self, edge: EdgeId, to: PositionId) {
        let node = self.node(edge);
        let state = &node.child_count;
        let claim =
            state.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_ok() {
            node.first_child.store(to.0, Ordering::Relaxed);
            node.stats.copy_position_from(&self.node(to).stats);
            state.store(TRANSPOSITION, Ordering::Release);
        }
    }

    /// Copies a position's statistics to those children of `parent` that are its transpositions.
    pub(in crate::search) fn update_transpositions(&self, parent: PositionId) {
        if !S::merges_transpositions() {
            return;
        }
        for child in self.entered_children(parent) {
            if child.child_count.load(Ordering::Acquire) == TRANSPOSITION {
                let position = PositionId(child.first_child.load(Ordering::Relaxed));
                child.stats.copy_position_from(&self.node(position).stats);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        Puct,
        puct::BiasClass,
        selection::LeafEvaluation,
        test_support::{game, line, moves},
    };

    /// The key after these moves, Black first.
    fn key(moves: &str) -> PositionKey {
        let game = game();
        let (line, to_move) = line(&game, moves);
        PositionKey::of(&line, to_move)
    }

    #[test]
    fn the_order_of_plays_makes_no_other_position() {
        assert_eq!(key("C3 D4 E5"), key("E5 D4 C3"));
        assert_ne!(key("C3 D4 E5"), key("C3 E5 D4"));
        assert_ne!(key("C3 D4"), key("C3 D4 E5"));
    }

    #[test]
    fn passes_and_stones_removed_belong_to_a_position() {
        assert_ne!(key("C3 pass"), key("pass C3"));
        assert_ne!(key("C3 pass E5 D4"), key("C3 D4 E5 pass"));
        assert_ne!(key("pass C3 D4 pass"), key("D4 C3 pass pass"));
        let shape = "B1 C1 A2 D2 B3 C3 J9 B2";
        assert_ne!(key(&format!("{shape} F6 G7")), key(&format!("{shape} C2 B2 F6 G7")));
    }

    #[test]
    fn a_ko_belongs_to_a_position() {
        let shape = "B1 C1 A2 D2 B3 C3";
        assert_ne!(key(&format!("{shape} J9 B2 C2")), key(&format!("{shape} C2 B2 J9")));
        assert_eq!(
            key(&format!("{shape} J9 B2 F6 H8 C2")),
            key(&format!("{shape} F6 H8 J9 B2 C2"))
        );
    }

    /// The root as the first edge of a path.
    const START: EdgeId = EdgeId(PositionId::ROOT.0);

    /// Backs up one evaluation, made at the last of these edges.
    fn visit(tree: &Tree<Puct>, path: &[EdgeId], utility: f64) {
        for &edge in path {
            tree.node(edge).enter();
        }
        for step in path.windows(2) {
            tree.enter_child(tree.position(step[0]), step[1]);
        }
        for (at, &edge) in path.iter().enumerate().rev() {
            let position = tree.position(edge);
            tree.update_transpositions(position);
            let leaf = LeafEvaluation {
                utility,
                win_rate: utility,
                weight: 1.0,
                is_at_leaf: at + 1 == path.len(),
                bias_class: BiasClass::default(),
            };
            let (children, biases) = (tree.children(position), tree.bias_table());
            Puct::back_up(tree.node(edge), tree.node(position), children, leaf, biases);
        }
    }

    /// A thread may look at the children of a node while another makes it a transposition.
    #[test]
    fn a_node_that_has_just_become_a_transposition_has_no_children() {
        let tree = Tree::<Puct>::new(0);
        tree.expand(PositionId::ROOT, || moves(3, 0.5));
        let [first, second, third] = [0, 1, 2].map(|index| tree.child(PositionId::ROOT, index));
        tree.make_transposition(first, PositionId(second.0));
        tree.make_transposition(second, PositionId(third.0));
        assert!(tree.children(PositionId(first.0)).is_empty());
    }

    #[test]
    fn nodes_of_one_position_share_children_and_values_but_not_visits() {
        let tree = Tree::<Puct>::new(0);
        tree.expand(PositionId::ROOT, || moves(2, 0.5));
        let [first, second] = [0, 1].map(|index| tree.child(PositionId::ROOT, index));
        for edge in [first, second] {
            tree.merge(edge, PositionKey(1));
        }
        let position = tree.position(first);
        assert_eq!((EdgeId::from(position), tree.position(second)), (first, position));
        visit(&tree, &[START, first], 0.25);
        tree.expand(position, || moves(2, 0.5));
        let child = tree.child(position, 0);
        visit(&tree, &[START, second, child], 0.75);
        visit(&tree, &[START, second, child], 0.75);
        tree.update_transpositions(PositionId::ROOT);
        let [one, other] = [first, second].map(|edge| tree.node(edge).utility());
        assert_eq!([one.mean(), other.mean()], [one.mean(); 2]);
        assert!((one.weight - 1.0).abs() < 1e-6 && (other.weight - 2.0).abs() < 1e-6);
        assert_eq!([first, second].map(|edge| tree.node(edge).visits()), [1, 2]);
        assert_eq!(tree.position_visits(position), 3);
    }

    #[test]
    fn a_collection_keeps_one_node_of_a_position() {
        let tree = Tree::<Puct>::new(1 << 25);
        tree.expand(PositionId::ROOT, || moves(300, 0.5));
        let [first, second, outside] = [0, 1, 2].map(|index| tree.child(PositionId::ROOT, index));
        tree.merge(outside, PositionKey(2));
        visit(&tree, &[START, outside], 0.5);
        let root = tree.position(first);
        for position in [tree.position(outside), root] {
            tree.expand(position, || moves(300, 0.5));
        }
        visit(&tree, &[START, first], 0.5);
        let inside = [0, 1].map(|index| tree.child(root, index));
        for edge in inside {
            tree.merge(edge, PositionKey(2));
            visit(&tree, &[START, first, edge], 0.5);
        }
        visit(&tree, &[START, second], 0.5);
        let copy = tree.collected(root, &|| false).expect("there is memory");
        let [one, other, third] = [0, 1, 2].map(|index| copy.child(PositionId::ROOT, index));
        let position = copy.position(one);
        assert_eq!(copy.position(other), position, "the position outside is gone");
        assert_eq!(copy.children(position).len(), 300);
        assert_eq!(copy.position_visits(position), 3);
        copy.merge(third, PositionKey(2));
        assert_eq!(copy.position(third), position);
    }
}
