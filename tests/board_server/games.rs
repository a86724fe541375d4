//! Games: moves, undo, players, the clock.

use serde_json::{Value, json};

use crate::client::Board;

/// A game on 9x9 of these players.
pub fn new_game(rules: &str, black: Value, white: Value) -> Value {
    json!({"do": "new", "size": [9, 9], "rules": rules, "black": black, "white": white})
}

pub fn person() -> Value {
    json!({"kind": "person"})
}

pub fn engine(level: u32) -> Value {
    json!({"kind": "engine", "level": level})
}

#[test]
fn a_whole_game_against_the_weakest_level_is_played_to_its_count() {
    let board = Board::start(&[]);
    let mut page = board.events();
    board.ok(&new_game("chinese", person(), engine(1)));
    let is_my_turn = |state: &Value| {
        state["phase"] != "playing"
            || (state["toMove"] == "black" && state["thinking"] == false && state["mode"] == "play")
    };
    let mut state = page.wait("state", |state| state["size"] == json!([9, 9]) && is_my_turn(state));
    // Black plays on the first points that are legal and no eyes, and passes when there are none.
    while state["phase"] == "playing" {
        let number = state["moveNumber"].as_u64().expect("a number");
        let point = free_point(&state).filter(|_| number < 60);
        board.ok(&json!({"do": "play", "point": point.as_deref().unwrap_or("pass")}));
        state = page.wait("state", |state| {
            state["moveNumber"].as_u64() > Some(number) && is_my_turn(state)
        });
    }
    let judged =
        page.wait("state", |state| state["phase"] == "over" || state["count"]["judging"] == false);
    if judged["phase"] != "over" {
        assert_eq!(judged["count"]["agreed"]["white"], true);
        board.ok(&json!({"do": "agree", "color": "black"}));
    }
    let over = board.wait(|state| state["phase"] == "over");
    let result = over["result"].as_str().expect("a result");
    let margin = &over["count"]["margin"];
    assert!(result.ends_with(&format!("+{margin}")), "{result}: {margin}");
    assert_eq!(over["info"]["RE"], result);
    let record = board.get("/api/record").body;
    assert!(record.contains(&format!("RE[{result}]")), "{record}");
    assert!(record.contains("TB[") || record.contains("TW["), "{record}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, record).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["score", "--json"])
        .arg(&path)
        .output()
        .expect("the program");
    let scored: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(scored["result"], result);
}

/// A legal point that is no eye of Black's.
fn free_point(state: &Value) -> Option<String> {
    let rows: Vec<Vec<char>> = state["board"]
        .as_array()?
        .iter()
        .map(|row| row.as_str().unwrap_or_default().chars().collect())
        .collect();
    let illegal = state["illegal"].to_string();
    let at = |x: i32, y: i32| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x))).copied()
    };
    let mut points = (0..81).map(|index| (index * 31 % 81 % 9, index * 31 % 81 / 9));
    let is_free = |&(x, y): &(i32, i32)| {
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let is_eye = around.iter().all(|&(x, y)| matches!(at(x, y), None | Some('X')));
        at(x, y) == Some('.') && !is_eye && !illegal.contains(&format!("\"{}\"", name(x, y)))
    };
    points.find(is_free).map(|(x, y)| name(x, y))
}

fn name(x: i32, y: i32) -> String {
    let column = "ABCDEFGHJ".chars().nth(x as usize).expect("a column");
    format!("{column}{}", 9 - y)
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let board = Board::start(&[]);
    board.ok(&new_game("chinese-kgs", person(), person()));
    board.play(&["E5"]);
    let occupied = board.refused(&json!({"do": "play", "point": "E5"}));
    assert_eq!(occupied["kind"], "occupied");
    // A ko at C5 and D5: after White takes it, Black may not take it back at once.
    board.ok(&new_game("chinese-kgs", person(), person()));
    board.play(&["C6", "D6", "C4", "D4", "B5", "E5", "D5", "C5"]);
    let ko = board.refused(&json!({"do": "play", "point": "D5"}));
    assert_eq!((ko["kind"].as_str(), ko["move"].as_u64()), (Some("ko"), Some(7)), "{ko}");
    assert!(ko["message"].as_str().is_some_and(|text| text.contains("move 7")), "{ko}");
    let state = board.state();
    assert_eq!(state["illegal"], json!([["D5", "ko", 7]]));
    assert_eq!(
        (state["moveNumber"].as_u64(), state["captures"]["white"].as_u64()),
        (Some(8), Some(1))
    );
}

#[test]
fn single_rules_make_a_game_of_their_own() {
    let board = Board::start(&[]);
    let rules = json!({"ko": "positional", "scoring": "area", "suicide": "any", "tax": "none"});
    board.ok(&json!({"do": "new", "size": [2, 1], "rules": rules}));
    let state = board.state();
    assert_eq!(
        (&state["rules"]["axes"]["suicide"], &state["rules"]["axes"]["ko"]),
        (&json!("any"), &json!("positional"))
    );
    board.ok(&json!({"do": "rules", "axes": {"suicide": "none"}}));
    assert_eq!(board.state()["rules"]["axes"]["suicide"], "none");
    let record = board.get("/api/record").body;
    let other = Board::start(&[]);
    other.post("/api/open?name=x.sgf", "application/octet-stream", record.as_bytes());
    assert_eq!(other.state()["rules"]["axes"], board.state()["rules"]["axes"]);
    assert_eq!(board.refused(&json!({"do": "rules", "axes": {"ko": "none"}}))["kind"], "invalid");
    assert_eq!(board.refused(&json!({"do": "rules"}))["kind"], "invalid");
}

