use crate::board::Size;

/// The phase of a game, by the number of moves played.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePhase {
    area: f64,
    /// Moves of both players.
    moves: f64,
}

impl GamePhase {
    /// The phase of a game on this board after `moves_played` moves of both players.
    pub(super) fn new(size: Size, moves_played: usize) -> GamePhase {
        GamePhase { area: size.area() as f64, moves: moves_played as f64 }
    }

    /// The share of the remaining time that is for the next move, above 0 and below 1.
    ///
    /// Division by the moves to come spends time evenly until the usual length of a game, and less
    /// and less after it. The middle game gets more, where time gains most (Huang, Coulom and Lin, "Time
    /// management for Monte-Carlo tree search applied to the game of Go", 2010).
    pub(super) fn share(self) -> f64 {
        self.weight() / self.moves_to_come()
    }

    /// Expected number of own moves to come: up to a usual length of 0.6 moves per point, and a
    /// minimum.
    pub(super) fn moves_to_come(self) -> f64 {
        let usual = (0.6 * self.area - self.moves).max(0.0) / 2.0;
        usual + 4.0 + self.area / 20.0
    }

    /// The weight of the next move, 1 in the endgame.
    fn weight(self) -> f64 {
        let filled = self.moves / self.area;
        let opening = 0.7 + 0.6 * filled / 0.25;
        let ending = 1.3 - 0.3 * (filled - 0.25) / 0.35;
        opening.min(ending.max(1.0))
    }

    /// Number of own moves to come in a very long game.
    pub(super) fn max_moves_to_come(self) -> u32 {
        (self.area + 110.0 - self.moves / 2.0).max(40.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_game_gets_most_time() {
        for side in [5, 9, 13, 19, 25] {
            let size = Size::square(side).expect("a size");
            let weight = |filled: f64| {
                GamePhase::new(size, (filled * size.area() as f64).round() as usize).weight()
            };
            assert!(weight(0.0) < weight(0.25) && weight(0.5) < weight(0.25));
            assert!(weight(2.0) == 1.0 && weight(0.25) < 1.4);
        }
    }
}
