//! Players, vertices and the positions that moves lead to.

use serde_json::Value;

use super::fields::Problem;
use crate::{
    board::{Board, Color, Move, Point, Size, Vertex},
    game::Game,
    rules::{Ko, Rules},
};

/// A place as a query names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A move on the board.
    On(Move),
    /// Coordinates in parentheses off the board. They are no syntax error: they place no stone, constrain
    /// no move, and are an illegal move.
    Off,
}

/// A player: `b`, `w`, `black` or `white`, in any case.
pub(super) fn player(value: &Value) -> Result<Color, String> {
    let Some(text) = value.as_str() else { return Err("Player must be a string".to_string()) };
    text.trim().parse().map_err(|_| format!("Could not parse player: {text}"))
}

/// A vertex such as `D4`, `pass` (or `pss`, which KataGo accepts, too), or `(x,y)` from 0 at the top
/// left, in any case.
pub(super) fn place(size: Size, value: &Value) -> Result<Place, String> {
    let Some(text) = value.as_str() else {
        return Err("Board location must be a string".to_string());
    };
    let wrong = || format!("Could not parse board location: {text}");
    let word = text.trim();
    if word.eq_ignore_ascii_case("pss") {
        return Ok(Place::On(Move::Pass));
    }
    if let Some(inner) = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let coordinate = |text: &str| text.trim().parse::<i64>().ok();
        let (x, y) = inner.split_once(',').ok_or_else(wrong)?;
        let (x, y) = coordinate(x).zip(coordinate(y)).ok_or_else(wrong)?;
        let on_board = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let point = on_board.and_then(|(x, y)| size.point(x, y));
        return Ok(point.map_or(Place::Off, |point| Place::On(Move::Play(point))));
    }
    Vertex::parse(size, word).map(Place::On).map_err(|_| wrong())
}

/// Pairs of a player and a place.
pub(super) fn turns(
    size: Size,
    field: &'static str,
    value: &Value,
) -> Result<Vec<(Color, Place)>, Problem> {
    const EXPECTED: &str =
        "Must be an array of pairs of the form: [\"b\" OR \"w\", GTP board vertex]";
    let wrong = || Problem::new(field, EXPECTED);
    let turn = |pair: &Value| {
        let [color, vertex] = pair.as_array().map(Vec::as_slice).ok_or_else(wrong)? else {
            return Err(wrong());
        };
        let named = |message| Problem::new(field, message);
        Ok((player(color).map_err(named)?, place(size, vertex).map_err(named)?))
    };
    value.as_array().ok_or_else(wrong)?.iter().map(turn).collect()
}

/// The board with these stones placed one by one: a stone replaces an earlier one on its point, and
/// captures.
pub(super) fn set_up(size: Size, stones: &[(Color, Point)]) -> Board {
    let mut board = Board::new(size);
    for &(color, point) in stones {
        if !board.is_empty(point) {
            board = without_ko(&board, Some(point));
        }
        board.play_unchecked(point, color, &mut ());
    }
    without_ko(&board, None)
}

/// The same stones, without one of them, and without a ko.
fn without_ko(board: &Board, left_out: Option<Point>) -> Board {
    let points = board.size().points().filter(|point| Some(*point) != left_out);
    let stones = points.filter_map(|point| Some((point, board.stone(point)?)));
    Board::set_up(board.size(), stones).expect("fewer stones have no fewer liberties")
}

/// The position before the first move of a query.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) size: Size,
    pub(super) stones: Vec<(Color, Point)>,
    pub(super) first: Color,
    pub(super) rules: Rules,
    pub(super) komi: f64,
    /// The number of handicap stones, if the moves do not decide it.
    pub(super) handicap: Option<u32>,
}

impl Start {
    fn game(&self) -> Game {
        let board = set_up(self.size, &self.stones);
        let mut game = Game::from_position(board, self.first, self.rules.clone());
        game.set_komi(Some(self.komi));
        if let Some(handicap) = self.handicap {
            game.declare_handicap(handicap);
        }
        game
    }

    /// The game after these moves, which need not obey the rule of ko. Suicide of several stones is
    /// played whatever the rules.
    ///
    /// # Errors
    /// The index of a move on an occupied point, or of the suicide of a single stone, which KataGo
    /// refuses under all rules.
    pub(super) fn replay(&self, moves: &[(Color, Move)]) -> Result<Game, usize> {
        let mut game = self.game();
        let mut has_white_moved = false;
        for (index, &(color, mv)) in moves.iter().enumerate() {
            let is_suicide = |point| {
                let board = game.board();
                board.is_empty(point) && board.is_single_stone_suicide(point, color)
            };
            if mv.point().is_some_and(is_suicide) {
                return Err(index);
            }
            if has_white_moved && game.to_move() != color {
                forget_history(&mut game, color);
            }
            game.play_as_recorded(color, mv).map_err(|_| index)?;
            has_white_moved |= color == Color::White;
        }
        Ok(game)
    }
}

/// Lets positions be repeated again after a player has moved twice in a row. Only superko remembers
/// positions.
fn forget_history(game: &mut Game, first: Color) {
    if game.rules().ko == Ko::Simple {
        return;
    }
    game.start_from(game.board().clone(), first);
}
