//! Analysis of many positions: their evaluators, and the evaluations that they share.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use rayon::ThreadPool;

use super::{
    Options, StartError,
    evaluator::{CachedNetwork, LeafEvaluator},
    network::LoadedNetwork,
};
use crate::{
    board::{Color, Size},
    features::{HumanProfile, check_inputs},
    game::Game,
    network::{Network, NetworkOutput, Precision},
    search::{
        EvalCache, EvalOptions, Report, SearchRequest, Watcher, raw_utility, root_output,
        root_policy,
    },
    status::{Effort, Status},
};

/// Analyzes positions of any size, several at a time.
///
/// The positions of one size share one cache of evaluations. No tree outlives its search.
pub struct Analyzer {
    evaluators: Mutex<Evaluators>,
    network: Option<Arc<Network>>,
    /// A second network, which imitates people and takes no part in searches.
    human_network: Option<Arc<Network>>,
    memory: usize,
    /// Maximum number of searches at the same time, for each of which a part of the memory for trees is
    /// reserved.
    searches: usize,
    /// Memory for trees, in bytes, that searches in progress have borrowed beyond their reserved parts.
    lent: AtomicUsize,
}

/// Memory for a tree that is lent to one search until it is dropped.
struct LentMemory<'a> {
    lent: &'a AtomicUsize,
    bytes: usize,
}

/// The evaluators of the board sizes analyzed last.
struct Evaluators {
    network: Option<LoadedNetwork>,
    /// The latest size first.
    by_size: Vec<(Size, LeafEvaluator)>,
    /// Random seed of the symmetries under which positions are evaluated; `None` for none.
    seed: Option<u64>,
}

/// Number of board sizes whose evaluations are kept.
const MAX_BOARD_SIZES: usize = 2;

/// The evaluation of a position by a network without a search, from the view of the player to move.
#[derive(Clone, Debug)]
pub struct RawEvaluation {
    /// The network's output.
    pub output: NetworkOutput,
    /// By point, row by row from the top, then of the pass: the policy; `None` where a play is
    /// illegal.
    pub policy: Vec<Option<f32>>,
    /// The utility in KataGo's units, in which a won game alone is 1.
    pub utility: f64,
}

impl Analyzer {
    /// An analyzer with the network and the memory that the options name, for at most this number of
    /// searches at the same time. With `random_symmetries`, each position is evaluated under a random
    /// symmetry of the board.
    ///
    /// # Errors
    /// [`StartError`] if the network cannot be loaded.
    pub fn new(
        options: &Options,
        searches: usize,
        random_symmetries: bool,
    ) -> Result<Analyzer, StartError> {
        let loaded = LoadedNetwork::new(options)?;
        let seed = random_symmetries.then(|| options.seed.unwrap_or_else(rand::random));
        Ok(Analyzer {
            network: loaded.as_ref().map(|loaded| Arc::clone(&loaded.network)),
            human_network: None,
            evaluators: Mutex::new(Evaluators { network: loaded, by_size: Vec::new(), seed }),
            memory: options.memory,
            searches: searches.max(1),
            lent: AtomicUsize::new(0),
        })
    }

    /// The same analyzer with a second network, a HumanSL one, for [`raw_human`](Self::raw_human).
    ///
    /// # Errors
    /// [`StartError`] if the network cannot be loaded or is not a HumanSL network.
    pub fn with_human_network(
        self,
        path: &Path,
        precision: Precision,
    ) -> Result<Analyzer, StartError> {
        let network = Network::load(path, precision, &check_inputs())?;
        if !network.takes_metadata() {
            return Err(StartError::NotHumanNetwork(path.to_path_buf()));
        }
        Ok(Analyzer { human_network: Some(Arc::new(network)), ..self })
    }

    /// The network, if there is one, even where it leaves a board to playouts.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    /// The second network, which imitates people.
    #[must_use]
    pub fn human_network(&self) -> Option<&Network> {
        self.human_network.as_deref()
    }

    /// Whether one of the networks imitates people.
    #[must_use]
    pub fn takes_human_profile(&self) -> bool {
        let mut networks = [self.network(), self.human_network()].into_iter().flatten();
        networks.any(Network::takes_metadata)
    }

    /// Drops all cached evaluations.
    pub fn clear_cache(&self) {
        self.evaluators().by_size.clear();
    }

    /// The network's evaluation of the position that a game has reached, with `color` to move; `None`
    /// where playouts evaluate. A HumanSL network imitates the people of `human_profile`.
    #[must_use]
    pub fn raw(
        &self,
        game: &Game,
        color: Color,
        request: &SearchRequest,
        human_profile: Option<HumanProfile>,
    ) -> Option<RawEvaluation> {
        let LeafEvaluator::Network(network) = self.evaluator(game, human_profile) else {
            return None;
        };
        Some(RawEvaluation::new(&network, request.eval_options, game, color))
    }

