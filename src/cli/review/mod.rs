//! `shusaku review`: analysis of whole games.

mod earlier;
mod file;
mod options;
mod output;
mod reviewer;
mod state;

use std::{
    collections::HashSet,
    error::Error,
    path::{Path, PathBuf},
};

use thiserror::Error;

pub(super) use self::options::ReviewArgs;
use self::{
    file::{ReviewFile, Source},
    output::print,
    reviewer::Reviewer,
};
use super::errors::{is_broken_pipe, print_error};
use crate::{review::Overrides, rules::Rules, stderr};

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
    let reviewer = if positions > 0 { Some(Reviewer::new(args, positions)?) } else { None };
    note_missing_rules(files.iter().flatten());
    let mut failed = 0;
    for file in &mut files {
        let reviewed = match file {
            Ok(file) => review(file, reviewer.as_ref(), args),
            Err(reason) => Err(reason.as_str().into()),
        };
        match reviewed {
            Ok(failures) => failed += failures,
            Err(error) if is_broken_pipe(&*error) => return Err(error),
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
