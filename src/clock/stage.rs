use crate::board::Size;

/// How far a game has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    area: f64,
    turns: f64,
}

impl Stage {
    /// The stage of a game on this board after so many turns of both players.
    pub(super) fn new(size: Size, turns_played: usize) -> Stage {
        Stage { area: size.area() as f64, turns: turns_played as f64 }
    }

    /// The part of the time left that is for the next move, above 0 and below 1.
    ///
    /// A plain division by the moves to come spends evenly until the usual length of a game, and
    /// then less and less. Most is gained in the middle game (Huang, Coulom and Lin, "Time
    /// management for Monte-Carlo tree search applied to the game of Go", 2010).
    pub(super) fn share(self) -> f64 {
        self.weight() / self.moves_to_come()
    }

    /// Own moves to come: up to 0.6 turns a point as in most games, and never fewer than some.
    pub(super) fn moves_to_come(self) -> f64 {
        let usual = (0.6 * self.area - self.turns).max(0.0) / 2.0;
        usual + 4.0 + self.area / 20.0
    }

    /// The importance of the next move, 1 in the endgame.
    fn weight(self) -> f64 {
        let filled = self.turns / self.area;
        let opening = 0.7 + 0.6 * filled / 0.25;
        let ending = 1.3 - 0.3 * (filled - 0.25) / 0.35;
        opening.min(ending.max(1.0))
    }

    /// Own moves that may still come in a very long game.
    pub(super) fn longest(self) -> u32 {
        (self.area + 110.0 - self.turns / 2.0).max(40.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_game_gets_most() {
        for side in [5, 9, 13, 19, 25] {
            let size = Size::square(side).expect("a size");
            let weight = |filled: f64| {
                Stage::new(size, (filled * size.area() as f64).round() as usize).weight()
            };
            assert!(weight(0.0) < weight(0.25) && weight(0.5) < weight(0.25));
            assert!(weight(2.0) == 1.0 && weight(0.25) < 1.4);
        }
    }
}
