//! The session on disk, so that a game survives the end of the program.

mod saved;

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use log::warn;

pub(super) use self::saved::SavedSession;
use super::{
    clock::TimeSystem,
    files::hash,
    session::{Player, Session},
};
use crate::{board::Color, files::create_private_folders, sgf::NodeId};

/// Records above this length, in bytes, are not kept.
const MAX_LEN: usize = 8 << 20;

/// Keeps the session on disk, some time after it has changed. The session of a file is kept apart from
/// that of a board without one.
pub(super) struct Autosave {
    path: Option<PathBuf>,
    /// Held as long as the program runs, so that no other board writes to the same file.
    lock: Option<File>,
    /// Whether the record has a file, in which its changes are safe once they are saved.
    has_file: bool,
    /// The session when it was written, or its file removed, the last time.
    written: Option<Snapshot>,
    /// The number of the record of which a warning was shown that it is too long to be kept.
    too_long: Option<u64>,
    due: Option<Instant>,
}

/// The state of a session whose change requires that it is written again.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    version: u64,
    cursor: NodeId,
    players: [Player; 2],
    systems: [TimeSystem; 2],
    /// The present turn of the game, and the time spent in it, in units of [`SPENT_INTERVAL`].
    turn: Option<(NodeId, Color, u64)>,
    /// Whether the record has edits that its file lacks.
    is_dirty: bool,
}

impl Snapshot {
    fn of(session: &Session, now: Instant) -> Snapshot {
        let tree = &session.tree;
        let turn = session.turn_of_game(now);
        Snapshot {
            version: tree.version(),
            cursor: tree.cursor(),
            players: session.players.clone(),
            systems: session.clock.systems(),
            turn: turn.map(|(node, color, spent)| (node, color, spent.as_secs() / SPENT_INTERVAL)),
            is_dirty: tree.is_dirty(),
        }
    }
}

/// Time between a change and its writing.
const AUTOSAVE_DELAY: Duration = Duration::from_millis(500);

/// Seconds of a running clock after which the session is written again.
const SPENT_INTERVAL: u64 = 10;

/// The note that another board has the lock.
const IN_USE: &str = "another board keeps the session of this record: here, what is not saved is \
                      lost when the program ends";

/// The note that unsaved changes were restored.
const RESTORED: &str = "unsaved changes of the last session are shown";

/// The warning that the record is longer than [`MAX_LEN`].
const TOO_LONG: &str = "the record is larger than 8 MiB, so that the session is not kept: what is not \
                        saved is lost when the program ends";

impl Autosave {
    /// Keeps the session of a record at its [`session_path`], or nowhere without `base`. Returns a note if
    /// another board keeps it already.
    pub(super) fn open(
        base: Option<&Path>,
        record: Option<&Path>,
    ) -> (Autosave, Option<&'static str>) {
        let mut autosave = Autosave {
            path: base.map(|base| session_path(base, record)),
            lock: None,
            has_file: record.is_some(),
            written: None,
            too_long: None,
            due: None,
        };
        let note = match autosave.path.as_deref().map(lock) {
            Some(Err(TryLockError::WouldBlock)) => {
                autosave.path = None;
                Some(IN_USE)
            }
            // The error is reported when the session is written.
            Some(Err(TryLockError::Error(_))) | None => None,
            Some(Ok(file)) => {
                autosave.lock = Some(file);
                None
            }
        };
        (autosave, note)
    }

    /// Restores the kept session, and returns a note about it. A session that cannot be read is put
    /// aside, and so is the session of a file if the file has changed since, or if the session
    /// ended with another record, which the page had opened or begun.
    pub(super) fn restore(&self, session: &mut Session, now: Instant) -> Option<String> {
        let path = self.path.as_deref()?;
        let (saved, tree) = match SavedSession::read(path) {
            Ok(read) => read?,
            Err(reason) => {
                return put_aside(path, &format!("the last session cannot be read ({reason}) and"));
            }
        };
        if self.has_file && saved.is_of_other_record() {
            put_aside(path, "the last session ended with another record, which")
        } else if self.has_file && saved.content_hash() != session.file.content_hash {
            put_aside(path, "the file has changed since the last session, whose record")
        } else {
            saved.restore(session, tree, now);
            self.has_file.then(|| RESTORED.to_owned())
        }
    }

    /// The time at which [`update`](Self::update) is to be called next.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Notes a change, and writes the session when that is due.
    pub(super) fn update(&mut self, session: &mut Session, now: Instant) {
        let present = Snapshot::of(session, now);
        let is_saved = self.shows_file(session) && !present.is_dirty && self.written.is_some();
        if (present.is_dirty || is_saved) && self.written.as_ref() != Some(&present) {
            self.due.get_or_insert(now + AUTOSAVE_DELAY);
        }
        if self.due.is_some_and(|due| due <= now) {
            self.write(session, now);
        }
    }

    /// Writes the session if it was written before, or has a change that is not written yet.
    pub(super) fn finish(&mut self, session: &mut Session, now: Instant) {
        if self.due.is_some() || self.written.is_some() {
            self.write(session, now);
        }
    }

    /// Whether the session shows the file that the program was started with.
    fn shows_file(&self, session: &Session) -> bool {
        self.has_file && session.file.path.is_some()
    }

    fn write(&mut self, session: &mut Session, now: Instant) {
        self.due = None;
        let is_dirty = session.tree.is_dirty();
        if !is_dirty && !self.shows_file(session) {
            // A record that was only looked at does not take the place of a kept one.
            return;
        }
        self.written = Some(Snapshot::of(session, now));
        let Some(path) = &self.path else { return };
        if !is_dirty {
            // It may not exist.
            let _ = fs::remove_file(path);
            return;
        }
        let record = session.tree.collection().write();
        if record.len() > MAX_LEN {
            // An older session would be taken for this one.
            let _ = fs::remove_file(path);
            if self.too_long.replace(session.record) != Some(session.record) {
                session.warn(TOO_LONG, now);
            }
            return;
        }
        self.too_long = None;
        if let Err(error) = SavedSession::of(session, record, now).write(path) {
            let message = format!("the session cannot be kept in {}: {error}", path.display());
            warn!("{message}");
            session.warn(&message, now);
            self.path = None;
        }
    }
}

/// Puts a kept session aside, and returns a note of the reason and the new place.
fn put_aside(path: &Path, reason: &str) -> Option<String> {
    let aside = path.with_extension("old.json");
    Some(match fs::rename(path, &aside) {
        Ok(()) => format!("{reason} is in {}", aside.display()),
        Err(error) => format!("{reason} cannot be kept in {}: {error}", aside.display()),
    })
}

/// The path of a record's session: `base`, or a file beside it for a record with a file.
fn session_path(base: &Path, record: Option<&Path>) -> PathBuf {
    let Some(record) = record else { return base.to_owned() };
    let hash = hash(record.as_os_str().as_encoded_bytes());
    let name = base.file_stem().unwrap_or_default().to_string_lossy();
    base.with_file_name(format!("{name}-{hash:016x}.json"))
}

/// Locks the session of a path until the returned file is dropped or the program ends.
fn lock(path: &Path) -> Result<File, TryLockError> {
    let failed = TryLockError::Error;
    if let Some(folder) = path.parent() {
        create_private_folders(folder).map_err(failed)?;
    }
    let options = OpenOptions::new().write(true).create(true).truncate(false).to_owned();
    let file = options.open(path.with_extension("lock")).map_err(failed)?;
    file.try_lock()?;
    Ok(file)
}
