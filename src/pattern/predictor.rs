//! How likely a strong player is to choose each move.

use std::sync::LazyLock;

use super::{Extractor, Key, Sink, Situation, Table};
use crate::board::Point;

/// The chance of a move is the exponential of the sum of its features' weights, as a share of that
/// of all moves: a competition of teams of features (Coulom 2007, "Computing Elo ratings of move
/// patterns in the game of Go").
#[derive(Debug)]
pub struct Predictor {
    table: Table,
}

static PREDICTOR: LazyLock<Predictor> = LazyLock::new(|| {
    let table = Table::decode(include_bytes!("weights.bin")).expect("the table was trained");
    Predictor::new(table)
});

impl Predictor {
    /// The predictor with the weights that come with the engine; the first call takes some
    /// milliseconds.
    #[must_use]
    pub fn get() -> &'static Predictor {
        &PREDICTOR
    }

    /// A predictor with these weights.
    #[must_use]
    pub const fn new(table: Table) -> Predictor {
        Predictor { table }
    }

    /// The chances of these moves, which add up to one, in their order. All must be empty points.
    #[must_use]
    pub fn probabilities(
        &self,
        extractor: &mut Extractor,
        situation: &Situation,
        candidates: &[Point],
    ) -> Vec<f32> {
        let mut sums = Sums { table: &self.table, sums: Vec::with_capacity(candidates.len()) };
        extractor.extract(situation, candidates, &mut sums);
        let mut chances = sums.sums;
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        for chance in &mut chances {
            *chance = (*chance - most).exp();
        }
        let all: f32 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= all;
        }
        chances
    }
}

struct Sums<'a> {
    table: &'a Table,
    sums: Vec<f32>,
}

impl Sink for Sums<'_> {
    fn begin(&mut self) {
        self.sums.push(0.0);
    }

    #[inline]
    fn add(&mut self, key: Key) -> bool {
        let weight = self.table.weight(key);
        if let (Some(weight), Some(sum)) = (weight, self.sums.last_mut()) {
            *sum += weight;
        }
        weight.is_some()
    }
}
