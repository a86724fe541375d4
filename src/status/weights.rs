//! The weights with which evidence of a chain's life, in log-odds, adds up.

use super::{MIN_PROBABILITY, OwnershipSource, by_first::ByFirst, evidence::EvidenceSource};

/// The weights besides an ownership by playouts. `examples/fit_judge` fits such weights to counted games.
const FOR_PLAYOUTS: EvidenceWeights = EvidenceWeights {
    by_source: [
        // Proof.
        SourceWeights { owner_first: 0.625, opponent_first: 0.625, bias: 0.0 },
        // Semeai.
        SourceWeights { owner_first: 0.625, opponent_first: 0.625, bias: 0.0 },
        // Tiny, small, medium and full areas.
        SourceWeights { owner_first: 0.5, opponent_first: 0.5, bias: 0.0 },
        SourceWeights { owner_first: 0.25, opponent_first: 0.25, bias: -0.2 },
        SourceWeights { owner_first: 0.125, opponent_first: 0.125, bias: -0.5 },
        SourceWeights { owner_first: 0.0714, opponent_first: 0.0714, bias: -0.343 },
    ],
};

/// The weights besides an ownership by a network: the same.
const FOR_NETWORK: EvidenceWeights = FOR_PLAYOUTS;

/// The weights of the evidence of one source in the log-odds of life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceWeights {
    /// Weight of the log-odds of survival if the owner moves first.
    pub owner_first: f64,
    /// Weight of the log-odds of survival if the opponent moves first.
    pub opponent_first: f64,
    /// Added constant.
    pub bias: f64,
}

impl SourceWeights {
    /// The contribution of evidence, given the probability, 0 to 1, of survival.
    fn contribution(&self, survival: ByFirst<f64>) -> f64 {
        let ByFirst { owner_first, opponent_first } = survival.map(log_odds);
        self.owner_first * owner_first + self.opponent_first * opponent_first + self.bias
    }
}

/// The weights of all sources, relative to that of the ownership.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvidenceWeights {
    /// In the order of [`EvidenceSource`].
    pub by_source: [SourceWeights; 6],
}

impl EvidenceWeights {
    /// The weights for evidence besides an ownership from this source.
    #[must_use]
    pub fn for_ownership(source: OwnershipSource) -> &'static EvidenceWeights {
        match source {
            OwnershipSource::Playouts => &FOR_PLAYOUTS,
            OwnershipSource::Network => &FOR_NETWORK,
        }
    }

    fn of(&self, source: EvidenceSource) -> &SourceWeights {
        &self.by_source[source as usize]
    }

    /// The log-odds that a chain lives, given the probabilities, 0 to 1, of its survival by the
    /// ownership and by evidence of another source.
    pub(super) fn log_odds_of_life(
        &self,
        survival_by_ownership: f64,
        source: EvidenceSource,
        survival: ByFirst<f64>,
    ) -> f64 {
        log_odds(survival_by_ownership) + self.of(source).contribution(survival)
    }

    /// Whether evidence of a source can change the verdict of the ownership.
    pub(super) fn can_matter(&self, survival_by_ownership: f64, source: EvidenceSource) -> bool {
        let SourceWeights { owner_first, opponent_first, bias } = *self.of(source);
        let reach = (owner_first + opponent_first) * log_odds(1.0) + bias.abs();
        log_odds(survival_by_ownership).abs() < reach
    }
}

/// The log-odds of a probability, which is bounded away from 0 and 1.
fn log_odds(probability: f64) -> f64 {
    let probability = probability.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (probability / (1.0 - probability)).ln()
}
