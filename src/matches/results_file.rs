//! The files of a match: one line of JSON for each finished game, from which a match is resumed, and
//! SGF files.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::game_record::GameRecord;
use crate::{
    files,
    game::Game,
    sgf::{self, Record},
};

/// The state of a match on disk cannot be used.
#[derive(Debug, Error)]
pub enum ResultsFileError {
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
        /// The reason.
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
pub(super) struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens or creates a file, and returns it with the games that it has.
    ///
    /// Its first line has the settings of the match, an object. A last line without an end was cut
    /// off when a match was killed, and is removed. Other files are refused and stay as they are.
    ///
    /// # Errors
    /// [`ResultsFileError`] if the file cannot be used, is not that of a match, or has other settings.
    pub(super) fn open(
        path: &Path,
        settings: &Value,
    ) -> Result<(ResultsFile, Vec<GameRecord>), ResultsFileError> {
        let failed = |source| ResultsFileError::Io { path: path.into(), source };
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsFileError::Locked(path.into()),
            TryLockError::Error(source) => failed(source),
        })?;
        file.rewind().map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // The cut may lie within a character.
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines().zip(1..);
        let first = lines.next().map(|(first, _)| first);
        let header = json!({ "match": settings });
        match first {
            Some(first) => check_header(path, first, settings)?,
            None if line_of(&header).as_bytes().starts_with(&bytes) => {}
            None => return Err(no_settings(path)),
        }
        file.set_len(whole as u64).map_err(failed)?;
        let mut results = ResultsFile { path: path.into(), file };
        if first.is_none() {
            results.write(&header)?;
        }
        let games = lines.map(|(text, line)| {
            serde_json::from_str(text).map_err(|error| ResultsFileError::Line {
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
    /// [`ResultsFileError::Io`].
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), ResultsFileError> {
        self.write(game)
    }

    /// Writes a line in one step.
    fn write(&mut self, line: &impl Serialize) -> Result<(), ResultsFileError> {
        let text = line_of(line);
        let failed = |source| ResultsFileError::Io { path: self.path.clone(), source };
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(failed)
    }
}

/// A line of the file, with its end.
fn line_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("plain data") + "\n"
}

fn wrong_first_line(path: &Path, reason: String) -> ResultsFileError {
    ResultsFileError::Line { path: path.into(), line: 1, reason }
}

fn no_settings(path: &Path) -> ResultsFileError {
    wrong_first_line(path, "no settings".to_string())
}

fn check_header(path: &Path, header: &str, settings: &Value) -> Result<(), ResultsFileError> {
    let header: Value =
        serde_json::from_str(header).map_err(|error| wrong_first_line(path, error.to_string()))?;
    let found = header.get("match").ok_or_else(|| no_settings(path))?;
    let keys = settings.as_object().into_iter().flat_map(|object| object.keys());
    for key in keys {
        let (found, expected) = (&found[key], &settings[key]);
        if found != expected {
            let (found, expected) = (found.clone(), expected.clone());
            return Err(ResultsFileError::OtherMatch {
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
/// [`ResultsFileError::Io`].
pub(super) fn write_sgf(
    folder: &Path,
    game: &Game,
    record: &GameRecord,
) -> Result<(), ResultsFileError> {
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
    written.map_err(|source| ResultsFileError::Io { path, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::game_record::tests::game;

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
        assert!(matches!(locked, ResultsFileError::Locked(_)));
        drop(file);
        let mut text = fs::read_to_string(&path).expect("text");
        text.push_str("{\"game\":2,\"black\":\"é");
        // The cut is within the last character.
        fs::write(&path, &text.as_bytes()[..text.len() - 1]).expect("written");
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
        let record = open("(;SZ[9])").expect_err("a record without the end of a line");
        assert!(record.starts_with(&format!("{name}, line 1: ")), "{record}");
        assert_eq!(fs::read_to_string(&path).expect("text"), "(;SZ[9])");
    }

    #[test]
    fn a_match_that_was_killed_in_its_first_line_is_started_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        for cut in ["", "{\"match\":{\"ko"] {
            fs::write(&path, cut).expect("written");
            let (_, games) = ResultsFile::open(&path, &json!({ "komi": 7 })).expect("this match");
            assert!(games.is_empty());
            let text = fs::read_to_string(&path).expect("text");
            assert_eq!(text, "{\"match\":{\"komi\":7}}\n");
        }
    }
}
