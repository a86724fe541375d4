//! The confirmation of life and death by play, with the test in place of the engine.

use serde_json::{Value, json};

use super::tests::Table;
use crate::{rules::Rules, web::worker::Task};

/// A stopped game of a person with Black: White's stone C5 could be taken at D5, which was a ko.
fn stopped(white: &str) -> Table {
    let clock = json!({"kind": "absolute", "main": 60});
    let mut table = Table::new(&json!({
        "do": "new", "size": [9, 9], "rules": Rules::JAPANESE.preset_name(),
        "clock": {"black": clock, "white": clock},
    }));
    for point in ["C6", "D6", "C4", "D4", "B5", "E5", "D5", "C5", "pass", "pass"] {
        table.play(point);
    }
    table.judge();
    table.ok(&json!({"do": "set-player", "color": "white", "player": {"kind": white, "level": 1}}));
    table
}

fn begin(table: &mut Table, point: &str, first: &str) {
    table.ok(&json!({"do": "confirm", "point": point, "first": first}));
}

fn phase(table: &Table) -> (Value, Value) {
    let state = table.state();
    (state["phaseText"]["key"].clone(), state["phaseText"]["args"]["ko"].clone())
}

#[test]
fn a_ko_is_taken_back_only_after_a_pass_for_it() {
    let mut table = stopped("person");
    begin(&mut table, "C5", "black");
    assert_eq!(phase(&table), (json!("phase.confirming"), Value::Null));
    table.play("D5");
    assert_eq!(phase(&table), (json!("phase.confirming-ko"), json!("C5")));
    // A threat and its answer do not lift the ban.
    table.play("J9");
    table.play("J8");
    let refused = table.act(&json!({"do": "play", "point": "C5"})).expect_err("the ko");
    assert_eq!(refused.kind, "ko-pass");
    assert_eq!(table.state()["illegal"], json!([["C5", "ko-pass", null]]));
    table.play("pass");
    table.play("A1");
    assert_eq!(phase(&table), (json!("phase.confirming"), Value::Null));
    table.play("C5");
    assert_eq!(phase(&table), (json!("phase.confirming-ko"), json!("D5")));
}

#[test]
fn a_confirmation_marks_the_chain_and_leaves_the_game_as_it_was() {
    let mut table = stopped("person");
    let (node, moves) = (table.state()["node"].clone(), table.state()["moveNumber"].clone());
    begin(&mut table, "C5", "black");
    table.play("D5");
    table.play("A1");
    // White's first pass is one for the ko.
    for _ in 0..4 {
        assert_eq!(table.state()["confirming"], true);
        table.play("pass");
    }
    let state = table.state();
    assert_eq!((&state["node"], &state["moveNumber"]), (&node, &moves));
    assert_eq!(state["count"]["dead"], json!(["C5"]));
    assert_eq!(state["count"]["confirmed"], json!(["C5", false]));
    // The line is a variation: the game still ends with the stop.
    assert_eq!(state["children"], json!([]));
    assert_eq!(state["siblings"].as_array().map(Vec::len), Some(2));
    // The other way round: it is not taken, and lives.
    begin(&mut table, "C5", "black");
    table.ok(&json!({"do": "end-confirmation"}));
    assert_eq!(table.state()["count"]["dead"], json!([]));
    assert_eq!(table.state()["count"]["confirmed"], json!(["C5", true]));
}

#[test]
fn undo_and_resigning_in_a_confirmation() {
    let mut table = stopped("person");
    let stop = table.state()["node"].clone();
    begin(&mut table, "C5", "black");
    assert_eq!(table.state()["canUndo"], false);
    table.play("D5");
    table.ok(&json!({"do": "undo"}));
    assert_eq!((table.state()["toMove"].clone(), phase(&table).1), (json!("black"), Value::Null));
    table.play("D5");
    table.ok(&json!({"do": "resign", "color": "white"}));
    let state = table.state();
    assert_eq!((&state["result"], &state["node"]), (&json!("B+R"), &stop));
}

#[test]
fn no_time_is_used_in_a_confirmation() {
    let mut table = stopped("person");
    begin(&mut table, "C5", "black");
    table.ok(&json!({"do": "clock", "action": "start"}));
    table.wait(1000.0);
    table.play("D5");
    assert_eq!(table.state()["confirming"], true);
}

#[test]
fn a_look_at_the_record_ends_a_confirmation() {
    let mut table = stopped("person");
    begin(&mut table, "C5", "black");
    table.play("D5");
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&json!({"do": "step", "by": 1}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(table.state()["confirming"], false);
}

#[test]
fn the_engine_plays_for_its_color_in_a_game_that_the_chain_decides() {
    let mut table = stopped("engine");
    begin(&mut table, "C5", "black");
    table.play("D5");
    let job = table.jobs.try_iter().last().expect("a job");
    let Task::Confirm(task) = job.task else { panic!("another task") };
    assert!(task.banned.len() == 1 && !task.has_opponent_passed);
    assert_eq!(job.game.to_move(), task.color);
    // Three black stones against three white ones and the chain, which is one more if it lives.
    assert!((job.game.komi() + 0.5).abs() < f64::EPSILON, "{}", job.game.komi());
    table.engine_passes(job.id);
    assert_eq!(table.state()["confirming"], true);
    table.play("pass");
    // It has passed for the ko, so that this was the first pass of two.
    assert_eq!(table.state()["confirming"], true);
}

#[test]
fn only_rule_sets_with_a_confirmation_have_one() {
    let rules = Rules::CHINESE.preset_name();
    let mut table = Table::new(&json!({"do": "new", "size": [9, 9], "rules": rules}));
    for point in ["C3", "pass", "pass"] {
        table.play(point);
    }
    table.judge();
    let refused = table.act(&json!({"do": "confirm", "point": "C3"})).expect_err("no such phase");
    assert_eq!(refused.kind, "marks");
}
