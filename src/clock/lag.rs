//! The time that moves cost on the way between engine and client, and its estimate.

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
    /// Time that the client's clock has lost without moves of this engine, as before a restart.
    elsewhere: Duration,
    /// The number of moves and the cost when the client's clock was observed last.
    observed: Option<(u32, Duration)>,
}

/// The initial mean is the allowance divided by this.
const INITIAL_MEAN_DIVISOR: u32 = 4;

/// Number of moves that the initial mean weighs as much as.
const INITIAL_MEAN_MOVES: u32 = 10;

impl LagEstimate {
    pub(super) fn new(allowance: Duration) -> LagEstimate {
        let mean = allowance / INITIAL_MEAN_DIVISOR;
        LagEstimate {
            allowance,
            mean,
            moves: 0,
            taken: Duration::ZERO,
            elsewhere: Duration::ZERO,
            observed: None,
        }
    }

    /// The estimate with another allowance: the mean starts again from it, and the observations stay.
    pub(super) fn with_allowance(self, allowance: Duration) -> LagEstimate {
        LagEstimate { mean: allowance / INITIAL_MEAN_DIVISOR, allowance, ..self }
    }

    /// Adds a move that took the engine this long.
    pub(super) fn add(&mut self, taken: Duration) {
        self.moves += 1;
        self.taken += taken;
    }

    /// Updates the estimate: the client's clock has lost this much since the game began. What it lost
    /// before the first observation, or without a move of the engine since the last one, is no lag.
    pub(super) fn observe(&mut self, cost: Duration) {
        let expected = self.taken + self.mean * self.moves;
        match self.observed {
            None => self.elsewhere = cost.saturating_sub(expected),
            Some((moves, before)) if moves == self.moves => {
                self.elsewhere += cost.saturating_sub(before);
            }
            Some(_) => {}
        }
        self.observed = Some((self.moves, cost));
        let initial = self.allowance / INITIAL_MEAN_DIVISOR * INITIAL_MEAN_MOVES;
        let lost = cost.saturating_sub(self.elsewhere + self.taken) + initial;
        self.mean = (lost / (self.moves + INITIAL_MEAN_MOVES)).min(self.allowance);
    }

    /// The mean lag of a move, at most the allowance.
    pub(super) const fn mean(&self) -> Duration {
        self.mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_before_a_restart_counted_as_lag() {
        let seconds = Duration::from_secs;
        let allowance = Duration::from_millis(200);
        let mut estimate = LagEstimate::new(allowance);
        let initial = estimate.mean();
        estimate.observe(seconds(270));
        assert_eq!(estimate.mean(), initial, "another process has played");
        estimate.observe(seconds(280));
        assert_eq!(estimate.mean(), initial, "a person has played");
        for moves in 1..=100 {
            estimate.add(seconds(1));
            estimate.observe(seconds(280 + moves) + allowance * moves as u32);
        }
        assert!(estimate.mean() > allowance * 9 / 10, "{:?}", estimate.mean());
    }
}
