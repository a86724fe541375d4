//! The command line.
//!
//! Each subcommand is a module; `completions` and `man` share `install`. All share `cluster`, `config`,
//! `errors`, `loading`, `logging`, `memory`, `records` and `values`.

mod analysis;
mod bench;
#[cfg(feature = "board")]
mod board;
mod chain;
mod check;
mod cluster;
mod config;
mod errors;
mod gtp;
mod install;
mod loading;
mod logging;
mod matches;
mod memory;
mod perft;
mod records;
mod review;
mod score;
mod values;

use std::{error::Error, process::ExitCode};

use clap::{CommandFactory, Parser, error::ErrorKind};

pub use self::config::{
    LineError, config_arguments,
    katago::{ConfigLine, ConfigLineError, parse_katago_config},
};

#[cfg(feature = "board")]
use self::board::BoardArgs;
use self::{
    analysis::AnalysisArgs,
    bench::BenchArgs,
    chain::ChainArgs,
    check::CheckArgs,
    cluster::Ranks,
    errors::{describe, is_broken_pipe, print_error},
    gtp::GtpArgs,
    install::{CompletionsArgs, ManArgs},
    matches::MatchArgs,
    perft::PerftArgs,
    review::ReviewArgs,
    score::ScoreArgs,
};
use crate::{matches::MatchError, network::check_cpu_variable, stderr};

/// A Go (weiqi, baduk) engine that speaks GTP and knows 21 rule sets
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true, args_override_self = true)]
#[command(
    after_help = "Without a command it speaks GTP, as Sabaki, GoGui and the bridges to KGS and \
                        OGS expect.\nMessages go to standard error; RUST_LOG=info prints more."
)]
struct Cli {
    #[command(subcommand)]
    subcommand: Option<Subcommand>,
    #[command(flatten)]
    gtp: GtpArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    /// Speak GTP on standard input and output (the default)
    #[command(args_override_self = true)]
    Gtp(Box<GtpArgs>),
    /// Play and review on a board in the browser
    #[cfg(feature = "board")]
    Board(BoardArgs),
    /// Play a match between GTP engines
    #[command(args_override_self = true)]
    Match(Box<MatchArgs>),
    /// Analyze positions for KaTrain and other clients of KataGo's analysis engine
    Analysis(AnalysisArgs),
    /// Review games in SGF files: values, worst moves, better lines and a graph
    #[command(args_override_self = true)]
    Review(Box<ReviewArgs>),
    /// Measure the speed of the search or of a network
    Bench(BenchArgs),
    /// Count the legal move sequences from the empty board
    Perft(PerftArgs),
    /// Count finished games in SGF files
    Score(ScoreArgs),
    /// Find illegal moves and wrong results in SGF files
    Check(CheckArgs),
    /// Find the shortest chain of games between two players in SGF files
    Chain(ChainArgs),
    /// Print the completions of a shell
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Write the man pages
    #[command(hide = true)]
    Man(ManArgs),
}

/// Exit code of a successful call.
const SUCCESS: u8 = 0;

/// Exit code of a call that has failed.
const FAILURE: u8 = 1;

/// Exit code of an invalid command line.
const USAGE_ERROR: u8 = 2;

/// Exit code of a match that is interrupted, as shells have it for Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Runs the program. The exit code is 0 for success, 1 if a file or a game could not be dealt with
/// or anything else failed, 2 for an invalid command line, and 130 for a match that is interrupted.
///
/// On Windows, where shells do not, it expands the names of files with `*`.
#[must_use]
pub fn main() -> ExitCode {
    cluster::set_colors();
    let cli = match Cli::try_parse_from(analysis::with_two_dashes(wild::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) => return explain(&error).into(),
    };
    if cluster::is_nonzero_rank() && !uses_ranks(cli.subcommand.as_ref()) {
        return ExitCode::SUCCESS;
    }
    if let Err(error) = check_cpu_variable() {
        print_error(error);
        return ExitCode::from(USAGE_ERROR);
    }
    // The configuration file of GTP mode may name another place for the log.
    if !matches!(cli.subcommand, None | Some(Subcommand::Gtp(_))) {
        logging::to_standard_error();
    }
    let mut ranks = Ranks::default();
    let result = match cli.subcommand {
        None => gtp::run(&cli.gtp),
        Some(Subcommand::Gtp(args)) => gtp::run(&args),
        Some(Subcommand::Match(args)) => matches::run(&args),
        Some(Subcommand::Analysis(args)) => analysis::run(&args),
        Some(Subcommand::Review(args)) => review::run(&args),
        Some(Subcommand::Bench(args)) => bench::run(&args),
        Some(Subcommand::Perft(args)) => perft::run(&args),
        Some(Subcommand::Score(args)) => score::run(&args, &mut ranks),
        Some(Subcommand::Check(args)) => check::run(&args),
        #[cfg(feature = "board")]
        Some(Subcommand::Board(args)) => board::run(&args),
        Some(Subcommand::Chain(args)) => chain::run(&args),
        Some(Subcommand::Completions(args)) => install::completions(&args, Cli::command()),
        Some(Subcommand::Man(args)) => install::man(&args, Cli::command()),
    };
    let code = result.map_or_else(fail, |()| SUCCESS);
    ranks.end(code);
    code.into()
}

/// Whether a command uses the other ranks of an MPI job.
const fn uses_ranks(subcommand: Option<&Subcommand>) -> bool {
    matches!(
        subcommand,
        None | Some(Subcommand::Gtp(_) | Subcommand::Analysis(_) | Subcommand::Score(_))
    )
}

/// Prints the error that has ended a command, and returns the exit code.
fn fail(error: Box<dyn Error>) -> u8 {
    if is_broken_pipe(&*error) {
        return SUCCESS;
    }
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return explain(usage);
    }
    print_error(&error);
    match error.downcast_ref() {
        Some(MatchError::Stopped) => INTERRUPTED,
        _ => FAILURE,
    }
}

/// Prints the help or the version if one of them was requested, otherwise the error. Returns the
/// exit code.
fn explain(error: &clap::Error) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        if !cluster::is_nonzero_rank() {
            // Nothing is left to do if the output is closed.
            let _ = error.print();
        }
        return SUCCESS;
    }
    cluster::give_precedence();
    print_error(describe(error));
    stderr::line("\nFor more information, try '--help'.");
    USAGE_ERROR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_option_is_explained_in_one_line() {
        let help = Cli::command().render_help().to_string();
        let (_, options) = help.split_once("Options:\n").expect("a list of options");
        let (options, _) = options.split_once("\n\n").expect("text after it");
        for line in options.lines() {
            assert!(line.trim_start().starts_with('-'), "{line}");
        }
    }
}
