//! The session on disk, so that a game survives the end of the program.

use std::{
    fs, io,
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
    /// The file of the record, and whether the record differs from it.
    path: Option<PathBuf>,
    name: Option<String>,
}

/// Keeps the session on disk, some time after it has changed.
pub(super) struct Autosave {
    path: Option<PathBuf>,
    /// The version of the record and the cursor that are on disk.
    kept: (u64, NodeId),
    due: Option<Instant>,
}

/// Time between a change and its writing.
const AUTOSAVE_DELAY: Duration = Duration::from_millis(500);

impl Autosave {
    /// Keeps sessions in this file, or nowhere.
    pub(super) const fn new(path: Option<PathBuf>) -> Autosave {
        Autosave { path, kept: (0, NodeId::COLLECTION), due: None }
    }

    /// When [`update`](Self::update) is to be called next.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Notes a change, and writes what is due.
    pub(super) fn update(&mut self, session: &Session, now: Instant) {
        let present = (session.tree.version(), session.tree.cursor());
        // A record that was only looked at is not kept.
        if session.tree.is_dirty() && present != self.kept {
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
        self.kept = (session.tree.version(), session.tree.cursor());
        let Some(path) = &self.path else { return };
        if let Err(error) = write(session, path) {
            warn!("the session cannot be kept in {}: {error}", path.display());
            self.path = None;
        }
    }
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
        path: session.file.path.clone(),
        name: session.file.name.clone(),
    };
    let text = serde_json::to_string(&saved)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Half a file would be worse than an old one.
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text)?;
    fs::rename(&temporary, path)
}

/// Restores a session that was kept, for review; `None` if there is none that can be read.
pub(super) fn restore(session: &mut Session, path: &Path, now: Instant) -> Option<()> {
    let text = fs::read_to_string(path).ok()?;
    let saved: SavedSession = serde_json::from_str(&text).ok()?;
    let (tree, mut file) = read(saved.record.into_bytes(), None).ok()?;
    let tree = at_line(tree, &saved.line);
    (file.path, file.name) = (saved.path, saved.name);
    let forms = [&saved.clock.black, &saved.clock.white];
    let systems = forms.map(|form| TimeSystem::try_from(form).unwrap_or_default());
    session.replace(tree, file);
    session.players = saved.players.map(|form| Player::of(&form).unwrap_or_default());
    session.clock = GameClock::new(systems);
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