    /// The second network's evaluation of the position that a game has reached, with `color` to
    /// move, for people of this profile; `None` without a second network.
    #[must_use]
    pub fn raw_human(
        &self,
        game: &Game,
        color: Color,
        options: EvalOptions,
        profile: HumanProfile,
    ) -> Option<RawEvaluation> {
        let network = Arc::clone(self.human_network.as_ref()?);
        // Each position is evaluated once, so that a cache of one is enough.
        let cache = EvalCache::new(network, game.size(), 0, self.evaluators().seed);
        let network = CachedNetwork { cache: Arc::new(cache), human_profile: Some(profile) };
        Some(RawEvaluation::new(&network, options, game, color))
    }

    /// Searches for a move of `color` on all threads of the pool.
    ///
    /// Half of the tree memory is reserved, in equal parts, for the searches that there may be. A search
    /// also borrows half of what is free in the other half, so that a search alone has more.
    pub fn search(
        &self,
        pool: &Arc<ThreadPool>,
        (game, color): (&Game, Color),
        request: &SearchRequest,
        human_profile: Option<HumanProfile>,
        watcher: &impl Watcher,
    ) -> Report {
        let evaluator = self.evaluator(game, human_profile);
        let all = evaluator.tree_memory(self.memory);
        let reserved = if self.searches == 1 { all } else { all / 2 };
        let lent = LentMemory::take(&self.lent, all - reserved);
        let memory = reserved / self.searches + lent.bytes;
        evaluator.searcher(Arc::clone(pool), memory).search(game, color, request, watcher)
    }

    /// Judges the stones of the position that a game has reached.
    #[must_use]
    pub fn status(&self, game: &Game) -> Status {
        let ownership = self.evaluator(game, None).ownership(game, Effort::Full);
        Status::judge_by(game, ownership)
    }

    /// The evaluator for the board of a game.
    fn evaluator(&self, game: &Game, human_profile: Option<HumanProfile>) -> LeafEvaluator {
        let size = game.size();
        let mut evaluators = self.evaluators();
        let found = evaluators.by_size.iter().position(|(other, _)| *other == size);
        let entry = match found {
            Some(index) => evaluators.by_size.remove(index),
            None => (size, evaluators.new_evaluator(game, self.memory / MAX_BOARD_SIZES)),
        };
        evaluators.by_size.insert(0, entry);
        evaluators.by_size.truncate(MAX_BOARD_SIZES);
        match (&evaluators.by_size[0].1, human_profile) {
            (LeafEvaluator::Network(network), Some(_)) if network.human_profile.is_some() => {
                LeafEvaluator::Network(CachedNetwork { human_profile, ..network.clone() })
            }
            (evaluator, _) => evaluator.clone(),
        }
    }

    fn evaluators(&self) -> MutexGuard<'_, Evaluators> {
        self.evaluators.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> LentMemory<'a> {
    /// Takes half of the part of `all` bytes that is not lent.
    fn take(lent: &'a AtomicUsize, all: usize) -> LentMemory<'a> {
        let mut bytes = 0;
        let take = |lent: usize| {
            bytes = all.saturating_sub(lent) / 2;
            Some(lent + bytes)
        };
        // Never fails, since `take` always returns `Some`.
        let _ = lent.fetch_update(Relaxed, Relaxed, take);
        LentMemory { lent, bytes }
    }
}

impl Drop for LentMemory<'_> {
    fn drop(&mut self) {
        self.lent.fetch_sub(self.bytes, Relaxed);
    }
}

impl RawEvaluation {
    fn new(
        network: &CachedNetwork,
        options: EvalOptions,
        game: &Game,
        color: Color,
    ) -> RawEvaluation {
        let CachedNetwork { cache, human_profile } = network;
        let output = root_output(cache, *human_profile, options, game, color);
        let policy = root_policy(&output, game, color);
        let utility = raw_utility(&output, game.size().area());
        RawEvaluation { output, policy, utility }
    }
}

impl Evaluators {
    fn new_evaluator(&mut self, game: &Game, memory: usize) -> LeafEvaluator {
        if let Some(loaded) = &mut self.network {
            loaded.measure_speed(game);
        }
        LeafEvaluator::new(self.network.as_ref(), game.size(), memory, self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_others_has_more_memory_until_it_ends() {
        let lent = AtomicUsize::new(0);
        let first = LentMemory::take(&lent, 100);
        let second = LentMemory::take(&lent, 100);
        assert_eq!([first.bytes, second.bytes], [50, 25]);
        drop(first);
        assert_eq!(LentMemory::take(&lent, 100).bytes, 37);
        drop(second);
        assert_eq!(LentMemory::take(&lent, 100).bytes, 50);
    }
}
