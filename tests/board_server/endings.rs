//! Disputes at the end of the game, as the rule sets settle them. In all games Black claims that White's
//! living stones are dead, or White does the same.

use serde_json::{Value, json};

use crate::client::Board;

/// Two living groups that share the board: Black left, White right.
const WALLS: [&str; 10] = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"];

fn two_people(board: &Board, rules: &str) {
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": rules}));
    board.play(&WALLS);
}

/// Passes twice and waits for the judgment.
fn stop(board: &Board) -> Value {
    board.play(&["pass", "pass"]);
    board.wait(|state| state["count"]["judging"] == false)
}

fn agree(board: &Board) -> Value {
    board.ok(&json!({"do": "agree", "color": "black"}));
    board.ok(&json!({"do": "agree", "color": "white"}));
    board.state()
}

/// The points of a row of the count.
fn row(state: &Value, label: &str) -> [f64; 2] {
    let rows = state["count"]["rows"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["label"] == label);
    let row = row.unwrap_or_else(|| panic!("no {label} in {rows:?}"));
    ["black", "white"].map(|color| row[color].as_f64().expect("a number"))
}

#[test]
fn agreement_ends_the_game_with_the_count_of_the_rule_set() {
    let board = Board::start(&[]);
    two_people(&board, "chinese");
    let state = stop(&board);
    assert_eq!(state["phaseText"]["key"], "phase.mark-dead");
    assert_eq!((row(&state, "stones"), row(&state, "territory")), ([5.0, 5.0], [10.0, 5.0]));
    assert_eq!(row(&state, "total"), [15.0, 17.5]);
    let over = agree(&board);
    assert_eq!((over["phase"].as_str(), over["result"].as_str()), (Some("over"), Some("W+2.5")));
    let record = board.get("/api/record").body;
    assert!(record.contains("RE[W+2.5]") && record.contains("TB[aa]"), "{record}");
}

#[test]
fn a_chain_that_is_marked_changes_the_count() {
    let board = Board::start(&[]);
    two_people(&board, "japanese");
    stop(&board);
    board.ok(&json!({"do": "mark-dead", "point": "D3"}));
    let state = board.state();
    assert_eq!(state["count"]["dead"].as_array().map(Vec::len), Some(5));
    assert_eq!((row(&state, "dead"), row(&state, "territory")), ([5.0, 0.0], [20.0, 0.0]));
    board.ok(&json!({"do": "mark-dead", "point": "D1"}));
    assert_eq!(row(&board.state(), "total"), [10.0, 11.5]);
}

#[test]
fn the_killers_of_a_seki_that_was_marked_dead_had_no_territory() {
    const SEKI: &str = "(;SZ[4]RU[Japanese]KM[0]PL[B]AB[ba][ab][bb][ac][bc][ad][bd]\
        AW[ca][cb][db][cc][dc][dd];B[];W[])";
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", SEKI.as_bytes());
    board.ok(&json!({"do": "step", "by": "last"}));
    board.ok(&json!({"do": "mode", "mode": "play"}));
    board.wait(|state| state["count"]["judging"] == false);
    assert_eq!(row(&board.state(), "total"), [0.0, 0.0]);
    board.ok(&json!({"do": "mark-dead", "point": "C4"}));
    let state = board.state();
    assert_eq!((row(&state, "territory"), row(&state, "total")), ([9.0, 0.0], [15.0, 0.0]));
}

#[test]
fn under_japanese_rules_the_opponent_of_the_one_who_demands_play_moves_first() {
    let board = Board::start(&[]);
    two_people(&board, "japanese");
    let state = stop(&board);
    assert_eq!(state["phaseText"]["key"], "phase.confirm");
    board.ok(&json!({"do": "resume", "color": "black"}));
    let state = board.state();
    assert_eq!(
        (state["phase"].as_str(), state["toMove"].as_str()),
        (Some("playing"), Some("white"))
    );
    assert_eq!(state["phaseText"]["key"], "phase.resumed");
    board.play(&["pass", "pass"]);
    board.wait(|state| state["count"]["judging"] == false);
    board.ok(&json!({"do": "resume", "color": "white"}));
    assert_eq!(board.state()["toMove"], "black");
}

