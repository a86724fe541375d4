//! Reviews and values of records that are edited meanwhile, with the test in place of the engine.

use std::time::Duration;

use serde_json::{Value, json};

use super::{NodeValues, tests::Table};
use crate::{
    board::{Color, Move},
    search::{Candidate, Report},
    sgf::NodeId,
    web::worker::{Finding, JobKind, Output},
};

/// A report whose only move is a pass.
fn report(color: Color) -> Report {
    let candidate = Candidate {
        mv: Move::Pass,
        visits: 10,
        win_rate: 0.5,
        utility: 0.5,
        amaf_utility: None,
        win_rate_lcb: 0.4,
        utility_lcb: 0.4,
        prior: 1.0,
        line: vec![(Move::Pass, 10)],
        score: None,
        ownership: None,
        ownership_deviation: None,
    };
    Report {
        color,
        candidates: vec![candidate],
        visits: 11,
        iterations: 11,
        win_rate: 0.5,
        score: None,
        ownership: None,
        ownership_deviation: None,
        max_utility: 1.0,
        elapsed: Duration::ZERO,
    }
}

/// A review of these moves that begins, with the cursor at the last one.
fn reviewed(moves: &[&str]) -> Table {
    let mut table = Table::new(&json!({"do": "new", "size": [5, 5]}));
    moves.iter().for_each(|point| table.play(point));
    table.ok(&json!({"do": "mode", "mode": "review"}));
    table.ok(&json!({"do": "review", "on": true}));
    table
}

/// Ends the present search of the review as the engine, and returns its node.
fn end_search(table: &mut Table) -> NodeId {
    let job = table.jobs.try_iter().last().expect("a job");
    assert_eq!(job.key.kind, JobKind::Review);
    let finding = Finding::Report(report(job.game.to_move()));
    table.session.handle_output(Output::Done(job.id, Box::new(finding)), table.now);
    job.key.node
}

/// Checks that a review has come to its end with this number of positions, whose values are written.
fn check_end(table: &Table, positions: usize) {
    assert_eq!(progress(table), [json!(false), json!(positions), json!(positions)]);
    assert!(table.jobs.try_iter().next().is_none(), "nothing is left to be searched");
    let record = table.session.tree.collection().write();
    assert_eq!(record.matches("SBKV[").count(), positions, "{record}");
}

#[test]
fn a_review_skips_nodes_that_are_deleted_meanwhile_and_keeps_the_other_values() {
    let mut table = reviewed(&["C3", "C4", "A1", "B1"]);
    let deleted = end_search(&mut table);
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&json!({"do": "delete-node"}));
    assert!(!table.session.tree.collection().contains(deleted));
    for _ in 0..3 {
        let node = end_search(&mut table);
        assert!(table.session.tree.collection().contains(node), "{node:?}");
    }
    check_end(&table, 3);
}

#[test]
fn a_review_ends_where_all_that_was_left_to_be_searched_is_deleted() {
    let mut table = reviewed(&["C3", "C4", "A1"]);
    table.ok(&json!({"do": "review", "on": false}));
    table.ok(&json!({"do": "step", "by": "first"}));
    table.ok(&json!({"do": "step", "by": 1}));
    table.ok(&json!({"do": "review", "on": true}));
    for _ in 0..3 {
        end_search(&mut table);
    }
    table.ok(&json!({"do": "step", "by": "last"}));
    let left = table.jobs.try_iter().last().expect("a job");
    assert_eq!(left.key.node, table.session.tree.cursor());
    table.ok(&json!({"do": "delete-node"}));
    check_end(&table, 3);
}

#[test]
fn a_review_skips_positions_that_have_become_impossible() {
    let mut table = reviewed(&["C3", "C4", "A1"]);
    table.ok(&json!({"do": "step", "by": "first"}));
    let root = table.session.tree.root();
    let edited = table.session.tree.edit_position(|editor| {
        // A stone on A1.
        editor.set_property(root, "AB", &["ae"])
    });
    assert_eq!(edited, Ok(()));
    table.session.update_after_change(table.now);
    for _ in 0..3 {
        end_search(&mut table);
    }
    check_end(&table, 3);
}

/// Whether a review is running, the positions that are done, and all positions.
fn progress(table: &Table) -> [Value; 3] {
    let view = serde_json::to_value(table.session.review_view()).expect("plain data");
    ["running", "done", "total"].map(|name| view[name].clone())
}

#[test]
fn a_review_begins_anew_under_other_terms() {
    let mut table = reviewed(&["C3"]);
    end_search(&mut table);
    assert_eq!(progress(&table), [json!(true), json!(1), json!(2)]);
    table.ok(&json!({"do": "komi", "komi": 3.5}));
    assert_eq!(progress(&table), [json!(true), json!(0), json!(2)]);
    end_search(&mut table);
    end_search(&mut table);
    check_end(&table, 2);
    // The values of one that has ended are not those of the new terms.
    table.ok(&json!({"do": "rules", "name": "nz"}));
    assert_eq!(progress(&table), [json!(false), json!(0), json!(0)]);
}

#[test]
fn a_review_that_is_stopped_keeps_its_values() {
    let mut table = reviewed(&["C3", "C4"]);
    end_search(&mut table);
    table.ok(&json!({"do": "review", "on": false}));
    assert_eq!(progress(&table), [json!(false), json!(1), json!(3)]);
    assert_eq!(table.record().matches("SBKV[").count(), 1, "{}", table.record());
}

