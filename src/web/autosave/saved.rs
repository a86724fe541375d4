//! A session as it is kept on disk.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    board::Color,
    files,
    sgf::{Collection, NodeId},
    web::{
        action::{ClockForm, PlayerForm},
        clock::{
            GameClock, MAX_SECONDS, PlayerTime, TimeForm, TimeSystem, overtime_count, time_left,
        },
        files::{RecordFile, read},
        session::{GameOver, Player, Session},
        tree::GameTree,
    },
};

/// A session as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::web) struct SavedSession {
    /// The record as SGF.
    record: String,
    /// The index of each node of the cursor's line among its siblings, the game in the file first.
    line: Vec<usize>,
    players: [PlayerForm; 2],
    clock: ClockForm,
    /// The present turn of the game that was played or interrupted.
    #[serde(default)]
    turn: Option<SavedTurn>,
    /// The end of the game that was played.
    #[serde(default)]
    over: Option<SavedEnd>,
    /// Number of handicap stones that Black places.
    #[serde(default)]
    free_handicap: u32,
    /// The file of the record.
    path: Option<PathBuf>,
    /// The name that is shown.
    name: Option<String>,
    /// A hash of the file's content.
    #[serde(default, rename = "content")]
    content_hash: Option<u64>,
}

/// A turn of a game: its last node, as [`SavedSession`] has the cursor, the player to move, the
/// seconds that the player has spent and, by color, the times before that.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedTurn {
    line: Vec<usize>,
    color: Color,
    spent: f64,
    #[serde(default)]
    times: Option<[SavedTime; 2]>,
}

/// A player's time: the seconds left, the periods or stones left in overtime, and the seconds used.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SavedTime {
    left: f64,
    overtime: Option<u32>,
    used: f64,
}

impl SavedTime {
    fn of(time: PlayerTime) -> SavedTime {
        let (left, used) = (time.left.as_secs_f64(), time.used.as_secs_f64());
        SavedTime { left, overtime: overtime_count(&time), used }
    }

    fn restore(self, system: TimeSystem) -> PlayerTime {
        let time = time_left(system, self.left, self.overtime).unwrap_or_else(|| system.full());
        PlayerTime { used: duration(self.used), ..time }
    }
}

/// A time of a session on disk, which may have any number of seconds.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS))
}

/// The end of a game: its last node, as [`SavedSession`] has the cursor, and its result.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedEnd {
    line: Vec<usize>,
    result: String,
}

impl SavedSession {
    /// The session now, with its record as SGF.
    pub(in crate::web) fn of(session: &Session, record: String, now: Instant) -> SavedSession {
        let collection = session.tree.collection();
        let [black, white] = session.clock.systems().map(TimeForm::from);
        // The last node may have been deleted.
        let over = session.over.as_ref().filter(|over| collection.contains(over.node));
        SavedSession {
            record,
            line: line_to(collection, session.tree.cursor()),
            players: session.players.clone().map(|player| player.form()),
            clock: ClockForm { black, white },
            turn: session.turn_of_game(now).map(|(node, color, spent)| SavedTurn {
                line: line_to(collection, node),
                color,
                spent: spent.as_secs_f64(),
                times: Some(session.clock.times_before_turn().map(SavedTime::of)),
            }),
            over: over.map(|over| SavedEnd {
                line: line_to(collection, over.node),
                result: over.result.clone(),
            }),
            free_handicap: session.free_handicap,
            path: session.file.path.clone(),
            name: session.file.name.clone(),
            content_hash: session.file.content_hash,
        }
    }

