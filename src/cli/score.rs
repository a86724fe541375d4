//! `shusaku score`: the scores of finished games.

use std::{
    collections::BTreeMap,
    error::Error,
    fmt::Display,
    io::{self, Write},
    path::PathBuf,
};

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use thiserror::Error;

use super::{
    all_rules,
    errors::report,
    loading::show_loading,
    records::{self, JsonLine, RecordEntry},
};
use crate::{
    board::{Color, PointSet, Vertex},
    engine::network_ownership,
    features::{HumanProfile, check_inputs},
    game::Game,
    network::{Network, Precision, Symmetry},
    playout::Ownership,
    rules::Rules,
    score::{Score, territory},
    sgf::counted_result,
    status::{Effort, Status, Verdict},
};

#[derive(Clone, Debug, Args)]
pub(super) struct ScoreArgs {
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set to count by [default: the record's, or else chinese]
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
    /// Network that judges the stones [default: playouts]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
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

/// A counted game, as the output has it.
#[derive(Serialize)]
struct CountedGame {
    rules: String,
    recorded: Option<String>,
    result: String,
    black: f64,
    white: f64,
    /// Stones that each player captured in play.
    captures: Captures,
    dead: Vec<String>,
    seki: Vec<String>,
    #[serde(skip)]
    score: Score,
    #[serde(skip)]
    diagram: String,
}

#[derive(Serialize)]
struct Captures {
    black: u32,
    white: u32,
}

/// Counts every game of the files and prints what the options ask for.
///
/// # Errors
/// The network could not be loaded, or a game could not be read or replayed.
pub(super) fn run(args: &ScoreArgs) -> Result<(), Box<dyn Error>> {
    let load = |path: &PathBuf| {
        show_loading(|| Network::load(path, Precision::default(), &check_inputs()))
    };
    let network = args.model.as_ref().map(load).transpose()?;
    let entries = records::read(&args.files);
    if args.all_rules {
        return score_by_all_rules(args, &entries, network.as_ref());
    }
    let counts: Vec<Result<CountedGame, String>> =
        records::map(&entries, |entry| score(entry, args.rules.as_ref(), network.as_ref()));
    let mut output = anstream::stdout().lock();
    for (entry, count) in entries.iter().zip(&counts) {
        match count {
            _ if args.json => {
                serde_json::to_writer(&mut output, &JsonLine::new(entry, count))?;
                writeln!(output)?;
            }
            Ok(_) if args.summary => {}
            Ok(count) => print(&entry.name(), count, &mut output)?,
            Err(reason) => report(format_args!("{}: {reason}", entry.name())),
        }
    }
    if args.summary {
        summarize(&entries, &counts, &mut output)?;
    }
    check_all_counted(&counts)
}

fn score_by_all_rules(
    args: &ScoreArgs,
    entries: &[RecordEntry],
    network: Option<&Network>,
) -> Result<(), Box<dyn Error>> {
    let judged = |game: &Game| match network {
        None => Effort::Full.playout_ownership(game.board()),
        Some(network) => ownership(network, game),
    };
    let counts = records::map(entries, |entry| all_rules::count(entry, judged));
    let mut output = anstream::stdout().lock();
    for (entry, count) in entries.iter().zip(&counts) {
        match count {
            _ if args.json => all_rules::print_json(entry, count, &mut output)?,
            Ok(count) => all_rules::print(&entry.name(), count, &mut output)?,
            Err(reason) => report(format_args!("{}: {reason}", entry.name())),
        }
    }
    check_all_counted(&counts)
}

fn check_all_counted<T>(counts: &[Result<T, String>]) -> Result<(), Box<dyn Error>> {
    let (failed, games) = (counts.iter().filter(|count| count.is_err()).count(), counts.len());
    if failed > 0 { Err(ScoreError { failed, games }.into()) } else { Ok(()) }
}

/// The ownership that a network expects, as precisely as it can.
fn ownership(network: &Network, game: &Game) -> Ownership {
    let human_profile = network.takes_metadata().then_some(HumanProfile::STRONGEST);
    network_ownership(network, human_profile, game, &Symmetry::ALL)
}

fn score(
    entry: &RecordEntry,
    rules: Option<&Rules>,
    network: Option<&Network>,
) -> Result<CountedGame, String> {
    let (record, game) = entry.replay(rules)?;
    let Status { verdict, .. } = match network {
        None => Status::judge(&game),
        Some(network) => Status::judge_by(&game, ownership(network, &game)),
    };
    let score = verdict.score(&game);
    let vertices = |points: PointSet| {
        points.iter().map(|point| Vertex::of(game.size(), point).to_string()).collect()
    };
    Ok(CountedGame {
        rules: game.rules().sgf_name(),
        recorded: record.result.clone(),
        result: score.to_string(),
        black: score.black,
        white: score.white,
        captures: Captures {
            black: game.state().removed(Color::White),
            white: game.state().removed(Color::Black),
        },
        dead: vertices(verdict.judgment.dead),
        seki: vertices(verdict.judgment.seki.unwrap_or(PointSet::EMPTY)),
        score,
        diagram: diagram(&game, &verdict),
    })
}

fn print(name: &str, count: &CountedGame, output: &mut impl Write) -> io::Result<()> {
    let CountedGame { rules, result, black, white, captures, .. } = count;
    let recorded = count.recorded.as_deref().unwrap_or("nothing");
    writeln!(output, "{name}, {rules} rules: {result}, recorded {recorded}")?;
    writeln!(
        output,
        "Black {black}, captures {}; White {white}, captures {}",
        captures.black, captures.white
    )?;
    for (name, points) in [("dead", &count.dead), ("seki", &count.seki)] {
        if !points.is_empty() {
            writeln!(output, "{name}: {}", points.join(" "))?;
        }
    }
    writeln!(output, "{}", count.diagram)
}

/// Draws the board: living stones as `X` and `O`, dead ones in lower case, Black's territory as
/// `+`, White's as `-`, other points as `.`; owners also by color.
fn diagram(game: &Game, verdict: &Verdict) -> String {
    let judgment = &verdict.judgment;
    let owned = territory(&verdict.closed, game.rules(), judgment);
    let mut text = String::new();
    for point in game.size().points() {
        let owner = Color::ALL.into_iter().find(|color| owned[color.index()].contains(point));
        let is_dead = judgment.dead.contains(point);
        let symbol = match (game.board().stone(point), owner) {
            (Some(stone), _) if is_dead => stone.symbol().to_ascii_lowercase(),
            (Some(stone), _) => stone.symbol(),
            (None, Some(Color::Black)) => '+',
            (None, Some(Color::White)) => '-',
            (None, None) => '.',
        };
        let living = game.board().stone(point).filter(|_| !is_dead);
        let style = style(living.or(owner), living.is_some());
        text += &format!("{style}{symbol}{style:#}");
        text += if game.size().column(point) + 1 == game.size().width() { "\n" } else { " " };
    }
    text
}

/// The style of a point of this owner, with a living stone or without.
fn style(owner: Option<Color>, has_stone: bool) -> Style {
    let style = match owner {
        Some(Color::Black) => AnsiColor::Green.on_default(),
        Some(Color::White) => AnsiColor::Cyan.on_default(),
        None => Style::new(),
    };
    if has_stone { style.bold() } else { style }
}

/// Games with a recorded result by counting, and how many counts agree with it.
#[derive(Default)]
struct Agreement {
    games: usize,
    winner: usize,
    margin: usize,
}

fn summarize(
    entries: &[RecordEntry],
    counts: &[Result<CountedGame, String>],
    output: &mut impl Write,
) -> io::Result<()> {
    let mut agreements: BTreeMap<(&str, &str), Agreement> = BTreeMap::new();
    let mut all = Agreement::default();
    for (entry, count) in entries.iter().zip(counts) {
        let Ok(count) = count else { continue };
        let Some(recorded) = count.recorded.as_deref().and_then(counted_result) else { continue };
        let own = agreements.entry((&entry.file, &*count.rules)).or_default();
        for agreement in [own, &mut all] {
            agreement.games += 1;
            agreement.winner += usize::from(recorded.winner == count.score.winner());
            agreement.margin += usize::from(recorded.margin == Some(count.score.margin()));
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
        let percent = |part: usize| 100.0 * part as f64 / self.games.max(1) as f64;
        let (winner, margin) = (percent(self.winner), percent(self.margin));
        writeln!(output, "{:5}  {winner:8.2}  {margin:8.2}  {name}", self.games)
    }
}
