//! `shusaku match`: matches between GTP engines.

mod options;

use std::{
    collections::HashSet,
    error::Error,
    ffi::OsString,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use clap::{CommandFactory, error::ErrorKind};
use indicatif::{ProgressBar, ProgressStyle};
use log::info;
use thiserror::Error;

pub(super) use self::options::MatchArgs;
use self::options::{EngineArg, RefereeArg};
use super::{
    Cli, Subcommand,
    config::{self, parse_with_file, starts_with},
    records::{self, RecordEntry},
};
use crate::{
    board::PointSet,
    game::{Game, fixed_handicap},
    matches::{
        Contestant, GameRecord, GameSettings, MatchProgress, MatchSettings, OpeningMove, Referee,
        Sprt, check_engines, opening_of_record, random_openings, run_match,
    },
    signals, stderr,
    threads::cores,
};

/// Moves of a game for each point of the board, after which it is counted.
const MAX_MOVES_PER_POINT: usize = 3;

/// Komi of games with a handicap, unless another is given.
const HANDICAP_KOMI: f64 = 0.5;

/// A game of a book that cannot be an opening.
#[derive(Debug, Error)]
#[error("{name}: {reason}")]
struct BookError {
    name: String,
    reason: String,
}

/// Plays a match with the options of the command line, which override those of its configuration file.
pub(super) fn run(typed: &MatchArgs) -> Result<(), Box<dyn Error>> {
    let Some(path) = &typed.config else { return play(typed) };
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
        Some(Subcommand::Match(args)) => play(&args),
        _ => unreachable!("the line has the subcommand"),
    }
}

/// Plays a match and prints its result. Progress goes to standard error.
///
/// # Errors
/// The options contradict each other, a file cannot be used, an engine does not start, or the match is
/// interrupted.
fn play(args: &MatchArgs) -> Result<(), Box<dyn Error>> {
    let settings = settings(args)?;
    let stop = signals::end_flag()?;
    for note in check_engines(&settings, &stop)? {
        stderr::line(format_args!("note: {note}"));
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left\n{msg}");
    let bar = ProgressBar::new(0).with_style(style.expect("a template"));
    bar.enable_steady_tick(Duration::from_secs(1));
    let standings = run_match(&settings, &stop, |progress| show(progress, &bar))?;
    bar.finish_and_clear();
    let mut output = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut output, &standings)?;
        writeln!(output)?;
    } else {
        write!(output, "{standings}")?;
    }
    Ok(())
}

/// Shows the state of a match; the bar hides itself unless standard error is a terminal.
fn show(progress: &MatchProgress, bar: &ProgressBar) {
    bar.set_length(progress.games as u64);
    bar.set_position(progress.finished as u64);
    bar.set_message(progress.standings.to_string());
    match progress.game {
        // Games of an earlier run say nothing about the time left.
        None => bar.reset_eta(),
        Some(GameRecord { game, black, white, result, end, moves, .. }) => {
            info!("game {game}: {black} against {white}, {result} ({end}), {} moves", moves.len());
        }
    }
}

fn settings(args: &MatchArgs) -> Result<MatchSettings, Box<dyn Error>> {
    let contestants = contestants(args)?;
    if args.sprt.is_some() && contestants.len() != 2 {
        let reason = format!("--sprt needs two engines: {} given", contestants.len());
        return Err(usage_error(&reason).into());
    }
    let game = game_settings(args)?;
    let (openings, opening_source) = openings(args, &game)?;
    let (alpha, beta) = (args.alpha, args.beta);
    let referee = match &args.referee {
        RefereeArg::Own => Referee::Own,
        RefereeArg::Agreement => Referee::Agreement,
        RefereeArg::Engine(program) => Referee::Engine(program.clone()),
    };
    let by_cores = (cores() / args.cores).max(1);
    Ok(MatchSettings {
        contestants,
        game,
        openings,
        opening_source,
        sprt: args.sprt.map(|[elo0, elo1]| Sprt { elo0, elo1, alpha, beta }),
        referee,
        concurrency: args.concurrency.unwrap_or(by_cores),
        cores_per_game: if args.pin { args.cores } else { 0 },
        results: args.results.clone(),
        sgf: args.sgf.clone(),
    })
}

