//! How likely a strong player is to choose each move.

use std::sync::LazyLock;

use super::{Extractor, Key, Sink, Situation, Table, table::STEPS};
use crate::{board::Point, tuning::HOPELESS};

/// The chance of a move is the exponential of the sum of its features' weights, as a share of that
/// of all moves: a competition of teams of features (Coulom 2007, "Computing Elo ratings of move
/// patterns in the game of Go").
#[derive(Debug)]
pub struct Predictor {
    table: Table,
}

/// Written by `examples/train_prior`.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");

static PREDICTOR: LazyLock<Predictor> = LazyLock::new(|| {
    let table = Table::decode(WEIGHTS).expect("the trainer wrote it");
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
        let mut sums = Sums { table: &self.table, sums: Vec::new() };
        extractor.extract(situation, candidates, &mut sums);
        let most = sums.sums.iter().copied().max().unwrap_or(0);
        let share = |&sum: &i32| ((sum - most) as f32 / STEPS).exp();
        let mut chances: Vec<f32> = sums.sums.iter().map(share).collect();
        let all: f32 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= all;
        }
        chances
    }
}

/// Adds up the weights of each move's features, in steps: the sums are exact, whatever the order.
struct Sums<'a> {
    table: &'a Table,
    sums: Vec<i32>,
}

impl Sink for Sums<'_> {
    fn begin(&mut self, candidates: usize) {
        self.sums.resize(candidates, 0);
    }

    #[inline]
    fn add(&mut self, place: usize, key: Key) -> bool {
        let weight = self.table.weight(key);
        self.sums[place] += i32::from(weight.unwrap_or(0));
        weight.is_some()
    }

    fn give_up(&self, places: &mut Vec<usize>) {
        let most = self.sums.iter().copied().max().unwrap_or(0);
        let least = most - (HOPELESS * STEPS) as i32;
        places.retain(|&place| self.sums[place] >= least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, Vertex};

    fn chances(board: &Board, color: Color, last: Option<&str>) -> Vec<(String, f32)> {
        let size = board.size();
        let last = last.map(|vertex| Vertex::parse(size, vertex).unwrap().point().unwrap());
        let situation = Situation { board, color, last, before: None };
        let candidates: Vec<Point> =
            size.points().filter(|&point| board.is_legal(point, color)).collect();
        let names = candidates.iter().map(|&point| Vertex::of(size, point).to_string());
        let chances =
            Predictor::get().probabilities(&mut Extractor::default(), &situation, &candidates);
        names.zip(chances).collect()
    }

    fn likeliest(board: &Board, color: Color, last: Option<&str>) -> String {
        let chances = chances(board, color, last);
        chances.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0
    }

    #[test]
    fn chances_add_up_to_one() {
        for side in [1, 2, 9, 19, 25] {
            let board = Board::new(Size::square(side).unwrap());
            let chances = chances(&board, Color::Black, None);
            let sum: f32 = chances.iter().map(|&(_, chance)| chance).sum();
            assert!(chances.is_empty() || (sum - 1.0).abs() < 1e-4, "{side}: {sum}");
            assert!(chances.iter().all(|&(_, chance)| chance >= 0.0));
        }
    }

    #[test]
    fn games_begin_in_a_corner() {
        let board = Board::new(Size::square(19).unwrap());
        let first = likeliest(&board, Color::Black, None);
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
        assert_eq!(likeliest(&board, Color::Black, Some("F5")), "F4");
        assert_eq!(likeliest(&board, Color::White, Some("G5")), "F4");
    }

    #[test]
    fn the_table_is_small() {
        assert!(WEIGHTS.len() <= 1_500_000, "{} bytes", WEIGHTS.len());
    }
}
