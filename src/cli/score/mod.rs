//! `shusaku score`: the scores of finished games.

mod all_rules;
mod text;

use std::{
    collections::BTreeMap,
    error::Error,
    fmt::Display,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::text::{CountedGame, text};
use super::{
    cluster::{GameWork, Inputs, Ranks},
    errors::print_error,
    loading::show_loading,
    records::{self, RecordEntry, json_line},
};
use crate::{
    engine::{Judge, ModelChoice},
    rules::Rules,
    sgf::counted_result,
};

#[derive(Clone, Debug, Args)]
pub(super) struct ScoreArgs {
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set to count by [default: the record's, or else chinese]
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
    /// Network that judges the stones with playouts [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Judge the stones by playouts alone
    #[arg(long, conflicts_with = "model")]
    playouts_only: bool,
    /// Print one JSON object per game
    #[arg(long, conflicts_with = "summary")]
    json: bool,
    /// Print only how often the count agrees with the recorded result
    #[arg(long)]
    summary: bool,
    /// Count each game under every named rule set, in one table
    #[arg(long, conflicts_with_all = ["rules", "summary"])]
    all_rules: bool,
}

/// Some games could not be counted.
#[derive(Debug, Error)]
#[error("{failed} of {games} games could not be counted")]
struct ScoreError {
    failed: usize,
    games: usize,
}

/// The results of a game.
#[derive(Serialize, Deserialize)]
struct GameReport {
    /// The lines that are printed without `--summary`.
    text: String,
    /// The reason why the game could not be counted.
    error: Option<String>,
    /// The comparison of the count with the recorded result, if that is one by counting.
    comparison: Option<Comparison>,
}

/// A count beside a recorded result.
#[derive(Serialize, Deserialize)]
struct Comparison {
    file: String,
    rules: String,
    same_winner: bool,
    /// `None` if the record has no margin.
    same_margin: Option<bool>,
}

/// Counts every game of the files and prints the results.
///
/// # Errors
/// The network could not be loaded, or a game could not be read or replayed.
pub(super) fn run(args: &ScoreArgs, ranks: &mut Ranks) -> Result<(), Box<dyn Error>> {
    let inputs =
        Inputs { files: &args.files, model: args.model.as_deref(), options: format!("{args:?}") };
    let Some(reports) = ranks.map(&inputs, || load(args))? else { return Ok(()) };
    let mut output = anstream::stdout().lock();
    for GameReport { text, error, .. } in &reports {
        if !args.summary {
            write!(output, "{text}")?;
        }
        match error {
            Some(error) if !args.json => print_error(error),
            _ => {}
        }
    }
    if args.summary {
        summarize(&reports, &mut output)?;
    }
    let failed = reports.iter().filter(|report| report.error.is_some()).count();
    let games = reports.len();
    if failed > 0 { Err(ScoreError { failed, games }.into()) } else { Ok(()) }
}

/// Loads the network and reads the files.
fn load(args: &ScoreArgs) -> Result<GameWork<GameReport>, Box<dyn Error>> {
    let model = ModelChoice::new(args.model.as_deref(), args.playouts_only);
    let judge = show_loading(|| Judge::of(&model))?;
    let entries = records::read(&args.files);
    let args = args.clone();
    let task = move |entry: &RecordEntry| match args.all_rules {
        true => count_by_all_rules(entry, &judge, args.json),
        false => count(entry, &judge, &args),
    };
    Ok(GameWork { entries, task: Box::new(task) })
}

fn count(entry: &RecordEntry, judge: &Judge, args: &ScoreArgs) -> GameReport {
    let count = score(entry, args.rules.as_ref(), judge);
    let text = match &count {
        _ if args.json => json_line(entry, &count),
        Ok(count) => text(&entry.name(), count),
        Err(_) => String::new(),
    };
    let comparison = count.as_ref().ok().and_then(|count| compare(entry.file(), count));
    GameReport { text, error: error(entry, count), comparison }
}

fn count_by_all_rules(entry: &RecordEntry, judge: &Judge, as_json: bool) -> GameReport {
    let count = all_rules::count(entry, |game| judge.ownership(game));
    let text = match &count {
        _ if as_json => json_line(entry, &count),
        Ok(count) => all_rules::text(&entry.name(), count),
        Err(_) => String::new(),
    };
    GameReport { text, error: error(entry, count), comparison: None }
}

/// The message for a game that could not be counted.
fn error<T>(entry: &RecordEntry, count: Result<T, String>) -> Option<String> {
    count.err().map(|reason| format!("{}: {reason}", entry.name()))
}

fn score(entry: &RecordEntry, rules: Option<&Rules>, judge: &Judge) -> Result<CountedGame, String> {
    let (record, game) = entry.replay(rules)?;
    Ok(CountedGame::new(record, &game, &judge.judge(&game).verdict))
}

/// Compares a recorded result by counting with the result. They differ if the game has no count.
fn compare(file: String, count: &CountedGame) -> Option<Comparison> {
    let recorded = count.recorded.as_deref().and_then(counted_result)?;
    Some(Comparison {
        file,
        rules: count.rules.clone(),
        same_winner: count.is_counted && recorded.winner == count.score.winner(),
        same_margin: recorded
            .has_margin(count.score.margin())
            .map(|is_same| count.is_counted && is_same),
    })
}

/// Number of games with a recorded result by counting, and numbers of counts that agree with it.
#[derive(Default)]
struct Agreement {
    games: usize,
    winner: usize,
    /// Games whose recorded result has a margin.
    margins: usize,
    margin: usize,
}

fn summarize(reports: &[GameReport], output: &mut impl Write) -> io::Result<()> {
    let mut agreements: BTreeMap<(&str, &str), Agreement> = BTreeMap::new();
    let mut all = Agreement::default();
    for comparison in reports.iter().filter_map(|report| report.comparison.as_ref()) {
        let own = agreements.entry((&comparison.file, &comparison.rules)).or_default();
        for agreement in [own, &mut all] {
            agreement.games += 1;
            agreement.winner += usize::from(comparison.same_winner);
            agreement.margins += usize::from(comparison.same_margin.is_some());
            agreement.margin += usize::from(comparison.same_margin == Some(true));
        }
    }
    writeln!(output, "games  winner %  margin %  rules, file")?;
    for ((file, rules), agreement) in &agreements {
        agreement.print(format_args!("{rules}, {file}"), output)?;
    }
    all.print("all", output)
}

impl Agreement {
    fn print(&self, name: impl Display, output: &mut impl Write) -> io::Result<()> {
        let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let winner = percent(self.winner, self.games);
        let margin = percent(self.margin, self.margins);
        writeln!(output, "{:5}  {winner:8.2}  {margin:8.2}  {name}", self.games)
    }
}
