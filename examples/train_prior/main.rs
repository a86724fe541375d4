//! Trains the move predictor on packs of games, and measures it on held-out games.
//!
//! `cargo run --release --example train_prior -- --games A.ggp.xz --games B.ggp.xz --out FILE`
//!
//! Without `--out` the embedded table is measured. See `docs/prior.md`.

mod games;
mod measure;
mod model;
#[path = "../packs/mod.rs"]
mod packs;
mod sample;
mod train;

use std::{error::Error, fs, path::PathBuf};

use clap::Parser;
use shusaku::pattern::{Predictor, WeightTable, encode_weights};

use games::Pack;

/// Trains the weights of move features, and writes the table that the engine embeds.
#[derive(Parser)]
struct Args {
    /// Packs of training games.
    #[arg(long, required = true)]
    games: Vec<PathBuf>,
    /// File to write the table to; without it, the embedded table is measured.
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    training: train::TrainingOptions,
    /// Number of held-out games of each pack to measure.
    #[arg(long, default_value_t = 2000)]
    measured: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let packs: Vec<Pack> =
        args.games.iter().map(|path| Pack::read(path)).collect::<Result<_, _>>()?;
    let trained;
    let predictor = match &args.out {
        None => Predictor::embedded(),
        Some(out) => {
            let mut weights = train::train(&packs, &args.training);
            let bytes = encode_weights(&mut weights);
            fs::write(out, &bytes)?;
            eprintln!("{} features in {} bytes", weights.len(), bytes.len());
            trained = Predictor::new(WeightTable::decode(&bytes)?);
            &trained
        }
    };
    for pack in &packs {
        println!("{}", measure::measure(predictor, pack, args.measured));
    }
    Ok(())
}
