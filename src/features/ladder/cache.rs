//! A cache of the ladders of whole boards. The history planes need those of the previous boards,
//! which were usually read when these were the current ones.

use super::{KataGoLadderReader, Ladders};
use crate::{
    board::{Board, Hash, Size},
    game::{Game, State, Turn},
};

/// Slots of the cache, which takes 300 KB in all.
const SLOTS: usize = 1024;

/// The hashes of the stones before and after the last move. Together they determine the move, and
/// with it the point banned by ko.
type BoardKey = (Size, [Hash; 2]);

/// Caches the ladders of boards; a slot holds one of the boards that share it.
#[derive(Debug)]
pub(in crate::features) struct LadderCache {
    slots: Box<[Option<(BoardKey, Ladders)>]>,
    /// Scratch board for earlier positions that are not cached.
    board: Box<Board>,
}

impl Default for LadderCache {
    fn default() -> LadderCache {
        let board = Board::new(Size::square(1).expect("a size"));
        LadderCache { slots: vec![None; SLOTS].into(), board: Box::new(board) }
    }
}

impl LadderCache {
    /// The ladders of the board `ago` moves ago, or of the first board.
    pub(in crate::features) fn ladders(
        &mut self,
        ago: usize,
        game: &Game,
        state: &State,
        reader: &mut KataGoLadderReader,
    ) -> Ladders {
        let turns = &state.turns()[..state.turns().len().saturating_sub(ago)];
        let key = key(game.size(), turns);
        let slot = key.map_or(0, |(_, [_, after])| after.bits() as usize % SLOTS);
        if let Some((known, ladders)) = &self.slots[slot]
            && key == Some(*known)
        {
            return ladders.clone();
        }
        if ago > 0 {
            replay(game, turns, &mut self.board);
        }
        let ladders = reader.read(if ago > 0 { &self.board } else { state.board() });
        if let Some(key) = key {
            self.slots[slot] = Some((key, ladders.clone()));
        }
        ladders
    }
}

fn key(size: Size, turns: &[Turn]) -> Option<BoardKey> {
    let [.., before, after] = turns else { return None };
    Some((size, [before.hash, after.hash]))
}

/// Sets up the board after `turns`, those of a game or of a variation that extends it.
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
