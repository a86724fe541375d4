//! `shusaku score`: the count of finished records.

use std::{
    collections::BTreeMap,
    error::Error,
    fmt::Display,
    io::Write,
    path::PathBuf,
};

use anstyle::{AnsiColor, Style};
use clap::Args;
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;
use serde::Serialize;

use super::records::{self, Entry, counted};
use crate::{
    board::{Color, Point, PointSet, Vertex},
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

/// A game that was counted.
struct Count {
    game: Game,
    status: Status,
    score: Score,
    recorded: Option<String>,
}

/// Scores every game of the files and prints what the options ask for.
pub(super) fn run(args: &ScoreArgs) -> Result<(), Box<dyn Error>> {
    let entries = records::read(&args.files);
    let counts: Vec<Result<Count, String>> = entries
        .par_iter()
        .progress_with(records::progress(entries.len()))
        .map(|entry| score(entry, args.rules.as_ref()))
        .collect();
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
    Ok(Count { score: status.score(&game), status, game, recorded: record.result.clone() })
}

/// What `--json` prints about a game.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    count: Option<CountLine<'a>>,
}

#[derive(Serialize)]
struct CountLine<'a> {
    rules: String,
    recorded: Option<&'a str>,
    result: String,
    black: f64,
    white: f64,
    dead: Vec<String>,
    seki: Vec<String>,
}

impl<'a> Line<'a> {
    fn new(entry: &'a Entry, count: &'a Result<Count, String>) -> Line<'a> {
        Line {
            file: &entry.file,
            game: entry.index,
            error: count.as_ref().err().map(String::as_str),
            count: count.as_ref().ok().map(|count| CountLine {
                rules: rules_name(&count.game),
                recorded: count.recorded.as_deref(),
                result: count.score.to_string(),
                black: count.score.black,
                white: count.score.white,
                dead: vertices(count, &count.status.judgement.dead),
                seki: vertices(count, &count.seki()),
            }),
        }
    }
}

impl Count {
    fn seki(&self) -> PointSet {
        self.status.judgement.seki.unwrap_or(PointSet::EMPTY)
    }
}

fn rules_name(game: &Game) -> String {
    game.rules().sgf_name()
}

fn vertices(count: &Count, points: &PointSet) -> Vec<String> {
    points.iter().map(|point| Vertex::of(count.game.size(), point).to_string()).collect()
}

fn print(
    entry: &Entry,
    count: &Result<Count, String>,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let (file, index) = (&entry.file, entry.index);
    let count = match count {
        Ok(count) => count,
        Err(error) => return writeln!(output, "{file} game {index}: {error}\n"),
    };
    let recorded = count.recorded.as_deref().unwrap_or("nothing");
    writeln!(output, "{file} game {index}, {} rules: {}, recorded {recorded}", rules_name(&count.game), count.score)?;
    let removed = Color::ALL.map(|color| count.game.state().removed(color.opponent()));
    let Score { black, white } = count.score;
    writeln!(output, "Black {black}, White {white}; captures: Black {}, White {}", removed[0], removed[1])?;
    let lists = [("dead", &count.status.judgement.dead), ("seki", &count.seki())];
    for (name, points) in lists.into_iter().filter(|(_, points)| !points.is_empty()) {
        writeln!(output, "{name}: {}", vertices(count, points).join(" "))?;
    }
    writeln!(output, "{}", diagram(count))
}

/// The board: `X` and `O` stones, dead ones in small letters, territory as `+` (Black's) and `-`
/// (White's), neutral points as `.`; in colour, for terminals.
fn diagram(count: &Count) -> String {
    let game = &count.game;
    let owned = territory(game.board(), game.rules(), &count.status.judgement);
    let mut text = String::new();
    for point in game.size().points() {
        let owner = Color::ALL.into_iter().find(|color| owned[color.index()].contains(point));
        let (symbol, style) = look(count, point, owner);
        text += &format!("{style}{symbol}{style:#}");
        text += if game.size().column(point) + 1 == game.size().width() { "\n" } else { " " };
    }
    text
}

fn look(count: &Count, point: Point, owner: Option<Color>) -> (char, Style) {
    let judgement = &count.status.judgement;
    let color = |color: Color| match color {
        Color::Black => AnsiColor::Green,
        Color::White => AnsiColor::Cyan,
    };
    let of_owner = owner.map_or(Style::new(), |owner| color(owner).on_default());
    match count.game.board().stone(point) {
        Some(stone) if judgement.dead.contains(point) => {
            (stone.symbol().to_ascii_lowercase(), AnsiColor::Red.on_default())
        }
        Some(stone) if count.seki().contains(point) => {
            (stone.symbol(), AnsiColor::Yellow.on_default())
        }
        Some(stone) => (stone.symbol(), color(stone).on_default().bold()),
        None => (owner.map_or('.', |owner| ['+', '-'][owner.index()]), of_owner),
    }
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
) -> std::io::Result<()> {
    let mut agreements: BTreeMap<(&str, String), Agreement> = BTreeMap::new();
    let mut all = Agreement::default();
    for (entry, count) in entries.iter().zip(counts) {
        let Ok(count) = count else { continue };
        let Some(recorded) = count.recorded.as_deref().and_then(counted) else { continue };
        let own = agreements.entry((&entry.file, rules_name(&count.game))).or_default();
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
    fn print(&self, name: impl Display, output: &mut impl Write) -> std::io::Result<()> {
        let percent = |part: usize| 100.0 * part as f64 / self.games.max(1) as f64;
        let (winner, margin) = (percent(self.winner), percent(self.margin));
        writeln!(output, "{:5}  {winner:8.2}  {margin:8.2}  {name}", self.games)
    }
}
