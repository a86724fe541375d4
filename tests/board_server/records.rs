//! Records: opening, editing and saving them.

use std::fs;

use serde_json::json;

use crate::client::Board;

const RECORD: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Black]PW[White]XX[own][two]
;B[ee]C[A comment](;W[gc]TR[aa][bb])(;W[gd]LB[aa:A]))
";

#[test]
fn a_record_that_is_opened_edited_and_saved_keeps_every_property() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    fs::write(&path, RECORD).expect("a file");
    let board = Board::start(&[path.to_str().expect("a path")]);
    let state = board.state();
    assert_eq!((state["file"].as_str(), state["dirty"].as_bool()), (Some("game.sgf"), Some(false)));
    assert_eq!(
        (state["mode"].as_str(), state["info"]["PB"].as_str()),
        (Some("review"), Some("Black"))
    );
    board.ok(&json!({"do": "step", "by": 1}));
    board.ok(&json!({"do": "comment", "text": "Another ] comment"}));
    board.ok(&json!({"do": "step", "by": 1}));
    board.ok(&json!({"do": "step", "by": "next-variation"}));
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "circle"}));
    assert_eq!(board.state()["dirty"], true);
    board.ok(&json!({"do": "save"}));
    assert_eq!(board.state()["dirty"], false);
    let expected = RECORD
        .replace("[A comment]", "[Another \\] comment]")
        .replace("LB[aa:A]", "LB[aa:A]CR[aa]");
    assert_eq!(squeezed(&fs::read_to_string(&path).expect("the file")), squeezed(&expected));
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

/// A record in one line.
pub fn squeezed(text: &str) -> String {
    text.replace('\n', "")
}

#[test]
fn a_file_that_changed_on_disk_is_overwritten_only_on_demand() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    fs::write(&path, RECORD).expect("a file");
    let board = Board::start(&[path.to_str().expect("a path")]);
    board.ok(&json!({"do": "comment", "text": "mine"}));
    fs::write(&path, "(;C[theirs])").expect("a file");
    assert_eq!(board.refused(&json!({"do": "save"}))["kind"], "changed-on-disk");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "(;C[theirs])");
    board.ok(&json!({"do": "save", "force": true}));
    assert!(fs::read_to_string(&path).expect("the file").contains("C[mine]"));
}

#[test]
fn a_record_of_a_page_has_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.sgf");
    let board = Board::start(&[path.to_str().expect("a path")]);
    // A file that does not exist is made when it is saved.
    board.ok(&json!({"do": "save"}));
    assert!(path.is_file());
    let opened = board.post(
        "/api/open?name=..%2Fx%2Fother.sgf",
        "application/octet-stream",
        RECORD.as_bytes(),
    );
    assert_eq!(opened.status, 200, "{}", opened.body);
    let state = board.state();
    assert_eq!(
        (state["file"].as_str(), state["info"]["PW"].as_str()),
        (Some("other.sgf"), Some("White"))
    );
    assert_eq!(board.refused(&json!({"do": "save"}))["kind"], "no-file");
    assert_eq!(squeezed(&board.get("/api/record").body), squeezed(RECORD));
    let broken = board.post("/api/open?name=x", "application/octet-stream", b"no record");
    assert_eq!(broken.status, 400);
    assert_eq!(board.state()["file"], "other.sgf");
}

#[test]
fn a_charset_is_guessed_and_can_be_chosen() {
    let board = Board::start(&[]);
    let mut bytes = b"(;SZ[9]PB[".to_vec();
    // Two Chinese characters in GBK.
    bytes.extend([0xc4, 0xe3, 0xba, 0xc3]);
    bytes.extend(b"])");
    let opened = board.post("/api/open?name=x.sgf&charset=GBK", "application/octet-stream", &bytes);
    assert_eq!(opened.status, 200, "{}", opened.body);
    assert_eq!(board.state()["info"]["PB"], "\u{4f60}\u{597d}");
    board.ok(&json!({"do": "charset", "name": "windows-1252"}));
    assert_eq!(board.state()["charset"]["name"], "windows-1252");
    assert_ne!(board.state()["info"]["PB"], "\u{4f60}\u{597d}");
    assert_eq!(board.refused(&json!({"do": "charset", "name": "x"}))["kind"], "invalid");
}

#[test]
fn a_charset_chosen_after_saving_is_for_the_saved_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    // A name in windows-1252.
    fs::write(&path, b"(;SZ[9]PB[M\xfcller];B[ee])").expect("a file");
    let board = Board::start(&[path.to_str().expect("a path")]);
    board.ok(&json!({"do": "charset", "name": "windows-1252"}));
    board.ok(&json!({"do": "comment", "text": "mine"}));
    board.ok(&json!({"do": "save"}));
    assert_eq!(board.state()["charset"]["name"], "UTF-8");
    board.ok(&json!({"do": "charset", "name": "UTF-8"}));
    let state = board.state();
    assert_eq!((&state["info"]["PB"], &state["comment"]), (&json!("M\u{fc}ller"), &json!("mine")));
    board.ok(&json!({"do": "save"}));
    assert!(fs::read_to_string(&path).expect("the file").contains("C[mine]"));
}

