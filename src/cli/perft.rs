//! `shusaku perft`: the number of legal move sequences.

use std::{
    error::Error,
    io::{self, Write},
};

use clap::Args;

use super::values::{integer, size};
use crate::{
    board::Size,
    game::{self, Game},
    rules::Rules,
};

#[derive(Clone, Debug, Args)]
pub(super) struct PerftArgs {
    /// Board, N or WIDTHxHEIGHT
    #[arg(value_parser = size, allow_negative_numbers = true)]
    size: Size,
    /// Length of the longest sequences, from 1 to 100
    #[arg(value_parser = integer::<usize>(1..=100), allow_negative_numbers = true)]
    depth: usize,
    /// Rule set
    #[arg(long, value_name = "NAME|JSON", default_value = "tromp-taylor", value_parser = Rules::parse)]
    rules: Rules,
}

/// Counts and prints the sequences of each length.
pub(super) fn run(args: &PerftArgs) -> Result<(), Box<dyn Error>> {
    let game = Game::new(args.size, args.rules.clone());
    let mut output = io::stdout().lock();
    writeln!(output, "moves  legal sequences")?;
    for (place, count) in game::perft(&game, args.depth).iter().enumerate() {
        writeln!(output, "{:5}  {count}", place + 1)?;
    }
    Ok(())
}
