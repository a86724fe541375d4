//! The weights of evidence besides an ownership by playouts, and besides that of a network.
//! `examples/fit_judge` fits such weights to counted games.

use super::evidence::{EvidenceWeights, SourceWeights};

/// For an ownership by playouts.
pub(super) const FOR_PLAYOUTS: EvidenceWeights = EvidenceWeights {
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

/// For an ownership by a network: the same weights as for playouts.
pub(super) const FOR_NETWORK: EvidenceWeights = FOR_PLAYOUTS;
