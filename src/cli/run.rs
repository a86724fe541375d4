//! The subcommands that play and measure.

use std::{
    error::Error,
    fmt::Display,
    io::{self, IsTerminal, Write},
    time::Duration,
};

use serde::Serialize;

use super::{
    cluster,
    loading::show_loading,
    logging,
    options::{BenchArgs, GtpArgs, PerftArgs},
};
use crate::{
    bench,
    commands::{Autosave, Dispatcher},
    engine::Engine,
    game,
    gtp::serve,
    stderr,
};

pub(super) fn gtp(args: &GtpArgs) -> Result<(), Box<dyn Error>> {
    match &args.log {
        Some(path) if !cluster::is_nonzero_rank() => logging::to_file(path)?,
        _ => logging::to_standard_error(),
    }
    let mut options = args.engine_options();
    let Some(_membership) = cluster::enter(&mut options)? else { return Ok(()) };
    let autosave = args.autosave.as_deref().map(Autosave::new).transpose()?;
    let engine = show_loading(|| Engine::new(options))?;
    if io::stdin().is_terminal() {
        greet();
    }
    let mut dispatcher = Dispatcher::new(engine).with_autosave(autosave);
    Ok(serve(io::stdin(), io::stdout(), &mut dispatcher)?)
}

/// Greets the user of a terminal with the main commands.
fn greet() {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    stderr::line(format_args!(
        "{name} {version} speaks GTP: 'help' lists the commands, 'quit' ends."
    ));
    if cfg!(feature = "board") {
        stderr::line(format_args!("'{name} board' opens a board in the browser."));
    }
}

pub(super) fn bench(args: &BenchArgs) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_secs_f64(args.seconds);
    let Some(path) = &args.model else { return print(&bench::run(time)?, args.json) };
    let path = Some(path.as_path()).filter(|path| path.as_os_str() != "embedded");
    let show = |line: &dyn Display| match args.json {
        true => Ok(()),
        false => writeln!(io::stdout(), "{line}"),
    };
    let report = bench::network::run(path, time, args.reference, show)?;
    if args.json { write_json(&report) } else { Ok(()) }
}

/// Prints a report as text or as JSON.
fn print(report: &(impl Serialize + Display), as_json: bool) -> Result<(), Box<dyn Error>> {
    if as_json {
        return write_json(report);
    }
    write!(io::stdout(), "{report}")?;
    Ok(())
}

fn write_json(report: &impl Serialize) -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    serde_json::to_writer(&mut output, report)?;
    writeln!(output)?;
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
