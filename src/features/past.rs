//! Ladders on the boards of a game's last turns, which mostly were read when these boards were the
//! present ones.

use super::ladder::{LadderReader, Ladders};
use crate::{
    board::{Board, Hash, Size},
    game::{Game, State, Turn},
};

/// How many boards are remembered, in 300 KB.
const PLACES: usize = 1024;

/// The grids before and after the turn that led to a board. Together they tell that turn, and with
/// it where ko forbids a play. That no two grids share a hash superko relies on too.
type Key = (Size, [Hash; 2]);

/// Remembers the ladders of boards, one for all boards that share a place.
#[derive(Debug)]
pub(super) struct Past {
    places: Box<[Option<(Key, Ladders)>]>,
    /// To set up boards that are not remembered.
    board: Box<Board>,
}

impl Default for Past {
    fn default() -> Past {
        let board = Board::new(Size::square(1).expect("a size"));
        Past { places: vec![None; PLACES].into(), board: Box::new(board) }
    }
}

impl Past {
    /// The ladders so many turns ago; at the start, if there were no more turns.
    pub(super) fn ladders(
        &mut self,
        ago: usize,
        game: &Game,
        state: &State,
        reader: &mut LadderReader,
    ) -> Ladders {
        let turns = &state.turns()[..state.turns().len().saturating_sub(ago)];
        let key = key(game.size(), turns);
        let place = key.map_or(0, |(_, [_, grid])| grid.bits() as usize % PLACES);
        if let Some((known, ladders)) = &self.places[place]
            && key == Some(*known)
        {
            return ladders.clone();
        }
        if ago > 0 {
            replay(game, turns, &mut self.board);
        }
        let ladders = reader.read(if ago > 0 { &self.board } else { state.board() });
        if let Some(key) = key {
            self.places[place] = Some((key, ladders.clone()));
        }
        ladders
    }
}

fn key(size: Size, turns: &[Turn]) -> Option<Key> {
    let [.., before, after] = turns else { return None };
    Some((size, [before.grid, after.grid]))
}

/// Sets up the board after `turns`, those of a game or of a line of play on top of it.
fn replay(game: &Game, turns: &[Turn], board: &mut Board) {
    let played = game.turns().len();
    let (base, rest) = match turns.get(played..) {
        Some(rest) => (game.board(), rest),
        None => (game.start(), turns),
    };
    board.clone_from(base);
    for turn in rest {
        match turn.mv.point() {
            Some(point) => board.play_unchecked(point, turn.color, &mut ()),
            None => board.pass(),
        }
    }
}
