//! The board as text.

use super::Command;
use crate::{
    board::{Color, Point, Size, Vertex},
    engine::Engine,
    game::Game,
    gtp::{Args, Response},
};

pub(super) const COMMANDS: &[Command] =
    &[Command::new("showboard", "- draws the board", showboard)];

fn showboard(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(format!("\n{}\n{}", diagram(engine.game()), summary(engine.game())))
}

/// Draws the board with its coordinates and the last move in parentheses.
fn diagram(game: &Game) -> String {
    let size = game.size();
    let letters: String =
        (0..size.width()).map(|column| format!(" {}", letter(size, column))).collect();
    let mut lines = vec![format!("  {letters}")];
    for row in 0..size.height() {
        let number = size.height() - row;
        lines.push(format!("{number:2}{}{number:>2}", points(game, row)));
    }
    lines.push(format!("  {letters}"));
    lines.join("\n")
}

fn letter(size: Size, column: u8) -> char {
    let top = size.point(column, 0).expect("the column is on the board");
    Vertex::of(size, top).to_string().chars().next().expect("a vertex starts with its column")
}

/// Draws one row: two characters per point, and a last one for a closing parenthesis.
fn points(game: &Game, row: u8) -> String {
    let size = game.size();
    let last = game.turns().last().and_then(|turn| turn.mv.point());
    let mut text = String::from(" ");
    for column in 0..size.width() {
        let point = size.point(column, row).expect("the point is on the board");
        if Some(point) == last {
            text.pop();
            text.push('(');
        }
        text.push(symbol(game, point));
        text.push(if Some(point) == last { ')' } else { ' ' });
    }
    text
}

fn symbol(game: &Game, point: Point) -> char {
    game.board().stone(point).map_or('.', Color::symbol)
}

fn summary(game: &Game) -> String {
    let rules = game.rules().preset_name().unwrap_or("custom");
    let [black, white] = Color::ALL.map(|color| game.state().captures(color));
    format!(
        "{} (X is Black) to play move {}; captures: Black {black}, White {white}\n{rules} rules, komi {}",
        game.to_move(),
        game.turns().len() + 1,
        game.komi(),
    )
}
