//! The expected owner of each point.

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::prelude::*;

use crate::{
    board::{Board, Color, Point, Size},
    playout::{LastMoves, Tactical, owner, play_out},
};

/// Playouts that share one random number generator: the unit of parallel work, so that the result
/// does not depend on the number of threads.
const PLAYOUTS_PER_BATCH: u64 = 64;

/// The evaluator that an ownership comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnershipSource {
    /// Playouts.
    Playouts,
    /// A network.
    Network,
}

/// The expected owner of each point at the end of the game.
#[derive(Clone, Debug)]
pub struct Ownership {
    source: OwnershipSource,
    /// Number of results in the sums.
    results: u32,
    /// By index of the point: the sum of its owners, 1 for Black and -1 for White.
    sums: Vec<f32>,
}

impl Ownership {
    fn none(size: Size) -> Ownership {
        let last = size.points().next_back().expect("every board has a point");
        let sums = vec![0.0; last.index() + 1];
        Ownership { source: OwnershipSource::Playouts, results: 0, sums }
    }

    /// The ownership with these values of a network, from -1 (White) to 1 (Black).
    #[must_use]
    pub fn by_network(size: Size, value: impl Fn(Point) -> f32) -> Ownership {
        let source = OwnershipSource::Network;
        let mut ownership = Ownership { source, results: 1, ..Ownership::none(size) };
        size.points().for_each(|point| ownership.sums[point.index()] = value(point));
        ownership
    }

    /// The ownership by this many tactical playouts, each player moving first in half of them. The
    /// number is rounded down to a multiple of 64. The result is deterministic.
    #[must_use]
    pub fn by_playouts(board: &Board, playouts: u64) -> Ownership {
        (0..playouts / PLAYOUTS_PER_BATCH)
            .into_par_iter()
            .map(|seed| Ownership::by_batch(board, seed))
            .reduce(|| Ownership::none(board.size()), |sum, part| sum.merge(&part))
    }

    fn by_batch(board: &Board, seed: u64) -> Ownership {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
        let mut policy = Tactical::default();
        let mut scratch = Box::new(board.clone());
        let mut ownership = Ownership::none(board.size());
        for playout in 0..PLAYOUTS_PER_BATCH {
            let first = Color::ALL[(playout % 2) as usize];
            scratch.as_mut().clone_from(board);
            play_out(&mut scratch, first, LastMoves::default(), &mut policy, &mut rng, &mut ());
            ownership.add(&scratch);
        }
        ownership
    }

    /// Adds the board at the end of a playout.
    fn add(&mut self, board: &Board) {
        self.results += 1;
        for point in board.size().points() {
            if let Some(color) = owner(board, point) {
                self.sums[point.index()] += color.sign() as f32;
            }
        }
    }

    /// Adds the results of `other`, which are on a board of the same size.
    fn merge(mut self, other: &Ownership) -> Ownership {
        self.results += other.results;
        for (sum, others) in self.sums.iter_mut().zip(&other.sums) {
            *sum += others;
        }
        self
    }

    /// Returns the weighted mean of this ownership and `other`, of the same position. `share`, 0 to
    /// 1, is the weight of `other`. The source stays this one's.
    #[must_use]
    pub fn mixed_with(mut self, other: &Ownership, share: f32) -> Ownership {
        let scale = self.results as f32 / other.results.max(1) as f32;
        for (sum, others) in self.sums.iter_mut().zip(&other.sums) {
            *sum = (1.0 - share) * *sum + share * scale * others;
        }
        self
    }

    /// The evaluator that it comes from.
    #[must_use]
    pub fn source(&self) -> OwnershipSource {
        self.source
    }

    /// Ownership of a point, from -1 (White) to 1 (Black).
    #[must_use]
    pub fn of(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.results.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_weighted_by_the_share_whatever_the_numbers_of_results() {
        let size = Size::square(3).expect("a size");
        let point = size.points().next().expect("a point");
        let network = Ownership::by_network(size, |_| 1.0);
        let playouts = Ownership {
            results: 64,
            sums: vec![-32.0; network.sums.len()],
            ..Ownership::none(size)
        };
        assert_eq!(playouts.of(point), -0.5);
        let mean = network.mixed_with(&playouts, 0.25);
        assert_eq!((mean.of(point), mean.source()), (0.625, OwnershipSource::Network));
        assert_eq!(playouts.mixed_with(&Ownership::by_network(size, |_| 1.0), 0.5).of(point), 0.25);
    }
}
