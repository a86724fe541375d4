//! `shusaku check`: illegal moves and wrong results in SGF files.

use std::{error::Error, io::Write, path::PathBuf};

use clap::Args;
use thiserror::Error;

use super::{
    errors::print_error,
    records::{self, RecordEntry},
};
use crate::{
    board::Vertex,
    engine::Judge,
    game::Game,
    rules::{IllegalMovePolicy, Rules},
    sgf::{Record, Replay, Step, counted_result},
};

#[derive(Clone, Debug, Args)]
pub(super) struct CheckArgs {
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set to check by [default: the record's, or else chinese]
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
}

/// Some games have findings, or could not be checked.
#[derive(Debug, Error)]
enum CheckError {
    #[error("{found} of {games} games have findings")]
    Found { found: usize, games: usize },
    #[error("{failed} of {games} games could not be checked")]
    Failed { failed: usize, games: usize },
    #[error("{found} of {games} games have findings, {failed} could not be checked")]
    Both { found: usize, failed: usize, games: usize },
}

/// Checks every game of the files and prints the findings.
///
/// # Errors
/// A game has findings or could not be checked.
pub(super) fn run(args: &CheckArgs) -> Result<(), Box<dyn Error>> {
    let entries = records::read(&args.files);
    let results = records::map(&entries, |entry| check(entry, args.rules.as_ref()));
    let mut output = anstream::stdout().lock();
    let (mut found, mut failed, games) = (0, 0, entries.len());
    for (entry, result) in entries.iter().zip(results) {
        match result {
            Ok(None) => {}
            Ok(Some(finding)) => {
                found += 1;
                writeln!(output, "{}: {finding}", entry.name())?;
            }
            Err(reason) => {
                failed += 1;
                print_error(format_args!("{}: {reason}", entry.name()));
            }
        }
    }
    match (found, failed) {
        (0, 0) => Ok(()),
        (found, 0) => Err(CheckError::Found { found, games }.into()),
        (0, failed) => Err(CheckError::Failed { failed, games }.into()),
        (found, failed) => Err(CheckError::Both { found, failed, games }.into()),
    }
}

/// Returns the findings in a game.
///
/// # Errors
/// The record cannot be read.
fn check(entry: &RecordEntry, rules: Option<&Rules>) -> Result<Option<String>, String> {
    let (record, game) = match entry.replay(rules) {
        Err(reason) if entry.record.is_ok() => return Ok(Some(reason)),
        replayed => replayed?,
    };
    let illegal = first_illegal_move(record, &game);
    let result = if illegal.is_some() && game.rules().illegal == IllegalMovePolicy::Forfeit {
        None
    } else {
        contradiction(record, &game)
    };
    let findings: Vec<String> = [illegal, result].into_iter().flatten().collect();
    Ok((!findings.is_empty()).then(|| findings.join("; ")))
}

/// Describes the first illegal move under the game's rule set.
fn first_illegal_move(record: &Record, game: &Game) -> Option<String> {
    let rules = game.rules();
    let record = Record { rules: None, ..record.clone() };
    let defaults = Game::new(record.size, rules.clone());
    let mut replay = Replay::new(&record, &defaults);
    while let Some(step) = replay.next_step() {
        if let (Step::Turn(color, mv), Err(reason)) = (step, replay.check_next()) {
            let (number, vertex) = (replay.moves() + 1, Vertex::new(record.size, *mv));
            let consequence = match rules.illegal {
                IllegalMovePolicy::Forfeit => format!(", and {color} forfeits the game"),
                IllegalMovePolicy::Refuse => String::new(),
            };
            return Some(format!("move {number}, {color} {vertex}: {reason}{consequence}"));
        }
        // Other rules than the record's may have removed other stones, which changes a later set-up.
        if let Err(fault) = replay.step() {
            return Some(fault.to_string());
        }
    }
    None
}

/// Describes the difference of a recorded result by counting from the count, or from the result of
/// a game without a count.
fn contradiction(record: &Record, game: &Game) -> Option<String> {
    let text = record.result.as_deref()?;
    let recorded = counted_result(text)?;
    if let Some(result) = game.uncounted_result() {
        return Some(format!("recorded result {text}, by the rules {result}"));
    }
    let score = Judge::Embedded.judge(game).verdict.score(game);
    let agrees =
        recorded.winner == score.winner() && recorded.has_margin(score.margin()) != Some(false);
    (!agrees).then(|| format!("recorded result {text}, counted {score}"))
}