#[test]
fn superko_names_the_earlier_move() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [2, 1], "rules": "tromp-taylor"}));
    // In a review, passes do not end the game.
    board.ok(&json!({"do": "mode", "mode": "review"}));
    board.play(&["A1", "B1", "pass", "pass"]);
    let error = board.refused(&json!({"do": "play", "point": "A1"}));
    assert_eq!(error["kind"], "superko", "{error}");
    assert_eq!(error["move"], 1);
}

#[test]
fn an_illegal_move_loses_only_if_it_is_meant() {
    let board = Board::start(&[]);
    board.ok(&new_game("weiqi-chinese", person(), person()));
    board.play(&["C6", "D6", "C4", "D4", "B5", "E5", "D5", "C5"]);
    let warning = board.refused(&json!({"do": "play", "point": "D5"}));
    assert!(warning["message"].as_str().is_some_and(|text| text.contains("loses")), "{warning}");
    assert_eq!(board.state()["phase"], "playing");
    board.ok(&json!({"do": "play", "point": "D5", "forfeit": true}));
    let state = board.state();
    assert_eq!((state["phase"].as_str(), state["result"].as_str()), (Some("over"), Some("W+F")));
}

#[test]
fn undo_goes_back_to_the_turn_of_the_person_and_redo_on() {
    let board = Board::start(&[]);
    board.ok(&new_game("chinese", person(), engine(1)));
    board.play(&["E5"]);
    board.wait(|state| state["moveNumber"] == 2);
    board.play(&["C3"]);
    let last = board.wait(|state| state["moveNumber"] == 4);
    board.ok(&json!({"do": "undo"}));
    let state = board.state();
    assert_eq!((state["moveNumber"].as_u64(), state["toMove"].as_str()), (Some(2), Some("black")));
    assert_eq!(state["thinking"], false);
    board.ok(&json!({"do": "undo"}));
    assert_eq!(board.state()["moveNumber"], 0);
    assert_eq!(board.refused(&json!({"do": "undo"}))["kind"], "undo");
    board.ok(&json!({"do": "redo"}));
    board.ok(&json!({"do": "redo"}));
    assert_eq!(board.state()["node"], last["node"]);
    // Another move after undo becomes the main variation, and the old one stays.
    board.ok(&json!({"do": "undo"}));
    board.play(&["G7"]);
    board.wait(|state| state["moveNumber"] == 4);
    let record = board.get("/api/record").body;
    let (first, second) = (record.find(";B[gc]").expect("G7"), record.find(";B[cg]").expect("C3"));
    assert!(first < second, "{record}");
}

#[test]
fn a_second_page_and_a_reload_get_the_same_state() {
    let board = Board::start(&[]);
    board.ok(&new_game("japanese", person(), person()));
    board.play(&["E5", "C3"]);
    let mut first = board.events();
    let one = first.next("state");
    let tree = first.next("tree");
    let two = board.state();
    assert_eq!(one, two);
    board.play(&["G7"]);
    assert_eq!(first.next("state")["lastMove"], "G7");
    assert!(first.next("tree")["version"].as_u64() > tree["version"].as_u64());
    let tree = board.get("/api/tree").json();
    assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(4));
    assert_eq!(tree["nodes"][3][3], "G7");
}

#[test]
fn looking_back_stops_the_engine_until_the_game_goes_on() {
    let board = Board::start(&["--seconds", "600"]);
    board.ok(&new_game("chinese", person(), engine(12)));
    board.play(&["E5"]);
    let thinking = board.wait(|state| state["thinking"] == true);
    assert_eq!(board.refused(&json!({"do": "play", "point": "C3"}))["kind"], "turn");
    board.ok(&json!({"do": "step", "by": "first"}));
    let state = board.state();
    assert_eq!(
        (state["mode"].as_str(), state["thinking"].as_bool()),
        (Some("review"), Some(false))
    );
    board.ok(&json!({"do": "go", "node": thinking["node"]}));
    assert_eq!(board.state()["thinking"], false);
    board.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(board.state()["thinking"], true);
    board.ok(&json!({"do": "undo"}));
    assert_eq!(board.state()["moveNumber"], 0);
}

#[test]
fn engines_play_each_other_and_a_person_resigns() {
    let board = Board::start(&[]);
    board.ok(&new_game("chinese", engine(1), engine(2)));
    board.wait(|state| state["moveNumber"].as_u64() >= Some(4));
    board.ok(&json!({"do": "mode", "mode": "review"}));
    assert_eq!(board.state()["thinking"], false);
    board.ok(
        &json!({"do": "set-player", "color": "black", "player": {"kind": "person", "name": "Me"}}),
    );
    board.ok(&json!({"do": "mode", "mode": "play"}));
    board.ok(&json!({"do": "resign", "color": "black"}));
    let state = board.state();
    assert_eq!((state["phase"].as_str(), state["result"].as_str()), (Some("over"), Some("W+R")));
    assert_eq!(state["info"]["PB"], "Me");
    assert_eq!(board.refused(&json!({"do": "resign"}))["kind"], "over");
    // Undo takes the end back.
    board.ok(&json!({"do": "undo"}));
    assert_eq!(board.state()["result"], Value::Null);
}

#[test]
fn free_handicap_stones_are_placed_by_black() {
    let board = Board::start(&[]);
    board
        .ok(&json!({"do": "new", "size": [9, 9], "rules": "chinese", "handicap": 2, "free": true}));
    assert_eq!(board.state()["phaseText"]["key"], "phase.handicap");
    board.play(&["C3", "G7"]);
    let state = board.state();
    assert_eq!((state["handicap"].as_u64(), state["toMove"].as_str()), (Some(2), Some("white")));
    assert_eq!(state["moveNumber"], 0);
    assert_eq!(state["komi"], 0.5);
}
