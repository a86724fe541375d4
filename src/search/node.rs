//! A node: the statistics that threads share without locks.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::board::{Move, Point};

/// A position, as the move that led to it, with what the search found about it.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: AtomicU32,
    /// By what guides the search, one of two:
    /// - 1 more than the place of the best child among its siblings, 0 if it is not known;
    /// - how many of the visits are backed up.
    finished_or_best: AtomicU32,
    /// ScoreStats of the values, in units of 1 / [`VALUE_UNIT`], for the player who moved here. Integers
    /// keep every unit however many there are.
    value_sum: AtomicI64,
    /// Again one of two:
    /// - iterations through the parent in which its player played here at any time after it, above
    ///   the sum of their values in units of 1 / [`AMAF_UNIT`]: one word, since most of what an
    ///   iteration writes is written here;
    /// - sum of the chances to win, kept as the values are.
    amaf_or_wins: AtomicU64,
    /// The numbers of the [`Prior`], the visits in the upper half.
    prior: AtomicU64,
    /// Where the children are; the tree's business, as is their number.
    pub(super) first_child: AtomicU32,
    pub(super) child_count: AtomicU16,
    /// Index of the point that was played on; 0 for a pass.
    point: AtomicU16,
}

/// Values are from 0 to this many units: 2^31 visits fit.
const VALUE_UNIT: f64 = (1_u64 << 31) as f64;

/// Values of iterations that played a move later are from 0 to this many units: half a point on
/// 9×9 makes no difference.
const AMAF_UNIT: f64 = 2048.0;

/// Bits of each of the two halves of a word.
const HALF: u32 = 32;

/// From here on no more are counted: they have long ceased to matter, and the word is nearly full
/// (some threads may still be about to add to it).
const AMAF_FULL: u64 = ((1 << 20) - 4096) << HALF;

/// What was thought of a move before it was looked at: for [`Selection::Rave`](super::Selection) as if it
/// had been visited so many times with that sum of values, for [`Selection::Puct`](super::Selection) its
/// [`chance`](Self::chance).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// Visits, with fractions.
    pub visits: f32,
    /// ScoreStats of their values for the player who makes the move, from 0 to 1 each.
    pub sum: f32,
}

impl Prior {
    /// The prior of a move that is a strong player's choice with this chance, from 0 to 1.
    #[must_use]
    pub const fn chance(chance: f32) -> Prior {
        Prior { visits: 1.0, sum: chance }
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

/// A value as nodes count it for an iteration that played there later.
#[derive(Clone, Copy)]
pub(super) struct AmafValue(u64);

impl AmafValue {
    /// Of a value from 0 to 1.
    pub(super) fn new(value: f64) -> AmafValue {
        AmafValue(1 << HALF | (value * AMAF_UNIT).round() as u64)
    }
}

impl Node {
    /// Says which move leads here, and what is thought of it.
    pub(super) fn set(&self, mv: Move, prior: Prior) {
        self.point.store(mv.point().map_or(0, Point::index) as u16, Relaxed);
        let [visits, sum] = [prior.visits, prior.sum].map(|number| u64::from(number.to_bits()));
        self.prior.store(visits << HALF | sum, Relaxed);
    }

    /// The move that led here.
    pub(super) fn mv(&self) -> Move {
        match self.point_index() {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    /// The index of the point that was played on; 0, which no point has, for a pass.
    pub(super) fn point_index(&self) -> usize {
        self.point.load(Relaxed) as usize
    }

    pub(super) fn prior(&self) -> Prior {
        let bits = self.prior.load(Relaxed);
        let [visits, sum] = [bits >> HALF, bits].map(|half| f32::from_bits(half as u32));
        Prior { visits, sum }
    }

    /// How many iterations passed through, those under way included.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// What the iterations found, for the player who moved here; one under way counts as a loss.
    pub(super) fn statistics(&self) -> Statistics {
        let sum = self.value_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.visits()), sum }
    }

    /// The place of the best child as the last iteration left it, once: the next one must look for
    /// itself until this one is backed up.
    pub(super) fn take_best(&self) -> Option<usize> {
        let best = self.finished_or_best.load(Relaxed);
        self.finished_or_best.store(0, Relaxed);
        best.checked_sub(1).map(|place| place as usize)
    }

    /// Leaves the place of the best child to the next iteration.
    pub(super) fn set_best(&self, place: Option<usize>) {
        self.finished_or_best.store(place.map_or(0, |place| place as u32 + 1), Relaxed);
    }

    /// What the iterations found that are backed up, for the player who moved here.
    pub(super) fn finished(&self) -> Statistics {
        let sum = self.value_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.finished_or_best.load(Relaxed)), sum }
    }

