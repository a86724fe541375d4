//! The statistics of all ranks that search one position by playouts.

use std::time::Instant;

use crate::search::TreeSums;

/// One search that all ranks make, with their statistics.
#[derive(Debug)]
pub(super) struct PooledSearch {
    /// The search's number.
    pub(super) number: u64,
    /// The sum of the statistics of all ranks.
    total: TreeSums,
    ranks: Vec<RankState>,
}

/// The state of one rank in the search.
#[derive(Clone, Debug)]
struct RankState {
    /// The part of the total that it knows: its own statistics, and those that it was given.
    known: TreeSums,
    /// Whether it searches no longer.
    has_ended: bool,
    /// The time of its last message.
    heard: Instant,
}

impl PooledSearch {
    /// The state before the first search of this number of ranks.
    pub(super) fn none(ranks: usize, now: Instant) -> PooledSearch {
        let rank = RankState { known: TreeSums::default(), has_ended: true, heard: now };
        PooledSearch { number: 0, total: TreeSums::default(), ranks: vec![rank; ranks] }
    }

    /// The next search, in which some ranks take part.
    pub(super) fn next(&self, takes_part: &[bool], now: Instant) -> PooledSearch {
        let rank = |(last, &takes_part): (&RankState, &bool)| RankState {
            known: TreeSums::default(),
            has_ended: !takes_part,
            // The silence of a rank that has failed began in an earlier search.
            heard: if last.has_ended { now } else { last.heard },
        };
        PooledSearch {
            number: self.number + 1,
            total: TreeSums::default(),
            ranks: self.ranks.iter().zip(takes_part).map(rank).collect(),
        }
    }

    /// Notes a message of a rank about any search.
    pub(super) fn hear(&mut self, rank: usize, now: Instant) {
        self.ranks[rank].heard = now;
    }

    /// Adds the statistics of a rank, and returns those that are new to it.
    pub(super) fn exchange(&mut self, rank: usize, found: &TreeSums, now: Instant) -> TreeSums {
        self.total.add_all(found);
        let state = &mut self.ranks[rank];
        state.heard = now;
        state.known.add_all(found);
        let new = self.total.minus(&state.known);
        state.known.add_all(&new);
        new
    }

    /// Notes that a rank searches no longer.
    pub(super) fn end(&mut self, rank: usize) {
        self.ranks[rank].has_ended = true;
    }

    /// The ranks that still search, with the time at which each was heard last.
    pub(super) fn searching(&self) -> impl Iterator<Item = (usize, Instant)> {
        let ranks = self.ranks.iter().enumerate().filter(|(_, rank)| !rank.has_ended);
        ranks.map(|(number, rank)| (number, rank.heard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::NodeSums;

    fn sums(visits: f64) -> TreeSums {
        let mut sums = TreeSums::default();
        sums.add(&[], 7, NodeSums { visits, utility: visits / 2.0, ..NodeSums::default() });
        sums
    }

    #[test]
    fn every_rank_gets_what_the_others_found_once() {
        let now = Instant::now();
        let mut pooled = PooledSearch::none(3, now).next(&[true; 3], now);
        let mut exchange = |rank, visits| {
            let found = if visits > 0.0 { sums(visits) } else { TreeSums::default() };
            pooled.exchange(rank, &found, now).get(&[], 7).visits
        };
        assert_eq!(exchange(1, 10.0), 0.0);
        assert_eq!(exchange(2, 20.0), 10.0);
        assert_eq!(exchange(0, 5.0), 30.0);
        assert_eq!(exchange(1, 1.0), 25.0);
        assert_eq!(exchange(0, 0.0), 1.0);
        assert_eq!(exchange(0, 0.0), 0.0);
        assert_eq!(exchange(2, 0.0), 6.0);
    }

    #[test]
    fn ranks_end_one_by_one() {
        let start = Instant::now();
        let mut pooled = PooledSearch::none(3, start).next(&[false, true, true], start);
        pooled.end(2);
        assert_eq!(pooled.searching().collect::<Vec<_>>(), [(1, start)]);
        // A rank that has not ended an earlier search has been silent since then.
        let later = start + std::time::Duration::from_secs(1);
        let mut pooled = pooled.next(&[false, true, true], later);
        assert_eq!(pooled.number, 2);
        assert_eq!(pooled.searching().collect::<Vec<_>>(), [(1, start), (2, later)]);
        pooled.hear(1, later);
        assert_eq!(pooled.searching().collect::<Vec<_>>(), [(1, later), (2, later)]);
    }
}
