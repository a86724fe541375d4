//! Games that are interrupted, counted and taken up again, and the clock beside them.

use serde_json::{Value, json};

use super::tests::Table;
use crate::{
    board::Color,
    rules::Rules,
    web::{tree::Position, worker::Output},
};

/// A game on 5×5 in which each of two people has a minute.
fn minute_game(rules: &Rules) -> Table {
    let clock = json!({"kind": "absolute", "main": 60});
    Table::new(&json!({
        "do": "new", "size": [5, 5], "rules": rules.preset_name(),
        "clock": {"black": clock, "white": clock},
    }))
}

#[test]
fn the_clock_of_an_interrupted_game_does_not_go_on_in_a_review() {
    let mut table = minute_game(&Rules::CHINESE);
    table.wait(5.0);
    table.play("C3");
    table.wait(5.0);
    table.ok(&json!({"do": "step", "by": -1}));
    for action in ["start", "press"] {
        let refused = table.act(&json!({"do": "clock", "action": action}));
        assert_eq!(refused.expect_err("no game is played").kind, "review");
    }
    table.wait(1000.0);
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(table.left(), [55.0, 55.0]);
}

#[test]
fn the_clock_for_two_players_costs_an_interrupted_game_no_time() {
    let mut table = minute_game(&Rules::CHINESE);
    table.wait(5.0);
    table.play("C3");
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&json!({"do": "clock", "action": "start", "color": "white"}));
    table.wait(1000.0);
    table.ok(&json!({"do": "clock", "action": "pause"}));
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    let state = table.state();
    assert_eq!((&state["phase"], &state["result"]), (&json!("playing"), &Value::Null));
    assert_eq!(table.left(), [55.0, 60.0]);
}

#[test]
fn the_clock_for_two_players_leaves_the_result_of_an_opened_record() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9]RE[B+R];B[ee])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.run_clock_for_two();
    assert_eq!(table.left(), [0.0, 20.0]);
    let state = table.state();
    assert_eq!((&state["result"], &state["dirty"]), (&json!("B+R"), &json!(false)));
}

#[test]
fn a_count_during_a_game_leaves_the_players_their_moves() {
    let mut table = minute_game(&Rules::CHINESE);
    table.play("C3");
    for (number, vertex) in [(2, "C2"), (3, "pass")] {
        table.ok(&json!({"do": "count"}));
        table.judge();
        let state = table.state();
        assert_eq!((&state["phase"], &state["count"]["next"]), (&json!("playing"), &json!("none")));
        for action in ["agree", "resume"] {
            let refused = table.act(&json!({"do": action, "color": "black"}));
            assert_eq!(refused.expect_err("play goes on").kind, "playing");
        }
        table.play(vertex);
        assert_eq!(table.state()["moveNumber"], number);
    }
}

#[test]
fn a_count_before_the_last_pass_of_aga_is_no_agreement() {
    let mut table = minute_game(&Rules::AGA);
    for vertex in ["C3", "pass", "pass"] {
        table.play(vertex);
    }
    table.ok(&json!({"do": "count"}));
    table.judge();
    let state = table.state();
    assert_eq!((&state["phase"], &state["count"]["next"]), (&json!("stopped"), &json!("none")));
    assert!(table.session.clock.is_running(), "White owes a pass");
    table.play("pass");
    table.judge();
    let count = table.state()["count"].clone();
    assert_eq!(count["agreed"], json!({"black": false, "white": false}));
    assert_eq!(count["next"], "agree-or-resume");
}

