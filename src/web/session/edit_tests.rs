//! Edits and requests that are meant for a node, without an engine.

use serde_json::{Value, json};

use super::tests::Table;

fn table() -> Table {
    Table::new(&json!({"do": "new", "size": [9, 9]}))
}

#[test]
fn an_action_for_a_node_that_was_left_is_refused() {
    let mut table = table();
    let root = table.state()["node"].clone();
    table.ok(&json!({"do": "komi", "komi": 0.5, "at": root}));
    table.ok(&json!({"do": "play", "point": "E5", "at": root}));
    let before = table.record();
    for action in [
        json!({"do": "play", "point": "C3", "at": root}),
        json!({"do": "node-name", "text": "typed before the move", "at": root}),
        json!({"do": "mark", "point": "A1", "kind": "circle", "at": root}),
        json!({"do": "step", "by": -1, "at": root}),
        json!({"do": "undo", "at": root}),
        json!({"do": "new", "size": [5, 5], "at": root}),
    ] {
        assert_eq!(table.act(&action).expect_err("it was left").kind, "moved", "{action}");
        assert_eq!(table.record(), before, "{action}");
    }
    table.ok(&json!({"do": "play", "point": "C3", "at": null}));
    let node = table.state()["node"].clone();
    table.ok(&json!({"do": "new", "size": [5, 5], "at": node}));
    assert_eq!(table.state()["size"], json!([5, 5]));
}

#[test]
fn an_action_for_another_record_was_done_in_this_one() {
    let mut table = table();
    let state = table.state();
    let (node, record) = (&state["node"], &state["record"]);
    table.ok(&json!({"do": "node-name", "text": "mine", "at": node, "record": record}));
    table.ok(&json!({"do": "new", "size": [9, 9]}));
    let before = table.record();
    // The root has the same number.
    assert_eq!(&table.state()["node"], node);
    for action in [
        json!({"do": "play", "point": "C3", "at": node, "record": record}),
        json!({"do": "comment", "text": "typed before", "node": node, "record": record}),
    ] {
        assert_eq!(table.act(&action).expect_err("it is not shown").kind, "moved", "{action}");
        assert_eq!(table.record(), before, "{action}");
    }
}

/// The number of the record, and the version of its positions.
fn numbers(table: &Table) -> (Option<u64>, Option<u64>) {
    let state = table.state();
    (state["record"].as_u64(), state["positions"].as_u64())
}

#[test]
fn the_undo_of_a_comment_was_counted_as_a_change_of_the_positions() {
    let mut table = table();
    table.play("E5");
    let before = numbers(&table);
    for action in [
        json!({"do": "comment", "text": "good shape"}),
        json!({"do": "undo-edit"}),
        json!({"do": "redo-edit"}),
        // Komi stays the same.
        json!({"do": "komi", "komi": table.state()["komi"]}),
    ] {
        table.ok(&action);
        assert_eq!(numbers(&table), before, "{action}");
    }
    table.ok(&json!({"do": "undo-edit"}));
    table.ok(&json!({"do": "undo-edit"}));
    assert!(numbers(&table).1 > before.1, "the move is taken back");
}

#[test]
fn a_refused_set_up_made_the_record_dirty() {
    let mut table = table();
    assert_eq!(table.session.open(None, None, b"(;SZ[1])".to_vec()), Ok(()));
    let set_up = json!({"do": "set-up", "points": ["A1"], "color": "black"});
    let before = table.state();
    table.act(&set_up).expect_err("a stone without a liberty");
    let after = table.state();
    for name in ["dirty", "positions"] {
        assert_eq!(after[name], before[name], "{name}");
    }
}

#[test]
fn a_refused_set_up_after_a_move_left_its_node() {
    let mut table = table();
    assert_eq!(table.session.open(None, None, b"(;SZ[1];B[])".to_vec()), Ok(()));
    table.ok(&json!({"do": "step", "by": 1}));
    table.ok(&json!({"do": "comment", "text": "good shape"}));
    table.ok(&json!({"do": "undo-edit"}));
    let before = (table.record(), table.state()["node"].clone());
    let set_up = json!({"do": "set-up", "points": ["A1"], "color": "black"});
    table.act(&set_up).expect_err("a stone without a liberty");
    assert_eq!((table.record(), table.state()["node"].clone()), before);
    table.ok(&json!({"do": "redo-edit"}));
}

