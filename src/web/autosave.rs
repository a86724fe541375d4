//! The session on disk, so that a game survives the end of the program.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use log::warn;
use serde::{Deserialize, Serialize};

use super::{
    action::{ClockForm, PlayerForm},
    clock::{GameClock, TimeForm, TimeSystem},
    files::read,
    session::{Player, Session},
    tree::GameTree,
};
use crate::sgf::NodeId;

/// Records above this length, in bytes, are not kept.
const MAX_LEN: usize = 8 << 20;

/// A session as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedSession {
    /// The record as SGF.
    record: String,
    /// The index of each node of the cursor's line among its siblings, the game in the file first.
    line: Vec<usize>,
    players: [PlayerForm; 2],
    clock: ClockForm,
    /// Number of handicap stones that Black places.
    #[serde(default)]
    free_handicap: u32,
    /// The file of the record.
    path: Option<PathBuf>,
    /// The name that is shown.
    name: Option<String>,
    /// A hash of the file's content.
    #[serde(default)]
    content: Option<u64>,
}

/// Keeps the session on disk, some time after it has changed. The session of a file is kept apart from
/// that of a board without one.
pub(super) struct Autosave {
    path: Option<PathBuf>,
    /// Held as long as the program runs, so that no other board writes to the same place.
    _lock: Option<File>,
    /// Whether the record has a file, in which its changes are safe once they are saved.
    has_file: bool,
    /// The session when it was written, or its file removed, the last time.
    written: Option<Snapshot>,
    due: Option<Instant>,
}

/// What decides whether a session has to be written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Snapshot {
    version: u64,
    cursor: NodeId,
    /// Whether the record has edits that its file lacks.
    is_dirty: bool,
}

impl Snapshot {
    fn of(session: &Session) -> Snapshot {
        let tree = &session.tree;
        Snapshot { version: tree.version(), cursor: tree.cursor(), is_dirty: tree.is_dirty() }
    }
}

/// Time between a change and its writing.
const AUTOSAVE_DELAY: Duration = Duration::from_millis(500);

/// What is said where another board has the lock.
const IN_USE: &str = "another board keeps the session of this record: here, what is not saved is \
                      lost when the program ends";

/// What is said where unsaved changes came back.
const RESTORED: &str = "unsaved changes of the last session are shown";

impl Autosave {
    /// Keeps the session of a record in a place beside `base`, or nowhere. Returns what to say if
    /// another board does so already.
    pub(super) fn open(
        base: Option<&Path>,
        record: Option<&Path>,
    ) -> (Autosave, Option<&'static str>) {
        let mut autosave = Autosave {
            path: base.map(|base| place(base, record)),
            _lock: None,
            has_file: record.is_some(),
            written: None,
            due: None,
        };
        let note = match autosave.path.as_deref().map(lock) {
            Some(Err(TryLockError::WouldBlock)) => {
                autosave.path = None;
                Some(IN_USE)
            }
            // Writing will say what is wrong with the place.
            Some(Err(TryLockError::Error(_))) | None => None,
            Some(Ok(file)) => {
                autosave._lock = Some(file);
                None
            }
        };
        (autosave, note)
    }

    /// Goes on from the session that was kept, and returns what to say about it. That of a file is
    /// put aside if the file was changed by something else, or if it ended with another record, which
    /// the page had opened or begun.
    pub(super) fn restore(&self, session: &mut Session, now: Instant) -> Option<String> {
        let path = self.path.as_deref()?;
        let saved: SavedSession = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        if !self.has_file {
            restore(session, saved, now)?;
            return None;
        }
        let reason = if saved.path.is_none() {
            "the last session ended with another record, which is in"
        } else if saved.content != session.file.content() {
            "the file has changed since the last session, whose record is in"
        } else {
            restore(session, saved, now)?;
            return Some(RESTORED.to_owned());
        };
        let aside = path.with_extension("old.json");
        fs::rename(path, &aside).ok()?;
        Some(format!("{reason} {}", aside.display()))
    }

    /// When [`update`](Self::update) is to be called next.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Notes a change, and writes what is due.
    pub(super) fn update(&mut self, session: &Session, now: Instant) {
        let present = Snapshot::of(session);
        // A record that was only looked at is not kept.
        let is_saved = self.has_file && !present.is_dirty && self.written.is_some();
        if (present.is_dirty || is_saved) && self.written != Some(present) {
            self.due.get_or_insert(now + AUTOSAVE_DELAY);
        }
        if self.due.is_some_and(|due| due <= now) {
            self.write(session);
        }
    }