#[test]
fn a_handicap_stone_that_is_taken_back_is_to_be_placed_again() {
    let clock = json!({"kind": "absolute", "main": 60});
    let mut table = Table::new(&json!({
        "do": "new", "size": [9, 9], "handicap": 3, "free": true,
        "white": {"kind": "engine"}, "clock": {"black": clock, "white": clock},
    }));
    let placing = |table: &Table| {
        let turn = table.session.clock.turn().expect("a turn");
        (table.session.handicap_left(), turn, table.session.is_thinking())
    };
    for point in ["C3", "G7", "C7"] {
        table.play(point);
    }
    assert_eq!(placing(&table), (0, Color::White, true));
    table.ok(&json!({"do": "undo-edit"}));
    assert_eq!(placing(&table), (1, Color::Black, false));
    table.ok(&json!({"do": "redo-edit"}));
    assert_eq!(placing(&table), (0, Color::White, false));
    table.ok(&json!({"do": "undo-edit"}));
    table.ok(&json!({"do": "undo-edit"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.wait(5.0);
    assert_eq!((placing(&table), table.left()), ((2, Color::Black, false), [55.0, 60.0]));
    table.play("G3");
    table.play("C7");
    assert_eq!(placing(&table), (0, Color::White, true));
    assert!(table.record().contains("AB[cg][gg][cc]"), "{}", table.record());
}

#[test]
fn a_move_that_is_played_again_keeps_no_overtime_of_the_first_try() {
    let clock = json!({"kind": "byo-yomi", "main": 10, "time": 5, "periods": 2});
    let mut table = Table::new(
        &json!({"do": "new", "size": [9, 9], "clock": {"black": clock, "white": clock}}),
    );
    table.wait(11.0);
    table.play("E5");
    assert!(table.record().contains(";B[ee]BL[5]OB[2]WL[10]"), "{}", table.record());
    table.ok(&json!({"do": "undo"}));
    table.wait(1.0);
    table.play("E5");
    assert!(table.record().contains(";B[ee]BL[9]WL[10]"), "{}", table.record());
}

#[test]
fn a_record_that_is_played_on_loses_its_result() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9]RE[B+R];B[ee];W[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "step", "by": 1}));
    // A look at the game edits nothing.
    table.ok(&json!({"do": "mode", "mode": "play"}));
    let state = table.state();
    assert_eq!((&state["result"], &state["dirty"]), (&Value::Null, &json!(false)));
    table.play("G7");
    assert!(!table.record().contains("RE["), "{}", table.record());
    table.ok(&json!({"do": "undo-edit"}));
    assert_eq!(table.state()["result"], "B+R");
}

#[test]
fn the_time_systems_of_a_game_are_written_when_they_change() {
    let mut table = minute_game(&Rules::CHINESE);
    assert!(table.record().contains("TM[60]"), "{}", table.record());
    table.ok(&json!({"do": "clock", "action": "pause"}));
    let settings = json!({"kind": "fischer", "main": 20, "increment": 2});
    table.ok(&json!({"do": "clock", "color": "white", "settings": settings}));
    let record = table.record();
    assert!(record.contains("OT[Black 60 s; White 20 s + 2 fischer]"), "{record}");
    assert!(!record.contains("TM["), "{record}");
    // A change that is refused writes nothing.
    let press =
        json!({"do": "clock", "action": "press", "color": "white", "settings": {"kind": "none"}});
    assert_eq!(table.act(&press).expect_err("it is Black's turn").kind, "turn");
    assert_eq!(table.record(), record);
}

