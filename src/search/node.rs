//! A node: the statistics that threads share without locks.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::board::{Move, Point};

/// A position, as the move that led to it, with what the search found about it.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: AtomicU32,
    /// How many of them are backed up; counted only where [`Guide::Puct`](super::Guide) needs it.
    finished: AtomicU32,
    /// Sum of the values, in units of 1 / [`VALUE_UNIT`], for the player who moved here. Integers
    /// keep every unit however many there are.
    value_sum: AtomicI64,
    /// By what guides the search, one of two:
    /// - iterations through the parent in which its player played here at any time after it, above
    ///   the sum of their values in units of 1 / [`AMAF_UNIT`]: one word, since most of what an
    ///   iteration writes is written here;
    /// - sum of the chances to win, kept as the values are.
    amaf_or_wins: AtomicU64,
    /// What does not change once the node is there: see [`Node::set`].
    fixed: AtomicU64,
    /// Where the children are; the tree's business.
    pub(super) children: AtomicU64,
}

/// Values are from 0 to this many units: 2^31 visits fit.
const VALUE_UNIT: f64 = (1_u64 << 31) as f64;

/// Values of iterations that played a move later are from 0 to this many units: a quarter of a
/// point on 9×9 makes no difference.
const AMAF_UNIT: f64 = 4096.0;

/// Bits of their sum; the others hold their number.
const AMAF_SUM_BITS: u32 = 38;

/// From here on no more are counted: they have long ceased to matter, and the word is nearly full
/// (some threads may still be about to add to it).
const AMAF_FULL: u64 = ((1 << (64 - AMAF_SUM_BITS)) - 4096) << AMAF_SUM_BITS;

/// Visits of a prior are kept in parts of this size.
const PRIOR_PARTS: f32 = 64.0;

/// What was thought of a move before it was looked at: for [`Guide::Rave`](super::Guide) as if it
/// had been visited so many times with that mean value, for [`Guide::Puct`](super::Guide) its
/// [`chance`](Self::chance).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// Visits, from 0 to 1000, with fractions.
    pub visits: f32,
    /// Mean value for the player who makes the move, from 0 to 1; or how likely the move is to be
    /// a strong player's choice, from 0 to 1.
    pub value: f32,
}

impl Prior {
    /// The prior of a move that is a strong player's choice with this chance, from 0 to 1.
    #[must_use]
    pub const fn chance(chance: f32) -> Prior {
        Prior { visits: 0.0, value: chance }
    }

    /// Adds `visits` with a mean of `value`.
    pub(super) fn add(&mut self, visits: f32, value: f32) {
        let wins = self.visits * self.value + visits * value;
        self.visits += visits;
        self.value = wins / self.visits;
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

impl Node {
    /// Says which move leads here, and what is thought of it.
    pub(super) fn set(&self, mv: Move, prior: Prior) {
        let point = mv.point().map_or(0, Point::index) as u64;
        let visits = (prior.visits * PRIOR_PARTS) as u16;
        let bits = point << 48 | u64::from(visits) << 32 | u64::from(prior.value.to_bits());
        self.fixed.store(bits, Relaxed);
    }

    /// The move that led here.
    pub(super) fn mv(&self) -> Move {
        match (self.fixed.load(Relaxed) >> 48) as usize {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    pub(super) fn prior(&self) -> Prior {
        let bits = self.fixed.load(Relaxed);
        let visits = f32::from((bits >> 32) as u16) / PRIOR_PARTS;
        Prior { visits, value: f32::from_bits(bits as u32) }
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

    /// What the iterations found that are backed up, for the player who moved here.
    pub(super) fn finished(&self) -> Statistics {
        let sum = self.value_sum.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.finished.load(Relaxed)), sum }
    }

    /// The same of the chances to win alone.
    pub(super) fn wins(&self) -> Statistics {
        let sum = self.amaf_or_wins.load(Relaxed) as f64 / VALUE_UNIT;
        Statistics { visits: f64::from(self.finished.load(Relaxed)), sum }
    }

    /// What iterations found that played here later ("all moves as first").
    pub(super) fn amaf(&self) -> Statistics {
        let bits = self.amaf_or_wins.load(Relaxed);
        let sum = bits & ((1 << AMAF_SUM_BITS) - 1);
        // As signed numbers, which the processor converts in one step.
        let visits = (bits >> AMAF_SUM_BITS) as i64 as f64;
        Statistics { visits, sum: sum as i64 as f64 / AMAF_UNIT }
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
        self.finished.fetch_add(1, Relaxed);
    }

    /// Adds the value of an iteration that played here later.
    ///
    /// If two threads do so in the same instant one of the two values is lost, which is nothing
    /// among thousands: half of all points are written to on each level of each iteration, and a
    /// locked addition takes many times as long as a plain one.
    pub(super) fn back_up_amaf(&self, value: f64) {
        let bits = self.amaf_or_wins.load(Relaxed);
        if bits < AMAF_FULL {
            let units = (value * AMAF_UNIT).round() as u64;
            self.amaf_or_wins.store(bits + (1 << AMAF_SUM_BITS | units), Relaxed);
        }
    }

    /// Takes over everything but the children.
    pub(super) fn copy_from(&self, source: &Node) {
        self.visits.store(source.visits.load(Relaxed), Relaxed);
        self.finished.store(source.finished.load(Relaxed), Relaxed);
        self.value_sum.store(source.value_sum.load(Relaxed), Relaxed);
        self.amaf_or_wins.store(source.amaf_or_wins.load(Relaxed), Relaxed);
        self.fixed.store(source.fixed.load(Relaxed), Relaxed);
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
            let prior = Prior { visits: place as f32 * 1.5, value: 1.0 / (place + 1) as f32 };
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
    fn iterations_that_played_later_add_up_until_the_word_is_full() {
        let node = Node::default();
        node.back_up_amaf(1.0);
        node.back_up_amaf(0.25);
        assert_eq!(node.amaf(), Statistics { visits: 2.0, sum: 1.25 });
        node.amaf_or_wins.store(AMAF_FULL, Relaxed);
        node.back_up_amaf(1.0);
        assert_eq!(node.amaf_or_wins.load(Relaxed), AMAF_FULL);
    }
}
