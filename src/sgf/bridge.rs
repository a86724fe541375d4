//! Conversion between records and games.

use thiserror::Error;

use super::{Record, Step};
use crate::{
    board::{Board, Color, Point, SetUpError},
    game::{Game, IllegalMove},
    rules::{Rules, sgf_komi},
};

/// A well-formed record that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A move on an occupied point.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// Why it cannot be played.
        reason: IllegalMove,
    },
    /// A set-up that is not a legal position.
    #[error("set-up after move {number}: {reason}")]
    SetUp {
        /// Number of moves before the set-up.
        number: usize,
        /// Why the position is illegal.
        reason: SetUpError,
    },
}

impl Record {
    /// The rule set that RU names, `None` if it is missing or unknown.
    #[must_use]
    pub fn rule_set(&self) -> Option<Rules> {
        self.rules.as_deref().and_then(Rules::from_sgf)
    }

    /// Plays the record up to the position before move number `before`, from 1; to its end for
    /// `None` or a larger number than it has moves.
    ///
    /// The game has the record's rules and komi, or those of `defaults` if it names none. Moves are
    /// played as recorded, even if illegal under these rules.
    ///
    /// # Errors
    /// [`ReplayError`] if a move or a set-up is impossible.
    pub fn replay(&self, defaults: &Game, before: Option<usize>) -> Result<Game, ReplayError> {
        let rules = self.rule_set().unwrap_or_else(|| defaults.rules().clone());
        let komi = self.komi.as_deref().and_then(|km| sgf_komi(km, &rules));
        let mut game = Game::new(self.size, rules);
        game.set_komi(komi.or(defaults.agreed_komi()));
        let end = before.map_or(usize::MAX, |before| before.saturating_sub(1));
        let mut played = 0;
        for step in &self.steps {
            match step {
                Step::Turn(..) if played == end => break,
                Step::Turn(color, mv) => {
                    played += 1;
                    game.play_as_recorded(*color, *mv)
                        .map_err(|reason| ReplayError::Move { number: played, reason })?;
                }
                Step::ToPlay(color) => game.set_to_move(*color),
                Step::SetUp { black, white, empty } => {
                    let position = with_set_up(game.board(), black, white, empty)
                        .map_err(|reason| ReplayError::SetUp { number: played, reason })?;
                    let first = game.to_move();
                    game.start_from(position, first);
                }
            }
        }
        if game.turns().is_empty() {
            game.set_to_move(self.first_to_move());
        }
        if let Some(stones) = self.handicap {
            game.declare_handicap(if stones < 2 { 0 } else { stones });
        }
        Ok(game)
    }

    /// The player to move first: by PL, else by the first move, else White if there is a handicap.
    fn first_to_move(&self) -> Color {
        let first_turn = self.steps.iter().find_map(|step| match step {
            Step::Turn(color, _) => Some(*color),
            _ => None,
        });
        let by_handicap =
            if self.handicap.is_some_and(|n| n >= 2) { Color::White } else { Color::Black };
        self.first.or(first_turn).unwrap_or(by_handicap)
    }

    /// Returns the record of a game, without players and result.
    #[must_use]
    pub fn of(game: &Game) -> Record {
        let start = game.start();
        let stones = |color| -> Vec<Point> {
            start.size().points().filter(|&point| start.stone(point) == Some(color)).collect()
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let mut record = Record::new(game.size());
        record.komi = Some(game.komi().to_string());
        record.rules = Some(game.rules().sgf_name());
        record.handicap = Some(game.handicap()).filter(|&stones| stones >= 2);
        let is_set_up = !(black.is_empty() && white.is_empty());
        if is_set_up {
            record.first = Some(game.first_to_move());
            record.steps.push(Step::SetUp { black, white, empty: Vec::new() });
        }
        record.steps.extend(game.turns().iter().map(|turn| Step::Turn(turn.color, turn.mv)));
        record
    }
}

fn with_set_up(
    board: &Board,
    black: &[Point],
    white: &[Point],
    empty: &[Point],
) -> Result<Board, SetUpError> {
    let added = black.iter().map(|&point| (point, Color::Black));
    let added = added.chain(white.iter().map(|&point| (point, Color::White)));
    let unchanged = board.size().points().filter_map(|point| {
        let is_replaced = [black, white, empty].iter().any(|points| points.contains(&point));
        board.stone(point).filter(|_| !is_replaced).map(|color| (point, color))
    });
    Board::set_up(board.size(), unchanged.chain(added))
}
