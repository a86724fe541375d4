//! A cache of ladder queries.
//!
//! A result holds as long as no stone changes where the reader has looked. A move changes few of the
//! ladders on a board, so that most results come from boards read before.

use crate::board::{Point, PointSet, Size};

/// Slots of the cache, which takes 600 KB in all.
const SLOTS: usize = 512;

/// Results of a slot, the latest ones: those of the same query in several lines of play, which a
/// search tries in turn. Four instead of one save a third of the reading.
const RESULTS_PER_SLOT: usize = 4;

/// Whether a chain is caught: after an attack or, in atari with its owner to move, as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LadderQuery {
    pub(super) size: Size,
    pub(super) prey: Point,
    pub(super) attack: Option<Point>,
}

#[derive(Clone, Debug)]
struct CachedQuery {
    query: LadderQuery,
    is_caught: bool,
    /// The points that the reader has examined, and their neighbors.
    seen: PointSet,
    /// By color, the stones of the board.
    stones: [PointSet; 2],
}

/// A cache of the results of queries.
#[derive(Debug)]
pub(super) struct LadderQueryCache {
    slots: Box<[[Option<CachedQuery>; RESULTS_PER_SLOT]]>,
    /// Index, within its slot, of the result inserted last.
    latest: usize,
}

impl Default for LadderQueryCache {
    fn default() -> LadderQueryCache {
        let slots = vec![[const { None }; RESULTS_PER_SLOT]; SLOTS];
        LadderQueryCache { slots: slots.into(), latest: 0 }
    }
}

impl LadderQuery {
    fn slot(&self) -> usize {
        (61 * self.prey.index() + self.attack.map_or(0, Point::index)) % SLOTS
    }
}

impl LadderQueryCache {
    /// Returns the result for a board with these stones, by color, if it is known.
    pub(super) fn get(&self, query: &LadderQuery, stones: &[PointSet; 2]) -> Option<bool> {
        let holds = |known: &&CachedQuery| {
            let mut pairs = stones.iter().zip(&known.stones);
            known.query == *query && pairs.all(|(a, b)| a.is_same_within(b, &known.seen))
        };
        let slot = &self.slots[query.slot()];
        slot.iter().flatten().find(holds).map(|known| known.is_caught)
    }

    /// Adds a result that was found by examining these points and their neighbors.
    pub(super) fn insert(
        &mut self,
        query: LadderQuery,
        stones: &[PointSet; 2],
        examined: &PointSet,
        is_caught: bool,
    ) {
        let seen = examined.with_neighbors(query.size);
        self.latest = (self.latest + 1) % RESULTS_PER_SLOT;
        self.slots[query.slot()][self.latest] =
            Some(CachedQuery { query, is_caught, seen, stones: *stones });
    }
}
