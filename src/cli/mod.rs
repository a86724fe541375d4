//! The command line: what was typed, checked, becomes a configuration and is run.

mod check;
mod config;
mod options;
mod records;
mod run;
mod score;

use std::{
    env,
    error::Error,
    ffi::{OsStr, OsString},
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand};
use log::error;

use self::{
    check::CheckArgs,
    options::{BenchArgs, GtpArgs, PerftArgs},
    score::ScoreArgs,
};
use crate::engine::with_large_stack;

/// A Go engine that speaks GTP and plays by every rule set to the letter.
///
/// Without a subcommand it speaks GTP on standard input and output, as Sabaki, GoGui and the
/// bridges to KGS and OGS expect. Messages go to standard error; RUST_LOG=info shows more.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, args_override_self = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    gtp: GtpArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak GTP (the default).
    #[command(args_override_self = true)]
    Gtp(Box<GtpArgs>),
    /// Measure the speed of playouts and of the search.
    Bench(BenchArgs),
    /// Count the legal sequences of turns from the empty board.
    Perft(PerftArgs),
    /// Count finished game records.
    Score(ScoreArgs),
    /// Look for illegal moves and wrong results in game records.
    Check(CheckArgs),
}

/// Parses the command line, runs what it asks for, and says how that ended: 0 for success, 1 for
/// a failure, 2 for options that are wrong.
#[must_use]
pub fn main() -> ExitCode {
    with_large_stack(run_as_told)
}

fn run_as_told() -> ExitCode {
    let cli = Cli::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    let outcome = match cli.command {
        None => gtp(&cli.gtp),
        Some(Command::Gtp(args)) => gtp(&args),
        Some(Command::Bench(args)) => run::bench(&args),
        Some(Command::Perft(args)) => run::perft(&args),
        Some(Command::Score(args)) => score::run(&args),
        Some(Command::Check(args)) => check::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if run::is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Speaks GTP as the command line says, and the configuration file where that says nothing.
fn gtp(typed: &GtpArgs) -> Result<(), Box<dyn Error>> {
    let Some(path) = typed.config.clone().or_else(config::usual_path) else {
        return run::gtp(typed);
    };
    let mut options = config::read(&path, typed.config.is_some(), &Cli::command())?;
    // These two exclude each other, but what was typed goes before the file here too.
    let excluded = match typed.playouts_only {
        true => Some("--model="),
        false => typed.model.as_ref().map(|_| "--playouts-only="),
    };
    options.retain(|option| excluded.is_none_or(|name| !is_option(option, name)));
    let mut line = vec![OsString::from(env!("CARGO_PKG_NAME"))];
    line.extend(options);
    // What was typed comes later and so goes before the file.
    let mut typed = env::args_os().skip(1).peekable();
    typed.next_if(|word| word == "gtp");
    line.extend(typed);
    run::gtp(&Cli::try_parse_from(line)?.gtp)
}

/// Whether `--name=value` has this name.
fn is_option(option: &OsStr, name: &str) -> bool {
    option.as_encoded_bytes().starts_with(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_work_with_and_without_the_subcommand() {
        let plain = Cli::parse_from(["shusaku", "--rules", "new_zealand", "--threads", "1"]);
        assert_eq!(plain.gtp.threads, Some(1));
        let named = Cli::parse_from(["shusaku", "gtp", "--rules", "nz"]);
        assert!(matches!(named.command, Some(Command::Gtp(args)) if args.rules == plain.gtp.rules));
    }

    #[test]
    fn a_network_of_a_file_and_none_exclude_each_other() {
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only", "--model", "file"]).is_err());
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only=false"]).is_ok());
        assert!(is_option("--model=file".as_ref(), "--model="));
        assert!(!is_option("--playouts=2".as_ref(), "--playouts-only="));
    }

    #[test]
    fn wrong_options_are_refused() {
        for wrong in [
            ["--rules", "martian"],
            ["--threads", "0"],
            ["--playouts", "0"],
            ["--seconds", "-1"],
            ["--seconds", "nan"],
            ["--komi", "1e400"],
            ["--resign-below", "1.5"],
            ["--gtp-name", "a\n\nb"],
            ["--gtp-version", ""],
            ["--level", "13"],
            ["--precision", "f64"],
            ["--nonsense", "1"],
        ] {
            let typed = ["shusaku"].into_iter().chain(wrong);
            assert!(Cli::try_parse_from(typed).is_err(), "{wrong:?}");
        }
    }
}
