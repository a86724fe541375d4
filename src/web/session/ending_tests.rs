//! Games that are over and go on, and their results.

use serde_json::{Value, json};

use super::tests::Table;

/// A file of two games, of which White has resigned the first.
fn two_games_after_a_resignation() -> Table {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9];B[ee])(;SZ[9]RE[B+3.5];B[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.ok(&json!({"do": "resign", "color": "white"}));
    table
}

#[test]
fn redo_in_a_game_that_was_over_showed_it_as_going_on() {
    let mut table = Table::new(&json!({"do": "new", "size": [9, 9]}));
    table.play("E5");
    table.ok(&json!({"do": "undo"}));
    table.ok(&json!({"do": "resign", "color": "black"}));
    table.ok(&json!({"do": "redo"}));
    let state = table.state();
    assert_eq!((&state["phase"], &state["result"]), (&json!("playing"), &Value::Null));
    assert!(!table.record().contains("RE["), "{}", table.record());
    table.play("C3");
}

#[test]
fn a_game_that_was_over_lost_its_result_before_it_went_on_with_a_move() {
    let mut table = Table::new(&json!({"do": "new", "size": [9, 9]}));
    table.play("E5");
    table.play("C3");
    table.ok(&json!({"do": "resign", "color": "black"}));
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert!(table.record().contains("RE[W+R]"), "{}", table.record());
    assert_eq!(table.state()["result"], Value::Null);
    table.play("D4");
    assert!(!table.record().contains("RE["), "{}", table.record());
}

#[test]
fn a_game_whose_last_node_was_deleted_gave_its_result_to_another() {
    let mut table = two_games_after_a_resignation();
    table.ok(&json!({"do": "delete-node"}));
    assert_eq!(table.state()["result"], "B+R");
    table.ok(&json!({"do": "game", "index": 1}));
    assert_eq!(table.state()["result"], "B+3.5");
}

#[test]
fn the_result_of_a_game_was_taken_for_that_of_another_in_its_file() {
    let mut table = two_games_after_a_resignation();
    assert_eq!(table.state()["result"], "B+R");
    table.ok(&json!({"do": "game", "index": 1}));
    assert_eq!(table.state()["result"], "B+3.5");
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert!(table.record().contains("RE[B+3.5]"), "{}", table.record());
}
