//! A game: a board with its history, under a rule set.
//!
//! [`Game`] is the game of a GTP session, [`Variation`] a line that a search plays on top of it.
//! Both use [`State`] to decide which moves are legal and whether play has stopped.

mod confirmation;
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
    confirmation::ConfirmationKos,
    edit::{CannotUndo, NotEmpty},
    ending::Stage,
    handicap::{HandicapError, fixed_handicap},
    history::Turn,
    legality::IllegalMove,
    perft::perft,
    state::State,
    variation::Variation,
};

/// A game in progress: the starting position, the moves, the rule set and komi.
///
/// The history does not depend on the rule set, so that a change of rules in mid-game only affects
/// the legality of later moves and the count.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: Option<f64>,
    declared_handicap: Option<u32>,
    start: Board,
    /// By color: stones removed before `start`, which is then a position in mid-game.
    removed_before: [u32; 2],
    state: State,
    forfeit: Option<Forfeit>,
}

/// A loss by an illegal move.
#[derive(Clone, Copy, Debug)]
struct Forfeit {
    color: Color,
    /// Number of moves that had been played.
    moves: usize,
}

impl Game {
    /// Returns a game on an empty board, Black to move first.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game::from_position(Board::new(size), Color::Black, rules)
    }

    /// Returns a game that starts from a position, `first` to move first.
    #[must_use]
    pub fn from_position(start: Board, first: Color, rules: Rules) -> Game {
        let state = State::new(start.clone(), first);
        Game {
            rules,
            komi: None,
            declared_handicap: None,
            start,
            removed_before: [0; 2],
            state,
            forfeit: None,
        }
    }

    /// The rule set in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rule set; the moves played so far stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The komi in points, without handicap bonus: the agreed komi, else the rule set's default for
    /// the handicap.
    #[must_use]
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or_else(|| self.rules.default_komi(self.handicap()))
    }

    /// Sets the agreed komi; `None` for the rule set's default.
    pub const fn set_komi(&mut self, komi: Option<f64>) {
        self.komi = komi;
    }

    /// The agreed komi, if any.
    #[must_use]
    pub const fn agreed_komi(&self) -> Option<f64> {
        self.komi
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// By color: stones removed before the starting position, if the game
    /// [continues](Self::start_from) from there.
    #[must_use]
    pub const fn removed_before(&self) -> [u32; 2] {
        self.removed_before
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

    /// The moves played, passes included.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.state.turns()
    }

    /// The player to move: the opponent of the last player, unless set otherwise.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.state.to_move()
    }

    /// The player who moved first, or is to move first.
    #[must_use]
    pub fn first_to_move(&self) -> Color {
        self.state.history.first()
    }

    /// The stage of the game: in progress, stopped or over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage(&self.rules)
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.state.check(&self.rules, color, mv)
    }

    /// Plays a move. Players need not alternate, since GTP lets a player move twice in a row.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position is then unchanged, but under [`IllegalMovePolicy::Forfeit`]
    /// the player has lost the game.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let checked = self.check(color, mv);
        match checked {
            Ok(()) => self.state.play_unchecked(color, mv),
            Err(_) if self.rules.illegal == IllegalMovePolicy::Forfeit => self.forfeit(color),
            Err(_) => {}
        }
        checked
    }

    /// Plays a move that need not be legal under the rule set, for records of games played under
    /// other rules.
    ///
    /// # Errors
    /// [`IllegalMove::Occupied`]; the position is then unchanged.
    pub fn play_as_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if mv.point().is_some_and(|point| !self.board().is_empty(point)) {
            return Err(IllegalMove::Occupied);
        }
        self.state.play_unchecked(color, mv);
        Ok(())
    }

    /// Notes that `color` has lost the game by an illegal move, unless a player has lost it before.
    pub fn forfeit(&mut self, color: Color) {
        let moves = self.turns().len();
        self.forfeit.get_or_insert(Forfeit { color, moves });
    }

    /// The player who lost the game by an illegal move; `None` unless the rule set in force has
    /// [`IllegalMovePolicy::Forfeit`].
    #[must_use]
    pub fn forfeited_by(&self) -> Option<Color> {
        let forfeit = self.forfeit.filter(|_| self.rules.illegal == IllegalMovePolicy::Forfeit);
        forfeit.map(|forfeit| forfeit.color)
    }
}
