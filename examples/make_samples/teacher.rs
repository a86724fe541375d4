//! Training targets from a network's evaluation, or from a search with it.

use std::sync::{Arc, atomic::AtomicBool};

use rand::{RngExt, seq::SliceRandom};
use rayon::ThreadPoolBuilder;
use shusaku::{
    board::{Move, Size},
    features::{Extractor, FeatureOptions},
    game::Game,
    network::{InferenceOptions, Input, Network, NetworkOutput, Symmetry, Workspace},
    search::{
        Details, EvalCache, EvalOptions, Limits, NetworkEvaluators, Puct, Report, SearchRequest,
        Searcher,
    },
};

use crate::{
    plan::{Plan, Random},
    sample::Targets,
};

/// Memory of the evaluation cache, and of the search tree, in bytes each.
const MEMORY: usize = 32 << 20;

/// `c_visit` of Danihelka et al. (2022), "Policy improvement by planning with Gumbel", section 4.
const C_VISIT: f64 = 50.0;

/// `c_scale` of the same, for values from 0 to 1.
const C_SCALE: f64 = 1.0;

/// Computes training targets.
pub struct Teacher {
    network: Arc<Network>,
    symmetries: usize,
    visits: u64,
    extractor: Extractor,
    workspace: Workspace,
    search: Option<Search>,
}

/// A searcher with its evaluation cache.
struct Search {
    cache: EvalCache,
    searcher: Searcher<Puct>,
}

impl Teacher {
    /// Returns a teacher for boards of this size.
    pub fn new(network: Arc<Network>, plan: &Plan, size: Size, seed: u64) -> Teacher {
        let search = (plan.visits > 0).then(|| {
            let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
            let cache = EvalCache::new(Arc::clone(&network), size, MEMORY, Some(seed));
            Search { cache, searcher: Searcher::new(Arc::new(pool), MEMORY) }
        });
        Teacher {
            network,
            symmetries: plan.symmetries.into(),
            visits: plan.visits,
            extractor: Extractor::default(),
            workspace: Workspace::default(),
            search,
        }
    }

    /// The input features, see `input`, and the targets. The targets are those of a search if
    /// `can_search` holds, the plan has visits, and `pda` is 0.
    pub fn label(
        &mut self,
        game: &Game,
        pda: f64,
        can_search: bool,
        rng: &mut Random,
    ) -> (Input, Targets) {
        let input = self.input(game, pda);
        let mut targets = self.evaluate(game, &input, rng);
        if let Some(search) = &mut self.search
            && can_search
            && pda == 0.0
        {
            search.improve(game, self.visits, rng.random(), &mut targets);
        }
        (input, targets)
    }

    /// The input features of the current position of a game. `pda` is the playout-doubling
    /// advantage of the player to move.
    pub fn input(&mut self, game: &Game, pda: f64) -> Input {
        let feature_options = FeatureOptions {
            playout_doubling_advantage: pda,
            passing_hacks: true,
            ..FeatureOptions::of(&self.network)
        };
        let mut input = Input::default();
        self.extractor.extract(game, game.state(), &feature_options, &mut input);
        input
    }

    /// The network's evaluation, averaged over random symmetries.
    fn evaluate(&mut self, game: &Game, input: &Input, rng: &mut Random) -> Targets {
        let mut symmetries = Symmetry::ALL;
        symmetries.shuffle(rng);
        let legal = legal_points(game);
        let evaluations = symmetries[..self.symmetries].iter().map(|&symmetry| {
            let options = InferenceOptions { symmetry, ..InferenceOptions::default() };
            targets(&self.network.evaluate(input, options, &mut self.workspace), &legal)
        });
        let sum = evaluations.reduce(|sum, other| sum.zip(&other, |a, b| a + b)).expect("one");
        let share = 1.0 / self.symmetries as f32;
        sum.zip(&sum, |a, _| a * share)
    }
}

impl Targets {
    /// The targets of an unlabelled position.
    pub fn unknown(size: Size) -> Targets {
        Targets {
            policy: vec![0.0; size.area() + 1],
            value: [0.0; 3],
            score_mean: f32::NAN,
            score_stdev: f32::NAN,
            lead: f32::NAN,
            ownership: vec![0.0; size.area()],
        }
    }

