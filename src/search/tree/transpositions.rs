//! Positions that several lines of play reach.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError, atomic::Ordering},
};

use super::{EXPANDING, NodeId, NodeStats, Selection, TRANSPOSITION, Tree, UNEXPANDED};
use crate::{board::Color, game::Variation};

/// A hash of a position and of its past, as far as the rest of the game depends on it: the stones, the
/// player to move, a ko, the number of stones removed, and the passes: whose, and how many in a row.
///
/// Equal positions are reached by equal numbers of moves, so that no position follows itself. A rule
/// against repetition may still permit a move after one line that it forbids after another.
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
pub(super) struct Transpositions(Mutex<HashMap<PositionKey, NodeId>>);

impl Transpositions {
    /// The node of a position; this one from now on if it has none.
    fn find_or_insert(&self, key: PositionKey, node: NodeId) -> NodeId {
        let mut nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match nodes.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(node),
        }
    }

    /// The positions whose nodes are in a copy of the tree, where `copy` maps each to its copy.
    pub(super) fn copied(&self, copy: impl Fn(NodeId) -> Option<NodeId>) -> Transpositions {
        let nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = nodes.iter().filter_map(|(&key, &node)| Some((key, copy(node)?)));
        Transpositions(Mutex::new(kept.collect()))
    }
}

impl<S: Selection> Tree<S> {
    /// The node of a node's position, which has its statistics and children: the node itself unless it
    /// is a transposition.
    pub(in crate::search) fn position(&self, id: NodeId) -> NodeId {
        let node = self.node(id);
        let is_transposition = node.child_count.load(Ordering::Acquire) == TRANSPOSITION;
        if is_transposition { NodeId(node.first_child.load(Ordering::Relaxed)) } else { id }
    }

    /// Number of iterations that reached the position of a node.
    pub(in crate::search) fn position_visits(&self, id: NodeId) -> u32 {
        let node = self.node(self.position(id));
        node.stats.position_visits(node.visits())
    }

    /// Makes a node without children a transposition if its position has another node in the tree.
    pub(in crate::search) fn merge(&self, id: NodeId, key: PositionKey) {
        let known = self.transpositions.find_or_insert(key, id);
        if known != id {
            self.make_transposition(id, known);
        }
    }

    /// Makes a node a transposition of another one, unless a thread has expanded it.
    pub(super) fn make_transposition(&self, id: NodeId, of: NodeId) {
        let node = self.node(id);
        let state = &node.child_count;
        let claim =
            state.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_ok() {
            node.first_child.store(of.0, Ordering::Relaxed);
            node.stats.copy_position_from(&self.node(of).stats);
            state.store(TRANSPOSITION, Ordering::Release);
        }
    }

    /// Copies a position's statistics to those children of `parent` that are its transpositions.
    pub(in crate::search) fn update_transpositions(&self, parent: NodeId) {
        if !S::merges_transpositions() {
            return;
        }
        for child in self.children(parent) {
            if child.child_count.load(Ordering::Acquire) == TRANSPOSITION {
                let position = NodeId(child.first_child.load(Ordering::Relaxed));
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
        selection::Leaf,
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

    /// Backs up one evaluation, made at the last of these nodes.
    fn visit(tree: &Tree<Puct>, path: &[NodeId], utility: f64) {
        for &node in path {
            tree.node(node).enter();
        }
        for (at, &edge) in path.iter().enumerate().rev() {
            let node = tree.position(edge);
            tree.update_transpositions(node);
            let leaf = Leaf {
                utility,
                win_rate: utility,
                weight: 1.0,
                is_here: at + 1 == path.len(),
                class: BiasClass::default(),
            };
            let [edge, node] = [edge, node].map(|node| (node, tree.node(node)));
            Puct::back_up(edge.1, node.1, tree.children(node.0), leaf, tree.shared());
        }
    }

    #[test]
    fn nodes_of_one_position_share_children_and_values_but_not_visits() {
        let tree = Tree::<Puct>::new(0);
        tree.expand(NodeId::ROOT, || moves(2, 0.5));
        let [first, second] = [0, 1].map(|index| tree.child(NodeId::ROOT, index));
        for node in [first, second] {
            tree.merge(node, PositionKey(1));
        }
        assert_eq!((tree.position(first), tree.position(second)), (first, first));
        visit(&tree, &[NodeId::ROOT, first], 0.25);
        tree.expand(second, || moves(2, 0.5));
        let child = tree.child(second, 0);
        assert_eq!(tree.child(first, 0), child);
        visit(&tree, &[NodeId::ROOT, second, child], 0.75);
        visit(&tree, &[NodeId::ROOT, second, child], 0.75);
        tree.update_transpositions(NodeId::ROOT);
        let [one, other] = [first, second].map(|node| tree.node(node).utility());
        assert_eq!([one.mean(), other.mean()], [one.mean(); 2]);
        assert!((one.visits - 1.0).abs() < 1e-6 && (other.visits - 2.0).abs() < 1e-6);
        assert_eq!([first, second].map(|node| tree.node(node).visits()), [1, 2]);
        assert_eq!([first, second].map(|node| tree.position_visits(node)), [3, 3]);
    }

    #[test]
    fn a_collection_keeps_one_node_of_a_position() {
        let tree = Tree::<Puct>::new(1 << 25);
        tree.expand(NodeId::ROOT, || moves(300, 0.5));
        let [first, second, outside] = [0, 1, 2].map(|index| tree.child(NodeId::ROOT, index));
        tree.merge(outside, PositionKey(2));
        visit(&tree, &[NodeId::ROOT, outside], 0.5);
        tree.expand(outside, || moves(300, 0.5));
        tree.expand(first, || moves(300, 0.5));
        visit(&tree, &[NodeId::ROOT, first], 0.5);
        let inside = [0, 1].map(|index| tree.child(first, index));
        for node in inside {
            tree.merge(node, PositionKey(2));
            visit(&tree, &[NodeId::ROOT, first, node], 0.5);
        }
        visit(&tree, &[NodeId::ROOT, second], 0.5);
        let copy = tree.collected(first).expect("there is memory");
        let [one, other] = [0, 1].map(|index| copy.child(NodeId::ROOT, index));
        assert_eq!(copy.position(one), copy.position(other), "the position outside is gone");
        assert_eq!(copy.children(one).len(), 300);
        assert_eq!(copy.position_visits(one), 3);
        let third = copy.child(NodeId::ROOT, 2);
        copy.merge(third, PositionKey(2));
        assert_eq!(copy.position(third), copy.position(one));
    }
}
