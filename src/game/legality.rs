use thiserror::Error;

use super::state::State;
use crate::{
    board::{Color, Hash, Move, Point},
    rules::{Ko, Rules, StartPosition, Suicide},
};

/// Why a turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// A stone is there already.
    #[error("the point is occupied")]
    Occupied,
    /// The stone's own chain would be left without liberty, and the rule set forbids that.
    #[error("suicide")]
    Suicide,
    /// The rule set allows suicide, but not of the one stone just played.
    #[error("suicide of a single stone")]
    SingleStoneSuicide,
    /// The play would make a grid that the rule set forbids to make again.
    #[error("repetition of the position after turn {0}")]
    Repetition(
        /// The turn, counted from 1, that left the grid; 0 for the start.
        usize,
    ),
}

impl State {
    /// Whether a turn would be legal under `rules`. A pass always is.
    ///
    /// # Errors
    /// Why not, if it would not.
    pub fn check(&self, rules: &Rules, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        if !self.board().is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        self.check_suicide(rules, color, point)?;
        let grid = self.board().hash_after(self.grid(), point, color);
        self.repeated(rules, color, grid).map_or(Ok(()), |turn| Err(IllegalMove::Repetition(turn)))
    }

    /// Every point on which `color` may play, in the order of [`crate::board::Size::points`].
    pub fn legal_points<'a>(
        &'a self,
        rules: &'a Rules,
        color: Color,
    ) -> impl Iterator<Item = Point> + 'a {
        let points = self.board().size().points();
        points.filter(move |&point| self.check(rules, color, Move::Play(point)).is_ok())
    }

    fn check_suicide(&self, rules: &Rules, color: Color, point: Point) -> Result<(), IllegalMove> {
        let board = self.board();
        match rules.suicide {
            Suicide::None if board.is_suicide(point, color) => Err(IllegalMove::Suicide),
            Suicide::Multi if board.is_single_stone_suicide(point, color) => {
                Err(IllegalMove::SingleStoneSuicide)
            }
            _ => Ok(()),
        }
    }

    /// The turn (from 1; 0 is the start) whose grid a play of `color` may not make again, if
    /// `grid` is such a one.
    fn repeated(&self, rules: &Rules, color: Color, grid: Hash) -> Option<usize> {
        let by_anybody = |_: usize| true;
        let by_player = |index: usize| self.turns()[index].color == color;
        let by_play = |index: usize| by_player(index) && !self.turns()[index].is_pass();
        let anybody_started = |_: Color| true;
        let player_started = |maker: Color| maker == color;
        match rules.ko {
            Ko::Simple => self.restored(rules, color, grid),
            Ko::Positional => self.remembered(rules, grid, by_anybody, anybody_started),
            Ko::Situational => self.remembered(rules, grid, by_player, player_started),
            Ko::Natural => self.remembered(rules, grid, by_play, player_started),
            Ko::NaturalAndBasic => self
                .remembered(rules, grid, by_play, player_started)
                .or_else(|| self.restored(rules, color, grid)),
        }
    }

    /// Simple ko: the opponent's turn just before began on this very grid.
    fn restored(&self, rules: &Rules, color: Color, grid: Hash) -> Option<usize> {
        let last = self.turns().len().checked_sub(1)?;
        let opponent_moved = self.turns()[last].color == color.opponent();
        let is_same = self.history.grid_before(last) == grid;
        let is_lifted = self.first_remembered(rules).is_some_and(|first| last <= first);
        (opponent_moved && is_same && !is_lifted).then_some(last)
    }

    /// Superko: a remembered turn that matches left this very grid, or the game started on it.
    fn remembered(
        &self,
        rules: &Rules,
        grid: Hash,
        matches: impl Fn(usize) -> bool,
        matches_start: impl Fn(Color) -> bool,
    ) -> Option<usize> {
        let first = self.first_remembered(rules);
        let turn = self
            .history
            .turns_that_left(grid)
            .take_while(|&index| first.is_none_or(|first| index >= first))
            .find(|&index| matches(index));
        if let Some(index) = turn {
            return Some(index + 1);
        }
        // The start has no maker on record: it is imputed to the player who did not move first.
        let is_start = first.is_none()
            && grid == self.history.start()
            && (rules.start == StartPosition::Remembered || grid != Hash::EMPTY)
            && matches_start(self.history.first().opponent());
        is_start.then_some(0)
    }

    /// The first turn that the ko rule still knows, if it has forgotten any: taking the button is
    /// a change of situation, after which nothing from before can be repeated.
    fn first_remembered(&self, rules: &Rules) -> Option<usize> {
        if rules.button { self.button_turn() } else { None }
    }
}