    /// Reads a session and its record; `None` if there is none.
    ///
    /// # Errors
    /// The file cannot be read, or has no session that can be shown.
    pub(super) fn read(path: &Path) -> Result<Option<(SavedSession, GameTree)>, String> {
        match fs::read(path) {
            Ok(bytes) => SavedSession::from_json(&bytes).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The session of these bytes, and its record.
    ///
    /// # Errors
    /// The bytes have no session that can be shown.
    pub(in crate::web) fn from_json(bytes: &[u8]) -> Result<(SavedSession, GameTree), String> {
        let saved: SavedSession =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let (tree, _) = read(saved.record.clone().into_bytes(), None)?;
        Ok((saved, tree))
    }

    /// The bytes of the session.
    ///
    /// # Errors
    /// The path of its file is not UTF-8.
    pub(in crate::web) fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Writes the session.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = self.to_json()?;
        if let Some(folder) = path.parent() {
            files::create_private_folders(folder)?;
        }
        files::replace_private_soon(path, text.as_bytes())
    }

    /// Whether the record has no file, unlike that with which the program was started.
    pub(super) const fn is_of_other_record(&self) -> bool {
        self.path.is_none()
    }

    /// A hash of the file's content.
    pub(super) const fn content_hash(&self) -> Option<u64> {
        self.content_hash
    }

    /// Restores the session with its record, for review.
    pub(in crate::web) fn restore(self, session: &mut Session, mut tree: GameTree, now: Instant) {
        if let Some(cursor) = node_at(tree.collection(), &self.line) {
            // A node that cannot be shown leaves the cursor at the root.
            let _ = tree.go_to(cursor);
        }
        let end = self.over.and_then(|end| {
            let node = node_at(tree.collection(), &end.line)?;
            let root = tree.collection().ancestors(node).last()?;
            Some(GameOver { root, node, result: end.result })
        });
        let turn = self.turn.and_then(|turn| {
            let node = node_at(tree.collection(), &turn.line)?;
            Some((node, turn.color, duration(turn.spent), turn.times))
        });
        // Another charset is for the bytes of the file, not for those of the session.
        let SavedSession { path, name, content_hash, .. } = self;
        let file = RecordFile { path, name, content_hash, ..session.file.clone() };
        let forms = [&self.clock.black, &self.clock.white];
        let systems = forms.map(|form| TimeSystem::try_from(form).unwrap_or_default());
        session.replace(tree, file);
        session.players = self.players.map(|form| Player::of(&form).unwrap_or_default());
        session.clock = GameClock::new(systems);
        session.free_handicap = self.free_handicap;
        session.tree.mark_dirty();
        // The clock stands until the game goes on.
        session.restore_clock(now);
        session.clock.pause(now);
        match turn {
            _ if end.is_some() => session.clock.stop(now),
            Some((node, color, spent, times)) => {
                let time = |color: Color, times: [SavedTime; 2]| {
                    times[color.index()].restore(systems[color.index()])
                };
                let times = times.map(|times| Color::ALL.map(|color| time(color, times)));
                session.interrupt_at(node, color, spent, times, now);
            }
            None => {}
        }
        session.over = end;
    }
}

/// The index of each node of a line among its siblings.
fn line_to(collection: &Collection, node: NodeId) -> Vec<usize> {
    let index = |node: &NodeId| {
        let parent = collection.parent(*node).unwrap_or(NodeId::COLLECTION);
        collection.children(parent).take_while(|child| child != node).count()
    };
    collection.line_to(node).iter().map(index).collect()
}

/// The last node of a line that exists; `None` without a game.
fn node_at(collection: &Collection, line: &[usize]) -> Option<NodeId> {
    let mut found = None;
    for &index in line {
        let parent = found.unwrap_or(NodeId::COLLECTION);
        let Some(child) = collection.children(parent).nth(index) else { break };
        found = Some(child);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::SavedSession;

    #[test]
    fn a_session_that_was_kept_without_handicap_is_read() {
        let kept = r#"{"record":"(;SZ[9])","line":[0],"players":[{},{}],"clock":{},"path":null,"name":null}"#;
        let saved: SavedSession = serde_json::from_str(kept).expect("a session");
        assert_eq!((saved.free_handicap, saved.content_hash), (0, None));
        assert!(saved.turn.is_none() && saved.over.is_none());
    }
}
