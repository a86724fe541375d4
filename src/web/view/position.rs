//! The game at the cursor: the board, the rules and the illegal points.

use serde::Serialize;
use serde_json::{Value, json};

use super::{catalog::summary, node::move_numbers, vertex};
use crate::{
    board::{Board, Color, Move},
    game::Game,
    rules::{Rules, preset_title},
    web::{
        by_color::ByColor,
        session::{Session, why_illegal},
    },
};

/// The game at the cursor.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionView {
    size: (u8, u8),
    rules: Value,
    komi: f64,
    /// Number of handicap stones, for programs.
    handicap: u32,
    board: Vec<String>,
    to_move: Color,
    move_number: usize,
    last_move: Option<String>,
    ko: Option<String>,
    illegal: Vec<(String, &'static str, Option<usize>)>,
    captures: ByColor<u32>,
    move_numbers: Vec<(String, usize)>,
}

impl PositionView {
    pub(super) fn of(session: &Session) -> PositionView {
        let (tree, game) = (&session.tree, session.tree.game());
        let size = game.size();
        PositionView {
            size: (size.width(), size.height()),
            rules: rules(game.rules()),
            komi: game.komi(),
            handicap: game.handicap(),
            board: rows(game.board()),
            to_move: session.to_move(),
            move_number: tree.position().moves,
            last_move: session.vertex_of(tree.cursor()).map(|(_, vertex)| vertex),
            ko: ko(game),
            illegal: illegal(session),
            captures: captures(game),
            move_numbers: move_numbers(tree.collection(), tree.cursor(), game.board()),
        }
    }
}

fn rules(rules: &Rules) -> Value {
    let name = rules.preset_name();
    json!({
        "name": name,
        "title": name.map_or_else(|| "custom".to_owned(), preset_title),
        "summary": summary(rules),
        "axes": rules.axes_json(),
    })
}

fn rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let symbol = |column, row| {
        let stone = size.point(column, row).and_then(|point| board.stone(point));
        stone.map_or('.', Color::symbol)
    };
    (0..size.height()).map(|row| (0..size.width()).map(|c| symbol(c, row)).collect()).collect()
}

fn ko(game: &Game) -> Option<String> {
    let (point, _) = game.board().ko()?;
    Some(vertex(game.size(), point))
}

/// The empty points where the player to move may not play, with the reason.
fn illegal(session: &Session) -> Vec<(String, &'static str, Option<usize>)> {
    let position = session.tree.position();
    let (game, color) = (&position.game, session.to_move());
    let banned = session.banned_in_confirmation();
    let empty = game.size().points().filter(|&point| game.board().is_empty(point));
    let illegal = empty.filter_map(|point| {
        let (kind, earlier) = match game.check(color, Move::Play(point)) {
            _ if banned.contains(point) => ("ko-pass", None),
            Ok(()) => return None,
            Err(reason) => why_illegal(position, reason),
        };
        Some((vertex(game.size(), point), kind, earlier))
    });
    illegal.collect()
}

fn captures(game: &Game) -> ByColor<u32> {
    ByColor::of(Color::ALL.map(|color| game.state().removed(color.opponent())))
}
