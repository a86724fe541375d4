//! What the engine searches with: playouts, or a network.

use std::sync::Arc;

use super::{Engine, Options, StartError};
use crate::{
    board::{Color, Size},
    features::{Extractor, Manner, Person},
    game::Game,
    network::{self, Input, Network, Outputs, Workspace},
    search::{
        Inquiry, NetworkCache, NetworkEvaluator, PlayoutEvaluator, Report, Searcher, Watcher,
    },
    tuning::PLAYOUTS_PER_EVALUATION,
};

/// What judges the leaves of a search.
#[derive(Clone)]
pub(super) enum Player {
    /// Playouts.
    Playouts,
    /// A network, with what it said so far, and whom it imitates if it does that.
    Network(Arc<NetworkCache>, Option<Person>),
}

/// Part of the memory that a network's evaluations may take; the tree has the rest.
const CACHE_SHARE: f64 = 0.25;

impl Player {
    /// The player that these options describe, on boards of this size.
    pub(super) fn new(options: &Options, size: Size, seed: u64) -> Result<Player, StartError> {
        let Some(path) = &options.model else {
            let is_possible = options.person.is_none();
            return is_possible.then_some(Player::Playouts).ok_or(StartError::NoImitator);
        };
        let network = Network::load(path, options.precision)?;
        let person = match options.person {
            Some(_) if !network.takes_metadata() => return Err(StartError::NoImitator),
            // It has to be told of somebody.
            None if network.takes_metadata() => Some(Person::STRONGEST),
            person => person,
        };
        let memory = (options.memory as f64 * CACHE_SHARE) as usize;
        let cache = NetworkCache::new(Arc::new(network), size, memory, seed);
        Ok(Player::Network(Arc::new(cache), person))
    }

    /// The bytes that are left to the tree of so many.
    pub(super) fn tree_memory(&self, memory: usize) -> usize {
        match self {
            Player::Playouts => memory,
            Player::Network(..) => (memory as f64 * (1.0 - CACHE_SHARE)) as usize,
        }
    }

    /// Forgets what the network said, and goes on with boards of this size.
    pub(super) fn forget(&mut self, size: Size) {
        if let Player::Network(cache, _) = self {
            *cache = Arc::new(cache.emptied(size));
        }
    }

    /// The network, if there is one.
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
        inquiry: &Inquiry,
        watcher: &impl Watcher,
    ) -> Report {
        match self {
            Player::Playouts => {
                let evaluator = |seed| PlayoutEvaluator::new(game, seed);
                searcher.search(game, color, inquiry, watcher, evaluator)
            }
            Player::Network(cache, person) => {
                let attitude = inquiry.attitude;
                let evaluator = |_| NetworkEvaluator::new(cache, *person, attitude, game, color);
                searcher.search(game, color, inquiry, watcher, evaluator)
            }
        }
    }
}

impl Engine {
    /// The network that it searches with, if it has one.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.player.network()
    }

    /// What the network says of the present position by itself; `None` without a network.
    #[must_use]
    pub fn raw_outputs(&self, options: network::Options) -> Option<Outputs> {
        let Player::Network(cache, person) = &self.player else { return None };
        let network = cache.network();
        let strict_pass_alive = network.strict_pass_alive();
        let manner = Manner { strict_pass_alive, ..Manner::default() };
        let mut input = Input::new(1, 1);
        input.metadata = person.map(|person| person.row(self.game.size().area()));
        Extractor::default().extract(&self.game, self.game.state(), &manner, &mut input);
        Some(network.evaluate(&input, options, &mut Workspace::default()))
    }
}
