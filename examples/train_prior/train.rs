//! Learning the weights.

use std::ops::Range;

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::pattern::{Extractor, Key};

use crate::{
    games::{Pack, Turn},
    model::{Collector, Counts, Model, Moves},
    sample::for_positions,
};

pub type Random = Xoshiro256PlusPlus;

/// How much is learned from how much.
#[derive(Args)]
pub struct Plan {
    /// Positions to learn from.
    #[arg(long, default_value_t = 1_800_000)]
    positions: usize,
    /// Positions in which features are counted.
    #[arg(long, default_value_t = 1_500_000)]
    counted: usize,
    /// Features learned.
    #[arg(long, default_value_t = 1_200_000)]
    learned: usize,
    /// Features kept.
    #[arg(long, default_value_t = 490_000)]
    kept: usize,
    /// Pace of learning at the beginning; it falls to nothing in a straight line.
    #[arg(long, default_value_t = 0.2)]
    rate: f32,
    /// Start of the random numbers: the same makes the same table.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Least share of the first pace of learning.
const LEAST_PACE: f32 = 0.02;

/// Positions between two lines of progress.
const SHOWN_EVERY: usize = 50_000;

/// Learns the weights of features from the training games of these packs.
pub fn train(packs: &[Pack], plan: &Plan) -> Vec<(Key, f32)> {
    let mut rng = Random::seed_from_u64(plan.seed);
    let keys = count(packs, plan, &mut rng);
    let mut model = Model::new(&keys);
    // Who stays makes up in the last quarter for who leaves.
    let pruning = plan.positions * 3 / 4;
    learn(&mut model, packs, 0..pruning, plan, &mut rng);
    if keys.len() > plan.kept {
        model = model.pruned(plan.kept);
    }
    learn(&mut model, packs, pruning..plan.positions, plan, &mut rng);
    model.weights().collect()
}

/// The features seen often enough, among the moves played and as many others.
fn count(packs: &[Pack], plan: &Plan, rng: &mut Random) -> Vec<Key> {
    let mut counts = Counts::new();
    let mut extractor = Extractor::default();
    for_positions(packs, plan.counted, rng, |turn, _, rng| {
        let candidates = turn.candidates();
        let other = candidates[rng.random_range(0..candidates.len())];
        extractor.extract(&turn.situation(), &[turn.played, other], &mut counts);
    });
    let (keys, least) = counts.frequent(plan.learned);
    eprintln!("{} features occur {least} times or more", keys.len());
    keys
}

/// Takes the steps of this range of all steps.
fn learn(model: &mut Model, packs: &[Pack], steps: Range<usize>, plan: &Plan, rng: &mut Random) {
    let mut extractor = Extractor::default();
    let mut moves = Moves::default();
    let mut progress = Progress::default();
    for_positions(packs, steps.len(), rng, |turn, done, _| {
        let candidates = turn.candidates();
        let played = candidates.iter().position(|&point| point == turn.played);
        let played = played.expect("only legal moves are shown");
        let mut collector = Collector { model, moves: &mut moves };
        extractor.extract(&turn.situation(), &candidates, &mut collector);
        let step = steps.start + done;
        let left = 1.0 - step as f32 / plan.positions as f32;
        let chances = model.chances(&moves);
        model.learn(&moves, &chances, played, plan.rate * left.max(LEAST_PACE));
        progress.add(turn, &chances, played);
        if (done + 1).is_multiple_of(SHOWN_EVERY) {
            progress.show(step + 1);
        }
    });
}

/// What was predicted before it was learned, since the last line.
#[derive(Default)]
struct Progress {
    /// On large boards, and on small ones.
    hits: [usize; 2],
    positions: [usize; 2],
    log_likelihood: f64,
}

impl Progress {
    fn add(&mut self, turn: &Turn, chances: &[f32], played: usize) {
        let class = usize::from(turn.is_small());
        let is_first = chances.iter().all(|&chance| chance <= chances[played]);
        self.positions[class] += 1;
        self.hits[class] += usize::from(is_first);
        self.log_likelihood += f64::from(chances[played].max(f32::MIN_POSITIVE).ln());
    }

    fn show(&mut self, step: usize) {
        let percent =
            |class: usize| 100.0 * self.hits[class] as f64 / self.positions[class].max(1) as f64;
        let positions = self.positions.iter().sum::<usize>() as f64;
        eprintln!(
            "{step:8} positions: first {:.2} % on large boards, {:.2} % on small ones, \
             mean log-likelihood {:.4}",
            percent(0),
            percent(1),
            self.log_likelihood / positions
        );
        *self = Progress::default();
    }
}
