//! `shusaku review`: analysis of whole games.

use std::{
    collections::HashSet,
    error::Error,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use super::{
    errors::print_error,
    loading::show_loading,
    memory::search_memory,
    review_file::{ReviewFile, Source},
    review_output::print,
    values::{finite_number, integer, precision, seconds, svg_file},
};
use crate::{
    engine::{Analyzer, ModelChoice, Options},
    network::Precision,
    review::{AnnotateOptions, Overrides, ReviewLimits, Thresholds},
    rules::Rules,
    stderr,
    threads::cores,
};

/// Visits of a position.
const DEFAULT_VISITS: u64 = 2000;

/// Limit of `--visits`.
const MAX_VISITS: u64 = 1 << 30;

#[derive(Clone, Debug, Args)]
pub(super) struct ReviewArgs {
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Visits per position [default: 2000, or no limit with --seconds]
    #[arg(long, value_name = "N", value_parser = integer::<u64>(2..=MAX_VISITS), allow_negative_numbers = true)]
    visits: Option<u64>,
    /// Max seconds per position [default: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// KataGo network [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Analyze without a network
    #[arg(long, conflicts_with = "model")]
    playouts_only: bool,
    /// Network arithmetic: auto, f32, int16, bf16 or int8
    #[arg(long, value_name = "TYPE", default_value = "auto", value_parser = precision)]
    precision: Precision,
    /// Rule set [default: the record's, or else chinese]
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    rules: Option<Rules>,
    /// Komi [default: the record's, or else the rule set's]
    #[arg(long, value_name = "POINTS", value_parser = finite_number, allow_negative_numbers = true)]
    komi: Option<f64>,
    /// Folder of the reviewed files [default: that of each file]
    #[arg(short, long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=1024), allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Memory in MiB [default: 1/4 of the RAM, up to 2048]
    #[arg(long, value_name = "MIB", value_parser = integer::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Bad moves of each player that are marked and listed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = integer::<usize>(0..=1000), allow_negative_numbers = true)]
    pub(super) worst: usize,
    /// Better lines that are added as variations at a marked move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<usize>(0..=10), allow_negative_numbers = true)]
    variations: usize,
    /// Lost points at which inaccuracies, mistakes and blunders begin
    #[arg(long, value_name = "A,B,C", default_value_t, allow_negative_numbers = true)]
    pub(super) thresholds: Thresholds,
    /// Print one JSON object per game
    #[arg(long)]
    pub(super) json: bool,
    /// File of the graph, for a single game [default: NAME.review.svg]
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    graph: Option<PathBuf>,
    /// Draw no graph
    #[arg(long, conflicts_with = "graph")]
    no_graph: bool,
    /// Add no comments
    #[arg(long)]
    no_comments: bool,
    /// Add no values for KaTrain, most of the size of a reviewed file
    #[arg(long)]
    no_katrain: bool,
    /// Review again what is reviewed already
    #[arg(long)]
    force: bool,
}

/// Some games were not reviewed, or not all of their moves.
#[derive(Debug, Error)]
#[error("{failed} of {games} games could not be reviewed to the end")]
struct ReviewFailure {
    failed: usize,
    games: usize,
}

/// Several games for one graph.
#[derive(Debug, Error)]
#[error("--graph is for a single game: {0} given; without it each game has a graph of its own")]
struct GraphError(usize);

/// The analyzer, the options and the progress bar for the files of a call.
pub(super) struct Reviewer {
    pub(super) analyzer: Analyzer,
    pub(super) limits: ReviewLimits,
    pub(super) threads: usize,
    pub(super) annotate: AnnotateOptions,
    pub(super) thresholds: Thresholds,
    /// The settings that the values depend on, beside the file.
    pub(super) settings: String,
    pub(super) bar: ProgressBar,
}

/// Reviews every game of the files and prints the results.
///
/// # Errors
/// The network cannot be loaded, or a file or a game could not be reviewed to its end.
pub(super) fn run(args: &ReviewArgs) -> Result<(), Box<dyn Error>> {
    let overrides = Overrides { rules: args.rules.clone(), komi: args.komi };
    let mut files = open_files(args, &overrides);
    let games = |file: &Result<ReviewFile, String>| file.as_ref().map_or(1, |f| f.games.len());
    let count: usize = files.iter().map(games).sum();
    if args.graph.is_some() && count > 1 {
        return Err(GraphError(count).into());
    }
    let open = files.iter().flatten().filter(|file| file.source == Source::Given);
    let positions: usize = open.map(ReviewFile::position_count).sum();
    let reviewer = if positions > 0 { Some(reviewer(args, positions)?) } else { None };
    note_missing_rules(files.iter().flatten());
    let mut failed = 0;
    for file in &mut files {
        let reviewed = match file {
            Ok(file) => review(file, reviewer.as_ref(), args),
            Err(reason) => Err(reason.as_str().into()),
        };
        match reviewed {
            Ok(failures) => failed += failures,
            Err(error) if super::run::is_broken_pipe(&*error) => return Err(error),
            Err(error) => {
                failed += games(file);
                beside_bar(reviewer.as_ref(), || print_error(error));
            }
        }
    }
    if let Some(reviewer) = &reviewer {
        reviewer.bar.finish_and_clear();
    }
    if failed > 0 { Err(ReviewFailure { failed, games: count }.into()) } else { Ok(()) }
}

/// Reads the files, each once. Two of them must not be written to one place.
fn open_files(args: &ReviewArgs, overrides: &Overrides) -> Vec<Result<ReviewFile, String>> {
    let mut places = HashSet::new();
    let open = |path: &PathBuf| {
        let file = ReviewFile::open(path, args.out_dir.as_deref(), args.force, overrides)?;
        // A graph has the name of its review, and is also written where the review is there already.
        let place = if args.no_graph { &file.output } else { &file.graph };
        if places.insert(place.clone()) {
            return Ok(file);
        }
        Err(format!(
            "{}: the review of another given file is written to the same place, {}: review them in \
             separate calls, each with another --out-dir",
            path.display(),
            place.display()
        ))
    };
    distinct(&args.files).map(open).collect()
}

/// The paths without those that name the same file as an earlier one.
fn distinct(paths: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    let mut seen = HashSet::new();
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    paths.iter().filter(move |path| seen.insert(place(path)))
}

/// Reviews a file, unless it is reviewed already, and prints its games. Returns the number of games
/// that could not be reviewed to the end.
fn review(
    file: &mut ReviewFile,
    reviewer: Option<&Reviewer>,
    args: &ReviewArgs,
) -> Result<usize, Box<dyn Error>> {
    if let Some(reviewer) = reviewer.filter(|_| file.source == Source::Given) {
        file.review(reviewer)?;
    }
    let graph = match (&args.graph, args.no_graph) {
        (_, true) => None,
        (Some(path), _) => Some(path.clone()),
        (None, _) => Some(file.graph.clone()),
    };
    beside_bar(reviewer, || print(file, graph.as_deref(), args))?;
    Ok(file.games.iter().filter(|game| game.as_ref().map_or(true, |g| g.fault.is_some())).count())
}

/// Prints something without disturbing the progress bar.
fn beside_bar<T>(reviewer: Option<&Reviewer>, prints: impl FnOnce() -> T) -> T {
    match reviewer {
        Some(reviewer) => reviewer.bar.suspend(prints),
        None => prints(),
    }
}

/// Notes once under which rules the records without a known rule set are reviewed.
fn note_missing_rules<'f>(files: impl Iterator<Item = &'f ReviewFile>) {
    let games = files.filter(|file| file.source == Source::Given).flat_map(|file| &file.games);
    let games: Vec<_> = games.flatten().collect();
    let missing = games.iter().filter(|game| !game.has_rules).count();
    if missing > 0 {
        let rules = Rules::OF_UNMARKED_RECORDS.sgf_name();
        stderr::line(format_args!(
            "note: no known rule set in {missing} of {} games: they are reviewed under {rules} \
             rules; --rules NAME chooses others",
            games.len()
        ));
    }
}

