//! How well moves are predicted in games that were kept out of training.

use std::{fmt, time::Duration};

use cpu_time::ThreadTime;
use shusaku::{
    board::Size,
    pattern::{Extractor, Predictor},
};

use crate::games::{Pack, Turn};

/// Ranks told apart.
const RANKS: usize = 10;

/// What was found.
pub struct Report {
    size: Size,
    games: usize,
    moves: usize,
    /// Moves that were the first choice, the second, and so on.
    ranks: [usize; RANKS],
    log_likelihood: f64,
    time: Duration,
}

/// Predicts all moves of the first so many games kept out of training.
pub fn measure(predictor: &Predictor, pack: &Pack, most: usize) -> Report {
    let games: Vec<usize> = pack.kept_out().take(most).collect();
    let mut report = Report {
        size: pack.size(),
        games: games.len(),
        moves: 0,
        ranks: [0; RANKS],
        log_likelihood: 0.0,
        time: Duration::ZERO,
    };
    let mut extractor = Extractor::default();
    for game in games {
        pack.replay(game, |turn| report.add(predictor, &mut extractor, turn));
    }
    report
}

impl Report {
    fn add(&mut self, predictor: &Predictor, extractor: &mut Extractor, turn: &Turn) {
        let candidates = turn.candidates();
        let start = ThreadTime::now();
        let chances = predictor.probabilities(extractor, &turn.situation(), &candidates);
        self.time += start.elapsed();
        let at = candidates.iter().position(|&point| point == turn.played);
        let at = at.expect("only legal moves are shown");
        let chance = chances[at];
        // Of equal moves the earlier one is the choice.
        let is_better =
            |place: usize, other: f32| other > chance || (other == chance && place < at);
        let others = chances.iter().enumerate();
        let better = others.filter(|&(place, &other)| is_better(place, other)).count();
        if let Some(rank) = self.ranks.get_mut(better) {
            *rank += 1;
        }
        self.moves += 1;
        self.log_likelihood += f64::from(chance.max(f32::MIN_POSITIVE).ln());
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves as f64;
        let percent =
            |within: usize| 100.0 * self.ranks[..within].iter().sum::<usize>() as f64 / moves;
        write!(
            f,
            "{}: {} games, {} moves: first {:.2} %, first 5 {:.2} %, first 10 {:.2} %, \
             mean log-likelihood {:.4}, {:.0} µs a position",
            self.size,
            self.games,
            self.moves,
            percent(1),
            percent(5),
            percent(10),
            self.log_likelihood / moves,
            self.time.as_secs_f64() * 1e6 / moves
        )
    }
}
