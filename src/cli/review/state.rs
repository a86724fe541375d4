//! The values that a review has found so far, in a file from which an interrupted review goes on.
//!
//! The first line names the reviewed file by its digest and the settings; each further line has the
//! values of one position.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::Mutex,
};

use serde_json::{Value, json};

use crate::review::{PositionValues, ReviewGame, ReviewJob, from_json, to_json};

/// The beginning of every heading.
const HEADING_START: &[u8] = b"{\"review\":";

/// The file of an interrupted review, or of one in progress.
pub(super) struct ReviewState {
    file: Mutex<File>,
    /// The lines of an earlier run.
    known: Vec<Value>,
}

impl ReviewState {
    /// Opens or creates the file. Values that were found with other settings or for another file
    /// are dropped.
    ///
    /// # Errors
    /// The file cannot be written, another process is using it, or it is not the state of a review.
    pub(super) fn open(path: &Path, digest: &str, settings: &str) -> io::Result<ReviewState> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another review of the file is in progress"));
            }
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // A process that was killed may have left only the beginning of the heading.
        if !text.starts_with(HEADING_START) && !HEADING_START.starts_with(&text) {
            return Err(io::Error::other("the file exists and is not the state of a review"));
        }
        let heading = json!({ "review": 1, "source": digest, "settings": settings });
        let (mut len, mut known) = (0, Vec::new());
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            // The last line may be incomplete.
            let Ok(value) = serde_json::from_slice::<Value>(line) else { break };
            if !line.ends_with(b"\n") || (len == 0 && value != heading) {
                break;
            }
            if len > 0 {
                known.push(value);
            }
            len += line.len();
        }
        file.set_len(len as u64)?;
        file.seek(SeekFrom::End(0))?;
        if len == 0 {
            file.write_all(format!("{heading}\n").as_bytes())?;
        }
        Ok(ReviewState { file: Mutex::new(file), known })
    }

    /// Sets the values that an earlier run has found.
    pub(super) fn read_into(
        &mut self,
        games: &[Result<ReviewGame, String>],
        values: &mut [Vec<Option<PositionValues>>],
    ) {
        for line in std::mem::take(&mut self.known) {
            let index = |key: &str| line[key].as_u64().map(|index| index as usize);
            let (Some(game), Some(position)) = (index("game"), index("position")) else { continue };
            let Some(Ok(known)) = games.get(game) else { continue };
            if let Some(slot) = values[game].get_mut(position) {
                *slot = from_json(&line["values"], known.size());
            }
        }
    }

    /// Adds the values of a position.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn append(&self, job: &ReviewJob<'_>, values: &PositionValues) -> io::Result<()> {
        let line = json!({
            "game": job.game_index,
            "position": job.position,
            "values": to_json(values, job.game.size()),
        });
        let mut file = self.file.lock().expect("no thread panics with it");
        file.write_all(format!("{line}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_was_no_state_of_a_review_was_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.review.sgf.part");
        let is_opened = |text: &str| {
            fs::write(&path, text).expect("written");
            ReviewState::open(&path, "0", "visits: 6").is_ok()
        };
        for text in ["notes\n", "[]", "{\"reviews\":1}\n"] {
            assert!(!is_opened(text), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        for text in ["", "{\"rev", "{\"review\":1,\"settings\":\"\"}\n"] {
            assert!(is_opened(text), "{text}");
        }
    }
}
