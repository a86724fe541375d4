//! The record of a finished game.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use crate::{board::Color, sgf::counted_result};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0. Games `2 n` and `2 n + 1` are a pair.
    pub game: u64,
    /// The index of its opening.
    pub opening: u64,
    /// The name of the engine that played Black.
    pub black: String,
    /// The name of the engine that played White.
    pub white: String,
    /// `B+3.5`, `W+R` (resignation), `W+T` (time), `B+F` (another fault), `0`, or `Void` for a game
    /// without result, which counts as a draw.
    pub result: String,
    /// The end of the game: passes, move-limit, no-result, resignation, or the name of a fault.
    pub end: String,
    /// The moves, those of the opening included.
    pub moves: Vec<String>,
    /// Seconds that Black and White used.
    pub seconds: [f64; 2],
    /// Seconds of the longest move of Black and White.
    pub longest: [f64; 2],
    /// The answers of Black and White to `final_score`, if they were asked.
    pub claims: [Option<String>; 2],
    /// The faults of the engines, and of a referee.
    pub faults: Vec<Fault>,
}

impl GameRecord {
    /// The winner, `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        if let Some(counted) = counted_result(&self.result) {
            return counted.winner;
        }
        let (winner, _) = self.result.split_once('+')?;
        winner.trim().parse().ok()
    }

    /// Half points of an engine: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, engine: &str) -> u32 {
        match self.winner() {
            None => 1,
            Some(Color::Black) => 2 * u32::from(self.black == engine),
            Some(Color::White) => 2 * u32::from(self.white == engine),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn game(number: u64, result: &str) -> GameRecord {
        GameRecord {
            game: number,
            opening: number / 2,
            black: "a".to_string(),
            white: "b".to_string(),
            result: result.to_string(),
            end: "passes".to_string(),
            moves: vec!["E5".to_string()],
            seconds: [1.0, 2.0],
            longest: [1.0, 2.0],
            claims: [None, Some("B+1.5".to_string())],
            faults: Vec::new(),
        }
    }

    #[test]
    fn points_are_those_of_the_result() {
        for (result, points) in
            [("B+R", 2), ("b+3.5", 2), ("W+0.5", 0), ("0", 1), ("B+0", 1), ("Void", 1)]
        {
            assert_eq!(game(0, result).half_points("a"), points);
            assert_eq!(game(0, result).half_points("b"), 2 - points);
        }
    }
}