fn reviewer(args: &ReviewArgs, positions: usize) -> Result<Reviewer, Box<dyn Error>> {
    let threads = args.threads.unwrap_or_else(cores);
    let model = ModelChoice::new(args.model.as_deref(), args.playouts_only);
    let memory = search_memory(args.memory);
    let options = Options { model, precision: args.precision, memory, ..Options::default() };
    let analyzer = show_loading(|| Analyzer::new(&options, threads, false))?;
    let engine = analyzer.network().map_or("shusaku", |network| network.name()).to_string();
    let visits = args.visits.unwrap_or(match args.seconds {
        None => DEFAULT_VISITS,
        Some(_) => MAX_VISITS,
    });
    let limits = ReviewLimits { visits, time: args.seconds.map(Duration::from_secs_f64) };
    let rules = args.rules.as_ref().map(Rules::to_json);
    let settings = format!("{limits:?} {engine} {rules:?} {:?}", args.komi);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(positions as u64).with_style(style.expect("a template"));
    bar.enable_steady_tick(Duration::from_secs(1));
    let annotate = AnnotateOptions {
        worst: args.worst,
        variations: args.variations,
        comments: !args.no_comments,
        katrain: !args.no_katrain,
        engine,
    };
    let thresholds = args.thresholds;
    Ok(Reviewer { analyzer, limits, threads, annotate, thresholds, settings, bar })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_given_twice_was_taken_for_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.sgf"), "").expect("a file");
        std::fs::write(path("b.sgf"), "").expect("a file");
        let given = ["a.sgf", "./a.sgf", "b.sgf", "none.sgf", "a.sgf"].map(path);
        let kept = ["a.sgf", "b.sgf", "none.sgf"].map(path);
        assert_eq!(distinct(&given).collect::<Vec<_>>(), kept.each_ref());
    }
}
