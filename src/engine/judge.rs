//! The judge of finished games.

use std::sync::Arc;

use super::{ModelChoice, network::embedded_plays_on, ownership::network_ownership};
use crate::{
    features::HumanProfile,
    game::Game,
    network::{LoadError, Network, Precision},
    status::{Effort, Ownership, Status},
};

/// Judges which stones of a finished game are dead, as an engine does for `final_score`.
pub enum Judge {
    /// By the embedded network and playouts; by playouts alone on boards with a side outside 6 to 19.
    Embedded,
    /// By this network and playouts.
    Network(Arc<Network>),
    /// By playouts alone.
    Playouts,
}

impl Judge {
    /// The judge of an engine with this model.
    ///
    /// # Errors
    /// [`LoadError`] if the network's file cannot be loaded.
    pub fn of(model: &ModelChoice) -> Result<Judge, LoadError> {
        Ok(match (model, model.load(Precision::default())?) {
            (ModelChoice::File(_), Some(network)) => Judge::Network(network),
            (_, Some(_)) => Judge::Embedded,
            (_, None) => Judge::Playouts,
        })
    }

    /// The expected owner of each point in the final position, as precisely as it can be found.
    #[must_use]
    pub fn ownership(&self, game: &Game) -> Ownership {
        let network = match self {
            Judge::Embedded if embedded_plays_on(game.size()) => {
                &Network::embedded(Precision::default())
            }
            Judge::Network(network) => network,
            Judge::Embedded | Judge::Playouts => {
                return Effort::Full.playout_ownership(game.board());
            }
        };
        let human_profile = network.takes_metadata().then_some(HumanProfile::STRONGEST);
        network_ownership(network, human_profile, game, Effort::Full)
    }

    /// The status of the stones and points, under the rules of the game.
    #[must_use]
    pub fn judge(&self, game: &Game) -> Status {
        Status::judge_by(game, self.ownership(game))
    }
}
