//! Evidence of a chain's life in one form, log-odds, and the weights with which it adds up.

use super::{
    MIN_PROBABILITY, OwnershipSource,
    local_area::FULL_AREA_EMPTY_POINTS,
    proof::MAX_PROOF_EMPTY_POINTS,
    weights::{FOR_NETWORK, FOR_PLAYOUTS},
};

/// Empty points up to which local search is exact. It nearly is up to [`MAX_PROOF_EMPTY_POINTS`].
const MAX_EXACT_EMPTY_POINTS: usize = 4;

/// Empty points up to which the reading of a semeai is evidence of its own kind.
const MAX_SEMEAI_EMPTY_POINTS: usize = 6;

/// The source of evidence besides the ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceSource {
    /// A proof.
    Proof,
    /// The local search of a chain in a semeai, in a small area, where the ownership judges that
    /// chain dead.
    Semeai,
    /// A local search in a tiny area.
    Tiny,
    /// A local search in an area where a proof is attempted.
    Small,
    /// A local search in a larger area.
    Medium,
    /// A local search in an area that was cut off.
    Full,
}

impl EvidenceSource {
    /// The source of a local search in an area with this many empty points.
    pub(super) fn of_search(empty_points: usize, is_dead_in_semeai: bool) -> EvidenceSource {
        match empty_points {
            n if is_dead_in_semeai && n <= MAX_SEMEAI_EMPTY_POINTS => EvidenceSource::Semeai,
            n if n <= MAX_EXACT_EMPTY_POINTS => EvidenceSource::Tiny,
            n if n <= MAX_PROOF_EMPTY_POINTS => EvidenceSource::Small,
            n if n < FULL_AREA_EMPTY_POINTS => EvidenceSource::Medium,
            _ => EvidenceSource::Full,
        }
    }
}

/// A value for each player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByFirst<T> {
    pub(super) owner_first: T,
    pub(super) opponent_first: T,
}

impl<T> ByFirst<T> {
    pub(super) fn map<U>(self, change: impl Fn(T) -> U) -> ByFirst<U> {
        let ByFirst { owner_first, opponent_first } = self;
        ByFirst { owner_first: change(owner_first), opponent_first: change(opponent_first) }
    }
}

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
