//! `shusaku check`: what is wrong with records.

use std::{error::Error, io::Write, path::PathBuf};

use clap::Args;
use thiserror::Error;

use super::records::{self, Entry, counted};
use crate::{
    board::Vertex,
    game::Game,
    rules::{IllegalMovePolicy, Rules},
    sgf::Record,
    status::Status,
};

#[derive(Clone, Debug, Args)]
pub(super) struct CheckArgs {
    /// Records, each with one game or many.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set to check by, whatever the records name.
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
}

/// Some records have findings, which were printed.
#[derive(Debug, Error)]
#[error("{found} of {games} games have something wrong")]
struct Findings {
    found: usize,
    games: usize,
}

/// Checks every game of the files and prints the findings; an error if there are any.
pub(super) fn run(args: &CheckArgs) -> Result<(), Box<dyn Error>> {
    let entries = records::read(&args.files);
    let findings: Vec<Option<String>> =
        records::map(&entries, |entry| check(entry, args.rules.as_ref()).unwrap_or_else(Some));
    let mut output = anstream::stdout().lock();
    for (entry, finding) in entries.iter().zip(&findings) {
        if let Some(finding) = finding {
            writeln!(output, "{} game {}: {finding}", entry.file, entry.index)?;
        }
    }
    let found = findings.iter().flatten().count();
    if found > 0 { Err(Findings { found, games: entries.len() }.into()) } else { Ok(()) }
}

/// What is wrong with a game that can be replayed.
fn check(entry: &Entry, rules: Option<&Rules>) -> Result<Option<String>, String> {
    let (record, game) = entry.replay(rules)?;
    let illegal = first_illegal_turn(&game);
    let result = if illegal.is_some() && game.rules().illegal == IllegalMovePolicy::Forfeit {
        None
    } else {
        contradiction(record, &game)
    };
    let findings: Vec<String> = [illegal, result].into_iter().flatten().collect();
    Ok((!findings.is_empty()).then(|| findings.join("; ")))
}

/// The first turn that is illegal under the game's rule set. Turns before a set-up in mid-game
/// are not looked at: nothing is remembered of them.
fn first_illegal_turn(game: &Game) -> Option<String> {
    let rules = game.rules();
    let mut replayed =
        Game::from_position(game.start().clone(), game.first_to_move(), rules.clone());
    for (index, turn) in game.turns().iter().enumerate() {
        if let Err(reason) = replayed.check(turn.color, turn.mv) {
            let (number, vertex) = (index + 1, Vertex::new(game.size(), turn.mv));
            let consequence = match rules.illegal {
                IllegalMovePolicy::Forfeit => format!(", and {} forfeits the game", turn.color),
                IllegalMovePolicy::Refuse => String::new(),
            };
            return Some(format!("move {number}, {} {vertex}: {reason}{consequence}", turn.color));
        }
        replayed.play_as_recorded(turn.color, turn.mv).expect("it was played in this game");
    }
    None
}

/// How the recorded result differs from the count, if it tells of a count.
fn contradiction(record: &Record, game: &Game) -> Option<String> {
    let text = record.result.as_deref()?;
    let recorded = counted(text)?;
    let score = Status::judge(game).score(game);
    let agrees = recorded.winner == score.winner()
        && recorded.margin.is_none_or(|margin| margin == score.margin());
    (!agrees).then(|| format!("recorded result {text}, counted {score}"))
}
