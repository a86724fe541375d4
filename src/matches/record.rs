//! The files of a match: one line of JSON for each finished game, from which a match is resumed, and
//! SGF files.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::fault::Fault;
use crate::{
    board::Color,
    files,
    game::Game,
    sgf::{self, Record},
};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0. Games `2 n` and `2 n + 1` are a pair.
    pub game: u64,
    /// The index of its opening.
    pub opening: u64,
    /// The name of the engine that played Black.
    pub black: String,
    /// The name of the engine that played White.
    pub white: String,
    /// `B+3.5`, `W+R` (resignation), `W+T` (time), `B+F` (another fault), `0`, or `Void` for a game
    /// without result, which counts as a draw.
    pub result: String,
    /// How it ended: passes, move-limit, no-result, resignation, or the name of a fault.
    pub end: String,
    /// The moves, those of the opening included.
    pub moves: Vec<String>,
    /// Seconds that Black and White used.
    pub seconds: [f64; 2],
    /// Seconds of the longest move of Black and White.
    pub longest: [f64; 2],
    /// What Black and White answered to `final_score`, if they were asked.
    pub claims: [Option<String>; 2],
    /// The faults of the engines, and of a referee.
    pub faults: Vec<Fault>,
}

impl GameRecord {
    /// The winner, `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let (winner, _) = self.result.split_once('+')?;
        winner.trim().parse().ok()
    }

    /// Half points of an engine: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, engine: &str) -> u32 {
        match self.winner() {
            None => 1,
            Some(Color::Black) => 2 * u32::from(self.black == engine),
            Some(Color::White) => 2 * u32::from(self.white == engine),
        }
    }
}

/// The state of a match on disk cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Another match writes to the file.
    #[error("{0}: another match writes to this file")]
    Locked(
        /// The file.
        PathBuf,
    ),
    /// A line is not one of a match.
    #[error("{path}, line {line}: expected a game of a match: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file belongs to a match with other settings.
    #[error("{path} has games of another match: its {key} is {found}, expected {expected}")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The setting.
        key: String,
        /// Its value in the file.
        found: Value,
        /// Its value in this match.
        expected: Value,
    },
}

/// The file of finished games.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens or creates a file, and returns it with the games that it has.
    ///
    /// Its first line has the settings of the match, an object. A last line without an end is what a
    /// killed match was writing, and is removed.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be used, is not that of a match, or has other settings.
    pub fn open(
        path: &Path,
        settings: &Value,
    ) -> Result<(ResultsFile, Vec<GameRecord>), RecordError> {
        let failed = |source| RecordError::Io { path: path.into(), source };
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => RecordError::Locked(path.into()),
            TryLockError::Error(source) => failed(source),
        })?;
        file.rewind().map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        let mut results = ResultsFile { path: path.into(), file };
        let mut lines = text[..whole].lines().zip(1..);
        match lines.next() {
            None => results.write(&json!({ "match": settings }))?,
            Some((header, _)) => check_header(path, header, settings)?,
        }
        let games = lines.map(|(text, line)| {
            serde_json::from_str(text).map_err(|error| RecordError::Line {
                path: path.into(),
                line,
                reason: error.to_string(),
            })
        });
        Ok((results, games.collect::<Result<_, _>>()?))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write(game)
    }

    /// Writes a line in one step.
    fn write(&mut self, line: &impl Serialize) -> Result<(), RecordError> {
        let text = serde_json::to_string(line).expect("plain data") + "\n";
        let failed = |source| RecordError::Io { path: self.path.clone(), source };
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(failed)
    }
}

fn check_header(path: &Path, header: &str, settings: &Value) -> Result<(), RecordError> {
    let wrong = |reason: String| RecordError::Line { path: path.into(), line: 1, reason };
    let header: Value = serde_json::from_str(header).map_err(|error| wrong(error.to_string()))?;
    let found = header.get("match").ok_or_else(|| wrong("no settings".to_string()))?;
    let keys = settings.as_object().into_iter().flat_map(|object| object.keys());
    for key in keys {
        let (found, expected) = (&found[key], &settings[key]);
        if found != expected {
            let (found, expected) = (found.clone(), expected.clone());
            return Err(RecordError::OtherMatch {
                path: path.into(),
                key: key.clone(),
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// Writes a game to `game-NUMBER.sgf` in a folder, which is created if necessary.
///
/// # Errors
/// [`RecordError::Io`].
pub fn write_sgf(folder: &Path, game: &Game, record: &GameRecord) -> Result<(), RecordError> {
    let path = folder.join(format!("game-{:06}.sgf", record.game));
    let sgf = Record {
        black: Some(record.black.clone()),
        white: Some(record.white.clone()),
        result: Some(record.result.clone()),
        event: Some(format!("game {}, opening {}, {}", record.game, record.opening, record.end)),
        ..Record::of(game)
    };
    let written = fs::create_dir_all(folder)
        .and_then(|()| files::replace_soon(&path, sgf::write(&sgf).as_bytes()));
    written.map_err(|source| RecordError::Io { path, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn game(number: u64, result: &str) -> GameRecord {
        GameRecord {
            game: number,
            opening: number / 2,
            black: "a".to_string(),
            white: "b".to_string(),
            result: result.to_string(),
            end: "passes".to_string(),
            moves: vec!["E5".to_string()],
            seconds: [1.0, 2.0],
            longest: [1.0, 2.0],
            claims: [None, Some("B+1.5".to_string())],
            faults: Vec::new(),
        }
    }

    #[test]
    fn games_are_read_back_without_the_line_that_a_kill_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let settings = json!({ "komi": 7 });
        let (mut file, games) = ResultsFile::open(&path, &settings).expect("a new file");
        assert!(games.is_empty());
        file.add(&game(0, "B+1.5")).expect("written");
        file.add(&game(1, "W+R")).expect("written");
        let locked = ResultsFile::open(&path, &settings).expect_err("one match at a time");
        assert!(matches!(locked, RecordError::Locked(_)));
        drop(file);
        let mut text = fs::read_to_string(&path).expect("text");
        text.push_str("{\"game\":2,\"ope");
        fs::write(&path, &text).expect("written");
        let (mut file, games) = ResultsFile::open(&path, &settings).expect("the same match");
        assert_eq!(games, [game(0, "B+1.5"), game(1, "W+R")]);
        file.add(&game(2, "0")).expect("written");
        drop(file);
        let (_, games) = ResultsFile::open(&path, &settings).expect("the same match");
        assert_eq!(games.len(), 3);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let open = |text: &str| {
            fs::write(&path, text).expect("written");
            ResultsFile::open(&path, &json!({ "komi": 7 })).map(|_| ()).map_err(|e| e.to_string())
        };
        let name = path.display();
        let other = open("{\"match\":{\"komi\":6}}\n").expect_err("another komi");
        assert_eq!(other, format!("{name} has games of another match: its komi is 6, expected 7"));
        let text = open("some text\n").expect_err("no JSON");
        assert!(text.starts_with(&format!("{name}, line 1: expected a game of a match")), "{text}");
        let line = open("{\"match\":{\"komi\":7}}\n{\"game\":\"x\"}\n").expect_err("not a game");
        assert!(line.starts_with(&format!("{name}, line 2: ")), "{line}");
    }

    #[test]
    fn points_are_those_of_the_result() {
        for (result, points) in [("B+R", 2), ("b+3.5", 2), ("W+0.5", 0), ("0", 1), ("Void", 1)] {
            assert_eq!(game(0, result).half_points("a"), points);
            assert_eq!(game(0, result).half_points("b"), 2 - points);
        }
    }
}
