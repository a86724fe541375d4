//! The confirmation of life and death under Japanese rules, played out against the engine.

use serde_json::{Value, json};

use crate::client::Board;

/// Two living groups, and a black stone in White's eye space.
const MOVES: [&str; 13] =
    ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E3", "pass", "pass"];

/// A stopped game, from here on against the engine with White.
fn stopped() -> Board {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "japanese"}));
    board.play(&MOVES);
    board.wait(|state| state["count"]["judging"] == false);
    board.ok(&json!({
        "do": "set-player", "color": "white", "player": {"kind": "engine", "level": 1},
    }));
    board
}

/// Lets Black pass until the line ends; returns its result.
fn pass_to_the_end(board: &Board) -> Value {
    loop {
        let is_next = |state: &Value| state["confirming"] == false || state["toMove"] == "black";
        let state = board.wait(is_next);
        if state["confirming"] == false {
            return state["count"]["confirmed"].clone();
        }
        board.play(&["pass"]);
    }
}

#[test]
fn the_engine_captures_a_dead_stone() {
    let board = stopped();
    board.ok(&json!({"do": "mark-dead", "point": "E3"}));
    board.ok(&json!({"do": "confirm", "point": "E3"}));
    assert_eq!(pass_to_the_end(&board), json!(["E3", false]));
    assert_eq!(board.state()["count"]["dead"], json!(["E3"]));
}

#[test]
fn the_engine_shows_that_its_group_lives() {
    let board = stopped();
    board.ok(&json!({"do": "mark-dead", "point": "D3"}));
    board.ok(&json!({"do": "confirm", "point": "D3"}));
    board.play(&["E2"]);
    assert_eq!(pass_to_the_end(&board), json!(["D3", true]));
    let dead = board.state()["count"]["dead"].clone();
    assert!(!dead.to_string().contains('D'), "{dead}");
}
