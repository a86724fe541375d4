//! Replays a game record, judges the stones and counts the game.
//!
//! `cargo run --release --example count_record -- FILE.sgf`

use std::{env, error::Error, fs};

use shusaku::{Game, Rules, Size, sgf, status::Status};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("which SGF file is to be counted?")?;
    let record = sgf::read(&fs::read(file)?)?;
    let defaults = Game::new(Size::square(19).expect("19 is a size"), Rules::CHINESE);
    let game = record.replay(&defaults, None)?;
    let score = Status::judge(&game).verdict.score(&game);
    println!("{}\n{} moves, {}", game.board(), game.turns().len(), score);
    Ok(())
}