#[test]
fn records_and_versions_of_their_positions_have_numbers() {
    let mut table = table();
    let before = numbers(&table);
    table.ok(&json!({"do": "comment", "text": "good shape"}));
    assert_eq!(numbers(&table), before);
    table.ok(&json!({"do": "set-up", "points": ["C3"], "color": "black"}));
    let edited = numbers(&table);
    assert!(edited.0 == before.0 && edited.1 > before.1, "{edited:?} after {before:?}");
    table.ok(&json!({"do": "new", "size": [9, 9]}));
    assert!(numbers(&table).0 > before.0);
}

#[test]
fn the_player_to_move_is_not_written_beside_a_move() {
    let mut table = table();
    table.play("E5");
    table.ok(&json!({"do": "mode", "mode": "review"}));
    table.ok(&json!({"do": "to-move", "color": "black"}));
    assert_eq!(table.state()["toMove"], "black");
    assert!(table.record().contains(";B[ee];PL[B]"), "{}", table.record());
    table.ok(&json!({"do": "to-move", "color": "white"}));
    assert!(table.record().contains(";B[ee];PL[W]"), "{}", table.record());
    // White is to move after the move in any case.
    table.ok(&json!({"do": "step", "by": -1}));
    let before = table.record();
    table.ok(&json!({"do": "to-move", "color": "white"}));
    assert_eq!(table.record(), before);
}

#[test]
fn the_player_to_move_made_another_variation_each_time() {
    let mut table = table();
    table.play("E5");
    table.ok(&json!({"do": "mode", "mode": "review"}));
    let black = json!({"do": "to-move", "color": "black"});
    table.ok(&black);
    table.ok(&json!({"do": "comment", "text": "if Black moves again"}));
    let node = table.state()["node"].clone();
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&black);
    assert_eq!(table.state()["node"], node);
    assert_eq!(table.record().matches("PL[B]").count(), 1, "{}", table.record());
    // A set-up beside it makes another position.
    table.ok(&json!({"do": "set-up", "points": ["C3"], "color": "white"}));
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&black);
    assert_eq!(table.record().matches("PL[B]").count(), 2, "{}", table.record());
}

#[test]
fn a_paste_moved_on_in_a_game_without_interrupting_it() {
    let mut table = table();
    table.play("E5");
    table.play("C3");
    for action in ["copy", "undo", "paste"] {
        table.ok(&json!({"do": action}));
    }
    let state = table.state();
    assert_eq!((&state["mode"], &state["moveNumber"]), (&json!("review"), &json!(2)));
}

#[test]
fn a_paste_made_a_record_that_could_not_be_opened_again() {
    let mut table = table();
    let nodes = format!("(;SZ[9]{})", ";".repeat(1_200_000));
    table.session.open(None, None, nodes.into_bytes()).expect("a record");
    table.ok(&json!({"do": "step", "by": 1}));
    table.ok(&json!({"do": "copy"}));
    let refused = table.act(&json!({"do": "paste"})).expect_err("2,400,000 nodes");
    assert_eq!(refused.kind, "record");
}

#[test]
fn an_edit_that_cannot_be_made_again_is_refused_as_such() {
    let mut table = table();
    let kind = |table: &mut Table, action: &Value| table.act(action).expect_err("no edit").kind;
    assert_eq!(kind(&mut table, &json!({"do": "redo-edit"})), "redo");
    assert_eq!(kind(&mut table, &json!({"do": "undo-edit"})), "undo");
}

#[test]
fn what_was_asked_for_a_node_is_forgotten_when_the_cursor_leaves() {
    let mut table = table();
    for action in ["hint", "count", "count-all"] {
        table.ok(&json!({"do": action}));
    }
    let asked = |table: &Table| {
        let session = &table.session;
        [session.hint_at, session.count_here, session.count_all_at].map(|node| node.is_some())
    };
    assert_eq!(asked(&table), [true; 3]);
    table.play("E5");
    assert_eq!(asked(&table), [false; 3]);
    table.ok(&json!({"do": "undo"}));
    assert_eq!(table.state()["count"], Value::Null);
}

#[test]
fn a_state_had_any_number_of_variations() {
    let mut table = table();
    let record = format!("(;SZ[9]{})", "(;B[ee])".repeat(5000));
    assert_eq!(table.session.open(None, None, record.into_bytes()), Ok(()));
    let sent = |table: &Table, name: &str| table.state()[name].as_array().map(Vec::len);
    assert_eq!(sent(&table, "children"), Some(1000));
    table.ok(&json!({"do": "step", "by": 1}));
    assert_eq!(sent(&table, "siblings"), Some(1000));
}
