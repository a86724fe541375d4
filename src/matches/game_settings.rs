//! The settings of all games of a match.

use std::time::Duration;

use super::schedule::PairForm;
use crate::{
    board::{PointSet, Size},
    game::Game,
    rules::Rules,
};

/// The settings of all games of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSettings {
    /// The board.
    pub size: Size,
    /// The rule set.
    pub rules: Rules,
    /// Komi, in points.
    pub komi: f64,
    /// Black's handicap stones, at least two; empty for even games.
    pub handicap: PointSet,
    /// The number of moves, those of the opening included, after which the position is counted.
    pub max_moves: usize,
    /// Time by which a move may be late without loss.
    pub time_margin: Duration,
    /// Time for an answer, beyond the player's clock for a move.
    pub timeout: Duration,
}

impl GameSettings {
    /// The game before the opening.
    #[must_use]
    pub fn new_game(&self) -> Game {
        let mut game = Game::new(self.size, self.rules.clone());
        game.set_komi(Some(self.komi));
        if !self.handicap.is_empty() {
            game.place_handicap(&self.handicap).expect("an empty board");
        }
        game
    }

    /// The two games of a pair of engines. The one that is given first gives the handicap.
    #[must_use]
    pub fn pair_form(&self) -> PairForm {
        match self.handicap.is_empty() {
            true => PairForm::ColorsExchanged,
            false => PairForm::FirstPlaysWhite,
        }
    }
}
