//! Changes to a game other than moves.

use thiserror::Error;

use super::{Forfeit, Game, state::State};
use crate::board::{Board, Color, PointSet, Size};

/// Fewer moves have been played than were to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// Stones can only be set up before the first move, on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board not empty")]
pub struct NotEmpty;

impl Game {
    /// Takes back the last `count` moves, passes included, with their positions in the history, and a
    /// forfeit after the first of them. Set-up stones stay. If moves remain, the player of the first
    /// one taken back is to move.
    ///
    /// # Errors
    /// [`CannotUndo`] if fewer moves have been played; then none is taken back.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let remaining = self.turns().len().checked_sub(count).ok_or(CannotUndo)?;
        if count == 0 {
            return Ok(());
        }
        let first = self.state.history.declared_first();
        let mut state = State::new(self.start.clone(), first).with_removed(self.removed_before);
        for turn in &self.turns()[..remaining] {
            state.play_unchecked(turn.color, turn.mv);
        }
        let to_move = self.turns()[remaining].color;
        if remaining > 0 && state.to_move() != to_move {
            state.set_to_move(to_move);
        }
        self.state = state;
        self.forfeit = self.forfeit.filter(|forfeit| forfeit.moves <= remaining);
        Ok(())
    }

    /// Clears the board and the history; the rule set and the agreed komi stay.
    pub fn clear(&mut self, size: Size) {
        self.restart(Board::new(size), Color::Black);
    }

    /// Sets up a position before the first move, `first` to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a move has been played or a stone set up.
    pub fn set_up(&mut self, position: Board, first: Color) -> Result<(), NotEmpty> {
        self.require_untouched()?;
        self.restart(position, first);
        Ok(())
    }

    /// Sets the player to move, who need not be the opponent of the last player.
    pub fn set_to_move(&mut self, color: Color) {
        self.state.set_to_move(color);
    }

    /// Continues the game from another position, for records that add or remove stones in mid-game.
    /// The previous history no longer matters for repetition and cannot be taken back; prisoners, a
    /// forfeit and, once White has played, the handicap stay.
    pub fn start_from(&mut self, position: Board, first: Color) {
        let has_white_played =
            self.turns().iter().any(|turn| turn.color == Color::White && !turn.is_pass());
        let handicap =
            if has_white_played { Some(self.handicap()) } else { self.declared_handicap };
        let removed = Color::ALL.map(|color| self.state.removed(color));
        let forfeit = self.forfeit.map(|forfeit| Forfeit { moves: 0, ..forfeit });
        self.restart(position, first);
        self.declared_handicap = handicap;
        self.forfeit = forfeit;
        self.set_removed_before(removed);
    }

    /// Sets the numbers of stones, by color, that were removed before the starting position of a game
    /// without moves.
    pub(crate) fn set_removed_before(&mut self, removed: [u32; 2]) {
        self.removed_before = removed;
        self.state = State::new(self.start.clone(), self.first_to_move()).with_removed(removed);
    }

    /// Sets the number of handicap stones in the set-up.
    pub const fn declare_handicap(&mut self, stones: u32) {
        self.declared_handicap = Some(stones);
    }

    /// Sets up handicap stones, White to move.
    ///
    /// # Errors
    /// [`NotEmpty`] if a move has been played or a stone set up.
    pub fn place_handicap(&mut self, stones: &PointSet) -> Result<(), NotEmpty> {
        let black = stones.iter().map(|point| (point, Color::Black));
        let position = Board::set_up(self.size(), black).map_err(|_| NotEmpty)?;
        self.set_up(position, Color::White)?;
        self.declare_handicap(stones.len() as u32);
        Ok(())
    }

    fn restart(&mut self, start: Board, first: Color) {
        self.state = State::new(start.clone(), first);
        self.start = start;
        self.removed_before = [0; 2];
        self.declared_handicap = None;
        self.forfeit = None;
    }

    fn require_untouched(&self) -> Result<(), NotEmpty> {
        let is_empty = self.board().empty_points().len() == self.size().area();
        if is_empty && self.turns().is_empty() { Ok(()) } else { Err(NotEmpty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Move, Vertex},
        game::IllegalMove,
        rules::Rules,
    };

    fn mv(game: &Game, vertex: &str) -> Move {
        Vertex::parse(game.size(), vertex).expect("a vertex")
    }

    fn game(side: u8, rules: &str) -> Game {
        let size = Size::square(side).expect("a size");
        Game::new(size, Rules::preset(rules).expect("a preset"))
    }

    #[test]
    fn undo_forgot_a_player_who_was_set_to_move() {
        let mut game = game(9, "chinese");
        game.play(Color::Black, mv(&game, "A1")).expect("a legal move");
        game.play(Color::Black, mv(&game, "B1")).expect("a legal move");
        game.undo(1).expect("a move");
        assert_eq!(game.to_move(), Color::Black);
        game.undo(1).expect("a move");
        assert_eq!(game.to_move(), Color::Black);
    }

    #[test]
    fn undo_of_a_later_move_forgot_a_forfeit() {
        let mut game = game(9, "weiqi-chinese");
        game.play(Color::Black, mv(&game, "A1")).expect("a legal move");
        game.play(Color::White, mv(&game, "A1")).expect_err("an illegal move");
        game.play(Color::White, mv(&game, "B1")).expect("a legal move");
        game.undo(1).expect("a move");
        assert_eq!(game.forfeited_by(), Some(Color::White));
        game.undo(1).expect("a move");
        assert_eq!(game.forfeited_by(), None);
    }

    #[test]
    fn the_start_was_made_by_the_player_declared_to_move_second() {
        let mut game = game(3, "mizessyn");
        let stones = ["A2", "B1"].map(|vertex| mv(&game, vertex).point().expect("a point"));
        let position = Board::set_up(game.size(), stones.map(|point| (point, Color::Black)));
        game.set_up(position.expect("a position"), Color::Black).expect("an empty board");
        let suicide = mv(&game, "A1");
        assert_eq!(game.check(Color::White, suicide), Ok(()), "Black made the start");
        game.set_to_move(Color::White);
        assert_eq!(game.check(Color::White, suicide), Ok(()));
        game.play(Color::White, suicide).expect("a legal move");
        assert_eq!(game.check(Color::White, suicide), Err(IllegalMove::Repetition(1)));
    }
}
