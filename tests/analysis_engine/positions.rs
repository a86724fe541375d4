//! The positions that queries state: set-up, moves, rules and sizes.

use serde_json::{Value, json};

use super::{ONE_LANE, answers, answers::answer, number, numbers, query};

#[test]
fn illegal_points_have_the_policy_minus_one() {
    let moves = json!([["b", "A9"], ["w", "J1"]]);
    let policy = numbers(&answer(json!({"moves": moves, "includePolicy": true}))["policy"]);
    let illegal: Vec<usize> = (0..82).filter(|&at| policy[at] == -1.0).collect();
    assert_eq!(illegal, [0, 80], "the rows start at the top left");
}

#[test]
fn a_point_that_the_rule_of_ko_forbids_has_the_policy_minus_one() {
    let capture = ["C4", "E5", "D5", "F4", "D3", "E3", "pass", "D4", "E4"];
    let is_illegal = |moves: &[&str]| {
        let players = ["b", "w"].into_iter().cycle();
        let moves: Vec<Value> = players.zip(moves).map(|mv| json!([mv.0, mv.1])).collect();
        let policy = numbers(&answer(json!({"moves": moves, "includePolicy": true}))["policy"]);
        policy[5 * 9 + 3] == -1.0
    };
    assert!(is_illegal(&capture), "D4");
    assert!(!is_illegal(&[&capture[..], &["A9", "J9"]].concat()));
}

#[test]
fn positions_are_set_up_as_katago_does() {
    let player = |fields: Value| answer(fields)["rootInfo"]["currentPlayer"].clone();
    assert_eq!(player(json!({"initialStones": [["b", "C3"], ["b", "G7"]]})), "W");
    assert_eq!(player(json!({"initialStones": [["b", "C3"]]})), "B");
    assert_eq!(player(json!({"initialPlayer": "WHITE"})), "W");
    assert_eq!(player(json!({"moves": [["white", "pss"]]})), "B");
    let hash =
        |stones: Value| answer(json!({"initialStones": stones}))["rootInfo"]["thisHash"].clone();
    let one = hash(json!([["w", "A1"]]));
    assert_eq!(one, hash(json!([["b", " (0,8) "], ["w", "a1"]])), "the later stone replaces");
    assert_eq!(one, hash(json!([["w", "A1"], ["b", "(40,3)"]])), "off the board");
    // The stone on A1 is captured.
    let corner = hash(json!([["w", "A1"], ["b", "A2"], ["b", "B1"]]));
    assert_eq!(corner, hash(json!([["b", "A2"], ["b", "B1"]])));
    assert_eq!(one.as_str().map(str::len), Some(32));
}

/// Moves in which White takes D5, a ko.
const KO: [[&str; 2]; 8] = [
    ["b", "C6"],
    ["w", "D6"],
    ["b", "C4"],
    ["w", "D4"],
    ["b", "B5"],
    ["w", "E5"],
    ["b", "D5"],
    ["w", "C5"],
];

/// Moves that only the rule of ko forbids are played, as is the suicide of several stones, moves of one
/// player in a row, and moves after two passes.
#[test]
fn replaying_is_tolerant() {
    let legal = [
        json!([["b", "A2"], ["b", "B1"], ["b", "C2"], ["b", "B3"], ["w", "B2"]]),
        json!([["b", "pass"], ["w", "pass"], ["b", "pass"], ["b", "E5"]]),
        json!([["b", "B2"], ["b", "A3"], ["b", "C1"], ["w", "A1"], ["w", "B1"], ["w", "A2"]]),
        json!([&KO[..], &[["b", "D5"]]].concat()),
    ];
    let is_error = |moves: &Value| {
        answers(&ONE_LANE, &[query("q", json!({"moves": moves, "maxVisits": 2}))])[0]
            .get("error")
            .is_some()
    };
    assert!(is_error(&legal[0]), "the suicide of a single stone");
    assert!(legal[1..].iter().all(|moves| !is_error(moves)));
}

#[test]
fn two_moves_of_a_player_in_a_row_let_positions_be_repeated() {
    /// The index of D5 in a policy.
    const TAKEN: usize = 4 * 9 + 3;
    let found = |more: &[[&str; 2]]| {
        let moves = [&KO[..], more].concat();
        answer(json!({"rules": "tromp-taylor", "moves": moves, "includePolicy": true}))
    };
    assert_eq!(found(&[["b", "D5"]])["rootInfo"]["currentPlayer"], "W");
    assert_eq!(number(&found(&[])["policy"][TAKEN]), -1.0);
    assert!(number(&found(&[["w", "pass"]])["policy"][TAKEN]) >= 0.0);
}

#[test]
fn every_rule_set_and_size_is_analyzed() {
    let presets = shusaku::rules::presets().map(|(name, _)| name);
    let katagos = [
        "korean",
        "chinese_ogs",
        "new zealand",
        "tromp_taylor",
        "StoneScoring",
        " GOE ",
        "koSIMPLEscoreAREAtaxNONEsui0whbNkomi7.5",
    ];
    let mut lines: Vec<Value> = presets
        .chain(katagos)
        .map(|name| query(name, json!({"rules": name, "maxVisits": 3, "includeStatus": true})))
        .collect();
    for (width, height) in [(1, 1), (1, 3), (2, 2), (5, 4), (7, 13), (25, 25)] {
        let fields = json!({"boardXSize": width, "boardYSize": height, "includePolicy": true});
        lines.push(query(&format!("{width}x{height}"), fields));
    }
    let exact = json!({"shusaku": {"ko": "natural", "scoring": "stones"}});
    lines.push(query("axes", json!({"rules": exact})));
    let found = answers(&[], &lines);
    assert_eq!(found.len(), lines.len());
    for answer in found {
        assert!(answer["rootInfo"]["visits"].is_u64(), "{answer}");
    }
}
