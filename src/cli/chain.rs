//! `shusaku chain`: the shortest chain of games between two players.

use std::{
    error::Error,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use serde::Serialize;
use thiserror::Error;

use super::{
    errors::print_error,
    records::{self, RecordEntry},
};
use crate::{
    files,
    players::{AliasError, Aliases, GameChain, Games, LinkKind},
    sgf::{Document, Record},
};

#[derive(Clone, Debug, Args)]
pub(super) struct ChainArgs {
    /// Player at the start of the chain
    #[arg(value_name = "FROM")]
    from: String,
    /// Player at the end of the chain
    #[arg(value_name = "TO")]
    to: String,
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only wins of each player over the next
    #[arg(long)]
    won: bool,
    /// Only wins, each later than the win that it builds on
    #[arg(long)]
    pure: bool,
    /// File of other names, with lines NAME = OTHER NAME, OTHER NAME
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
    /// Print the chain as one JSON object
    #[arg(long)]
    json: bool,
    /// Write the games of the chain to one file, for `shusaku board`
    #[arg(long, value_name = "FILE.sgf")]
    sgf: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum ChainError {
    #[error("cannot read the aliases {path}: {reason}")]
    ReadAliases { path: String, reason: io::Error },
    #[error("{path}, {reason}")]
    Aliases { path: String, reason: AliasError },
    #[error("no chain of {kind} leads from {from} to {to} in {games} games")]
    NoChain { kind: &'static str, from: String, to: String, games: usize },
    #[error("--sgf {0} is one of the given files: choose another name")]
    Given(String),
    #[error("cannot read {path}: {reason}")]
    Read { path: String, reason: io::Error },
    #[error("cannot write the games to {path}: {reason}")]
    Write { path: String, reason: io::Error },
    #[error("{failed} of {games} games could not be read")]
    Failed { failed: usize, games: usize },
}

/// A chain as `--json` prints it.
#[derive(Serialize)]
struct JsonChain<'a> {
    /// Number of games.
    length: usize,
    players: &'a [String],
    /// Number of chains of this length.
    chains: u64,
    games: Vec<JsonGame<'a>>,
}

#[derive(Serialize)]
struct JsonGame<'a> {
    file: String,
    /// The game's index in the file, from 0.
    game: Option<usize>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    date: Option<&'a str>,
    event: Option<&'a str>,
    result: Option<&'a str>,
}

/// Finds and prints the chain of the options.
///
/// # Errors
/// A player is unknown, there is no chain, or a file or a game could not be read.
pub(super) fn run(args: &ChainArgs) -> Result<(), Box<dyn Error>> {
    let kind = link_kind(args);
    if let Some(path) = args.sgf.as_ref().filter(|path| is_given(path, &args.files)) {
        return Err(ChainError::Given(path.display().to_string()).into());
    }
    let mut games = Games::new(aliases(args)?);
    let (entries, failed): (Vec<_>, Vec<_>) =
        records::read(&args.files).into_iter().partition(|entry| entry.record.is_ok());
    for entry in &failed {
        if let Err(reason) = &entry.record {
            print_error(format_args!("{}: {reason}", entry.name()));
        }
    }
    let records = entries.iter().filter_map(|entry| Some((entry, entry.record.as_ref().ok()?)));
    let records: Vec<(&RecordEntry, &Record)> = records.collect();
    for (_, record) in &records {
        games.add(record);
    }
    let Some(chain) = games.chain(&args.from, &args.to, kind)? else {
        let (from, to) = (args.from.clone(), args.to.clone());
        let error = ChainError::NoChain { kind: name(kind), from, to, games: records.len() };
        return Err(error.into());
    };
    if let Some(path) = &args.sgf {
        let entries = chain.games.iter().map(|&game| records[game].0);
        files::replace(path, collection(entries)?.as_bytes())
            .map_err(|reason| ChainError::Write { path: path.display().to_string(), reason })?;
    }
    let mut output = anstream::stdout().lock();
    match args.json {
        true => writeln!(output, "{}", serde_json::to_string(&json(&chain, &records))?)?,
        false => print(&chain, &records, &mut output)?,
    }
    let (failed, games) = (failed.len(), failed.len() + entries.len());
    if failed > 0 { Err(ChainError::Failed { failed, games }.into()) } else { Ok(()) }
}

fn link_kind(args: &ChainArgs) -> LinkKind {
    match (args.pure, args.won) {
        (true, _) => LinkKind::PureWin,
        (false, true) => LinkKind::Win,
        (false, false) => LinkKind::Game,
    }
}

/// Whether the path is that of one of the files.
fn is_given(path: &Path, files: &[PathBuf]) -> bool {
    let place = path.canonicalize().ok();
    place.is_some() && files.iter().any(|file| file.canonicalize().ok() == place)
}

/// The games as one SGF file in UTF-8, with everything that their files have.
fn collection<'a>(
    entries: impl Iterator<Item = &'a RecordEntry>,
) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for entry in entries {
        let bytes = fs::read(&entry.path)
            .map_err(|reason| ChainError::Read { path: entry.file(), reason })?;
        let document = Document::read(&bytes)?;
        let game = document.collection.games().nth(entry.index.unwrap_or(0));
        text += &game.map(|game| document.collection.write_branch(game)).unwrap_or_default();
    }
    Ok(text)
}

fn aliases(args: &ChainArgs) -> Result<Aliases, ChainError> {
    let Some(path) = &args.aliases else { return Ok(Aliases::default()) };
    let name = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => {
            Aliases::parse(&text).map_err(|reason| ChainError::Aliases { path: name, reason })
        }
        Err(reason) => Err(ChainError::ReadAliases { path: name, reason }),
    }
}

fn name(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Game => "games",
        LinkKind::Win => "wins",
        LinkKind::PureWin => "wins in order of time",
    }
}

fn print(
    chain: &GameChain,
    records: &[(&RecordEntry, &Record)],
    output: &mut impl Write,
) -> io::Result<()> {
    let (len, count) = (chain.games.len(), chain.count);
    let games = if len == 1 { "game" } else { "games" };
    let chains = if count == 1 { "the only one".to_owned() } else { format!("one of {count}") };
    let path = chain.players.join(" - ");
    writeln!(output, "{len} {games}, {chains} of this length: {path}")?;
    for (index, &game) in chain.games.iter().enumerate() {
        let (entry, record) = records[game];
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
        let (black, white) = (text(&record.black), text(&record.white));
        let (date, result) = (text(&record.date), text(&record.result));
        let event = record.event.as_ref().map(|event| format!(", {event}")).unwrap_or_default();
        let number = index + 1;
        writeln!(
            output,
            "{number}. {black} (Black) against {white} (White), {result}, {date}{event}: {}",
            entry.name()
        )?;
    }
    Ok(())
}

fn json<'a>(chain: &'a GameChain, records: &[(&'a RecordEntry, &'a Record)]) -> JsonChain<'a> {
    let game = |&game: &usize| {
        let (entry, record) = records[game];
        JsonGame {
            file: entry.file(),
            game: entry.index,
            black: record.black.as_deref(),
            white: record.white.as_deref(),
            date: record.date.as_deref(),
            event: record.event.as_deref(),
            result: record.result.as_deref(),
        }
    };
    JsonChain {
        length: chain.games.len(),
        players: &chain.players,
        chains: chain.count,
        games: chain.games.iter().map(game).collect(),
    }
}
