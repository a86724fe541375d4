//! What the engine searches with: playouts, or a network.

use std::sync::Arc;

use super::loaded::Loaded;
use crate::{
    board::{Color, Size},
    features::HumanProfile,
    game::Game,
    network::Network,
    search::{
        EvalCache, NetworkEvaluator, PlayoutEvaluator, Report, SearchRequest, Searcher, Watcher,
    },
    tuning::PLAYOUTS_PER_EVALUATION,
};

/// What judges the leaves of a search.
#[derive(Clone)]
pub(super) enum Player {
    /// Playouts.
    Playouts,
    /// A network, with what it said so far, and whom it imitates if it does that.
    Network(Arc<EvalCache>, Option<HumanProfile>),
}

/// Part of the memory that a network's evaluations may take; the tree has the rest.
const CACHE_SHARE: f64 = 0.25;

impl Player {
    /// Who plays on boards of this size: the network that was loaded, if it plays there. With what
    /// it says, and the tree, it takes at most `memory` bytes.
    pub(super) fn new(loaded: Option<&Loaded>, size: Size, memory: usize, seed: u64) -> Player {
        match loaded.filter(|loaded| loaded.plays_on(size)) {
            None => Player::Playouts,
            Some(loaded) => {
                let memory = (memory as f64 * CACHE_SHARE) as usize;
                let cache = EvalCache::new(Arc::clone(&loaded.network), size, memory, seed);
                Player::Network(Arc::new(cache), loaded.human_profile)
            }
        }
    }

    /// The bytes that are left to the tree of so many.
    pub(super) fn tree_memory(&self, memory: usize) -> usize {
        match self {
            Player::Playouts => memory,
            Player::Network(..) => (memory as f64 * (1.0 - CACHE_SHARE)) as usize,
        }
    }

    /// The network, if it is one.
    pub(super) fn network(&self) -> Option<&Network> {
        match self {
            Player::Playouts => None,
            Player::Network(cache, _) => Some(cache.network()),
        }
    }

    /// How many iterations tell as much as so many playouts; at least one.
    pub(super) fn iterations(&self, playouts: u64) -> u64 {
        match self {
            Player::Playouts => playouts,
            Player::Network(..) => (playouts / PLAYOUTS_PER_EVALUATION).max(1),
        }
    }

    /// Searches for a turn of `color`.
    pub(super) fn search(
        &self,
        searcher: &mut Searcher,
        (game, color): (&Game, Color),
        request: &SearchRequest,
        watcher: &impl Watcher,
    ) -> Report {
        match self {
            Player::Playouts => {
                let evaluator = |seed| PlayoutEvaluator::new(game, seed);
                searcher.search(game, color, request, watcher, evaluator)
            }
            Player::Network(cache, human_profile) => {
                let eval_options = request.eval_options;
                let evaluator =
                    |_| NetworkEvaluator::new(cache, *human_profile, eval_options, game, color);
                searcher.search(game, color, request, watcher, evaluator)
            }
        }
    }
}
