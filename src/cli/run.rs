//! Running what the command line asks for.

use std::{
    error::Error,
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;

use super::options::{BenchArgs, GtpArgs, PerftArgs};
use crate::{bench, commands::Dispatcher, engine::Engine, game, gtp::serve};

type Outcome = Result<(), Box<dyn Error>>;

pub(super) fn gtp(args: &GtpArgs) -> Outcome {
    let engine = Engine::new(args.engine_options())?;
    Ok(serve(io::stdin(), io::stdout(), &mut Dispatcher::new(engine))?)
}

pub(super) fn bench(args: &BenchArgs) -> Outcome {
    let time = Duration::from_secs_f64(args.seconds);
    match &args.model {
        Some(path) if path.as_os_str() == "embedded" => {
            print(&bench::network::run(None, time)?, args.json)
        }
        Some(path) => print(&bench::network::run(Some(path), time)?, args.json),
        None => print(&bench::run(time)?, args.json),
    }
}

/// Prints a report, for people or for programs.
fn print(report: &(impl Serialize + Display), as_json: bool) -> Outcome {
    let mut output = io::stdout().lock();
    if as_json {
        serde_json::to_writer(&mut output, report)?;
        writeln!(output)?;
    } else {
        write!(output, "{report}")?;
    }
    Ok(())
}

pub(super) fn perft(args: &PerftArgs) -> Outcome {
    let game = game::Game::new(args.size, args.rules.clone());
    let mut output = io::stdout().lock();
    writeln!(output, "turns  legal sequences")?;
    for (place, count) in game::perft(&game, args.depth).iter().enumerate() {
        writeln!(output, "{:5}  {count}", place + 1)?;
    }
    Ok(())
}

/// Whether an error only says that nobody reads the output any more.
pub(super) fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let is_broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(is_broken)
}
