//! Sessions on disk, in simulated time.

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::tests::Table;
use crate::web::{autosave::Autosave, files::read_path};

/// A board whose session is kept in a folder.
struct KeptTable {
    table: Table,
    autosave: Autosave,
    folder: TempDir,
}

impl KeptTable {
    fn new(game: &Value) -> KeptTable {
        let folder = tempfile::tempdir().expect("a folder");
        let (autosave, note) = Autosave::open(Some(&session_path(&folder)), None);
        assert_eq!(note, None);
        KeptTable { table: Table::new(game), autosave, folder }
    }

    /// Lets a second pass, in which a change is written.
    fn wait(&mut self) {
        for seconds in [0.0, 1.0] {
            self.table.wait(seconds);
            self.autosave.update(&mut self.table.session, self.table.now);
        }
    }

    fn end(&mut self) {
        self.autosave.update(&mut self.table.session, self.table.now);
        self.autosave.finish(&mut self.table.session, self.table.now);
    }

    fn open(&mut self, record: &str) {
        let record = record.as_bytes().to_vec();
        assert_eq!(self.table.session.open(None, None, record), Ok(()));
    }

    fn kept(&self) -> String {
        fs::read_to_string(session_path(&self.folder)).expect("a session")
    }

    /// The board after the end of the program and its next start.
    fn restarted(mut self) -> Table {
        self.end();
        let KeptTable { table, autosave, folder } = self;
        // The session is locked.
        drop(autosave);
        let mut next = Table::new(&json!({"do": "new"}));
        next.now = table.now;
        let (autosave, _) = Autosave::open(Some(&session_path(&folder)), None);
        assert_eq!(autosave.restore(&mut next.session, next.now), None);
        next
    }
}

fn session_path(folder: &TempDir) -> PathBuf {
    folder.path().join("board.json")
}

#[test]
fn a_record_that_was_only_looked_at_replaced_the_kept_game() {
    let mut board = KeptTable::new(&json!({"do": "new", "size": [9, 9]}));
    board.table.play("E5");
    board.wait();
    let kept = board.kept();
    // It is shown before this change is written.
    board.table.ok(&json!({"do": "comment", "text": "not kept"}));
    board.autosave.update(&mut board.table.session, board.table.now);
    board.open("(;SZ[9]C[looked at])");
    board.wait();
    assert_eq!(board.kept(), kept);
    board.end();
    assert_eq!(board.kept(), kept);
    board.table.ok(&json!({"do": "comment", "text": "edited"}));
    board.end();
    assert!(board.kept().contains("edited"), "{}", board.kept());
}

#[test]
fn the_time_of_a_turn_came_back_after_a_look_at_the_record() {
    let clock = json!({"kind": "absolute", "main": 3600});
    let mut board = KeptTable::new(&json!({
        "do": "new", "size": [9, 9], "clock": {"black": clock, "white": clock},
    }));
    board.table.play("E5");
    board.table.wait(300.0);
    board.table.ok(&json!({"do": "step", "by": -1}));
    let mut table = board.restarted();
    assert_eq!(table.state()["moveNumber"], 0);
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(table.left(), [3600.0, 3300.0]);
}

#[test]
fn a_killed_board_loses_at_most_ten_seconds_of_a_turn() {
    let clock = json!({"kind": "absolute", "main": 3600});
    let mut board = KeptTable::new(&json!({
        "do": "new", "size": [9, 9], "clock": {"black": clock, "white": clock},
    }));
    board.table.play("E5");
    // The last moment before the time of 40 seconds is written.
    for _ in 0..161 {
        board.table.wait(0.25);
        board.autosave.update(&mut board.table.session, board.table.now);
    }
    let kept: Value = serde_json::from_str(&board.kept()).expect("JSON");
    let lost = 40.25 - kept["turn"]["spent"].as_f64().expect("a number");
    assert!((0.0..=10.0).contains(&lost), "{lost} s");
}

