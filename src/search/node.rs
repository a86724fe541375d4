//! A node of the tree: statistics that threads update without locks.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::board::{Move, Point};

/// A position, identified by the move that led to it, and its statistics.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: AtomicU32,
    /// With RAVE: 1 more than the index of the best child, 0 if it is not known. With PUCT: the
    /// number of visits that are backed up.
    backed_up_or_best: AtomicU32,
    /// Sum of the values for the player who moved here, in units of 1 / [`VALUE_UNIT`]. Integers add
    /// without rounding.
    value_sum: AtomicI64,
    /// With RAVE: the number of iterations through the parent in which its player played here at any
    /// later time (upper half), and the sum of their values in units of 1 / [`AMAF_UNIT`]. One word,
    /// since these are most of an iteration's writes. With PUCT: the sum of the win rates, in the
    /// units of the values.
    amaf_or_wins: AtomicU64,
    /// The two numbers of the [`Prior`], the visits in the upper half.
    prior: AtomicU64,
    /// Index of the first child; managed by the tree, as is the number of children.
    pub(super) first_child: AtomicU32,
    pub(super) child_count: AtomicU16,
    /// Index of the point that the move played on; 0 for a pass.
    point: AtomicU16,
}

/// Units of a value of 1: the sum of 2^31 visits fits.
const VALUE_UNIT: f64 = (1_u64 << 31) as f64;

/// Units of an AMAF value of 1: fine enough, since half a point on 9×9 need not be told apart.
const AMAF_UNIT: f64 = 2048.0;

/// Bits of half a 64-bit word.
const HALF_BITS: u32 = 32;

/// The word at which AMAF iterations are no longer counted: they no longer matter, and the word is
/// nearly full (with a reserve for threads that are about to add).
const MAX_AMAF: u64 = ((1 << 20) - 4096) << HALF_BITS;

/// The prior of a move: for [`Selection::Rave`](super::Selection::Rave) virtual visits and the sum of
/// their values, for [`Selection::Puct`](super::Selection::Puct) its [policy](Self::policy).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// Virtual visits, not always whole.
    pub visits: f32,
    /// Sum of their values for the player who makes the move, from 0 to 1 each.
    pub sum: f32,
}

impl Prior {
    /// The prior of a move with this probability in a policy, from 0 to 1.
    #[must_use]
    pub const fn policy(probability: f32) -> Prior {
        Prior { visits: 1.0, sum: probability }
    }

    /// Adds `visits` of this value.
    pub(super) fn add(&mut self, visits: f32, value: f32) {
        self.visits += visits;
        self.sum += visits * value;
    }
}

/// Visits and the sum of their values, from 0 to 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Statistics {
    pub(super) visits: f64,
    pub(super) sum: f64,
}

impl Statistics {
    /// The mean value; `None` without a visit.
    pub(super) fn mean(self) -> Option<f64> {
        (self.visits > 0.0).then(|| self.sum / self.visits)
    }
}

/// A value in the representation that nodes add up for AMAF: one visit and its value.
#[derive(Clone, Copy)]
pub(super) struct AmafValue(u64);

impl AmafValue {
    /// Converts a value from 0 to 1.
    pub(super) fn new(value: f64) -> AmafValue {
        AmafValue(1 << HALF_BITS | (value * AMAF_UNIT).round() as u64)
    }
}

impl Node {
    /// Sets the move that leads here, and its prior.
    pub(super) fn set(&self, mv: Move, prior: Prior) {
        self.point.store(mv.point().map_or(0, Point::index) as u16, Relaxed);
        let [visits, sum] = [prior.visits, prior.sum].map(|number| u64::from(number.to_bits()));
        self.prior.store(visits << HALF_BITS | sum, Relaxed);
    }

    /// The move that led here.
    pub(super) fn mv(&self) -> Move {
        match self.point_index() {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    /// The index of the point that the move played on; 0, which is no point's index, for a pass.
    pub(super) fn point_index(&self) -> usize {
        self.point.load(Relaxed) as usize
    }

    pub(super) fn prior(&self) -> Prior {
        let bits = self.prior.load(Relaxed);
        let [visits, sum] = [bits >> HALF_BITS, bits].map(|half| f32::from_bits(half as u32));
        Prior { visits, sum }
    }

    /// Number of iterations that entered this node, those in progress included.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The values for the player who moved here; iterations in progress count as losses.
    pub(super) fn statistics(&self) -> Statistics {
        let sum = self.value_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.visits()), sum }
    }

    /// Takes the index of the best child that the last backup stored. The next iteration finds `None`
    /// until this one is backed up, and selects a child itself.
    pub(super) fn take_best(&self) -> Option<usize> {
        let best = self.backed_up_or_best.load(Relaxed);
        self.backed_up_or_best.store(0, Relaxed);
        best.checked_sub(1).map(|index| index as usize)
    }

