//! What several tests of the search need.

use crate::{
    board::{Color, Move, Size, Vertex},
    game::{Game, Variation},
    rules::Rules,
};

/// A game on an empty 9×9 board.
pub(super) fn game() -> Game {
    Game::new(Size::square(9).expect("a size"), Rules::CHINESE)
}

/// The line of these moves, Black first, and the player to move after it.
pub(super) fn line<'g>(game: &'g Game, moves: &str) -> (Variation<'g>, Color) {
    let (mut line, mut color) = (Variation::new(game), Color::Black);
    for vertex in moves.split_whitespace() {
        line.play_unchecked(color, Vertex::parse(game.size(), vertex).expect("a vertex"));
        color = color.opponent();
    }
    (line, color)
}

/// Some moves, each with this prior; which ones does not matter.
pub(super) fn moves(count: usize, prior: f32) -> Vec<(Move, f32)> {
    vec![(Move::Pass, prior); count]
}