    /// Combines the targets of two evaluations number by number.
    fn zip(&self, other: &Targets, f: impl Fn(f32, f32) -> f32) -> Targets {
        let all = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect();
        Targets {
            policy: all(&self.policy, &other.policy),
            value: std::array::from_fn(|at| f(self.value[at], other.value[at])),
            score_mean: f(self.score_mean, other.score_mean),
            score_stdev: f(self.score_stdev, other.score_stdev),
            lead: f(self.lead, other.lead),
            ownership: all(&self.ownership, &other.ownership),
        }
    }
}

/// Whether a play of the player to move is legal, by point, row by row from the top.
fn legal_points(game: &Game) -> Vec<bool> {
    let mut legal = vec![false; game.size().area()];
    for point in game.state().legal_points(game.rules(), game.to_move()) {
        legal[usize::from(index(game.size(), Move::Play(point)))] = true;
    }
    legal
}

fn targets(outputs: &NetworkOutput, legal: &[bool]) -> Targets {
    let mean = outputs.score_mean;
    Targets {
        policy: outputs.probabilities(|point| legal[point], 1.0),
        value: [outputs.win, outputs.loss, outputs.no_result],
        score_mean: mean,
        score_stdev: (outputs.score_square - mean * mean).max(0.0).sqrt(),
        lead: outputs.lead,
        ownership: outputs.ownership.clone(),
    }
}

impl Search {
    /// Replaces policy, value, score and ownership by those of a search.
    fn improve(&mut self, game: &Game, visits: u64, seed: u64, targets: &mut Targets) {
        let color = game.to_move();
        let request = SearchRequest {
            limits: Limits { iterations: Some(visits), runs_to_limit: true, ..Limits::default() },
            seed,
            details: Details { score: true, ownership: true, move_ownership: false },
            ..SearchRequest::default()
        };
        let options = EvalOptions::default();
        let network = NetworkEvaluators::new(&self.cache, None, options, game, color);
        let never = AtomicBool::new(false);
        let report = self.searcher.search(game, color, &request, &never, |_| network.evaluator());
        let improved = improved_policy(&report);
        targets.policy.fill(0.0);
        for (candidate, share) in report.candidates.iter().zip(improved) {
            targets.policy[usize::from(index(game.size(), candidate.mv))] = share as f32;
        }
        let has_result = 1.0 - targets.value[2];
        let win = (report.win_rate as f32 - 0.5 * targets.value[2]).clamp(0.0, has_result);
        targets.value = [win, has_result - win, targets.value[2]];
        if let Some(score) = report.score {
            // The search reports a lead. Its difference from the network's lead is added to the
            // mean, too.
            let gain = score.mean as f32 - targets.lead;
            targets.lead += gain;
            targets.score_mean += gain;
        }
        if let Some(ownership) = report.ownership {
            targets.ownership = ownership;
        }
    }
}

/// The improved policy of a search: a softmax of the logarithm of the prior plus the scaled value.
/// An unvisited move has the mean value of the visited ones, weighted by prior (Danihelka et al.
/// 2022, section 4).
fn improved_policy(report: &Report) -> Vec<f64> {
    let visited = || report.candidates.iter().filter(|candidate| candidate.visits > 0);
    let max_visits = visited().map(|candidate| candidate.visits).max().unwrap_or(0);
    let prior: f64 = visited().map(|candidate| candidate.prior).sum();
    let mixed = visited().map(|c| c.prior * c.utility).sum::<f64>() / prior.max(1e-9);
    let scale = (C_VISIT + f64::from(max_visits)) * C_SCALE;
    let logits: Vec<f64> = report
        .candidates
        .iter()
        .map(|candidate| {
            let value = if candidate.visits > 0 { candidate.utility } else { mixed };
            candidate.prior.max(1e-6).ln() + scale * value
        })
        .collect();
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|logit| (logit - max).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The index of a move in a policy.
pub fn index(size: Size, mv: Move) -> u16 {
    match mv {
        Move::Pass => size.area() as u16,
        Move::Play(point) => {
            u16::from(size.row(point)) * u16::from(size.width()) + u16::from(size.column(point))
        }
    }
}
