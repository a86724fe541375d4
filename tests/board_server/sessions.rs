//! Sessions that are kept on disk and gone on from.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    client::Board,
    games::{engine, new_game, person},
    wait,
};

#[test]
fn a_game_goes_on_after_the_program_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    let clock = json!({"kind": "absolute", "main": 3600});
    board.ok(&json!({"do": "new", "size": [9, 9], "white": engine(2), "clock": {"black": clock, "white": clock}}));
    board.play(&["E5"]);
    board.wait(|state| state["moveNumber"] == 2);
    let before = board.state();
    let kept = folder.path().join("shusaku/board.json");
    let is_kept = || fs::read_to_string(&kept).is_ok_and(|text| text.contains(";W["));
    wait::until(is_kept);
    // Dropping the board kills the program.
    drop(board);
    let board = Board::start_in(Some(folder.path()), &[]);
    let mut page = board.events();
    let after = page.next("state");
    assert_eq!((&after["board"], &after["info"]), (&before["board"], &before["info"]));
    assert_eq!(
        (after["mode"].as_str(), after["players"]["white"]["level"].as_u64()),
        (Some("review"), Some(2))
    );
    let clock = page.next("clock");
    assert_eq!((&clock["running"], &clock["paused"]), (&Value::Null, &json!(true)));
    assert!(
        clock["black"]["left"].as_f64().is_some_and(|left| (3500.0..3600.0).contains(&left)),
        "{clock}"
    );
    board.ok(&json!({"do": "mode", "mode": "play"}));
    board.play(&["C3"]);
    board.wait(|state| state["moveNumber"] == 4);
}

#[test]
fn free_handicap_stones_are_still_to_be_placed_after_the_program_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    let game = json!({"do": "new", "size": [9, 9], "handicap": 3, "free": true});
    board.ok(&game);
    board.ok(&json!({"do": "set-player", "color": "white", "player": engine(1)}));
    board.play(&["C3", "G7"]);
    let kept = folder.path().join("shusaku/board.json");
    wait::until(|| fs::read_to_string(&kept).is_ok_and(|text| text.contains("[gc]")));
    drop(board);
    let board = Board::start_in(Some(folder.path()), &[]);
    board.ok(&json!({"do": "mode", "mode": "play"}));
    let state = board.state();
    let left = &state["phaseText"]["args"]["stones"];
    assert_eq!((left, &state["toMove"]), (&json!(1), &json!("black")));
    assert_eq!(state["thinking"], false);
    board.play(&["C7"]);
    let state = board.wait(|state| state["moveNumber"] == 1);
    assert_eq!(state["handicap"], 3);
}

/// Waits until the kept sessions of a folder fit.
#[track_caller]
fn wait_for_sessions(folder: &Path, fits: impl Fn(&[String]) -> bool) {
    let kept = || -> Vec<String> {
        let entries = fs::read_dir(folder.join("shusaku")).into_iter().flatten();
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".json")).collect()
    };
    wait::until(|| fits(&kept()));
}

#[test]
fn a_second_board_leaves_the_session_of_the_first_alone_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Board::start_in(Some(folder.path()), &[]);
    first.ok(&new_game("chinese", person(), person()));
    first.play(&["E5"]);
    wait_for_sessions(folder.path(), |kept| kept == ["board.json"]);
    let second = Board::start_in(Some(folder.path()), &[]);
    let note = "note: another board keeps the session of this record";
    assert!(second.notes.starts_with(note), "{}", second.notes);
    let state = second.state();
    assert_eq!(state["moveNumber"], 0);
    let warning = state["warnings"][0].as_str();
    assert!(warning.is_some_and(|text| text.contains("another board")), "{state}");
    second.ok(&new_game("chinese", person(), person()));
    drop((first, second));
    let board = Board::start_in(Some(folder.path()), &[]);
    assert_eq!((board.state()["lastMove"].as_str(), &*board.notes), (Some("E5"), ""));
}

/// A folder for sessions, with `game.sgf`.
fn folder_with_game() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.sgf"), "(;SZ[9];B[ee])").expect("a file");
    folder
}

/// A board of `game.sgf` in a folder, which has its session.
fn board_of_game(folder: &Path) -> Board {
    let path = folder.join("game.sgf");
    Board::start_in(Some(folder), &[path.to_str().expect("a path")])
}

#[test]
fn a_session_that_is_on_disk_goes_when_its_file_is_saved() {
    let folder = folder_with_game();
    let board = board_of_game(folder.path());
    board.ok(&json!({"do": "comment", "text": "saved later"}));
    wait_for_sessions(folder.path(), |kept| kept.len() == 1);
    board.ok(&json!({"do": "save"}));
    wait_for_sessions(folder.path(), <[String]>::is_empty);
}

#[test]
fn a_game_begun_in_the_session_of_a_file_is_not_taken_for_a_change_of_the_file() {
    let folder = folder_with_game();
    let board = board_of_game(folder.path());
    board.ok(&new_game("chinese", person(), person()));
    wait_for_sessions(folder.path(), |kept| kept.len() == 1);
    drop(board);
    let board = board_of_game(folder.path());
    assert!(board.notes.contains("the last session ended with another record"), "{}", board.notes);
    assert_eq!(board.state()["file"], "game.sgf");
    wait_for_sessions(folder.path(), |kept| kept.len() == 1 && kept[0].ends_with(".old.json"));
}

