//! A game: a board with its history, under a rule set.
//!
//! [`Game`] is what a GTP session plays, [`Variation`] a line that a search tries out on top of it.
//! Both ask the same two questions of the same [`State`]: which turns are legal, and has play
//! stopped?

mod edit;
mod ending;
mod handicap;
mod history;
mod legality;
mod perft;
mod state;
mod variation;

use crate::{
    board::{Board, Color, Move, Size},
    rules::{IllegalMovePolicy, Rules},
};

pub use self::{
    edit::{CannotUndo, NotEmpty},
    ending::Stage,
    handicap::{HandicapError, fixed_handicap},
    history::Turn,
    legality::IllegalMove,
    perft::perft,
    state::State,
    variation::Variation,
};

/// A game in progress: how it started, every turn since, the rule set in force and komi.
///
/// The record of turns is the same under all rule sets, so that a switch in mid-game only changes
/// which turns are legal from then on and how the board is counted.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: Option<f64>,
    declared_handicap: Option<u32>,
    start: Board,
    state: State,
    forfeited_by: Option<Color>,
}

impl Game {
    /// An empty board, Black to move first.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game::from_position(Board::new(size), Color::Black, rules)
    }

    /// A game that starts from a position, `first` to move first.
    #[must_use]
    pub fn from_position(start: Board, first: Color, rules: Rules) -> Game {
        let state = State::new(start.clone(), first);
        Game { rules, komi: None, declared_handicap: None, start, state, forfeited_by: None }
    }

    /// The rule set in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Puts another rule set in force; the turns played so far stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Points that White receives, the handicap bonus not included: what was agreed, or else what
    /// the rule set says for this handicap.
    #[must_use]
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or_else(|| self.rules.default_komi(self.handicap()))
    }

    /// Agrees on a komi; `None` leaves it to the rule set.
    pub const fn set_komi(&mut self, komi: Option<f64>) {
        self.komi = komi;
    }

    /// The komi agreed on, if any.
    #[must_use]
    pub const fn agreed_komi(&self) -> Option<f64> {
        self.komi
    }

    /// The position on which the first turn was played.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The present position with its history.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The present position.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.state.board()
    }

    /// Width and height of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board().size()
    }

    /// Every turn played, passes included.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.state.turns()
    }

    /// Whose turn it is: the opponent of who moved last.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.state.to_move()
    }

    /// Who moved first, or who is to.
    #[must_use]
    pub fn first_to_move(&self) -> Color {
        self.state.history.first()
    }

    /// Whether play goes on, has stopped, or is over, by the rule set in force.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage(&self.rules)
    }

    /// Whether a turn would be legal.
    ///
    /// # Errors
    /// Why not, if it would not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.state.check(&self.rules, color, mv)
    }

    /// Plays a turn. GTP lets a colour move twice in a row, so alternation is not enforced.
    ///
    /// # Errors
    /// [`IllegalMove`], and the position is as before; where the rule set says so
    /// ([`IllegalMovePolicy::Forfeit`]) the offence has lost the game.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let checked = self.check(color, mv);
        match checked {
            Ok(()) => self.state.play_unchecked(color, mv),
            Err(_) if self.rules.illegal == IllegalMovePolicy::Forfeit => {
                self.forfeited_by.get_or_insert(color);
            }
            Err(_) => {}
        }
        checked
    }

    /// Plays a turn that need not be legal under the rule set in force, only possible: for records
    /// of games that were played under another.
    ///
    /// # Errors
    /// [`IllegalMove::Occupied`], and the position is as before.
    pub fn play_as_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if mv.point().is_some_and(|point| !self.board().is_empty(point)) {
            return Err(IllegalMove::Occupied);
        }
        self.state.play_unchecked(color, mv);
        Ok(())
    }

    /// Who lost the game by an illegal move, where the rule set says that it loses.
    #[must_use]
    pub const fn forfeited_by(&self) -> Option<Color> {
        self.forfeited_by
    }
}
