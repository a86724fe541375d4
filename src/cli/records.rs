//! The games of record files, and what they say about their result.

use std::{
    fs,
    num::NonZero,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    board::Color,
    engine::STACK,
    game::Game,
    rules::Rules,
    sgf::{self, Record},
};

/// One game of a file.
pub(super) struct Entry {
    /// The file, as it was named.
    pub(super) file: String,
    /// The place of the game in the file, from 0.
    pub(super) index: usize,
    /// The record, or what is wrong with it or with its file.
    pub(super) record: Result<Record, String>,
}

/// All games of these files, in their order. A file that cannot be read is one faulty entry.
pub(super) fn read(files: &[PathBuf]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for path in files {
        let file = path.display().to_string();
        let records: Vec<Result<Record, String>> = match fs::read(path) {
            Ok(bytes) => {
                let games = sgf::read_collection(&bytes).into_iter();
                games.map(|game| game.map_err(|error| error.to_string())).collect()
            }
            Err(error) => vec![Err(error.to_string())],
        };
        let numbered = records.into_iter().enumerate();
        entries.extend(numbered.map(|(index, record)| Entry { file: file.clone(), index, record }));
    }
    entries
}

impl Entry {
    /// The record with its game at the end, under `rules` or else what the record names; Chinese
    /// rules if it names none.
    ///
    /// # Errors
    /// In words, if the record cannot be read or played.
    pub(super) fn replay(&self, rules: Option<&Rules>) -> Result<(&Record, Game), String> {
        let record = self.record.as_ref().map_err(Clone::clone)?;
        let unnamed = Rules::preset("chinese").expect("a preset");
        let defaults = Game::new(record.size, unnamed);
        let mut game = record.replay(&defaults, None).map_err(|error| error.to_string())?;
        if let Some(rules) = rules {
            game.set_rules(rules.clone());
        }
        Ok((record, game))
    }
}

/// What `work` makes of every entry, several at a time, with a bar on standard error if that is a
/// terminal.
///
/// These are no threads of rayon's: one that waits for its playouts there would begin on the next
/// entry, and the next, until its stack is full.
pub(super) fn map<T: Send>(entries: &[Entry], work: impl Fn(&Entry) -> T + Sync) -> Vec<T> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(entries.len() as u64).with_style(style.expect("a template"));
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new(entries.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
                while let Some((place, entry)) = take(entries, &next) {
                    let result = work(entry);
                    results.lock().expect("no thread panics here")[place] = Some(result);
                    bar.inc(1);
                }
            });
            thread.expect("the system has room for a thread");
        }
    });
    bar.finish_and_clear();
    let results = results.into_inner().expect("no thread panics here");
    results.into_iter().map(|result| result.expect("every entry was taken")).collect()
}

/// The next entry that no thread has taken yet, with its place.
fn take<'a>(entries: &'a [Entry], next: &AtomicUsize) -> Option<(usize, &'a Entry)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, entries.get(place)?))
}

/// A result that was decided by counting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    /// By how many points Black won, negative if White did; `None` where only the winner is told.
    pub(super) margin: Option<f64>,
    /// Who won; `None` for a draw.
    pub(super) winner: Option<Color>,
}

/// What the value of RE says, if it tells of a count: `B+3.5`, `W+`, `0` or `Draw`.
pub(super) fn counted(result: &str) -> Option<Counted> {
    let result = result.trim();
    if result == "0" || result.eq_ignore_ascii_case("draw") {
        return Some(Counted { margin: Some(0.0), winner: None });
    }
    let (winner, points) = result.split_once('+')?;
    let winner: Color = winner.trim().parse().ok()?;
    let sign = if winner == Color::Black { 1.0 } else { -1.0 };
    let margin = match points.trim() {
        "" => None,
        points => Some(sign * points.replace(',', ".").parse::<f64>().ok()?),
    };
    Some(Counted { margin, winner: Some(winner) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_by_counting_are_told_from_others() {
        let black = Counted { margin: Some(3.5), winner: Some(Color::Black) };
        assert_eq!(counted("B+3.5"), Some(black));
        assert_eq!(counted("b+3,5 "), Some(black));
        assert_eq!(counted("W+12").and_then(|result| result.margin), Some(-12.0));
        assert_eq!(counted("W+"), Some(Counted { margin: None, winner: Some(Color::White) }));
        assert_eq!(counted("Draw").map(|result| result.winner), Some(None));
        for other in ["B+R", "W+Time", "B+F", "Void", "?", "", "3.5"] {
            assert_eq!(counted(other), None, "{other}");
        }
    }
}