#[test]
fn a_charset_chosen_in_a_restored_session_is_for_the_file() {
    let folder = folder_with_game();
    let board = board_of_game(folder.path());
    board.ok(&json!({"do": "comment", "text": "not saved"}));
    wait_for_sessions(folder.path(), |kept| kept.len() == 1);
    drop(board);
    let board = board_of_game(folder.path());
    assert_eq!(board.state()["comment"], "not saved");
    board.ok(&json!({"do": "charset", "name": "windows-1252"}));
    let state = board.state();
    assert_eq!((&state["comment"], &state["dirty"]), (&json!(""), &json!(false)));
}

#[test]
fn a_file_has_a_session_of_its_own_until_it_is_saved() {
    let folder = folder_with_game();
    let board = board_of_game(folder.path());
    board.ok(&json!({"do": "comment", "text": "not saved"}));
    wait_for_sessions(folder.path(), |kept| kept.len() == 1 && kept[0].starts_with("board-"));
    drop(board);
    // A board without a file does not show it.
    assert_eq!(Board::start_in(Some(folder.path()), &[]).state()["comment"], "");
    let board = board_of_game(folder.path());
    assert!(board.notes.contains("unsaved changes of the last session"), "{}", board.notes);
    let state = board.state();
    assert_eq!((&state["comment"], &state["dirty"]), (&json!("not saved"), &json!(true)));
    board.ok(&json!({"do": "save"}));
    wait_for_sessions(folder.path(), <[String]>::is_empty);
    board.ok(&json!({"do": "comment", "text": "again"}));
    wait_for_sessions(folder.path(), |kept| kept.len() == 1);
    drop(board);
    fs::write(folder.path().join("game.sgf"), "(;SZ[9]C[theirs])").expect("a file");
    let board = board_of_game(folder.path());
    assert!(board.notes.contains("the file has changed since"), "{}", board.notes);
    assert_eq!(board.state()["comment"], "theirs");
    wait_for_sessions(folder.path(), |kept| kept.len() == 1 && kept[0].ends_with(".old.json"));
}

#[test]
fn a_change_of_a_players_level_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    board.ok(&new_game("chinese", person(), engine(2)));
    let name = board.state()["info"]["PW"].clone();
    let kept = folder.path().join("shusaku/board.json");
    let has = |text: &str| fs::read_to_string(&kept).is_ok_and(|kept| kept.contains(text));
    wait::until(|| has("\"level\":2"));
    let player = json!({"kind": "engine", "level": 3, "name": name});
    board.ok(&json!({"do": "set-player", "color": "white", "player": player}));
    wait::until(|| has("\"level\":3"));
}

#[test]
fn the_end_of_a_game_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    board.ok(&new_game("chinese", person(), person()));
    board.play(&["E5"]);
    board.ok(&json!({"do": "resign", "color": "black"}));
    let kept = folder.path().join("shusaku/board.json");
    wait::until(|| fs::read_to_string(&kept).is_ok_and(|kept| kept.contains("\"result\":\"W+R\"")));
    drop(board);
    let board = Board::start_in(Some(folder.path()), &[]);
    let state = board.state();
    assert_eq!((&state["phase"], &state["result"]), (&json!("over"), &json!("W+R")));
    assert_eq!(board.refused(&json!({"do": "mode", "mode": "play"}))["kind"], "over");
}

#[cfg(unix)]
#[test]
fn the_time_of_the_present_turn_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut board = Board::start_in(Some(folder.path()), &[]);
    let clock = json!({"kind": "absolute", "main": 3600});
    board.ok(&json!({"do": "new", "size": [9, 9], "clock": {"black": clock, "white": clock}}));
    board.play(&["E5"]);
    std::thread::sleep(std::time::Duration::from_millis(1200));
    board.interrupt();
    let board = Board::start_in(Some(folder.path()), &[]);
    board.ok(&json!({"do": "mode", "mode": "play"}));
    let left = board.events().next("clock")["white"]["left"].as_f64().expect("seconds");
    assert!(left < 3599.0, "{left}");
}

#[test]
fn a_session_that_cannot_be_read_is_put_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let sessions = folder.path().join("shusaku");
    fs::create_dir(&sessions).expect("a folder");
    fs::write(sessions.join("board.json"), "{\"record\":").expect("a file");
    let board = Board::start_in(Some(folder.path()), &[]);
    assert!(board.notes.contains("the last session cannot be read"), "{}", board.notes);
    board.ok(&new_game("chinese", person(), person()));
    wait_for_sessions(folder.path(), |kept| kept.len() == 2);
    let aside = fs::read_to_string(sessions.join("board.old.json")).expect("the old session");
    assert_eq!(aside, "{\"record\":");
}

#[test]
fn a_session_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    fs::create_dir_all(folder.path().join("shusaku/board.json")).expect("a folder in its place");
    let mut page = board.events();
    board.ok(&new_game("chinese", person(), person()));
    let error = page.next("error");
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains("the session cannot be kept"), "{message}");
    let state = board.state();
    assert_eq!(state["warnings"], json!([message]));
}

#[test]
fn a_record_that_is_too_large_leaves_no_older_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board::start_in(Some(folder.path()), &[]);
    board.ok(&new_game("chinese", person(), person()));
    wait_for_sessions(folder.path(), |kept| kept == ["board.json"]);
    let mut page = board.events();
    let large = format!("(;SZ[9];B[ee]C[{}])", "x".repeat(9 << 20));
    board.post("/api/open?name=x.sgf", "application/octet-stream", large.as_bytes());
    board.ok(&json!({"do": "comment", "text": "an edit"}));
    let error = page.next("error");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("8 MiB")), "{error}");
    wait_for_sessions(folder.path(), <[String]>::is_empty);
}
