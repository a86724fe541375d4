//! The sources of evidence of a chain's life.

use super::{local_area::FULL_AREA_EMPTY_POINTS, proof::MAX_PROOF_EMPTY_POINTS};

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
