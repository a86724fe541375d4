//! The command line.

mod all_rules;
mod analysis;
#[cfg(feature = "board")]
mod board;
mod chain;
mod check;
mod cluster;
mod config;
mod errors;
mod install;
mod katago_config;
mod loading;
mod logging;
mod match_options;
mod matches;
mod memory;
mod options;
mod ranks;
mod records;
mod review;
mod review_file;
mod review_output;
mod review_state;
mod run;
mod score;
mod score_text;
mod values;

use std::{
    error::Error,
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::ExitCode,
};

use clap::{CommandFactory, Parser, error::ErrorKind};

pub use self::{
    config::{LineError, config_arguments},
    katago_config::{ConfigLine, ConfigLineError, parse_katago_config},
};

#[cfg(feature = "board")]
use self::board::BoardArgs;
use self::{
    analysis::AnalysisArgs,
    chain::ChainArgs,
    check::CheckArgs,
    config::ConfigError,
    errors::{describe, print_error},
    install::{CompletionsArgs, ManArgs},
    match_options::MatchArgs,
    options::{BenchArgs, GtpArgs, PerftArgs},
    ranks::Ranks,
    review::ReviewArgs,
    score::ScoreArgs,
    values::boolean,
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
        None => gtp(&cli.gtp),
        Some(Subcommand::Gtp(args)) => gtp(&args),
        Some(Subcommand::Match(args)) => play_match(&args),
        Some(Subcommand::Analysis(args)) => analysis::run(&args),
        Some(Subcommand::Review(args)) => review::run(&args),
        Some(Subcommand::Bench(args)) => run::bench(&args),
        Some(Subcommand::Perft(args)) => run::perft(&args),
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
    if run::is_broken_pipe(&*error) {
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

/// Speaks GTP with the options of the command line, which override those of the configuration file.
fn gtp(typed: &GtpArgs) -> Result<(), Box<dyn Error>> {
    let Some(path) = typed.config.clone().or_else(config::default_path) else {
        return run::gtp(typed);
    };
    let mut options = config::read(&path, typed.config.is_some(), &Cli::command())?;
    // A typed --model overrides the file's playouts-only, and the reverse.
    let overridden = match typed.playouts_only {
        true => Some("--model="),
        false => typed.model.as_ref().map(|_| "--playouts-only="),
    };
    options.retain(|option| overridden.is_none_or(|name| !starts_with(option, name)));
    // clap takes any written playouts-only, even false, for a conflict with --model.
    let is_default = |option: &OsStr| {
        let value = option.to_str().and_then(|option| option.strip_prefix("--playouts-only="));
        value.is_some_and(|value| boolean(value) == Ok(false))
    };
    options.retain(|option| !is_default(option));
    let mut line = vec![OsString::from(env!("CARGO_PKG_NAME"))];
    line.extend(options);
    // The last value of an option counts.
    let mut words = wild::args_os().skip(1).peekable();
    words.next_if(|word| word == "gtp");
    line.extend(words);
    run::gtp(&parse_with_file(line, path)?.gtp)
}

/// Plays a match with the options of the command line, which override those of its configuration file.
fn play_match(typed: &MatchArgs) -> Result<(), Box<dyn Error>> {
    let Some(path) = &typed.config else { return matches::run(typed) };
    let command = Cli::command();
    let command = command.find_subcommand("match").expect("a subcommand");
    let mut line = [env!("CARGO_PKG_NAME"), "match"].map(OsString::from).to_vec();
    let mut options = config::read(path, true, command)?;
    let words: Vec<OsString> = wild::args_os().skip(2).collect();
    let is_typed =
        |name| words.iter().any(|word| word == name || starts_with(word, &format!("{name}=")));
    // A typed book overrides the file's random openings, and the reverse.
    let overridden: &[&str] = match (is_typed("--book"), is_typed("--opening-moves")) {
        (true, false) => &["--opening-moves="],
        (false, true) => &["--book=", "--book-moves="],
        _ => &[],
    };
    options.retain(|option| !overridden.iter().any(|name| starts_with(option, name)));
    line.extend(options);
    line.extend(words);
    match parse_with_file(line, path.clone())?.subcommand {
        Some(Subcommand::Match(args)) => matches::run(&args),
        _ => unreachable!("the line has the subcommand"),
    }
}

/// Parses a command line with options of a configuration file.
fn parse_with_file(line: Vec<OsString>, path: PathBuf) -> Result<Cli, ConfigError> {
    let conflict = |error| ConfigError::Conflict { path, reason: describe(&error) };
    Cli::try_parse_from(line).map_err(conflict)
}

/// Whether an option `--name=value` starts with this `--name=`.
fn starts_with(option: &OsStr, start: &str) -> bool {
    option.as_encoded_bytes().starts_with(start.as_bytes())
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
        assert!(
            matches!(named.subcommand, Some(Subcommand::Gtp(args)) if args.rules == plain.gtp.rules)
        );
    }

    #[test]
    fn model_and_playouts_only_exclude_each_other() {
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only", "--model", "file"]).is_err());
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only=false"]).is_ok());
        assert!(starts_with("--model=file".as_ref(), "--model="));
        assert!(!starts_with("--playouts=2".as_ref(), "--playouts-only="));
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