    /// The same of the chances to win alone.
    pub(super) fn wins(&self) -> Statistics {
        let sum = self.amaf_or_wins.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.finished_or_best.load(Relaxed)), sum }
    }

    /// What iterations found that played here later ("all moves as first").
    pub(super) fn amaf(&self) -> Statistics {
        let bits = self.amaf_or_wins.load(Relaxed);
        // As signed numbers, two of which the processor converts in one step.
        let [visits, sum] = [bits >> HALF, bits].map(|half| f64::from(half as u32 as i32));
        Statistics { visits, sum: sum / AMAF_UNIT }
    }

    /// Counts an iteration that passes through. Until it is backed up it counts as a loss (virtual
    /// loss: Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo Tree Search", section
    /// 3.3), so that other threads look elsewhere.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the value, from 0 to 1 for the player who moved here, of an iteration that entered.
    pub(super) fn back_up(&self, value: f64) {
        self.value_sum.fetch_add((value * VALUE_UNIT) as i64, Relaxed);
    }

    /// Adds the chance to win that an iteration found whose value was added.
    pub(super) fn back_up_win(&self, chance: f64) {
        self.amaf_or_wins.fetch_add((chance * VALUE_UNIT) as u64, Relaxed);
        self.finished_or_best.fetch_add(1, Relaxed);
    }

    /// Adds the value of an iteration that played here later.
    ///
    /// If two threads do so in the same instant one of the two values is lost, which is nothing
    /// among thousands: half of all points are written to on each level of each iteration, and a
    /// locked addition takes many times as long as a plain one.
    pub(super) fn back_up_amaf(&self, value: AmafValue, counts: bool) {
        let bits = self.amaf_or_wins.load(Relaxed);
        let counts = counts & (bits < AMAF_FULL);
        self.amaf_or_wins.store(bits + value.0 * u64::from(counts), Relaxed);
    }

    /// Takes over everything but the children.
    pub(super) fn copy_from(&self, source: &Node) {
        self.visits.store(source.visits.load(Relaxed), Relaxed);
        self.finished_or_best.store(source.finished_or_best.load(Relaxed), Relaxed);
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
        for (place, mv) in moves.enumerate() {
            let prior = Prior { visits: place as f32 * 1.5, sum: 1.0 / (place + 1) as f32 };
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
    fn one_iteration_gets_the_best_child() {
        let node = Node::default();
        assert_eq!(node.take_best(), None);
        node.set_best(Some(0));
        assert_eq!([node.take_best(), node.take_best()], [Some(0), None]);
    }

    #[test]
    fn iterations_that_played_later_add_up_until_the_word_is_full() {
        let node = Node::default();
        node.back_up_amaf(AmafValue::new(1.0), true);
        node.back_up_amaf(AmafValue::new(1.0), false);
        node.back_up_amaf(AmafValue::new(0.25), true);
        assert_eq!(node.amaf(), Statistics { visits: 2.0, sum: 1.25 });
        node.amaf_or_wins.store(AMAF_FULL, Relaxed);
        node.back_up_amaf(AmafValue::new(1.0), true);
        assert_eq!(node.amaf_or_wins.load(Relaxed), AMAF_FULL);
    }
}
