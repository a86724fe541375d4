//! Training of the weights.

use std::ops::Range;

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::pattern::{FeatureKey, PatternExtractor};

use crate::{
    games::{Pack, Sample},
    model::{Collector, Counts, Model, Moves},
    sample::for_samples,
};

pub type Random = Xoshiro256PlusPlus;

/// Options of training.
#[derive(Args)]
pub struct TrainingOptions {
    /// Number of training positions.
    #[arg(long, default_value_t = 1_800_000)]
    positions: usize,
    /// Number of positions in which features are counted.
    #[arg(long, default_value_t = 1_500_000)]
    counted: usize,
    /// Number of features trained.
    #[arg(long, default_value_t = 1_200_000)]
    learned: usize,
    /// Number of features kept.
    #[arg(long, default_value_t = 490_000)]
    kept: usize,
    /// Initial learning rate, which falls linearly to 0.
    #[arg(long, default_value_t = 0.2)]
    rate: f32,
    /// Random seed; the same seed gives the same table.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Minimum learning rate, as a share of the initial one.
const MIN_RATE_SHARE: f32 = 0.02;

/// Number of positions between two lines of progress.
const PROGRESS_INTERVAL: usize = 50_000;

/// Trains the weights of features on the training games of the packs.
pub fn train(packs: &[Pack], options: &TrainingOptions) -> Vec<(FeatureKey, f32)> {
    let mut rng = Random::seed_from_u64(options.seed);
    let keys = count(packs, options, &mut rng);
    let mut model = Model::new(&keys);
    // In the last quarter, the remaining weights adapt to the removal of the others.
    let pruning = options.positions * 3 / 4;
    learn(&mut model, packs, 0..pruning, options, &mut rng);
    if keys.len() > options.kept {
        model = model.pruned(options.kept);
    }
    learn(&mut model, packs, pruning..options.positions, options, &mut rng);
    model.weights().collect()
}

/// The most frequent features of the moves played and of as many other moves.
fn count(packs: &[Pack], options: &TrainingOptions, rng: &mut Random) -> Vec<FeatureKey> {
    let mut counts = Counts::new();
    let mut extractor = PatternExtractor::default();
    for_samples(packs, options.counted, rng, |sample, _, rng| {
        let candidates = sample.candidates();
        let other = candidates[rng.random_range(0..candidates.len())];
        extractor.extract(&sample.position(), &[sample.played, other], &mut counts);
    });
    let (keys, min_count) = counts.frequent(options.learned);
    eprintln!("{} features occur {min_count} times or more", keys.len());
    keys
}

/// Takes a range of the training steps.
fn learn(
    model: &mut Model,
    packs: &[Pack],
    steps: Range<usize>,
    options: &TrainingOptions,
    rng: &mut Random,
) {
    let mut extractor = PatternExtractor::default();
    let mut moves = Moves::default();
    let mut progress = Progress::default();
    for_samples(packs, steps.len(), rng, |sample, done, _| {
        let candidates = sample.candidates();
        let played = candidates.iter().position(|&point| point == sample.played);
        let played = played.expect("samples have legal moves");
        let mut collector = Collector { model, moves: &mut moves };
        extractor.extract(&sample.position(), &candidates, &mut collector);
        let step = steps.start + done;
        let rate_share = 1.0 - step as f32 / options.positions as f32;
        let policy = model.policy(&moves);
        model.learn(&moves, &policy, played, options.rate * rate_share.max(MIN_RATE_SHARE));
        progress.add(sample, &policy, played);
        if (done + 1).is_multiple_of(PROGRESS_INTERVAL) {
            progress.print(step + 1);
        }
    });
}

/// Accuracy of the predictions before training on them, since the last line of progress. Arrays are
/// indexed by large and small boards.
#[derive(Default)]
struct Progress {
    hits: [usize; 2],
    positions: [usize; 2],
    log_likelihood: f64,
}

impl Progress {
    fn add(&mut self, sample: &Sample, policy: &[f32], played: usize) {
        let class = usize::from(sample.is_small());
        let is_first = policy.iter().all(|&probability| probability <= policy[played]);
        self.positions[class] += 1;
        self.hits[class] += usize::from(is_first);
        self.log_likelihood += f64::from(policy[played].max(f32::MIN_POSITIVE).ln());
    }

    fn print(&mut self, step: usize) {
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
