//! The games of SGF files and their recorded results.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{
    game::Game,
    rules::Rules,
    sgf::{self, Record},
    threads::cores,
};

/// One game of a file.
pub(super) struct RecordEntry {
    /// The path as given.
    pub(super) path: PathBuf,
    /// The game's index in the file, from 0; `None` if no game could be read from the file.
    pub(super) index: Option<usize>,
    /// The record, or the reason why it or its file cannot be read.
    pub(super) record: Result<Record, String>,
}

/// Reads all games of the files, in order. A file without a readable game is one entry.
pub(super) fn read(files: &[PathBuf]) -> Vec<RecordEntry> {
    files.iter().flat_map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Vec<RecordEntry> {
    let entry = |index, record| RecordEntry { path: path.to_owned(), index, record };
    let records = match fs::read(path) {
        Ok(bytes) => sgf::read_collection(&bytes),
        Err(error) => return vec![entry(None, Err(error.to_string()))],
    };
    let has_games = !matches!(records[..], [Err(_)]);
    let records = records.into_iter().map(|record| record.map_err(|error| error.to_string()));
    let indexed = records.enumerate();
    indexed.map(|(index, record)| entry(has_games.then_some(index), record)).collect()
}

impl RecordEntry {
    /// The path as text.
    pub(super) fn file(&self) -> String {
        self.path.display().to_string()
    }

    /// The file and, if it holds games, the index of the game.
    pub(super) fn name(&self) -> String {
        match self.index {
            Some(index) => format!("{} game {index}", self.file()),
            None => self.file(),
        }
    }

    /// Returns the record and its final position, under `rules`, or else the record's rule set, or
    /// else [`Rules::OF_UNMARKED_RECORDS`].
    ///
    /// # Errors
    /// The record cannot be read or replayed.
    pub(super) fn replay(&self, rules: Option<&Rules>) -> Result<(&Record, Game), String> {
        let record = self.record.as_ref().map_err(Clone::clone)?;
        let defaults = Game::new(record.size, Rules::OF_UNMARKED_RECORDS);
        let mut game = record.replay(&defaults, None).map_err(|error| error.to_string())?;
        if let Some(rules) = rules {
            game.set_rules(rules.clone());
        }
        Ok((record, game))
    }
}

/// The output of `--json` for one game: its count, or the reason why it has none.
#[derive(Serialize)]
struct JsonLine<'a, T: Serialize> {
    file: String,
    /// The game's index in the file, from 0; left out if no game could be read from the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    count: Option<&'a T>,
}

/// The line of `--json` for one game.
pub(super) fn json_line<T: Serialize>(entry: &RecordEntry, count: &Result<T, String>) -> String {
    let error = count.as_ref().err().map(String::as_str);
    let line =
        JsonLine { file: entry.file(), game: entry.index, error, count: count.as_ref().ok() };
    serde_json::to_string(&line).expect("texts and numbers") + "\n"
}

/// A progress bar for games, which hides itself unless standard error is a terminal.
pub(super) fn progress(games: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(games as u64).with_style(style.expect("a template"))
}

/// Applies `work` to every entry in parallel, with a progress bar.
///
/// The threads are not rayon's: a rayon thread that waits for playouts would steal the next entry,
/// and the next, until its stack overflows.
pub(super) fn map<T: Send>(
    entries: &[RecordEntry],
    work: impl Fn(&RecordEntry) -> T + Sync,
) -> Vec<T> {
    let bar = progress(entries.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new(entries.iter().map(|_| None).collect());
    let work = || {
        while let Some((index, entry)) = take(entries, &next) {
            let result = work(entry);
            results.lock().expect("no thread panics here")[index] = Some(result);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..cores() {
            // If the system refuses a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    bar.finish_and_clear();
    let results = results.into_inner().expect("no thread panics here");
    results.into_iter().map(|result| result.expect("every entry was taken")).collect()
}

/// Returns the next entry that no thread has taken, with its index.
fn take<'a>(entries: &'a [RecordEntry], next: &AtomicUsize) -> Option<(usize, &'a RecordEntry)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, entries.get(index)?))
}