#[test]
fn a_comment_is_set_at_the_node_at_which_it_was_typed() {
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", b"(;SZ[9];B[ee];W[cc])");
    let first = board.state()["node"].clone();
    board.ok(&json!({"do": "step", "by": 1}));
    board.ok(&json!({"do": "comment", "node": first, "text": "typed before the move"}));
    board.ok(&json!({"do": "comment", "text": "after it"}));
    assert_eq!(board.state()["comment"], "after it");
    let record = squeezed(&board.get("/api/record").body);
    assert_eq!(record, "(;SZ[9]C[typed before the move];B[ee]C[after it];W[cc])");
    let error = board.refused(&json!({"do": "comment", "node": 1000, "text": "nowhere"}));
    assert_eq!(error["kind"], "node");
}

#[test]
fn edits_are_taken_back_and_made_again() {
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", RECORD.as_bytes());
    board.ok(&json!({"do": "step", "by": 1}));
    board.ok(&json!({"do": "set-up", "points": ["A1", "B1"], "color": "black"}));
    let state = board.state();
    assert_eq!(
        (state["board"][8].as_str(), state["moveNumber"].as_u64()),
        (Some("XX......."), Some(1))
    );
    board.ok(&json!({"do": "undo-edit"}));
    let state = board.state();
    assert_eq!((state["board"][8].as_str(), state["node"].as_u64()), (Some("........."), Some(2)));
    board.ok(&json!({"do": "redo-edit"}));
    // A set-up without liberties is refused as a whole.
    board.ok(&json!({"do": "set-up", "points": ["A2", "B2", "C1"], "color": "white"}));
    let error = board.refused(&json!({"do": "set-up", "points": ["A1", "B1"], "color": "black"}));
    assert_eq!(error["kind"], "record", "{error}");
}

#[test]
fn stones_are_set_up_at_the_root() {
    let board = Board::start(&[]);
    let text = "(;SZ[9]AB[ee]C[root];W[gc])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    let record = || squeezed(&board.get("/api/record").body);
    let original = record();
    board.ok(&json!({"do": "set-up", "points": ["A1"], "color": "black"}));
    board.ok(&json!({"do": "set-up", "points": ["E5", "B1"], "color": "white"}));
    let state = board.state();
    assert_eq!((state["node"].as_u64(), state["moveNumber"].as_u64()), (Some(1), Some(0)));
    let edited = record();
    assert!(edited.contains("AB[ai]") && edited.contains("AW[ee][bi]"), "{edited}");
    assert!(edited.contains("C[root]") && edited.ends_with(";W[gc])"), "{edited}");
    board.ok(&json!({"do": "set-up", "points": ["E5", "B1"], "color": null}));
    let emptied = record();
    assert!(!["AW", "AE"].iter().any(|name| emptied.contains(name)), "{emptied}");
    for _ in 0..3 {
        board.ok(&json!({"do": "undo-edit"}));
    }
    assert_eq!(record(), original);
}

#[test]
fn variations_are_cut_pasted_and_made_main() {
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", RECORD.as_bytes());
    board.ok(&json!({"do": "step", "by": 2}));
    board.ok(&json!({"do": "step", "by": "next-variation"}));
    board.ok(&json!({"do": "make-main"}));
    assert!(
        board.get("/api/record").body.contains("C[A comment]\n(;W[gd]LB[aa:A])\n(;W[gc]TR"),
        "{}",
        board.get("/api/record").body
    );
    board.ok(&json!({"do": "cut"}));
    assert!(!board.get("/api/record").body.contains("W[gd]"));
    assert_eq!(board.state()["moveNumber"], 1);
    board.ok(&json!({"do": "paste"}));
    assert!(board.get("/api/record").body.contains("W[gd]LB[aa:A]"));
    board.ok(&json!({"do": "add-line", "moves": ["C3", "C4"]}));
    assert!(board.get("/api/record").body.contains("B[cg];W[cf]"));
    board.ok(&json!({"do": "step", "by": "first"}));
    assert_eq!(board.refused(&json!({"do": "delete-node"}))["kind"], "root");
}

