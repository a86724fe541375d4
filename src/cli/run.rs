//! The subcommands that play and measure.

use std::{
    error::Error,
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;

use super::options::{BenchArgs, GtpArgs, PerftArgs};
use crate::{bench, commands::Dispatcher, engine::Engine, game, gtp::serve};

pub(super) fn gtp(args: &GtpArgs) -> Result<(), Box<dyn Error>> {
    let engine = Engine::new(args.engine_options())?;
    Ok(serve(io::stdin(), io::stdout(), &mut Dispatcher::new(engine))?)
}

pub(super) fn bench(args: &BenchArgs) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_secs_f64(args.seconds);
    match &args.model {
        Some(path) if path.as_os_str() == "embedded" => {
            print(&bench::network::run(None, time)?, args.json)
        }
        Some(path) => print(&bench::network::run(Some(path), time)?, args.json),
        None => print(&bench::run(time)?, args.json),
    }
}

/// Prints a report as text or as JSON.
fn print(report: &(impl Serialize + Display), as_json: bool) -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    if as_json {
        serde_json::to_writer(&mut output, report)?;
        writeln!(output)?;
    } else {
        write!(output, "{report}")?;
    }
    Ok(())
}

pub(super) fn perft(args: &PerftArgs) -> Result<(), Box<dyn Error>> {
    let game = game::Game::new(args.size, args.rules.clone());
    let mut output = io::stdout().lock();
    writeln!(output, "moves  legal sequences")?;
    for (place, count) in game::perft(&game, args.depth).iter().enumerate() {
        writeln!(output, "{:5}  {count}", place + 1)?;
    }
    Ok(())
}

/// Whether the reader of the output has closed it.
pub(super) fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_kind = error.downcast_ref().map(io::Error::kind);
    let json_kind = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    io_kind.or(json_kind) == Some(io::ErrorKind::BrokenPipe)
}
