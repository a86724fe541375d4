use super::{Game, IllegalMove, Stage, State};
use crate::{
    board::{Board, Color, Move},
    rules::Rules,
};

/// A line of play tried out on top of a game, which stays as it is.
///
/// It is made once by each worker of a search and rewound for every new line; rewinding copies the
/// board and forgets the line's turns, and takes no memory from the heap.
#[derive(Clone, Debug)]
pub struct Variation<'g> {
    game: &'g Game,
    state: State,
}

impl<'g> Variation<'g> {
    /// The empty line.
    #[must_use]
    pub fn new(game: &'g Game) -> Variation<'g> {
        Variation { game, state: game.state().clone() }
    }

    /// The game below.
    #[must_use]
    pub const fn game(&self) -> &'g Game {
        self.game
    }

    /// The rule set in force.
    #[must_use]
    pub const fn rules(&self) -> &'g Rules {
        self.game.rules()
    }

    /// The position that the line has reached, with its history.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The position that the line has reached.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.state.board()
    }

    /// Back to the empty line.
    pub fn rewind(&mut self) {
        self.state.rewind_to(self.game.state());
    }

    /// Back to the first `len` turns of the line.
    pub fn retreat(&mut self, len: usize) {
        let base = self.game.turns().len();
        let kept = self.state.turns()[base..base + len].to_vec();
        self.rewind();
        for turn in kept {
            self.state.play_unchecked(turn.color, turn.mv);
        }
    }

    /// Whether a turn would be legal here.
    ///
    /// # Errors
    /// Why not, if it would not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.state.check(self.game.rules(), color, mv)
    }

    /// Plays a turn that [`check`](Self::check) has found legal.
    pub fn play_unchecked(&mut self, color: Color, mv: Move) {
        self.state.play_unchecked(color, mv);
    }

    /// Whether play goes on, has stopped, or is over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage(self.game.rules())
    }
}