    /// Stores the index of the best child for the next iteration.
    pub(super) fn set_best(&self, index: Option<usize>) {
        self.backed_up_or_best.store(index.map_or(0, |index| index as u32 + 1), Relaxed);
    }

    /// The values for the player who moved here of the iterations that are backed up (PUCT only).
    pub(super) fn backed_up(&self) -> Statistics {
        let sum = self.value_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.backed_up_or_best.load(Relaxed)), sum }
    }

    /// The win rates of the player who moved here of the iterations that are backed up (PUCT only).
    pub(super) fn wins(&self) -> Statistics {
        let sum = self.amaf_or_wins.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.backed_up_or_best.load(Relaxed)), sum }
    }

    /// The values of iterations that played here later ("all moves as first", RAVE only).
    pub(super) fn amaf(&self) -> Statistics {
        let bits = self.amaf_or_wins.load(Relaxed);
        // Signed numbers, since the processor converts two of them in one instruction.
        let [visits, sum] = [bits >> HALF_BITS, bits].map(|half| f64::from(half as u32 as i32));
        Statistics { visits, sum: sum / AMAF_UNIT }
    }

    /// Counts an iteration that enters this node. Until it is backed up it counts as a loss (virtual
    /// loss: Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo Tree Search", section
    /// 3.3), so that other threads select other nodes.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the value, from 0 to 1 for the player who moved here, of an iteration that entered.
    pub(super) fn back_up(&self, value: f64) {
        self.value_sum.fetch_add((value * VALUE_UNIT) as i64, Relaxed);
    }

    /// Adds the win rate of an iteration whose value was added, and counts it as backed up.
    pub(super) fn back_up_win(&self, win_rate: f64) {
        self.amaf_or_wins.fetch_add((win_rate * VALUE_UNIT) as u64, Relaxed);
        self.backed_up_or_best.fetch_add(1, Relaxed);
    }

    /// Adds the value of an iteration that played here later, if it `counts`.
    ///
    /// If two threads add at the same time, one value is lost. That does not matter among thousands,
    /// and an atomic addition would take many times as long: on each level of each iteration half of
    /// all points are written to.
    pub(super) fn back_up_amaf(&self, value: AmafValue, counts: bool) {
        let bits = self.amaf_or_wins.load(Relaxed);
        let counts = counts & (bits < MAX_AMAF);
        self.amaf_or_wins.store(bits + value.0 * u64::from(counts), Relaxed);
    }

    /// Copies everything but the children.
    pub(super) fn copy_from(&self, source: &Node) {
        self.visits.store(source.visits.load(Relaxed), Relaxed);
        self.backed_up_or_best.store(source.backed_up_or_best.load(Relaxed), Relaxed);
        self.value_sum.store(source.value_sum.load(Relaxed), Relaxed);
        self.amaf_or_wins.store(source.amaf_or_wins.load(Relaxed), Relaxed);
        self.prior.store(source.prior.load(Relaxed), Relaxed);
        self.point.store(source.point.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn moves_and_priors_survive_packing() {
        let size = Size::square(25).unwrap();
        let moves = size.points().map(Move::Play).chain([Move::Pass]);
        for (index, mv) in moves.enumerate() {
            let prior = Prior { visits: index as f32 * 1.5, sum: 1.0 / (index + 1) as f32 };
            let node = Node::default();
            node.set(mv, prior);
            assert_eq!((node.mv(), node.prior()), (mv, prior));
        }
    }

    #[test]
    fn a_million_values_add_up_exactly() {
        let node = Node::default();
        for _ in 0..1_000_000 {
            node.enter();
            node.back_up(0.75);
        }
        assert_eq!(node.statistics(), Statistics { visits: 1e6, sum: 7.5e5 });
    }

    #[test]
    fn the_best_child_is_taken_once() {
        let node = Node::default();
        assert_eq!(node.take_best(), None);
        node.set_best(Some(0));
        assert_eq!([node.take_best(), node.take_best()], [Some(0), None]);
    }

    #[test]
    fn amaf_values_add_up_to_the_maximum() {
        let node = Node::default();
        node.back_up_amaf(AmafValue::new(1.0), true);
        node.back_up_amaf(AmafValue::new(1.0), false);
        node.back_up_amaf(AmafValue::new(0.25), true);
        assert_eq!(node.amaf(), Statistics { visits: 2.0, sum: 1.25 });
        node.amaf_or_wins.store(MAX_AMAF, Relaxed);
        node.back_up_amaf(AmafValue::new(1.0), true);
        assert_eq!(node.amaf_or_wins.load(Relaxed), MAX_AMAF);
    }
}
