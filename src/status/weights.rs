//! The weights of evidence beside an ownership by playouts, and beside that of a network.
//! `examples/fit_judge` fits such weights to counted games.

use super::evidence::{SourceWeights, Weights};

/// Beside an ownership by playouts.
pub(super) const BESIDE_PLAYOUTS: Weights = Weights {
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

/// Beside an ownership by a network: the same weights as beside playouts.
pub(super) const BESIDE_NETWORK: Weights = BESIDE_PLAYOUTS;
