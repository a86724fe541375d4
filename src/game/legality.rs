//! The legality of moves: occupied points, suicide and repetition.

use thiserror::Error;

use super::state::State;
use crate::{
    board::{Color, Hash, Move, Point},
    rules::{Ko, Rules, StartPosition, Suicide},
};

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// The play is suicide, which the rule set forbids.
    #[error("suicide")]
    Suicide,
    /// The play is suicide of a single stone; the rule set only allows it for several stones.
    #[error("suicide of a single stone")]
    SingleStoneSuicide,
    /// The play recreates a position that the rule set forbids to recreate.
    #[error("repetition of the position after move {0}")]
    Repetition(
        /// The number of the move, from 1, that led to the position; 0 for the start.
        usize,
    ),
}

impl State {
    /// Checks whether a move is legal under `rules`. A pass always is.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason.
    pub fn check(&self, rules: &Rules, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        if !self.board().is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if self.board().is_suicide(point, color) {
            self.check_suicide(rules, color, point)?;
        } else if !self.had_stone(point) {
            // The stone stays on a point that was empty in every earlier position, so the position is
            // new.
            return Ok(());
        }
        let hash = self.board().hash_after(self.hash(), point, color);
        match self.repeated_move(rules, color, hash) {
            Some(number) => Err(IllegalMove::Repetition(number)),
            None => Ok(()),
        }
    }

    /// The points on which `color` may play, in the order of [`crate::board::Size::points`].
    pub fn legal_points<'a>(
        &'a self,
        rules: &'a Rules,
        color: Color,
    ) -> impl Iterator<Item = Point> + 'a {
        let points = self.board().size().points();
        points.filter(move |&point| self.check(rules, color, Move::Play(point)).is_ok())
    }

    /// Checks whether a suicide on the point is legal, but for repetition.
    fn check_suicide(&self, rules: &Rules, color: Color, point: Point) -> Result<(), IllegalMove> {
        let is_single = || self.board().is_single_stone_suicide(point, color);
        match rules.suicide {
            Suicide::None => Err(IllegalMove::Suicide),
            Suicide::Multi if is_single() => Err(IllegalMove::SingleStoneSuicide),
            Suicide::Multi | Suicide::Any => Ok(()),
        }
    }

    /// If `color` may not recreate the position `hash`, the number of the move that led to it, from
    /// 1; 0 for the start.
    fn repeated_move(&self, rules: &Rules, color: Color, hash: Hash) -> Option<usize> {
        let any = |_: usize| true;
        let by_player = |index: usize| self.turns()[index].color == color;
        let by_play = |index: usize| by_player(index) && !self.turns()[index].is_pass();
        let start_by_player = self.start_maker(color) == color;
        match rules.ko {
            Ko::Simple => self.repeated_by_simple_ko(rules, color, hash),
            Ko::Positional => self.repeated_by_superko(rules, hash, any, true),
            Ko::Situational => self.repeated_by_superko(rules, hash, by_player, start_by_player),
            Ko::Natural => self.repeated_by_superko(rules, hash, by_play, start_by_player),
            Ko::NaturalAndBasic => self
                .repeated_by_superko(rules, hash, by_play, start_by_player)
                .or_else(|| self.repeated_by_simple_ko(rules, color, hash)),
        }
    }

    /// Simple ko: `hash` is the position before the opponent's last move.
    fn repeated_by_simple_ko(&self, rules: &Rules, color: Color, hash: Hash) -> Option<usize> {
        let last = self.turns().len().checked_sub(1)?;
        let opponent_moved = self.turns()[last].color == color.opponent();
        let is_same = self.history.hash_before(last) == hash;
        let is_lifted = self.button_limit(rules).is_some_and(|first| last <= first);
        (opponent_moved && is_same && !is_lifted).then_some(last)
    }

    /// The player who counts as the maker of the starting position: the one who does not move first,
    /// `color` being next to move.
    fn start_maker(&self, color: Color) -> Color {
        let first = if self.turns().is_empty() { color } else { self.history.first() };
        first.opponent()
    }

    /// Superko: a move that matches led to the position `hash`, or the game started with it and the
    /// start matches.
    fn repeated_by_superko(
        &self,
        rules: &Rules,
        hash: Hash,
        matches: impl Fn(usize) -> bool,
        matches_start: bool,
    ) -> Option<usize> {
        let first = self.button_limit(rules);
        let turn = self
            .history
            .moves_to(hash)
            .take_while(|&index| first.is_none_or(|first| index >= first))
            .find(|&index| matches(index));
        if let Some(index) = turn {
            return Some(index + 1);
        }
        let is_start = first.is_none()
            && matches_start
            && hash == self.history.start()
            && (rules.start == StartPosition::Remembered || hash != Hash::EMPTY);
        is_start.then_some(0)
    }

    /// The index of the first move that the ko rule considers, `None` for all: positions before the
    /// button was taken may be repeated.
    fn button_limit(&self, rules: &Rules) -> Option<usize> {
        if rules.button { self.button_turn() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Vertex},
        game::Game,
    };

    /// A game from a position, with these plays of alternating players, Black first.
    fn game_after(start: &str, rules: &str, moves: &str) -> Game {
        let board: Board = start.parse().expect("a diagram");
        let rules = Rules::preset(rules).expect("a preset");
        let mut game = Game::from_position(board, Color::Black, rules);
        for vertex in moves.split_whitespace() {
            game.play(game.to_move(), mv(&game, vertex)).expect("a legal move");
        }
        game
    }

    fn mv(game: &Game, vertex: &str) -> Move {
        Vertex::parse(game.size(), vertex).expect("a vertex")
    }

    #[test]
    fn a_stone_of_the_start_may_not_be_put_back_at_once() {
        let start = "
            . X O .
            X O . O
            . X O .";
        for rules in ["japanese", "chinese-kgs", "aga", "bga", "french"] {
            let game = game_after(start, rules, "C2");
            let repetition = Err(IllegalMove::Repetition(0));
            assert_eq!(game.check(Color::White, mv(&game, "B2")), repetition, "{rules}");
        }
    }

    #[test]
    fn a_suicide_may_repeat_a_position_from_a_point_that_had_no_stone() {
        let start = "
            . . X .
            X X X .
            . . . .";
        let game = game_after(start, "tromp-taylor", "D1 A3 pass");
        let suicide = mv(&game, "B3");
        assert_eq!(game.check(Color::White, suicide), Err(IllegalMove::Repetition(1)));
        assert_eq!(game.check(Color::Black, suicide), Ok(()));
    }
}
