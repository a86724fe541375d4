use std::time::Duration;

/// Time on the client's clock that a move costs beyond the time that the engine takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lag {
    /// Maximum of one move.
    pub(super) allowance: Duration,
    /// Mean of all moves.
    pub(super) mean: Duration,
}

/// Estimates the mean lag of a player's moves from the client's absolute clock.
///
/// It starts at a quarter of the allowance, which suits a client on the same machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct LagEstimate {
    allowance: Duration,
    mean: Duration,
    moves: u32,
    taken: Duration,
}

/// The initial mean is the allowance divided by this.
const INITIAL_MEAN_DIVISOR: u32 = 4;

/// Number of moves that the initial mean weighs as much as.
const INITIAL_MEAN_MOVES: u32 = 10;

impl LagEstimate {
    pub(super) fn new(allowance: Duration) -> LagEstimate {
        let mean = allowance / INITIAL_MEAN_DIVISOR;
        LagEstimate { allowance, mean, moves: 0, taken: Duration::ZERO }
    }

    /// The estimate with another allowance, until the client's clock shows more.
    pub(super) fn with_allowance(self, allowance: Duration) -> LagEstimate {
        let LagEstimate { moves, taken, .. } = self;
        LagEstimate { moves, taken, ..LagEstimate::new(allowance) }
    }

    /// Adds a move that took the engine this long.
    pub(super) fn add(&mut self, taken: Duration) {
        self.moves += 1;
        self.taken += taken;
    }

    /// Updates the estimate: all moves together cost this much on the client's clock.
    pub(super) fn observe(&mut self, cost: Duration) {
        let initial = self.allowance / INITIAL_MEAN_DIVISOR * INITIAL_MEAN_MOVES;
        let lost = cost.saturating_sub(self.taken) + initial;
        self.mean = (lost / (self.moves + INITIAL_MEAN_MOVES)).min(self.allowance);
    }

    /// The mean lag of a move, at most the allowance.
    pub(super) const fn mean(&self) -> Duration {
        self.mean
    }
}