#[test]
fn a_clock_that_counts_up_and_a_new_clock_lost_their_times_at_the_next_start() {
    let clock = json!({"kind": "absolute", "main": 3600});
    let mut board = KeptTable::new(&json!({
        "do": "new", "size": [9, 9], "clock": {"black": {"kind": "up"}, "white": clock},
    }));
    for (seconds, point) in [(20.0, "E5"), (30.0, "C3")] {
        board.table.wait(seconds);
        board.table.play(point);
    }
    board.table.ok(&json!({"do": "clock", "action": "pause"}));
    let settings = json!({"kind": "absolute", "main": 60});
    board.table.ok(&json!({"do": "clock", "color": "white", "settings": settings}));
    board.table.ok(&json!({"do": "clock", "action": "start"}));
    board.table.wait(5.0);
    let mut table = board.restarted();
    table.ok(&json!({"do": "mode", "mode": "play"}));
    let [black, white] = table.session.clock.times(table.now);
    assert_eq!([black.used, white.left], [25, 60].map(Duration::from_secs));
}

#[test]
fn a_second_record_that_was_too_large_was_not_kept_without_a_word() {
    let mut board = KeptTable::new(&json!({"do": "new", "size": [9, 9]}));
    let large = format!("(;SZ[9]C[{}])", "x".repeat(9 << 20));
    for _ in 0..2 {
        board.open(&large);
        for name in ["one edit", "another edit"] {
            board.table.ok(&json!({"do": "node-name", "text": name}));
            board.wait();
            let warnings = &board.table.session.file.warnings;
            assert!(warnings.len() == 1 && warnings[0].contains("8 MiB"), "{warnings:?}");
        }
    }
}

#[test]
fn a_warning_came_only_with_the_state_after_the_next_action() {
    let mut board = KeptTable::new(&json!({"do": "new", "size": [9, 9]}));
    fs::create_dir(session_path(&board.folder)).expect("a folder in place of the session");
    let (page, mut events) = tokio::sync::mpsc::channel(100);
    board.table.session.add_page(page, board.table.now);
    board.wait();
    let events: Vec<String> = std::iter::from_fn(|| events.try_recv().ok())
        .map(|event| String::from_utf8_lossy(&event).into_owned())
        .collect();
    let is_told = |event: &String| event.contains("the session cannot be kept");
    let told = |name: &str| events.iter().filter(|event| event.starts_with(name)).any(is_told);
    assert!(told("event: error") && told("event: state"), "{events:?}");
}

/// The board of the file `game.sgf` in a folder, where its session is kept too.
fn board_of_file(folder: TempDir, now: Instant) -> KeptTable {
    let (tree, file) = read_path(&folder.path().join("game.sgf")).expect("a record");
    let (autosave, _) = Autosave::open(Some(&session_path(&folder)), file.path.as_deref());
    let mut table = Table::new(&json!({"do": "new"}));
    table.now = now;
    table.session.replace(tree, file);
    autosave.restore(&mut table.session, now);
    KeptTable { table, autosave, folder }
}

#[test]
fn a_look_at_another_record_deleted_the_unsaved_changes_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.sgf"), "(;SZ[9];B[ee])").expect("a file");
    let mut board = board_of_file(folder, Instant::now());
    board.table.ok(&json!({"do": "comment", "text": "unsaved"}));
    board.wait();
    board.open("(;SZ[9]C[looked at])");
    board.wait();
    board.end();
    let KeptTable { table, autosave, folder } = board;
    // The session is locked.
    drop(autosave);
    let record = board_of_file(folder, table.now).table.record();
    assert!(record.contains("unsaved"), "{record}");
}

#[cfg(unix)]
#[test]
fn the_session_of_a_new_file_had_another_place_once_the_file_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("inner")).expect("a folder");
    let file = folder.path().join("inner/../game.sgf");
    let path_of = || read_path(&file).expect("a record").1.path;
    let missing = path_of();
    fs::write(&file, "(;SZ[9])").expect("a file");
    assert_eq!(missing, path_of());
    assert!(read_path(&folder.path().join("none/game.sgf")).is_err());
}
