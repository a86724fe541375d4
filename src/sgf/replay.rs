//! Replaying a record step by step.

use thiserror::Error;

use super::{Record, SetUp, Step};
use crate::{
    board::{Board, Color, PointSet, SetUpError},
    game::{Game, IllegalMove},
    rules::IllegalMovePolicy,
};

/// A well-formed record that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A move on an occupied point.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason why it cannot be played.
        reason: IllegalMove,
    },
    /// A set-up that is not a legal position.
    #[error("set-up after move {number}: {reason}")]
    SetUp {
        /// Number of moves before the set-up.
        number: usize,
        /// The reason why the position is illegal.
        reason: SetUpError,
    },
}

/// A record that is replayed step by step.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r Record,
    game: Game,
    /// Whether the record names its rules.
    has_rules: bool,
    /// Number of steps replayed.
    steps: usize,
    /// Number of moves among them.
    moves: usize,
}

impl<'r> Replay<'r> {
    /// The start of a record, before its first step.
    ///
    /// The game has the record's rules and komi, or those of `defaults` if it names none.
    #[must_use]
    pub fn new(record: &'r Record, defaults: &Game) -> Replay<'r> {
        let own_rules = record.rule_set();
        let has_rules = own_rules.is_some();
        let rules = own_rules.unwrap_or_else(|| defaults.rules().clone());
        let komi = record.komi_points(&rules);
        let mut game = Game::new(record.size, rules);
        game.set_komi(komi.or(defaults.agreed_komi()));
        game.set_to_move(record.first_to_move());
        Replay { record, game, has_rules, steps: 0, moves: 0 }
    }

    /// The step to be replayed next, `None` at the end.
    #[must_use]
    pub fn next_step(&self) -> Option<&'r Step> {
        self.record.steps.get(self.steps)
    }

    /// Checks the next step by the rules of the game if it is a move.
    ///
    /// # Errors
    /// The move is illegal. [`step`](Self::step) plays it nevertheless, if it can.
    pub fn check_next(&self) -> Result<(), IllegalMove> {
        match self.next_step() {
            Some(Step::Turn(color, mv)) => self.game.check(*color, *mv),
            _ => Ok(()),
        }
    }

    /// Number of steps replayed.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Number of moves replayed.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.game.to_move()
    }

    /// Replays the next step, if there is one. Moves are played as recorded, even if illegal under
    /// the rules; under the record's own rules an illegal one may forfeit the game
    /// ([`IllegalMovePolicy`]).
    ///
    /// # Errors
    /// [`ReplayError`] if the step is impossible; it is not replayed then.
    pub fn step(&mut self) -> Result<(), ReplayError> {
        match self.next_step() {
            None => return Ok(()),
            Some(Step::Turn(color, mv)) => {
                let number = self.moves + 1;
                let loses = self.next_forfeits();
                self.game
                    .play_as_recorded(*color, *mv)
                    .map_err(|reason| ReplayError::Move { number, reason })?;
                if loses {
                    self.game.forfeit(*color);
                }
                self.moves = number;
            }
            Some(Step::ToPlay(color)) => self.game.set_to_move(*color),
            Some(Step::SetUp(set_up)) => {
                let position = with_set_up(self.game.board(), set_up)
                    .map_err(|reason| ReplayError::SetUp { number: self.moves, reason })?;
                let first = self.game.to_move();
                self.game.start_from(position, first);
            }
        }
        self.steps += 1;
        Ok(())
    }

    /// Whether the next move is illegal and loses the game.
    fn next_forfeits(&self) -> bool {
        let is_forfeit = self.game.rules().illegal == IllegalMovePolicy::Forfeit;
        is_forfeit && self.has_rules && self.check_next().is_err()
    }

    /// The game after the steps replayed.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = self.game.clone();
        if let Some(stones) = self.record.handicap {
            game.declare_handicap(if stones < 2 { 0 } else { stones });
        }
        game
    }
}

/// A position after a set-up.
///
/// # Errors
/// The result is no legal position.
pub fn with_set_up(board: &Board, set_up: &SetUp) -> Result<Board, SetUpError> {
    let SetUp { black, white, empty } = set_up;
    let added = black.iter().map(|&point| (point, Color::Black));
    let added = added.chain(white.iter().map(|&point| (point, Color::White)));
    let replaced: PointSet = [black, white, empty].into_iter().flatten().copied().collect();
    let unchanged = board.size().points().filter(|&point| !replaced.contains(point));
    let unchanged = unchanged.filter_map(|point| board.stone(point).map(|color| (point, color)));
    Board::set_up(board.size(), unchanged.chain(added))
}
