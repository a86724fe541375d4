//! The phase of a game, which decides how much of the time is for the next move.

use crate::{
    board::Size,
    tuning::{
        MIDDLE_GAME_TIME_WEIGHT, MIN_MOVES_TO_COME, OPENING_TIME_WEIGHT, POINTS_PER_MOVE_TO_COME,
        USUAL_MOVES_PER_POINT,
    },
};

/// Moves per point of the board at which a move gets most time.
const MIDDLE_GAME_MOVES_PER_POINT: f64 = 0.25;

/// Moves per point of the board from which on the weight of a move's time is 1.
const ENDGAME_MOVES_PER_POINT: f64 = 0.6;

/// Own moves of a very long game beyond one for each point of the board.
const EXTRA_MOVES_OF_LONG_GAME: f64 = 110.0;

/// Minimum number of own moves to come in a very long game.
const MIN_MOVES_OF_LONG_GAME: f64 = 40.0;

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

    /// Expected number of own moves to come: up to a usual length, and a minimum.
    pub(super) fn moves_to_come(self) -> f64 {
        let usual = USUAL_MOVES_PER_POINT.get() * self.area - self.moves;
        let min = MIN_MOVES_TO_COME.get() + self.area / POINTS_PER_MOVE_TO_COME.get();
        usual.max(0.0) / 2.0 + min
    }

    /// The weight of the next move, 1 in the endgame.
    fn weight(self) -> f64 {
        let filled = self.moves / self.area;
        let (first, max) = (OPENING_TIME_WEIGHT.get(), MIDDLE_GAME_TIME_WEIGHT.get());
        let (middle, end) = (MIDDLE_GAME_MOVES_PER_POINT, ENDGAME_MOVES_PER_POINT);
        let opening = first + (max - first) * filled / middle;
        let ending = max - (max - 1.0) * (filled - middle) / (end - middle);
        opening.min(ending.max(1.0))
    }

    /// Number of own moves to come in a very long game.
    pub(super) fn max_moves_to_come(self) -> u32 {
        let moves = self.area + EXTRA_MOVES_OF_LONG_GAME - self.moves / 2.0;
        moves.max(MIN_MOVES_OF_LONG_GAME) as u32
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
