//! Prediction of the moves of strong players.

use std::sync::LazyLock;

use super::{
    FeatureKey, FeatureSink, PatternExtractor, Position, WeightTable, table::STEPS_PER_UNIT,
};
use crate::{board::Point, tuning::MAX_LOG_ODDS_BEHIND};

/// Predicts a policy from move features: the probability of a move is proportional to the
/// exponential of the sum of its features' weights, a generalized Bradley-Terry model (Coulom 2007,
/// "Computing Elo ratings of move patterns in the game of Go").
#[derive(Debug)]
pub struct Predictor {
    table: WeightTable,
}

/// Written by `examples/train_prior`.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");

static PREDICTOR: LazyLock<Predictor> = LazyLock::new(|| {
    let table = WeightTable::decode(WEIGHTS).expect("the trainer wrote the weights");
    Predictor::new(table)
});

impl Predictor {
    /// Returns the predictor with the embedded weights. The first call takes some milliseconds.
    #[must_use]
    pub fn embedded() -> &'static Predictor {
        &PREDICTOR
    }

    /// Returns a predictor with these weights.
    #[must_use]
    pub const fn new(table: WeightTable) -> Predictor {
        Predictor { table }
    }

    /// Returns the probabilities of the candidate moves in their order; they sum to 1. All
    /// candidates must be empty points.
    #[must_use]
    pub fn policy(
        &self,
        extractor: &mut PatternExtractor,
        position: &Position,
        candidates: &[Point],
    ) -> Vec<f32> {
        let mut weights = WeightSums { table: &self.table, sums: Vec::new() };
        extractor.extract(position, candidates, &mut weights);
        let max = weights.sums.iter().copied().max().unwrap_or(0);
        let odds = |&sum: &i32| ((sum - max) as f32 / STEPS_PER_UNIT).exp();
        let mut policy: Vec<f32> = weights.sums.iter().map(odds).collect();
        let total: f32 = policy.iter().sum();
        for probability in &mut policy {
            *probability /= total;
        }
        policy
    }
}

/// Sums the weights of each candidate's features, in integer steps, so that the sums do not depend
/// on the order.
struct WeightSums<'a> {
    table: &'a WeightTable,
    sums: Vec<i32>,
}

impl FeatureSink for WeightSums<'_> {
    fn begin(&mut self, candidates: usize) {
        self.sums.resize(candidates, 0);
    }

    #[inline]
    fn add(&mut self, index: usize, key: FeatureKey) -> bool {
        let weight = self.table.weight(key);
        self.sums[index] += i32::from(weight.unwrap_or(0));
        weight.is_some()
    }

    fn prune(&self, indices: &mut Vec<usize>) {
        let max = self.sums.iter().copied().max().unwrap_or(0);
        let min = max - (MAX_LOG_ODDS_BEHIND.get() * STEPS_PER_UNIT) as i32;
        indices.retain(|&index| self.sums[index] >= min);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, Vertex};

    fn policy(board: &Board, color: Color, last: Option<&str>) -> Vec<(String, f32)> {
        let size = board.size();
        let last = last.map(|vertex| Vertex::parse(size, vertex).unwrap().point().unwrap());
        let position = Position { board, color, last, before: None };
        let candidates: Vec<Point> =
            size.points().filter(|&point| board.is_legal(point, color)).collect();
        let names = candidates.iter().map(|&point| Vertex::of(size, point).to_string());
        let policy =
            Predictor::embedded().policy(&mut PatternExtractor::default(), &position, &candidates);
        names.zip(policy).collect()
    }

    fn most_likely(board: &Board, color: Color, last: Option<&str>) -> String {
        let policy = policy(board, color, last);
        policy.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0
    }

    #[test]
    fn probabilities_sum_to_one() {
        for side in [1, 2, 9, 19, 25] {
            let board = Board::new(Size::square(side).unwrap());
            let policy = policy(&board, Color::Black, None);
            let sum: f32 = policy.iter().map(|&(_, probability)| probability).sum();
            assert!(policy.is_empty() || (sum - 1.0).abs() < 1e-4, "{side}: {sum}");
            assert!(policy.iter().all(|&(_, probability)| probability >= 0.0));
        }
    }

    #[test]
    fn games_begin_in_a_corner() {
        let board = Board::new(Size::square(19).unwrap());
        let first = most_likely(&board, Color::Black, None);
        let corners = ["C", "D", "Q", "R"].iter().any(|column| first.starts_with(column));
        let rows = ["3", "4", "16", "17"].iter().any(|row| first[1..] == **row);
        assert!(corners && rows, "{first}");
    }

    #[test]
    fn a_large_chain_in_atari_is_captured_or_saved() {
        let board: Board = "
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . X . .
            . . . X X X . . .
            . . X O O O X . .
            . . O X X . . . .
            . . . O . . X . .
            . . . . . . . . .
            . . . . . . . . ."
            .parse()
            .unwrap();
        assert_eq!(most_likely(&board, Color::Black, Some("F5")), "F4");
        assert_eq!(most_likely(&board, Color::White, Some("G5")), "F4");
    }

    #[test]
    fn the_embedded_table_is_small() {
        assert!(WEIGHTS.len() <= 1_500_000, "{} bytes", WEIGHTS.len());
    }
}
