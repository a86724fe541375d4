//! Evidence of a chain's life in one form, log-odds, and the weights with which it adds up.

use super::{
    MIN_PROBABILITY,
    local_area::FULL_AREA_EMPTY_POINTS,
    proof::MAX_PROOF_EMPTY_POINTS,
    weights::{BESIDE_NETWORK, BESIDE_PLAYOUTS},
};
use crate::playout::OwnershipSource;

/// Empty points up to which local search is exact. It nearly is up to [`MAX_PROOF_EMPTY_POINTS`].
const MAX_EXACT_EMPTY_POINTS: usize = 4;

/// Empty points up to which the reading of a semeai is evidence of its own kind.
const MAX_SEMEAI_EMPTY_POINTS: usize = 6;

/// The source of evidence besides the ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A proof.
    Proof,
    /// The local search of a chain in a small semeai that is dead by the ownership.
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

impl Source {
    /// The source of a local search in an area with this many empty points.
    pub(super) fn of_search(empty_points: usize, is_semeai: bool) -> Source {
        match empty_points {
            n if is_semeai && n <= MAX_SEMEAI_EMPTY_POINTS => Source::Semeai,
            n if n <= MAX_EXACT_EMPTY_POINTS => Source::Tiny,
            n if n <= MAX_PROOF_EMPTY_POINTS => Source::Small,
            n if n < FULL_AREA_EMPTY_POINTS => Source::Medium,
            _ => Source::Full,
        }
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
    /// The contribution of evidence: the probabilities, 0 to 1, of survival if the owner moves first,
    /// and if the opponent does.
    fn contribution(&self, survival: [f64; 2]) -> f64 {
        let [first, second] = survival.map(log_odds);
        self.owner_first * first + self.opponent_first * second + self.bias
    }
}

/// The weights of all sources, relative to that of the ownership.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// In the order of [`Source`].
    pub by_source: [SourceWeights; 6],
}

impl Weights {
    /// The weights beside an ownership from this source.
    #[must_use]
    pub fn beside(source: OwnershipSource) -> &'static Weights {
        match source {
            OwnershipSource::Playouts => &BESIDE_PLAYOUTS,
            OwnershipSource::Network => &BESIDE_NETWORK,
        }
    }

    fn of(&self, source: Source) -> &SourceWeights {
        &self.by_source[source as usize]
    }

    /// The log-odds that a chain lives, given the probability, 0 to 1, that its points stay its
    /// owner's, and evidence of another source.
    pub(super) fn life(&self, ownership: f64, source: Source, survival: [f64; 2]) -> f64 {
        log_odds(ownership) + self.of(source).contribution(survival)
    }

    /// Whether evidence of a source can change the verdict of the ownership.
    pub(super) fn can_matter(&self, ownership: f64, source: Source) -> bool {
        let SourceWeights { owner_first, opponent_first, bias } = *self.of(source);
        let reach = (owner_first + opponent_first) * log_odds(1.0) + bias.abs();
        log_odds(ownership).abs() < reach
    }
}

/// The log-odds of a probability, which is bounded away from 0 and 1.
fn log_odds(probability: f64) -> f64 {
    let probability = probability.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (probability / (1.0 - probability)).ln()
}
