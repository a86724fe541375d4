//! `shusaku score`: the count of finished records.

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

use super::records::{self, Entry, counted};
use crate::{
    board::{Color, PointSet, Vertex},
    game::Game,
    rules::Rules,
    score::{Score, territory},
    status::Status,
};

#[derive(Clone, Debug, Args)]
pub(super) struct ScoreArgs {
    /// Records, each with one game or many.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set to count by, whatever the records name.
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
    /// Print one JSON object a line for each game, for programs.
    #[arg(long, conflicts_with = "summary")]
    json: bool,
    /// Print only how often the winner and the margin are those that the records tell, by file and
    /// rule set.
    #[arg(long)]
    summary: bool,
}

/// A game that was counted, in the words of the output.
#[derive(Serialize)]
struct Count {
    rules: String,
    recorded: Option<String>,
    result: String,
    black: f64,
    white: f64,
    /// Stones that each player took off in play.
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

/// Scores every game of the files and prints what the options ask for.
pub(super) fn run(args: &ScoreArgs) -> Result<(), Box<dyn Error>> {
    let entries = records::read(&args.files);
    let counts: Vec<Result<Count, String>> =
        records::map(&entries, |entry| score(entry, args.rules.as_ref()));
    let mut output = anstream::stdout().lock();
    if args.summary {
        return Ok(summarize(&entries, &counts, &mut output)?);
    }
    for (entry, count) in entries.iter().zip(&counts) {
        if args.json {
            serde_json::to_writer(&mut output, &Line::new(entry, count))?;
            writeln!(output)?;
        } else {
            print(entry, count, &mut output)?;
        }
    }
    Ok(())
}

fn score(entry: &Entry, rules: Option<&Rules>) -> Result<Count, String> {
    let (record, game) = entry.replay(rules)?;
    let status = Status::judge(&game);
    let score = status.score(&game);
    let vertices = |points: PointSet| {
        points.iter().map(|point| Vertex::of(game.size(), point).to_string()).collect()
    };
    Ok(Count {
        rules: game.rules().sgf_name(),
        recorded: record.result.clone(),
        result: score.to_string(),
        black: score.black,
        white: score.white,
        captures: Captures {
            black: game.state().removed(Color::White),
            white: game.state().removed(Color::Black),
        },
        dead: vertices(status.judgement.dead),
        seki: vertices(status.judgement.seki.unwrap_or(PointSet::EMPTY)),
        score,
        diagram: diagram(&game, &status),
    })
}

/// What `--json` prints about a game.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    count: Option<&'a Count>,
}

impl<'a> Line<'a> {
    fn new(entry: &'a Entry, count: &'a Result<Count, String>) -> Line<'a> {
        let error = count.as_ref().err().map(String::as_str);
        Line { file: &entry.file, game: entry.index, error, count: count.as_ref().ok() }
    }
}

fn print(entry: &Entry, count: &Result<Count, String>, output: &mut impl Write) -> io::Result<()> {
    let (file, index) = (&entry.file, entry.index);
    let count = match count {
        Ok(count) => count,
        Err(error) => return writeln!(output, "{file} game {index}: {error}\n"),
    };
    let Count { rules, result, black, white, captures, .. } = count;
    let recorded = count.recorded.as_deref().unwrap_or("nothing");
    writeln!(output, "{file} game {index}, {rules} rules: {result}, recorded {recorded}")?;
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

/// The board: living stones as `X` and `O`, dead ones in small letters, Black's territory as `+`,
/// White's as `-`, and what belongs to nobody as `.`; in colours too.
fn diagram(game: &Game, status: &Status) -> String {
    let judgement = &status.judgement;
    let owned = territory(&status.closed, game.rules(), judgement);
    let mut text = String::new();
    for point in game.size().points() {
        let owner = Color::ALL.into_iter().find(|color| owned[color.index()].contains(point));
        let is_dead = judgement.dead.contains(point);
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

/// How a point of this owner looks, with a living stone or without.
fn style(owner: Option<Color>, has_stone: bool) -> Style {
    let style = match owner {
        Some(Color::Black) => AnsiColor::Green.on_default(),
        Some(Color::White) => AnsiColor::Cyan.on_default(),
        None => Style::new(),
    };
    if has_stone { style.bold() } else { style }
}

/// Games whose record tells of a count, and how many of them were counted alike.
#[derive(Default)]
struct Agreement {
    games: usize,
    winner: usize,
    margin: usize,
}

fn summarize(
    entries: &[Entry],
    counts: &[Result<Count, String>],
    output: &mut impl Write,
) -> io::Result<()> {
    let mut agreements: BTreeMap<(&str, &str), Agreement> = BTreeMap::new();
    let mut all = Agreement::default();
    for (entry, count) in entries.iter().zip(counts) {
        let Ok(count) = count else { continue };
        let Some(recorded) = count.recorded.as_deref().and_then(counted) else { continue };
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
