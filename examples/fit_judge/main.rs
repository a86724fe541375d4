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
    engine::{Judge, ModelChoice},
    status::{EvidenceWeights, OwnershipSource},
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
    /// Network that gives the ownership with playouts [default: the embedded network].
    #[arg(long)]
    model: Option<PathBuf>,
    /// Take the ownership from playouts alone.
    #[arg(long, conflicts_with = "model")]
    playouts_only: bool,
}

/// Every game whose number is a multiple of this is held out.
const HELD_OUT_STEP: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let judge = Judge::of(&ModelChoice::new(args.model.as_deref(), args.playouts_only))?;
    let packs: Vec<Pack> =
        args.games.iter().map(|path| Pack::read(path)).collect::<Result<_, _>>()?;
    let mut games = Vec::new();
    for pack in &packs {
        let records = game::counted_games(pack, args.count);
        let read = |&index: &usize| JudgedGame::new(pack.game(index), &judge);
        games.extend(records.par_iter().filter_map(read).collect::<Vec<_>>());
        eprintln!("{} games read", games.len());
    }
    let is_held_out = |at: usize| at.is_multiple_of(HELD_OUT_STEP);
    let (held_out, fitted): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|&(at, _)| is_held_out(at));
    let [mut held_out, mut fitted] =
        [held_out, fitted].map(|games| games.into_iter().map(|(_, game)| game).collect::<Vec<_>>());
    let source = match judge {
        Judge::Playouts => OwnershipSource::Playouts,
        Judge::Embedded | Judge::Network(_) => OwnershipSource::Network,
    };
    let start = *EvidenceWeights::for_ownership(source);
    let weights = fit::fit(&mut fitted, start);
    for (name, weights) in [("before", &start), ("after", &weights)] {
        println!("{name}: fitted {}", Objective::of(&mut fitted, weights));
        println!("{name}: held out {}", Objective::of(&mut held_out, weights));
    }
    println!("{weights:#?}");
    Ok(())
}
