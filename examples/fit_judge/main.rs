//! Fits the weights of the judge's evidence to counted games, and reports them on held-out games.
//!
//! `cargo run --release --example fit_judge -- --games A.ggp.xz --games B.ggp.xz [--model FILE]`
//!
//! Prints the weights as the row of `src/status/weights.rs` for playouts, or for a network.

mod fit;
mod game;
#[path = "../packs/mod.rs"]
mod packs;

use std::{error::Error, path::PathBuf};

use clap::Parser;
use rayon::prelude::*;
use shusaku::{
    features::check_inputs,
    network::{Network, Precision},
    playout::OwnershipSource,
    status::Weights,
};

use fit::Objective;
use game::JudgedGame;
use packs::Pack;

/// Fits the weights of the judge's evidence to counted games.
#[derive(Parser)]
struct Args {
    /// Packs of games.
    #[arg(long, required = true)]
    games: Vec<PathBuf>,
    /// Games of each pack.
    #[arg(long, default_value_t = 3000)]
    count: usize,
    /// Network that gives the ownership [default: playouts].
    #[arg(long)]
    model: Option<PathBuf>,
}

/// Every game whose number is a multiple of this is held out.
const HELD_OUT_STEP: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let load = |path: &PathBuf| Network::load(path, Precision::default(), &check_inputs());
    let network = args.model.as_ref().map(load).transpose()?;
    let packs: Vec<Pack> =
        args.games.iter().map(|path| Pack::read(path)).collect::<Result<_, _>>()?;
    let mut games = Vec::new();
    for pack in &packs {
        let records = game::counted_games(pack, args.count);
        let judge = |&index: &usize| {
            let record = pack.game(index);
            JudgedGame::new(record, network.as_ref())
        };
        games.extend(records.par_iter().filter_map(judge).collect::<Vec<_>>());
        eprintln!("{} games read", games.len());
    }
    let is_held_out = |at: usize| at.is_multiple_of(HELD_OUT_STEP);
    let (held_out, fitted): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|&(at, _)| is_held_out(at));
    let [mut held_out, mut fitted] =
        [held_out, fitted].map(|games| games.into_iter().map(|(_, game)| game).collect::<Vec<_>>());
    let source = match network {
        Some(_) => OwnershipSource::Network,
        None => OwnershipSource::Playouts,
    };
    let start = *Weights::beside(source);
    let weights = fit::fit(&mut fitted, start);
    for (name, weights) in [("before", &start), ("after", &weights)] {
        println!("{name}: fitted {}", Objective::of(&mut fitted, weights));
        println!("{name}: held out {}", Objective::of(&mut held_out, weights));
    }
    println!("{weights:#?}");
    Ok(())
}
