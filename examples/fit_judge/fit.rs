//! Coordinate ascent on the weights.

use std::fmt;

use rayon::prelude::*;
use shusaku::status::{EvidenceWeights, SourceWeights};

use super::game::JudgedGame;

/// Factors by which a weight is tried, and numbers that are added to a bias.
const FACTORS: [f64; 4] = [0.5, 0.8, 1.25, 2.0];
const STEPS: [f64; 4] = [-0.5, -0.15, 0.15, 0.5];

/// Rounds over all weights.
const MAX_ROUNDS: usize = 6;

/// Number of games, and numbers of those whose count has the recorded winner and margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    games: usize,
    winner: usize,
    margin: usize,
}

impl Objective {
    /// The agreement of these games with these weights.
    pub fn of(games: &mut [JudgedGame], weights: &EvidenceWeights) -> Objective {
        let agree = |game: &mut JudgedGame| {
            let [recorded, counted] = game.margins(weights);
            let same_winner = JudgedGame::winner(recorded) == JudgedGame::winner(counted);
            (usize::from(same_winner), usize::from(recorded == counted))
        };
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        let (winner, margin) = games.par_iter_mut().map(agree).reduce(|| (0, 0), sum);
        Objective { games: games.len(), winner, margin }
    }

    fn value(self) -> usize {
        self.winner + self.margin
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let percent = |part: usize| 100.0 * part as f64 / self.games.max(1) as f64;
        let (winner, margin) = (percent(self.winner), percent(self.margin));
        write!(f, "{} games, winner {winner:.2} %, margin {margin:.2} %", self.games)
    }
}

/// The weights with which most winners and margins are those recorded, from `start` by changes of one
/// number at a time.
pub fn fit(games: &mut [JudgedGame], start: EvidenceWeights) -> EvidenceWeights {
    let mut best = (Objective::of(games, &start).value(), start);
    for round in 0..MAX_ROUNDS {
        let before = best.0;
        for source in 0..start.by_source.len() {
            for changed in changes(&best.1.by_source[source]) {
                let mut weights = best.1;
                weights.by_source[source] = changed;
                let value = Objective::of(games, &weights).value();
                if value > best.0 {
                    best = (value, weights);
                }
            }
        }
        eprintln!("round {round}: {} of {}", best.0, 2 * games.len());
        if best.0 == before {
            break;
        }
    }
    best.1
}

/// The weights of a source with one of the numbers changed, or both weights of survival.
fn changes(weights: &SourceWeights) -> Vec<SourceWeights> {
    let SourceWeights { owner_first, opponent_first, bias } = *weights;
    let changed = FACTORS.iter().flat_map(|&factor| {
        let (owner, opponent) = (owner_first * factor, opponent_first * factor);
        [(owner, opponent), (owner, opponent_first), (owner_first, opponent)]
    });
    let with_weights =
        |(owner_first, opponent_first)| SourceWeights { owner_first, opponent_first, bias };
    let with_bias = |step: &f64| SourceWeights { owner_first, opponent_first, bias: bias + step };
    changed.map(with_weights).chain(STEPS.iter().map(with_bias)).collect()
}