#[test]
fn a_review_and_a_region_stay_with_their_game() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[19];B[aa])(;SZ[9];B[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "region", "points": ["Q16"]}));
    table.ok(&json!({"do": "review", "on": true}));
    table.ok(&json!({"do": "game", "index": 1}));
    assert_eq!(progress(&table), [json!(false), json!(0), json!(0)]);
    assert_eq!(table.state()["region"], json!([]));
    end_search(&mut table);
    end_search(&mut table);
    assert_eq!(progress(&table), [json!(false), json!(0), json!(0)]);
    table.ok(&json!({"do": "game", "index": 0}));
    assert_eq!(progress(&table), [json!(false), json!(2), json!(2)]);
    let record = table.record();
    let (_, second) = record.split_once("SZ[9]").expect("two games");
    assert!(!second.contains("SBKV["), "{record}");
}

#[test]
fn a_game_that_was_shown_at_the_end_of_another_review_stayed_without_its_values() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[5];B[aa])(;SZ[9]SBKV[50];B[cc]SBKV[40];W[dd])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "review", "on": true}));
    table.ok(&json!({"do": "game", "index": 1}));
    for _ in 0..2 {
        assert_eq!(progress(&table), [json!(false), json!(0), json!(0)]);
        end_search(&mut table);
    }
    assert_eq!(progress(&table), [json!(false), json!(2), json!(3)]);
}

#[test]
fn stones_that_were_set_up_in_a_variation_ended_the_review() {
    let mut table = reviewed(&["C3", "C4"]);
    end_search(&mut table);
    table.ok(&json!({"do": "step", "by": -1}));
    // The second stone is set up beside the first.
    for point in ["A1", "B1"] {
        table.ok(&json!({"do": "set-up", "points": [point], "color": "white"}));
        assert_eq!(progress(&table), [json!(true), json!(1), json!(3)], "{point}");
    }
    end_search(&mut table);
    end_search(&mut table);
    check_end(&table, 3);
    table.ok(&json!({"do": "set-up", "points": ["D1"], "color": "white"}));
    table.ok(&json!({"do": "undo-edit"}));
    assert_eq!(progress(&table), [json!(false), json!(3), json!(3)]);
    // At the root they concern all positions.
    table.ok(&json!({"do": "step", "by": "first"}));
    table.ok(&json!({"do": "set-up", "points": ["E1"], "color": "white"}));
    assert_eq!(progress(&table), [json!(false), json!(0), json!(0)]);
}

#[test]
fn the_undo_of_a_comment_was_taken_for_that_of_an_earlier_change_of_komi() {
    let mut table = reviewed(&["C3"]);
    table.ok(&json!({"do": "komi", "komi": 3.5}));
    table.ok(&json!({"do": "undo-edit"}));
    table.ok(&json!({"do": "comment", "text": "good shape"}));
    end_search(&mut table);
    end_search(&mut table);
    check_end(&table, 2);
    for _ in ["the values", "the comment"] {
        table.ok(&json!({"do": "undo-edit"}));
        assert_eq!(progress(&table), [json!(false), json!(2), json!(2)]);
    }
    assert!(!table.record().contains("good shape"), "{}", table.record());
}

#[test]
fn values_of_other_terms_came_back_from_the_record() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[5];B[aa];W[bb])(;SZ[9];B[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    let review = |table: &mut Table| {
        table.ok(&json!({"do": "review", "on": true}));
        for _ in 0..3 {
            end_search(table);
        }
    };
    let shown_again = |table: &mut Table| {
        table.ok(&json!({"do": "game", "index": 1}));
        table.ok(&json!({"do": "game", "index": 0}));
        progress(table)
    };
    review(&mut table);
    assert_eq!(shown_again(&mut table), [json!(false), json!(3), json!(3)]);
    table.ok(&json!({"do": "komi", "komi": 3.5}));
    assert_eq!(shown_again(&mut table), [json!(false), json!(0), json!(0)]);
    review(&mut table);
    assert_eq!(shown_again(&mut table), [json!(false), json!(3), json!(3)]);
}

#[test]
fn values_of_other_terms_are_dropped() {
    let mut table = Table::new(&json!({"do": "new", "size": [5, 5]}));
    table.ok(&json!({"do": "mode", "mode": "review"}));
    let root = table.session.tree.cursor();
    let mut is_kept = |action: &Value| {
        let values = NodeValues { win_rate: 0.5, score: None, visits: 11 };
        table.session.values.insert(root, values);
        table.ok(action);
        table.session.values.contains_key(&root)
    };
    for action in [
        json!({"do": "rules", "name": "nz"}),
        json!({"do": "komi", "komi": 3.5}),
        json!({"do": "info", "property": "HA", "value": "2"}),
        json!({"do": "set-up", "points": ["C3"], "color": "black"}),
        json!({"do": "to-move", "color": "white"}),
    ] {
        assert!(!is_kept(&action), "{action}");
        assert!(!is_kept(&json!({"do": "undo-edit"})), "{action}");
        assert!(!is_kept(&json!({"do": "redo-edit"})), "{action}");
    }
    for action in [
        json!({"do": "comment", "text": "good shape"}),
        json!({"do": "undo-edit"}),
        json!({"do": "redo-edit"}),
        json!({"do": "add-line", "moves": ["D4"]}),
        json!({"do": "undo-edit"}),
    ] {
        assert!(is_kept(&action), "{action}");
    }
}