fn game_settings(args: &MatchArgs) -> Result<GameSettings, clap::Error> {
    let handicap = args.handicap.map(|stones| fixed_handicap(args.size, stones)).transpose();
    let handicap = handicap.map_err(|error| usage_error(&format!("--handicap: {error}")))?;
    let default_komi = match handicap {
        Some(_) => HANDICAP_KOMI,
        None => Game::new(args.size, args.rules.clone()).komi(),
    };
    Ok(GameSettings {
        size: args.size,
        rules: args.rules.clone(),
        komi: args.komi.unwrap_or(default_komi),
        handicap: handicap.unwrap_or(PointSet::EMPTY),
        max_moves: args.max_moves.unwrap_or(MAX_MOVES_PER_POINT * args.size.area()),
        time_margin: Duration::from_secs_f64(args.time_margin),
        timeout: Duration::from_secs_f64(args.timeout),
    })
}

fn usage_error(reason: &str) -> clap::Error {
    // Any kind that `errors::describe` prints as it is.
    Cli::command().error(ErrorKind::WrongNumberOfValues, reason)
}

/// The engines with names: those given, or those of the programs, numbered if several have the same.
fn contestants(args: &MatchArgs) -> Result<Vec<Contestant>, clap::Error> {
    if args.engine.len() < 2 {
        let reason =
            format!("a match needs two engines with --engine: {} given", args.engine.len());
        return Err(usage_error(&reason));
    }
    let plain: Vec<String> = args.engine.iter().map(plain_name).collect();
    let mut known = HashSet::new();
    let named = args.engine.iter().enumerate().map(|(index, engine)| {
        let is_shared = plain.iter().filter(|name| **name == plain[index]).count() > 1;
        let name = match &engine.name {
            None if is_shared => format!("{} #{}", plain[index], index + 1),
            _ => plain[index].clone(),
        };
        if !known.insert(name.clone()) {
            return Err(usage_error(&format!("two engines have the name '{name}'")));
        }
        let (program, time) = (engine.program.clone(), engine.time.unwrap_or(args.time));
        Ok(Contestant { name, program, time })
    });
    named.collect()
}

fn plain_name(engine: &EngineArg) -> String {
    let program = &engine.program.command[0];
    let stem = || Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
    engine.name.clone().unwrap_or_else(|| stem().into_owned())
}

/// The openings of all pairs of games, and their source.
fn openings(
    args: &MatchArgs,
    settings: &GameSettings,
) -> Result<(Vec<Vec<OpeningMove>>, String), BookError> {
    let number = (args.games / 2 * settings.pair_form().openings()) as usize;
    let empty = settings.new_game();
    if args.book.is_empty() {
        let source = format!("{} random moves, seed {}", args.opening_moves, args.seed);
        return Ok((random_openings(&empty, args.opening_moves, number, args.seed), source));
    }
    let max_moves = args.book_moves.unwrap_or(usize::MAX);
    let opening = |entry: &RecordEntry| {
        let record = entry.record.as_ref().map_err(Clone::clone);
        let opening = record.and_then(|record| {
            opening_of_record(record, &empty, max_moves).map_err(|error| error.to_string())
        });
        opening.map_err(|reason| BookError { name: entry.name(), reason })
    };
    let entries = records::read(&args.book);
    let book = entries.iter().map(opening).collect::<Result<Vec<_>, _>>()?;
    if book.len() < number {
        let given = book.len();
        stderr::line(format_args!("note: the book has {given} openings, {number} are needed"));
    }
    let source = format!("{:?}, at most {:?} moves", args.book, args.book_moves);
    Ok((book.iter().cycle().take(number).cloned().collect(), source))
}
