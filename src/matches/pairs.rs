//! Pairs of games with the same opening, and counts of their outcomes.

use serde::Serialize;

/// Points of a player in the five outcomes of a pair of games, as shares of the two points: two
/// losses, a loss and a draw, one win each or two draws, a win and a draw, two wins.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The number of pairs of games with each of the five outcomes: the pentanomial statistics of a
/// match whose openings are played twice, with colors exchanged.
///
/// The games of a pair depend on each other through their opening, so the pair is the unit of all
/// statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairCounts(pub [u32; 5]);

impl PairCounts {
    /// Adds a pair of games in which the first player made this many half points, from 0 to 4.
    ///
    /// # Panics
    /// If there are more than four.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points as usize] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean score of the first player, from 0 to 1; 0.5 without pairs.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let points: f64 = self.weighted().map(|(count, score)| count * score).sum();
        if self.pairs() == 0 { 0.5 } else { points / f64::from(self.pairs()) }
    }

    /// The sum of the squared distances of the pairs' scores from their mean.
    pub(super) fn squared_deviations(&self) -> f64 {
        let mean = self.mean();
        self.weighted().map(|(count, score)| count * (score - mean).powi(2)).sum()
    }

    /// The counts with their scores.
    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().map(|&count| f64::from(count)).zip(PAIR_SCORES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviations_are_those_of_the_scores() {
        let counts = PairCounts([1, 0, 2, 0, 1]);
        assert_eq!((counts.pairs(), counts.mean()), (4, 0.5));
        assert_eq!(counts.squared_deviations(), 0.5);
        assert_eq!(PairCounts::default().mean(), 0.5);
    }
}
