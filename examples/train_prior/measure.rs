//! Accuracy of the predictor on held-out games.

use std::{fmt, time::Duration};

use cpu_time::ThreadTime;
use shusaku::{
    board::Size,
    pattern::{PatternExtractor, Predictor},
};

use crate::games::{Pack, Sample};

/// Number of ranks that are counted.
const RANKS: usize = 10;

/// The result of a measurement.
pub struct Report {
    size: Size,
    games: usize,
    moves: usize,
    /// By rank: the number of moves played that had it.
    ranks: [usize; RANKS],
    log_likelihood: f64,
    time: Duration,
}

/// Predicts all moves of the first `max_games` held-out games.
pub fn measure(predictor: &Predictor, pack: &Pack, max_games: usize) -> Report {
    let games: Vec<usize> = pack.held_out().take(max_games).collect();
    let mut report = Report {
        size: pack.size(),
        games: games.len(),
        moves: 0,
        ranks: [0; RANKS],
        log_likelihood: 0.0,
        time: Duration::ZERO,
    };
    let mut extractor = PatternExtractor::default();
    for game in games {
        pack.replay(game, |sample| report.add(predictor, &mut extractor, sample));
    }
    report
}

impl Report {
    fn add(&mut self, predictor: &Predictor, extractor: &mut PatternExtractor, sample: &Sample) {
        let candidates = sample.candidates();
        let start = ThreadTime::now();
        let policy = predictor.policy(extractor, &sample.position(), &candidates);
        self.time += start.elapsed();
        let played = candidates.iter().position(|&point| point == sample.played);
        let played = played.expect("samples have legal moves");
        let probability = policy[played];
        // Of moves with the same probability, the earlier one has the better rank.
        let is_better = |index: usize, other: f32| {
            other > probability || (other == probability && index < played)
        };
        let others = policy.iter().enumerate();
        let better = others.filter(|&(index, &other)| is_better(index, other)).count();
        if let Some(rank) = self.ranks.get_mut(better) {
            *rank += 1;
        }
        self.moves += 1;
        self.log_likelihood += f64::from(probability.max(f32::MIN_POSITIVE).ln());
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