#[test]
fn nodes_are_found_by_move_comment_and_number() {
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", RECORD.as_bytes());
    board.ok(&json!({"do": "find", "kind": "move", "text": "g6"}));
    assert_eq!(board.state()["lastMove"], "G6");
    board.ok(&json!({"do": "find", "kind": "comment", "text": "a COMMENT"}));
    assert_eq!(board.state()["moveNumber"], 1);
    board.ok(&json!({"do": "find", "kind": "move", "text": "2"}));
    assert_eq!(board.state()["lastMove"], "G7");
    assert_eq!(
        board.refused(&json!({"do": "find", "kind": "comment", "text": "none"}))["kind"],
        "found"
    );
}

#[test]
fn hostile_texts_are_data() {
    let board = Board::start(&[]);
    let deep = format!(
        "(;SZ[9]C[<img src=x onerror=alert(1)>]PB[javascript:alert(1)]LB[aa:{}]{})",
        "x".repeat(1 << 20),
        "(;B[aa]".repeat(50_000) + &")".repeat(50_000)
    );
    let opened = board.post("/api/open?name=%3Cb%3E", "application/octet-stream", deep.as_bytes());
    assert_eq!(opened.status, 200, "{}", opened.body);
    let state = board.state();
    assert_eq!(state["comment"], "<img src=x onerror=alert(1)>");
    assert!(state["marks"][0]["text"].as_str().is_some_and(|text| text.len() <= 40));
}

#[test]
fn the_line_is_sent_only_when_it_changes() {
    let board = Board::start(&[]);
    let moves: String = (0..50_000).map(|at| if at % 2 == 0 { ";B[]" } else { ";W[]" }).collect();
    let text = format!("(;SZ[9]{moves})");
    board.post("/api/open?name=long.sgf", "application/octet-stream", text.as_bytes());
    let mut page = board.events();
    assert_eq!(page.next("state")["path"].as_array().map(Vec::len), Some(50_001));
    board.ok(&json!({"do": "step", "by": 1}));
    let step = page.next("state");
    assert!(
        step["path"].is_null() && step.to_string().len() < 10_000,
        "{}",
        step.to_string().len()
    );
    board.ok(&json!({"do": "play", "point": "E5"}));
    assert_eq!(page.next("state")["path"].as_array().map(Vec::len), Some(3));
    board.ok(&json!({"do": "comment", "text": "a comment"}));
    assert!(page.next("state")["path"].is_null());
    // A page that comes later gets it all.
    assert_eq!(board.state()["path"].as_array().map(Vec::len), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn the_tree_took_many_times_the_memory_of_the_record() {
    const NODES: usize = 500_000;
    let board = Board::start(&[]);
    let text = format!("({})", ";".repeat(NODES));
    board.post("/api/open?name=long.sgf", "application/octet-stream", text.as_bytes());
    let before = board.peak_memory();
    let tree = board.get("/api/tree").json();
    assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(NODES));
    let used = board.peak_memory() - before;
    assert!(used < 100 << 20, "{used} bytes");
}

#[test]
fn the_game_information_was_sent_with_every_state() {
    let board = Board::start(&[]);
    let text = format!("(;SZ[9]GC[{}];B[ee];W[gc])", "x".repeat(1 << 20));
    board.post("/api/open?name=long.sgf", "application/octet-stream", text.as_bytes());
    let mut page = board.events();
    assert_eq!(page.next("state")["info"]["GC"].as_str().map(str::len), Some(1 << 20));
    board.ok(&json!({"do": "step", "by": 1}));
    let step = page.next("state");
    assert!(step.to_string().len() < 10_000, "{}", step.to_string().len());
    board.ok(&json!({"do": "info", "property": "GC", "value": "short"}));
    assert_eq!(page.next("state")["info"]["GC"], "short");
    // A page that comes later gets it all.
    assert_eq!(board.state()["info"]["GC"], "short");
}

#[test]
fn the_games_of_a_file_have_titles() {
    let board = Board::start(&[]);
    let text = "(;PB[A]PW[B]EV[Cup]DT[1846-09-11]RE[B+2])(;GN[A lesson])(;SZ[9])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    assert_eq!(board.state()["games"], json!({"index": 0, "count": 3}));
    let titles = json!(["A - B, Cup, 1846-09-11, B+2", "A lesson", ""]);
    assert_eq!(board.get("/api/games").json()["titles"], titles);
    board.ok(&json!({"do": "game", "index": 1}));
    assert_eq!(board.state()["games"]["index"], 1);
}

#[test]
fn the_times_of_a_record_are_shown_by_move() {
    let board = Board::start(&[]);
    let text = "(;SZ[9]TM[60];B[ee]BL[50];W[cc]WL[58.5];B[gg]BL[30]OB[3];W[gc]WL[40])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    let tree = board.get("/api/tree").json();
    let used: Vec<&serde_json::Value> =
        tree["nodes"].as_array().expect("nodes").iter().map(|row| &row[5]).collect();
    assert_eq!(json!(used), json!([null, 10.0, 1.5, null, 18.5]));
}
