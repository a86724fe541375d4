//! `shusaku board`: the board in the browser.

use std::{error::Error, path::PathBuf};

use clap::Args;
use etcetera::BaseStrategy;

use super::{
    memory::search_memory,
    values::{integer, seconds},
};
use crate::{
    engine::{ModelChoice, Options},
    web::{self, BoardOptions},
};

/// Limit of `--port`.
const MAX_PORT: u64 = u16::MAX as u64;

/// Limit of `--threads`.
const MAX_THREADS: u64 = 1024;

/// Seconds per move kept back: no network lies between the engine and the clock.
const LAG: f64 = 0.1;

#[derive(Clone, Debug, Args)]
pub(super) struct BoardArgs {
    /// SGF file to open, and to save to
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Port of 127.0.0.1 [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = integer::<u16>(0..=MAX_PORT), allow_negative_numbers = true)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_browser: bool,
    /// Do not keep the session on disk, and start with an empty board
    #[arg(long)]
    no_autosave: bool,
    /// Folder with the files of the page, for its developers
    #[arg(long, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    /// KataGo network to play with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Play without a network
    #[arg(long, conflicts_with = "model")]
    playouts_only: bool,
    /// Search threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=MAX_THREADS), allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Search memory in MiB [default: 1/4 of the RAM, up to 2048]
    #[arg(long, value_name = "MIB", value_parser = integer::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Max seconds per engine move [default: 1 if there is no clock]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Random seed of the engine
    #[arg(long, value_name = "N", value_parser = integer::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
}

/// The path of the session's file: in the folder for the state of programs, or for their data on a
/// system without such a folder.
fn autosave_path() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(folder.join(env!("CARGO_PKG_NAME")).join("board.json"))
}

/// Serves the board until the program is interrupted.
///
/// # Errors
/// The board cannot be started.
pub(super) fn run(args: &BoardArgs) -> Result<(), Box<dyn Error>> {
    let model = ModelChoice::new(args.model.as_deref(), args.playouts_only);
    let engine = Options {
        model,
        threads: args.threads.unwrap_or(0),
        seconds: args.seconds,
        lag: Some(LAG),
        memory: search_memory(args.memory),
        seed: args.seed,
        ..Options::default()
    };
    let options = BoardOptions {
        file: args.file.clone(),
        port: args.port,
        opens_browser: !args.no_browser,
        assets: args.assets.clone(),
        autosave: if args.no_autosave { None } else { autosave_path() },
        engine,
    };
    Ok(web::run(options)?)
}