#[test]
fn after_a_japanese_dispute_a_pass_for_a_ko_is_named() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [9, 9], "rules": "japanese"}));
    board.play(&["C6", "D6", "C4", "D4", "B5", "E5", "D5"]);
    stop(&board);
    board.ok(&json!({"do": "resume", "color": "black"}));
    let phase = || board.state()["phaseText"].clone();
    assert_eq!(phase()["key"], "phase.resumed");
    // White takes the ko, which Black may not take back now.
    board.play(&["C5"]);
    let banned = phase();
    assert_eq!((&banned["key"], &banned["args"]["ko"]), (&json!("phase.resumed-ko"), &json!("D5")));
    assert_eq!(board.refused(&json!({"do": "play", "point": "D5"}))["kind"], "ko");
    board.play(&["pass", "A1"]);
    assert_eq!(phase()["key"], "phase.resumed");
    board.play(&["D5"]);
}

#[test]
fn under_new_zealand_rules_all_stones_count_if_the_players_cannot_say_who_moves() {
    let board = Board::start(&[]);
    two_people(&board, "new_zealand");
    let state = stop(&board);
    assert_eq!(state["phaseText"]["key"], "phase.agree");
    assert_eq!(row(&state, "shared-dame"), [0.0, 0.0]);
    board.ok(&json!({"do": "mark-dead", "point": "C3"}));
    // They agree on who moves: play goes on.
    board.ok(&json!({"do": "resume", "color": "black", "first": "white"}));
    assert_eq!(board.state()["phase"], "stopped");
    board.ok(&json!({"do": "resume", "color": "white", "first": "white"}));
    assert_eq!(
        (board.state()["phase"].as_str(), board.state()["toMove"].as_str()),
        (Some("playing"), Some("white"))
    );
    board.play(&["pass", "pass"]);
    board.wait(|state| state["count"]["judging"] == false);
    // They do not: every stone counts.
    board.ok(&json!({"do": "mark-dead", "point": "C3"}));
    board.ok(&json!({"do": "resume", "color": "black", "first": "black"}));
    board.ok(&json!({"do": "resume", "color": "white", "first": "white"}));
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(
        (over["count"]["allStand"].as_bool(), over["result"].as_str()),
        (Some(true), Some("W+2.0"))
    );
}

#[test]
fn under_mizessyns_rules_a_dispute_ends_with_the_second_count() {
    let board = Board::start(&[]);
    two_people(&board, "mizessyn");
    let state = stop(&board);
    assert_eq!(state["phaseText"]["key"], "phase.first-count");
    board.ok(&json!({"do": "resume", "color": "white"}));
    let state = board.state();
    assert_eq!(
        (state["phaseText"]["key"].as_str(), state["toMove"].as_str()),
        (Some("phase.mizessyn-resumed"), Some("black"))
    );
    // Stones and single points count now: Black fills, White does too.
    board.play(&["B2", "E2", "B4", "E4", "A3", "pass", "pass"]);
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(row(&over, "stones"), [8.0, 7.0]);
    // A4 and A5 touch an empty point each; B3 and E1, E3, E5 are surrounded.
    assert_eq!(row(&over, "surrounded"), [1.0, 3.0]);
    assert_eq!(over["count"]["mayMark"], false);
    assert_eq!(over["result"], "W+8.5");
}

#[test]
fn under_ing_rules_two_more_passes_agree() {
    let board = Board::start(&[]);
    two_people(&board, "ing");
    let state = stop(&board);
    assert_eq!(
        (state["phase"].as_str(), state["phaseText"]["key"].as_str()),
        (Some("stopped"), Some("phase.ing-settle"))
    );
    // A stone goes on with play.
    board.play(&["E3"]);
    assert_eq!(board.state()["phase"], "playing");
    board.play(&["pass", "pass"]);
    board.wait(|state| state["count"]["judging"] == false);
    board.play(&["pass", "pass"]);
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(over["moveNumber"], 17);
    assert!(over["result"].as_str().is_some_and(|result| result.starts_with("W+")), "{over}");
    // Agreement stands for the second pair of passes.
    two_people(&board, "ing");
    stop(&board);
    let over = agree(&board);
    assert_eq!((over["phase"].as_str(), over["moveNumber"].as_u64()), (Some("over"), Some(14)));
}

#[test]
fn under_aga_rules_white_passes_last_and_a_second_dispute_leaves_all_stones() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "aga"}));
    board.play(&WALLS[..9]);
    board.play(&["pass", "pass"]);
    let state = board.state();
    assert_eq!(state["phaseText"]["key"], "phase.aga-last-pass");
    assert_eq!((state["toMove"].as_str(), state["count"].is_null()), (Some("white"), true));
    board.play(&["pass"]);
    board.wait(|state| state["count"]["judging"] == false);
    board.ok(&json!({"do": "resume"}));
    board.play(&["pass", "pass"]);
    board.wait(|state| state["count"]["judging"] == false);
    board.ok(&json!({"do": "resume"}));
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(over["count"]["allStand"], true);
}

