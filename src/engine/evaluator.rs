//! The evaluator of a search's leaves: playouts, or a network.

use std::{sync::Arc, time::Instant};

use rayon::ThreadPool;

use super::{network::LoadedNetwork, ownership::network_ownership};
use crate::{
    board::{Color, Size},
    features::HumanProfile,
    game::Game,
    network::Network,
    search::{
        EvalCache, NetworkEvaluators, PlayoutEvaluator, Puct, Rave, RemoteSearches, Report,
        SearchRequest, Searcher, Watcher, resolve_pda,
    },
    status::{Effort, Ownership},
    tuning::PLAYOUTS_PER_EVALUATION,
};

/// The evaluator of the leaves of a search.
#[derive(Clone)]
pub(super) enum LeafEvaluator {
    /// Playouts.
    Playouts,
    /// A network.
    Network(CachedNetwork),
}

/// A network with its cached evaluations, and the profile of the people it imitates, if it does.
#[derive(Clone)]
pub(super) struct CachedNetwork {
    pub(super) cache: Arc<EvalCache>,
    pub(super) human_profile: Option<HumanProfile>,
}

/// A searcher with the evaluator of its leaves.
pub(super) enum LeafSearcher {
    /// A search by playouts, and the processes that take part in it.
    Playouts(Searcher<Rave>, Option<Arc<dyn RemoteSearches>>),
    /// A search by a network.
    Network(Searcher<Puct>, CachedNetwork),
}

/// Share of the memory for a network's cached evaluations; the trees have the rest.
const CACHE_SHARE: f64 = 0.25;

impl LeafEvaluator {
    /// The evaluator on boards of this size: the network, if there is one that plays there. Cache
    /// and trees together take at most `memory` bytes. `seed` is the random seed of the symmetries
    /// under which positions are evaluated; `None` for none.
    pub(super) fn new(
        network: Option<&LoadedNetwork>,
        size: Size,
        memory: usize,
        seed: Option<u64>,
    ) -> LeafEvaluator {
        match network.filter(|loaded| loaded.plays_on(size)) {
            None => LeafEvaluator::Playouts,
            Some(loaded) => {
                let memory = (memory as f64 * CACHE_SHARE) as usize;
                let network = Arc::clone(&loaded.network);
                let cache = EvalCache::new(network, size, memory, seed);
                let cache = cache.with_backend(loaded.backend.clone());
                let is_reproducible = loaded.is_reproducible || seed.is_none();
                let cache = if is_reproducible { cache.with_batch(1) } else { cache };
                let (cache, human_profile) = (Arc::new(cache), loaded.human_profile);
                LeafEvaluator::Network(CachedNetwork { cache, human_profile })
            }
        }
    }

    /// The share of `memory`, in bytes, that is left to the trees.
    pub(super) fn tree_memory(&self, memory: usize) -> usize {
        match self {
            LeafEvaluator::Playouts => memory,
            LeafEvaluator::Network(..) => (memory as f64 * (1.0 - CACHE_SHARE)) as usize,
        }
    }

    /// The network, if it evaluates.
    pub(super) fn network(&self) -> Option<&Network> {
        match self {
            LeafEvaluator::Playouts => None,
            LeafEvaluator::Network(network) => Some(network.cache.network()),
        }
    }

    /// The expected owner of each point in the present position of a game, found with this effort.
    pub(super) fn ownership(&self, game: &Game, effort: Effort) -> Ownership {
        match self {
            LeafEvaluator::Playouts => effort.playout_ownership(game.board()),
            LeafEvaluator::Network(CachedNetwork { cache, human_profile }) => {
                network_ownership(cache.network(), *human_profile, game, effort)
            }
        }
    }

    /// The number of iterations that stands for `playouts` playouts; with a network at least one.
    pub(super) fn iterations(&self, playouts: u64) -> u64 {
        match self {
            LeafEvaluator::Playouts => playouts,
            LeafEvaluator::Network(..) => (playouts / PLAYOUTS_PER_EVALUATION.get()).max(1),
        }
    }

    /// A searcher with this evaluator, on these threads, whose tree takes at most `memory` bytes.
    pub(super) fn searcher(&self, pool: Arc<ThreadPool>, memory: usize) -> LeafSearcher {
        match self {
            LeafEvaluator::Playouts => LeafSearcher::Playouts(Searcher::new(pool, memory), None),
            LeafEvaluator::Network(network) => {
                LeafSearcher::Network(Searcher::new(pool, memory), network.clone())
            }
        }
    }
}

impl LeafSearcher {
    /// The same searcher, with processes that take part in its searches by playouts.
    pub(super) fn with_remote_searches(
        self,
        others: Option<Arc<dyn RemoteSearches>>,
    ) -> LeafSearcher {
        match self {
            LeafSearcher::Playouts(searcher, _) => LeafSearcher::Playouts(searcher, others),
            by_network @ LeafSearcher::Network(..) => by_network,
        }
    }

    /// Searches for a move of `color`.
    pub(super) fn search(
        &mut self,
        game: &Game,
        color: Color,
        request: &SearchRequest,
        watcher: &impl Watcher,
    ) -> Report {
        match self {
            LeafSearcher::Playouts(searcher, others) => {
                // The others would have to know the constraints too.
                let others = others.as_ref().filter(|_| request.constraints.is_empty());
                searcher.share_with(others.map(|others| others.begin(game, color, request)));
                let evaluator = |seed| PlayoutEvaluator::new(game, seed);
                searcher.search(game, color, request, watcher, evaluator)
            }
            LeafSearcher::Network(searcher, CachedNetwork { cache, human_profile }) => {
                let start = Instant::now();
                let eval_options = resolve_pda(
                    cache,
                    *human_profile,
                    request.eval_options,
                    (game, color),
                    searcher.eval_options().map(|last| last.white_pda),
                );
                let limits = request.limits.after(start.elapsed());
                let request = SearchRequest { limits, eval_options, ..request.clone() };
                let evaluators =
                    NetworkEvaluators::new(cache, *human_profile, eval_options, game, color);
                searcher.search(game, color, &request, watcher, |_| evaluators.evaluator())
            }
        }
    }
}
