//! Makes training samples for a network: positions with targets from a teacher network.
//!
//! `cargo run --release --example make_samples -- --network FILE --out DIR --rows N`
//!
//! `docs/training.md` has the commands and describes the files.

#[path = "../packs/mod.rs"]
mod packs;

mod plan;
mod record;
mod row;
mod sample;
mod self_play;
mod shard;
mod sizes;
mod teacher;

use std::{
    error::Error,
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use shusaku::{
    features::check_inputs,
    network::{Network, Precision},
};

use packs::Pack;
use shard::{ROWS, Shards};
use sizes::Sizes;

/// Makes training samples: positions of self-play and of records, with targets from a teacher
/// network.
#[derive(Parser)]
struct Args {
    /// The teacher: a network in KataGo's format [default: the embedded network].
    #[arg(long)]
    network: Option<PathBuf>,
    /// Network that draws the moves of self-play [default: the teacher].
    #[arg(long)]
    player: Option<PathBuf>,
    /// Folder for row files; existing files are kept.
    #[arg(long)]
    out: PathBuf,
    /// Number of rows, existing ones included.
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// Board sizes and their shares of the rows; `any` means all sizes from 7x7 to 18x18,
    /// rectangles included.
    #[arg(long, default_value = "9x9:35,13x13:12,19x19:30,any:23")]
    sizes: Sizes,
    /// Packs of records to take positions and self-play openings from.
    #[arg(long)]
    games: Vec<PathBuf>,
    /// Packs of records to take only self-play openings from.
    #[arg(long)]
    openings: Vec<PathBuf>,
    #[command(flatten)]
    plan: plan::Plan,
    /// Number of threads [default: all cores].
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let load = |path: &PathBuf| Network::load(path, Precision::Auto, &check_inputs()).map(Arc::new);
    let network = match &args.network {
        Some(path) => load(path)?,
        None => Network::embedded(Precision::Auto),
    };
    let player = args.player.as_ref().map(load).transpose()?;
    let read = |paths: &[PathBuf]| -> Result<Vec<Pack>, Box<dyn Error>> {
        paths.iter().map(|path| Pack::read(path)).collect()
    };
    let (games, openings) = (read(&args.games)?, read(&args.openings)?);
    fs::create_dir_all(&args.out)?;
    let shards = Shards {
        games,
        openings,
        sizes: args.sizes,
        plan: args.plan,
        network,
        player,
        out: args.out,
    };
    let count = args.rows.div_ceil(ROWS);
    let missing = shards.missing(count)?;
    let threads = match args.threads {
        Some(threads) => threads,
        None => thread::available_parallelism()?.get(),
    };
    make(&shards, &missing, count, threads)
}

/// Makes the missing shards of `count`.
fn make(
    shards: &Shards,
    missing: &[usize],
    count: usize,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    let style = "{bar:40} {pos}/{len} rows, {per_sec}, {eta} left";
    let bar =
        ProgressBar::new((count * ROWS) as u64).with_style(ProgressStyle::with_template(style)?);
    bar.set_position(((count - missing.len()) * ROWS) as u64);
    bar.reset_eta();
    let next = AtomicUsize::new(0);
    let work = || -> std::io::Result<()> {
        while let Some(&shard) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            shards.make(shard, |rows| bar.inc(rows as u64))?;
        }
        Ok(())
    };
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().expect("a worker does not panic")?;
        }
        Ok(())
    })?;
    bar.finish();
    Ok(())
}
