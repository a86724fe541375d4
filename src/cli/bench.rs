//! `shusaku bench`: the speed of the search or of a network.

use std::{
    error::Error,
    fmt::Display,
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use serde::Serialize;

use super::values::seconds;
use crate::bench;

#[derive(Clone, Debug, Args)]
pub(super) struct BenchArgs {
    /// Network to measure, a file or "embedded" [default: playouts and search]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// With --model: also measure the slow reference method of a large network
    #[arg(long, requires = "model")]
    reference: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Seconds per measurement
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
}

/// Measures and prints the results.
pub(super) fn run(args: &BenchArgs) -> Result<(), Box<dyn Error>> {
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
