use std::time::Duration;

/// What a client's absolute clock loses with every move beyond the time the engine took.
///
/// One move may lose the whole allowance for lag; over a game the mean counts. It starts at a
/// quarter of the allowance, right for clients on the same machine, and follows what the client's
/// clock shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drift {
    allowance: Duration,
    mean: Duration,
    moves: u32,
    taken: Duration,
}

/// The first guess is this part of the allowance.
const FIRST_GUESS: u32 = 4;

/// It weighs as much as so many moves.
const MOVES_OF_FIRST_GUESS: u32 = 10;

impl Drift {
    pub(super) fn new(allowance: Duration) -> Drift {
        Drift { allowance, mean: allowance / FIRST_GUESS, moves: 0, taken: Duration::ZERO }
    }

    /// A move took the engine this long.
    pub(super) fn add(&mut self, taken: Duration) {
        self.moves += 1;
        self.taken += taken;
    }

    /// All the moves together cost this long by the client's clock.
    pub(super) fn observe(&mut self, cost: Duration) {
        let guess = self.allowance / FIRST_GUESS * MOVES_OF_FIRST_GUESS;
        let lost = cost.saturating_sub(self.taken) + guess;
        self.mean = (lost / (self.moves + MOVES_OF_FIRST_GUESS)).min(self.allowance);
    }

    /// The mean for each move, at most the allowance.
    pub(super) const fn mean(&self) -> Duration {
        self.mean
    }
}
