//! The losses of moves.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{
    game::ReviewPosition,
    values::{PositionValues, rounded},
};
use crate::board::{Color, Move};

/// Points that halve the accuracy of a move.
const HALVING_LOSS: f64 = 4.0;

/// The quality of a move by the points that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// The move that the analysis prefers, whatever it loses.
    Best,
    /// Loses less than the first threshold.
    Good,
    /// Loses less than the second threshold.
    Inaccuracy,
    /// Loses less than the third threshold.
    Mistake,
    /// Loses at least the third threshold.
    Blunder,
}

impl MoveQuality {
    /// All qualities, the best first.
    pub const ALL: [MoveQuality; 5] = [
        MoveQuality::Best,
        MoveQuality::Good,
        MoveQuality::Inaccuracy,
        MoveQuality::Mistake,
        MoveQuality::Blunder,
    ];

    /// The name in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveQuality::Best => "best",
            MoveQuality::Good => "good",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }
}

/// The losses in points at which inaccuracies, mistakes and blunders begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds([f64; 3]);

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds([1.0, 3.0, 8.0])
    }
}

/// Text that is not three thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected three numbers above 0 in ascending order, such as 1,3,8")]
pub struct ThresholdsError;

impl FromStr for Thresholds {
    type Err = ThresholdsError;

    /// Reads `1,3,8`.
    fn from_str(text: &str) -> Result<Thresholds, ThresholdsError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        let limits: Option<[f64; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
        limits.ok_or(ThresholdsError)?.try_into()
    }
}

impl TryFrom<[f64; 3]> for Thresholds {
    type Error = ThresholdsError;

    fn try_from(limits: [f64; 3]) -> Result<Thresholds, ThresholdsError> {
        let [first, second, third] = limits;
        let is_valid = first > 0.0 && first < second && second < third && third.is_finite();
        if is_valid { Ok(Thresholds(limits)) } else { Err(ThresholdsError) }
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.0;
        write!(f, "{first},{second},{third}")
    }
}

impl Thresholds {
    /// The losses, in ascending order.
    #[must_use]
    pub const fn limits(&self) -> [f64; 3] {
        self.0
    }

    /// The quality of a move that loses these points and is not the best one.
    #[must_use]
    pub fn quality(&self, loss: f64) -> MoveQuality {
        let reached = self.0.iter().filter(|&&threshold| loss >= threshold).count();
        MoveQuality::ALL[1 + reached]
    }
}

/// The loss and the quality of a move of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAssessment {
    /// The index of the position after the move; the one before it precedes.
    pub position: usize,
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Points that the player loses by it. Negative if the analysis finds the position after it
    /// better than the one before.
    pub loss: f64,
    /// Win rate that the player loses by it, from -1 to 1.
    pub win_rate_loss: f64,
    /// The quality.
    pub quality: MoveQuality,
}

/// The moves of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSummary {
    /// Number of moves that were assessed.
    pub moves: usize,
    /// Mean over the moves of 100 for no loss, 50 for a loss of 4 points, 25 for 8 and so on.
    pub accuracy: f64,
    /// Mean loss in points; gains count as no loss.
    pub mean_loss: f64,
    /// Number of moves of each quality, in the order of [`MoveQuality::ALL`].
    pub counts: [usize; 5],
}

/// All moves of a game that could be assessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assessment {
    /// The moves, in order.
    pub moves: Vec<MoveAssessment>,
    /// Black's and White's moves.
    pub players: [PlayerSummary; 2],
}

/// Assesses the moves between positions whose values are both known.
#[must_use]
pub fn assess(
    positions: &[ReviewPosition],
    values: &[Option<PositionValues>],
    thresholds: &Thresholds,
) -> Assessment {
    let assessed = positions.iter().enumerate().skip(1).filter_map(|(index, position)| {
        let (color, mv) = position.played?;
        let before = values.get(index - 1)?.as_ref()?;
        let after = values.get(index)?.as_ref()?;
        let sign = f64::from(color.sign());
        let loss = rounded(sign * (before.score - after.score), 2);
        let is_best = before.best().is_some_and(|best| best.mv() == mv);
        Some(MoveAssessment {
            position: index,
            number: position.moves,
            color,
            mv,
            loss,
            win_rate_loss: rounded(sign * (before.win_rate - after.win_rate), 4),
            quality: if is_best { MoveQuality::Best } else { thresholds.quality(loss) },
        })
    });
    let moves: Vec<MoveAssessment> = assessed.collect();
    let players = Color::ALL.map(|color| PlayerSummary::of(&moves, color));
    Assessment { moves, players }
}

