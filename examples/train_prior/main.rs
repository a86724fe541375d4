//! Trains the move predictor from packs of games, and measures it on games kept out of training.
//!
//! `cargo run --release --example train_prior -- --games A.ggp.xz --games B.ggp.xz --out FILE`
//!
//! Without `--out` the table in the engine is measured. `docs/prior.md` tells more.

mod games;
mod measure;
mod model;
#[path = "../packs/mod.rs"]
mod packs;
mod sample;
mod train;

use std::{error::Error, fs, path::PathBuf};

use clap::Parser;
use shusaku::pattern::{Predictor, Table, encode};

use games::Pack;

/// Learns the weights of move features and writes the table that the engine embeds.
#[derive(Parser)]
struct Args {
    /// Packs of games to learn from.
    #[arg(long, required = true)]
    games: Vec<PathBuf>,
    /// Where to write the table; without it the table in the engine is measured.
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    plan: train::Plan,
    /// Games of each pack to measure, of those kept out of training.
    #[arg(long, default_value_t = 2000)]
    measured: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let packs: Vec<Pack> =
        args.games.iter().map(|path| Pack::read(path)).collect::<Result<_, _>>()?;
    let trained;
    let predictor = match &args.out {
        None => Predictor::get(),
        Some(out) => {
            let mut weights = train::train(&packs, &args.plan);
            let bytes = encode(&mut weights);
            fs::write(out, &bytes)?;
            eprintln!("{} features in {} bytes", weights.len(), bytes.len());
            trained = Predictor::new(Table::decode(&bytes)?);
            &trained
        }
    };
    for pack in &packs {
        println!("{}", measure::measure(predictor, pack, args.measured));
    }
    Ok(())
}