#[test]
fn time_systems_were_written_into_a_game_that_was_not_played() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9];B[ee])(;SZ[9]TM[28800]OT[5x60 byo-yomi];B[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.ok(&json!({"do": "game", "index": 1}));
    let before = table.record();
    table.run_clock_for_two();
    assert_eq!(table.record(), before);
    // A game in the first one is interrupted. It has the clock from its next move on.
    table.ok(&json!({"do": "game", "index": 0}));
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(table.record(), before);
    table.play("C3");
    let record = table.record();
    let (first, second) = record.split_once(")").expect("two games");
    assert!(first.contains("TM[30]") && first.contains("WL["), "{first}");
    assert!(second.contains("TM[28800]OT[5x60 byo-yomi]"), "{second}");
}

#[test]
fn a_clock_that_was_chosen_before_play_was_not_written() {
    let mut table = Table::new(&json!({"do": "new"}));
    assert_eq!(table.session.open(None, None, b"(;SZ[9];B[ee])".to_vec()), Ok(()));
    let settings = json!({"kind": "byo-yomi", "main": 10, "time": 5, "periods": 2});
    for color in ["black", "white"] {
        table.ok(&json!({"do": "clock", "color": color, "settings": settings}));
    }
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.play("C3");
    assert!(table.record().contains("TM[10]OT[2x5 byo-yomi]"), "{}", table.record());
    table.ok(&json!({"do": "undo-edit"}));
    assert!(!table.record().contains("TM["), "{}", table.record());
}

#[test]
fn the_time_of_the_player_to_move_runs_after_an_edit_changed_the_turn() {
    let mut table = minute_game(&Rules::CHINESE);
    table.wait(5.0);
    table.ok(&json!({"do": "mode", "mode": "review"}));
    table.ok(&json!({"do": "to-move", "color": "white"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.wait(3.0);
    assert_eq!((table.session.clock.turn(), table.left()), (Some(Color::White), [60.0, 57.0]));
}

#[test]
fn the_clock_of_a_person_is_paused_when_no_page_is_left() {
    let mut table = minute_game(&Rules::CHINESE);
    table.session.pause_if_deserted(table.now);
    let (page, events) = tokio::sync::mpsc::channel(100);
    table.session.add_page(page, table.now);
    table.session.pause_if_deserted(table.now);
    drop(events);
    table.session.pause_if_deserted(table.now);
    table.wait(4.0);
    table.session.pause_if_deserted(table.now);
    assert!(table.session.clock.is_running(), "a reload takes some time");
    table.wait(1.0);
    table.session.pause_if_deserted(table.now);
    table.wait(1000.0);
    assert_eq!((table.session.clock.is_paused(), table.left()), (true, [55.0, 60.0]));
}

#[test]
fn people_end_a_game_without_an_engine() {
    let mut table = minute_game(&Rules::CHINESE);
    for vertex in ["C3", "pass", "pass"] {
        table.play(vertex);
    }
    assert_eq!(table.state()["count"]["judging"], true);
    table.session.handle_output(Output::Ended, table.now);
    assert_eq!(table.state()["count"]["judging"], false);
    table.ok(&json!({"do": "mark-dead", "point": "C3"}));
    assert_eq!(table.state()["count"]["dead"], json!(["C3"]));
    for color in ["black", "white"] {
        table.ok(&json!({"do": "agree", "color": color}));
    }
    assert_eq!(table.state()["phase"], "over");
}

#[test]
fn a_time_of_a_record_beyond_every_clock_ended_the_board() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9];B[ee]WL[9999999999999999999];W[cc])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    let settings = json!({"kind": "absolute", "main": 60});
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "clock", "color": "white", "settings": settings}));
    table.ok(&json!({"do": "step", "by": -1}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert!(table.session.deadline().is_some(), "the clock runs");
}

#[test]
fn undo_after_a_change_of_the_clock_gave_the_time_of_the_old_one() {
    let mut table = minute_game(&Rules::CHINESE);
    for (seconds, point) in [(5.0, "C3"), (3.0, "B2"), (1.0, "D4")] {
        table.wait(seconds);
        table.play(point);
    }
    table.ok(&json!({"do": "clock", "action": "pause"}));
    let settings = json!({"kind": "move", "time": 10});
    table.ok(&json!({"do": "clock", "color": "black", "settings": settings}));
    table.ok(&json!({"do": "clock", "action": "start"}));
    table.ok(&json!({"do": "undo"}));
    assert_eq!(table.left(), [10.0, 57.0]);
}

#[test]
fn undo_replayed_the_line_to_each_node_above() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[9]HA[2]AB[cc][gg];C[a];W[ee];AW[cg];PL[W];PL[B]W[gc];B[])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "step", "by": "last"}));
    let tree = &table.session.tree;
    let turns = tree.turns();
    assert!(turns.len() >= 7, "{turns:?}");
    for (index, (node, to_move)) in turns.into_iter().enumerate() {
        let position = Position::at(tree.collection(), node).expect("a position");
        assert_eq!(to_move, position.game.to_move(), "node {index}");
    }
}

#[test]
fn the_clock_stayed_paused_after_a_stop_was_taken_back() {
    let mut table = minute_game(&Rules::CHINESE);
    for _ in 0..2 {
        table.wait(1.0);
        table.play("pass");
    }
    table.wait(10.0);
    table.ok(&json!({"do": "undo"}));
    table.wait(5.0);
    assert_eq!(table.left(), [59.0, 55.0]);
}

#[test]
fn the_clock_of_two_players_kept_the_turn_when_it_was_set_anew() {
    let mut table = Table::new(&json!({"do": "new"}));
    assert_eq!(table.session.open(None, None, b"(;SZ[9])".to_vec()), Ok(()));
    table.run_clock_for_two();
    table.ok(&json!({"do": "clock", "action": "pause"}));
    table.run_clock_for_two();
    assert_eq!(table.left(), [0.0, 20.0]);
}

/// The child with the move of the play cannot be shown, since its set-up leaves a chain without liberties.
#[test]
fn a_move_that_was_refused_pressed_the_clock() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[5]PL[B];B[ee]AW[aa]AB[ab][ba])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    table.ok(&json!({"do": "step", "by": "first"}));
    let settings = json!({"kind": "absolute", "main": 60});
    for color in ["black", "white"] {
        table.ok(&json!({"do": "clock", "color": color, "settings": settings}));
    }
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.wait(1.0);
    assert!(table.act(&json!({"do": "play", "point": "E1"})).is_err());
    table.wait(2.0);
    assert_eq!(table.left(), [57.0, 60.0], "Black is still to move");
}

#[test]
fn a_komi_in_stones_was_halved_by_a_change_to_territory_rules() {
    let mut table = Table::new(&json!({"do": "new"}));
    let record = b"(;SZ[19]RU[Chinese]KM[3.75];B[dd])".to_vec();
    assert_eq!(table.session.open(None, None, record), Ok(()));
    assert_eq!(table.state()["komi"], 7.5);
    table.ok(&json!({"do": "rules", "name": Rules::JAPANESE.preset_name()}));
    assert_eq!(table.state()["komi"], 7.5);
}