impl PlayerSummary {
    fn of(moves: &[MoveAssessment], color: Color) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        for assessed in moves.iter().filter(|assessed| assessed.color == color) {
            let loss = assessed.loss.max(0.0);
            summary.moves += 1;
            summary.accuracy += 100.0 * 0.5f64.powf(loss / HALVING_LOSS);
            summary.mean_loss += loss;
            summary.counts[assessed.quality as usize] += 1;
        }
        let moves = summary.moves.max(1) as f64;
        summary.accuracy = rounded(summary.accuracy / moves, 1);
        summary.mean_loss = rounded(summary.mean_loss / moves, 2);
        summary
    }
}

impl Assessment {
    /// The moves of a player that lose most, at most `count`, the worst first: inaccuracies and
    /// worse.
    #[must_use]
    pub fn worst(&self, color: Color, count: usize) -> Vec<&MoveAssessment> {
        let is_bad = |assessed: &&MoveAssessment| {
            assessed.color == color && assessed.quality >= MoveQuality::Inaccuracy
        };
        let mut worst: Vec<&MoveAssessment> = self.moves.iter().filter(is_bad).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst.truncate(count);
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::{game_9x9, values};

    #[test]
    fn losses_are_those_of_the_player() {
        let game = game_9x9(";B[ee];W[aa];B[gc];W[cc]");
        let series = [(0.5, 0.0), (0.6, 1.0), (0.9, 9.5), (0.85, 8.0), (0.85, 8.0)];
        let values: Vec<_> =
            series.iter().map(|&(rate, score)| Some(values(rate, score))).collect();
        let assessment = assess(&game.positions, &values, &Thresholds::default());
        let losses: Vec<f64> = assessment.moves.iter().map(|m| m.loss).collect();
        assert_eq!(losses, [-1.0, 8.5, 1.5, 0.0]);
        assert_eq!(assessment.moves[1].win_rate_loss, 0.3);
        let qualities: Vec<&str> = assessment.moves.iter().map(|m| m.quality.name()).collect();
        // The hand-made values prefer E5 everywhere.
        assert_eq!(qualities, ["best", "blunder", "inaccuracy", "good"]);
        let [black, white] = &assessment.players;
        assert_eq!((black.moves, black.mean_loss, black.counts), (2, 0.75, [1, 0, 1, 0, 0]));
        assert_eq!(white.counts, [0, 1, 0, 0, 1]);
        assert!((60.0..62.0).contains(&white.accuracy), "{}", white.accuracy);
    }

    #[test]
    fn the_worst_moves_are_those_that_lose_most() {
        let game = game_9x9(";B[aa];W[ab];B[ba];W[bb];B[cc]");
        let scores = [0.0, -2.0, -2.0, -7.0, -7.0, -7.5];
        let values: Vec<_> = scores.iter().map(|&score| Some(values(0.5, score))).collect();
        let assessment = assess(&game.positions, &values, &Thresholds::default());
        let worst = assessment.worst(Color::Black, 9);
        assert_eq!(worst.iter().map(|m| m.number).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(assessment.worst(Color::Black, 1).len(), 1);
        assert!(assessment.worst(Color::White, 9).is_empty());
    }

    #[test]
    fn moves_next_to_unknown_values_are_not_assessed() {
        let game = game_9x9(";B[aa];W[ab];B[ba]");
        let some = || Some(values(0.5, 0.0));
        let assessment = assess(&game.positions, &[some(), None, some()], &Thresholds::default());
        assert!(assessment.moves.is_empty());
    }

    #[test]
    fn thresholds_are_three_ascending_numbers() {
        let read: Result<Thresholds, _> = "0.5, 2,4.5".parse();
        assert_eq!(read.map(|thresholds| thresholds.to_string()), Ok("0.5,2,4.5".to_string()));
        for text in
            ["", "1,2", "1,2,x", "1,2,3,4", "1,2,3,x", "3,2,1", "0,1,2", "1,2,inf", "nan,1,2"]
        {
            assert_eq!(text.parse::<Thresholds>(), Err(ThresholdsError), "{text}");
        }
    }
}