#[test]
fn undo_in_resumed_play_forgot_the_dispute() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "aga"}));
    board.play(&["C3", "D4", "C4", "D3"]);
    stop(&board);
    board.ok(&json!({"do": "resume"}));
    board.play(&["B2", "E2"]);
    board.ok(&json!({"do": "undo"}));
    assert_eq!(board.state()["phaseText"]["key"], "phase.resumed");
    board.ok(&json!({"do": "redo"}));
    stop(&board);
    board.ok(&json!({"do": "resume"}));
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(over["count"]["allStand"], true, "a second dispute leaves all stones");
}

#[test]
fn undo_to_the_start_of_resumed_play_stopped_it_after_one_pass() {
    let board = Board::start(&[]);
    two_people(&board, "chinese");
    stop(&board);
    board.ok(&json!({"do": "resume"}));
    board.play(&["pass", "B2"]);
    board.ok(&json!({"do": "undo"}));
    assert_eq!(board.state()["phase"], "playing");
}

#[test]
fn where_all_stones_stand_no_chain_is_marked() {
    let board = Board::start(&[]);
    two_people(&board, "tromp-taylor");
    board.play(&["pass", "pass"]);
    let over = board.wait(|state| state["phase"] == "over");
    assert_eq!(
        (over["result"].as_str(), over["count"]["mayMark"].as_bool()),
        (Some("W+2.5"), Some(false))
    );
    assert_eq!(board.refused(&json!({"do": "mark-dead", "point": "D3"}))["kind"], "marks");
}

#[test]
fn the_engine_agrees_to_its_own_judgment_and_plays_disputes_out() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "mizessyn"}));
    board.play(&WALLS);
    board.ok(
        &json!({"do": "set-player", "color": "white", "player": {"kind": "engine", "level": 3}}),
    );
    board.play(&["pass"]);
    let state = board.wait(|state| {
        state["count"]["judging"] == false
            || state["phase"] == "playing"
                && state["toMove"] == "black"
                && state["moveNumber"].as_u64() > Some(11)
    });
    // White may fill on before it passes.
    let state = if state["count"].is_null() { stop_with_engine(&board) } else { state };
    assert_eq!(state["count"]["agreed"]["white"], true, "{state}");
    board.ok(&json!({"do": "mark-dead", "point": "D3"}));
    assert_eq!(board.state()["count"]["agreed"]["white"], false);
    assert_eq!(board.refused(&json!({"do": "agree", "color": "black"}))["kind"], "disagreement");
    board.ok(&json!({"do": "resume", "color": "black"}));
    let over = stop_until_over(&board);
    assert!(over["count"]["rows"].to_string().contains("surrounded"), "{over}");
}

/// Passes until play has stopped and is judged.
fn stop_with_engine(board: &Board) -> Value {
    loop {
        let state = board.wait(|state| {
            state["thinking"] == false
                && (state["count"]["judging"] == false || state["toMove"] == "black")
        });
        if state["count"]["judging"] == false {
            return state;
        }
        if state["phase"] == "playing" {
            board.play(&["pass"]);
        }
    }
}

/// Passes until the game is over.
fn stop_until_over(board: &Board) -> Value {
    for _ in 0..40 {
        let state = board.wait(|state| {
            let is_my_turn = state["phase"] == "playing" && state["toMove"] == "black";
            state["phase"] == "over" || (state["thinking"] == false && is_my_turn)
        });
        if state["phase"] == "over" {
            return state;
        }
        // The game may end between the state and the pass.
        board.act(&json!({"do": "play", "point": "pass"}));
    }
    panic!("the game does not end");
}

#[test]
fn a_position_is_counted_under_all_presets() {
    let board = Board::start(&[]);
    two_people(&board, "chinese");
    let mut page = board.events();
    board.ok(&json!({"do": "count-all"}));
    let counts = page.next("counts");
    let of = |name: &str| {
        let counts = counts["counts"].as_array().expect("counts");
        counts.iter().find(|count| count["rules"] == name).expect("a preset")["result"].clone()
    };
    assert_eq!(
        (of("chinese"), of("japanese"), of("stones-only")),
        (json!("W+2.5"), json!("W+2.5"), json!("W+7.5"))
    );
}
