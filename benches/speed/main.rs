//! Micro-benchmarks: `cargo bench`, or `cargo bench NAME` for those whose path contains a name.

mod network;
mod playing;
mod search;

use shusaku::{Game, Rules, Size};

/// Sides of the measured boards.
const SIDES: [u8; 2] = [9, 19];

fn main() {
    divan::main();
}

fn size(side: u8) -> Size {
    Size::square(side).expect("a size")
}

fn new_game(side: u8) -> Game {
    Game::new(size(side), Rules::CHINESE)
}
