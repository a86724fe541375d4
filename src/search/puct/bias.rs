//! Subtree value bias correction: the network errs alike in places that look alike.
//!
//! The mean of a node's children usually differs from the network's evaluation of the node. The
//! differences are averaged over all nodes with the same last two moves and the same stones around
//! the last, and part of their mean is added to the evaluations there ("Subtree Value Bias
//! Correction" in KataGo's `docs/KataGoMethods.md`).

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use crate::{
    game::Variation,
    tuning::{SUBTREE_BIAS_FACTOR, SUBTREE_BIAS_WEIGHT_EXPONENT},
};

/// The mean differences of a tree, by class of nodes. Classes that share a slot are not told apart.
pub struct BiasTable {
    slots: Box<[AtomicU64]>,
}

/// A class of nodes: the player who moved last, the last two moves, the stones around the last one,
/// and simple ko.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BiasClass(u16);

/// Number of slots.
const SLOTS: u64 = 1 << 16;

/// Distance, in lines, up to which stones around the last move belong to its class.
const DISTANCE: i8 = 2;

impl BiasClass {
    /// The class of the position that `line` has reached; the default, which has no bias, after no move
    /// or a pass.
    pub(super) fn of(line: &Variation) -> BiasClass {
        let mut turns = line.state().turns().iter().rev();
        let Some(last) = turns.next() else { return BiasClass::default() };
        let Some(point) = last.mv.point() else { return BiasClass::default() };
        /// Two bits, like the indices of the colors.
        const EMPTY: u64 = 2;
        const OUTSIDE: u64 = 3;
        let (board, mut hasher, mut around) = (line.board(), DefaultHasher::new(), 0);
        let size = board.size();
        (last.color.index(), point.index(), turns.next().map(|turn| turn.mv)).hash(&mut hasher);
        board.ko().map(|(ko, _)| ko.index()).hash(&mut hasher);
        for row in -DISTANCE..=DISTANCE {
            for column in -DISTANCE..=DISTANCE {
                let column = size.column(point).wrapping_add_signed(column);
                let row = size.row(point).wrapping_add_signed(row);
                let stone = |near| board.stone(near).map_or(EMPTY, |color| color.index() as u64);
                around = around << 2 | size.point(column, row).map_or(OUTSIDE, stone);
            }
        }
        around.hash(&mut hasher);
        BiasClass(1 + (hasher.finish() % (SLOTS - 1)) as u16)
    }

    /// The class with this number.
    pub(super) const fn from_number(number: u16) -> BiasClass {
        BiasClass(number)
    }

    /// The number of the class, 0 for that without a bias.
    pub(super) const fn number(self) -> u16 {
        self.0
    }
}

/// A weighted sum of differences. Both numbers are parts of one word, so that threads add without
/// locks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct BiasSum {
    pub(super) sum: f32,
    pub(super) weight: f32,
}

impl BiasSum {
    /// A difference between the utility of children and the evaluation of their parent.
    pub(super) fn new(difference: f64, children: f64) -> BiasSum {
        let weight = children.powf(SUBTREE_BIAS_WEIGHT_EXPONENT.get());
        BiasSum { sum: (weight * difference) as f32, weight: weight as f32 }
    }

    const fn from_bits(bits: u64) -> BiasSum {
        BiasSum { sum: f32::from_bits(bits as u32), weight: f32::from_bits((bits >> 32) as u32) }
    }

    const fn bits(self) -> u64 {
        self.sum.to_bits() as u64 | (self.weight.to_bits() as u64) << 32
    }
}

impl Default for BiasTable {
    fn default() -> BiasTable {
        BiasTable { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl BiasTable {
    /// The utility that is to be added to evaluations of this class.
    pub(super) fn correction(&self, class: BiasClass) -> f64 {
        if class == BiasClass::default() {
            return 0.0;
        }
        let BiasSum { sum, weight } = BiasSum::from_bits(self.slot(class).load(Relaxed));
        if weight < 1e-3 {
            return 0.0;
        }
        SUBTREE_BIAS_FACTOR.get() * f64::from(sum / weight)
    }

    /// Replaces what a node of this class has added before.
    pub(super) fn replace(&self, class: BiasClass, before: BiasSum, now: BiasSum) {
        if class == BiasClass::default() {
            return;
        }
        let add = |bits| {
            let all = BiasSum::from_bits(bits);
            let sum = all.sum + now.sum - before.sum;
            Some(BiasSum { sum, weight: all.weight + now.weight - before.weight }.bits())
        };
        // Never fails, since `add` is always `Some`.
        let _ = self.slot(class).fetch_update(Relaxed, Relaxed, add);
    }

    fn slot(&self, class: BiasClass) -> &AtomicU64 {
        &self.slots[usize::from(class.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_support::{game, line};

    /// The class after these moves, Black first.
    fn class(moves: &str) -> BiasClass {
        let game = game();
        BiasClass::of(&line(&game, moves).0)
    }

    #[test]
    fn a_class_is_the_last_two_moves_and_the_stones_near_the_last() {
        assert_eq!(class("J9 A9 C3 D4"), class("J8 A8 C3 D4"));
        assert_ne!(class("J9 A9 C3 D4"), class("J9 A9 D4 C3"));
        assert_ne!(class("J9 A9 C3 D4"), class("J9 D6 C3 D4"));
        assert_eq!(class("C3 pass"), BiasClass::default());
        assert_eq!(class(""), BiasClass::default());
    }

    #[test]
    fn a_node_replaces_what_it_added_before() {
        let (table, class) = (BiasTable::default(), class("C3"));
        assert_eq!(table.correction(class), 0.0);
        let [first, second] = [BiasSum::new(0.2, 1.0), BiasSum::new(-0.1, 100.0)];
        table.replace(class, BiasSum::default(), first);
        let factor = SUBTREE_BIAS_FACTOR.get();
        assert!((table.correction(class) - 0.2 * factor).abs() < 1e-6);
        table.replace(class, first, second);
        assert!((table.correction(class) + 0.1 * factor).abs() < 1e-6);
        table.replace(class, BiasSum::default(), BiasSum::new(0.3, 100.0));
        assert!((table.correction(class) - 0.1 * factor).abs() < 1e-6);
    }

    #[test]
    fn a_position_without_a_last_play_has_no_bias() {
        let table = BiasTable::default();
        table.replace(BiasClass::default(), BiasSum::default(), BiasSum::new(0.5, 10.0));
        assert_eq!(table.correction(BiasClass::default()), 0.0);
    }
}