    /// Writes a change that is not written yet.
    pub(super) fn finish(&mut self, session: &Session) {
        if self.due.is_some() {
            self.write(session);
        }
    }

    fn write(&mut self, session: &Session) {
        self.due = None;
        self.written = Some(Snapshot::of(session));
        let Some(path) = &self.path else { return };
        if self.has_file && !session.tree.is_dirty() {
            // It may not exist.
            let _ = fs::remove_file(path);
        } else if let Err(error) = write(session, path) {
            warn!("the session cannot be kept in {}: {error}", path.display());
            self.path = None;
        }
    }
}

/// Where the session of a record is kept.
fn place(base: &Path, record: Option<&Path>) -> PathBuf {
    let Some(record) = record else { return base.to_owned() };
    let mut hasher = DefaultHasher::new();
    record.hash(&mut hasher);
    let name = base.file_stem().unwrap_or_default().to_string_lossy();
    base.with_file_name(format!("{name}-{:016x}.json", hasher.finish()))
}

/// Locks a place until the file is dropped, or the program ends in whatever way.
fn lock(path: &Path) -> Result<File, TryLockError> {
    let failed = TryLockError::Error;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let options = OpenOptions::new().write(true).create(true).truncate(false).to_owned();
    let file = options.open(path.with_extension("lock")).map_err(failed)?;
    file.try_lock()?;
    Ok(file)
}

/// Writes a session.
///
/// # Errors
/// The file cannot be written.
fn write(session: &Session, path: &Path) -> io::Result<()> {
    let collection = session.tree.collection();
    let record = collection.write();
    if record.len() > MAX_LEN {
        return Ok(());
    }
    let index = |node: &NodeId| {
        let parent = collection.parent(*node).unwrap_or(NodeId::COLLECTION);
        collection.children(parent).take_while(|child| child != node).count()
    };
    let [black, white] = session.clock.systems().map(TimeForm::from);
    let saved = SavedSession {
        record,
        line: collection.line_to(session.tree.cursor()).iter().map(index).collect(),
        players: session.players.clone().map(|player| player.form()),
        clock: ClockForm { black, white },
        free_handicap: session.free_handicap,
        path: session.file.path.clone(),
        name: session.file.name.clone(),
        content: session.file.content(),
    };
    let text = serde_json::to_string(&saved)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    crate::files::replace_soon(path, text.as_bytes())
}

/// Restores a session that was kept, for review; `None` if its record cannot be read.
fn restore(session: &mut Session, saved: SavedSession, now: Instant) -> Option<()> {
    let (tree, _) = read(saved.record.into_bytes(), None).ok()?;
    let tree = at_line(tree, &saved.line);
    // Another charset is for the bytes of the file, not for those of the session.
    let file = session.file.clone().of(saved.path, saved.name, saved.content);
    let forms = [&saved.clock.black, &saved.clock.white];
    let systems = forms.map(|form| TimeSystem::try_from(form).unwrap_or_default());
    session.replace(tree, file);
    session.players = saved.players.map(|form| Player::of(&form).unwrap_or_default());
    session.clock = GameClock::new(systems);
    session.free_handicap = saved.free_handicap;
    session.tree.mark_dirty();
    // The clock stands until the game goes on.
    session.restore_clock(now);
    session.clock.pause(now);
    Some(())
}

/// The tree with the cursor at the end of a line, as far as it goes.
fn at_line(mut tree: GameTree, line: &[usize]) -> GameTree {
    let mut node = NodeId::COLLECTION;
    for &index in line {
        let Some(child) = tree.collection().children(node).nth(index) else { break };
        node = child;
    }
    if node != NodeId::COLLECTION {
        // A node that cannot be shown leaves the cursor at the root.
        let _ = tree.go_to(node);
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::SavedSession;

    #[test]
    fn a_session_that_was_kept_without_handicap_is_read() {
        let kept = r#"{"record":"(;SZ[9])","line":[0],"players":[{},{}],"clock":{},"path":null,"name":null}"#;
        let saved: SavedSession = serde_json::from_str(kept).expect("a session");
        assert_eq!((saved.free_handicap, saved.content), (0, None));
    }
}
