//! Hints, analyses and reviews.

use std::{fs, process::Command};

use serde_json::{Value, json};

use crate::client::Board;

#[test]
fn a_hint_and_an_analysis_come_from_the_position_at_the_cursor() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "chinese"}));
    let mut page = board.events();
    board.ok(&json!({"do": "hint"}));
    let hint = page.next("hint");
    assert!(hint["moves"][0]["move"].is_string(), "{hint}");
    board.ok(&json!({"do": "mode", "mode": "review"}));
    board.ok(&json!({"do": "analyze", "on": true}));
    let analysis = page.wait("analysis", |analysis| analysis["visits"].as_u64() > Some(10));
    assert_eq!(analysis["ownership"].as_array().map(Vec::len), Some(25));
    board.play(&["C3"]);
    let node = board.state()["node"].clone();
    page.wait("analysis", |analysis| analysis["node"] == node);
    board.ok(&json!({"do": "analyze", "on": false}));
}

#[test]
fn a_hint_names_its_record_and_the_version_of_its_positions() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5]}));
    let mut page = board.events();
    board.ok(&json!({"do": "hint"}));
    let (hint, state) = (page.next("hint"), board.state());
    for name in ["record", "positions", "node"] {
        assert!(hint[name].is_u64() && hint[name] == state[name], "{name} of {hint}");
    }
}

#[test]
fn a_review_searches_every_node_and_keeps_the_values() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [5, 5], "rules": "chinese"}));
    board.play(&["C3", "C4", "A1"]);
    board.ok(&json!({"do": "mode", "mode": "review"}));
    let mut page = board.events();
    board.ok(&json!({"do": "review", "on": true, "visits": 50}));
    let review = page.wait("review", |review| review["running"] == false);
    assert_eq!((review["done"].as_u64(), review["total"].as_u64()), (Some(4), Some(4)));
    let last = &review["points"][3];
    assert_eq!((last[1].as_u64(), last[6].as_str()), (Some(3), Some("A1")));
    assert!(last[5].is_number() && last[7].is_string(), "{last}");
    board.ok(&json!({"do": "step", "by": -1}));
    assert!(board.state()["values"]["visits"].as_u64() >= Some(50));
    // The values are in the record, from which the next session shows them.
    let record = board.get("/api/record").body;
    assert_eq!(record.matches("SBKV[").count(), 4, "{record}");
    let other = Board::start(&[]);
    let mut page = other.events();
    other.post("/api/open?name=x.sgf", "application/octet-stream", record.as_bytes());
    let read = page.wait("review", |review| review["done"] == 4);
    for (index, point) in review["points"].as_array().expect("points").iter().enumerate() {
        let new = &read["points"][index];
        // All but the deviation, which the record has with a digit.
        for value in [2, 3, 5, 6, 7, 8] {
            assert_eq!(point[value], new[value], "{point}");
        }
    }
    assert_eq!(read["running"], false);
}

/// The moves of a player that lose most, by the review of `shusaku review`.
fn worst_of(reviewed: &Value, letter: &str) -> Vec<u64> {
    let loss = |mv: &&Value| -mv["loss"].as_f64().expect("a loss");
    let bad = ["inaccuracy", "mistake", "blunder"].map(Value::from);
    let moves = reviewed["moves"].as_array().expect("moves").iter();
    let mut own: Vec<&Value> =
        moves.filter(|mv| mv["color"] == letter && bad.contains(&mv["quality"])).collect();
    own.sort_by(|a, b| loss(a).total_cmp(&loss(b)));
    own.iter().take(5).map(|mv| mv["move"].as_u64().expect("a number")).collect()
}

#[test]
fn a_file_of_shusaku_review_shows_the_same_losses_and_worst_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    let moves = ";B[cc];W[aa];B[gg];W[gc];B[ia];W[cg];B[ee];C[no move];W[ii];B[ec];W[ge]";
    fs::write(&path, format!("(;SZ[9]RU[Chinese]KM[7]{moves})")).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["review", "--playouts-only", "--visits", "60", "--threads", "1", "--json"])
        .args(["--no-graph".as_ref(), path.as_os_str()])
        .output()
        .expect("the program");
    let reviewed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let file = reviewed["review"].as_str().expect("a path");
    let board = Board::start(&[file]);
    let review = board.events().next("review");
    assert_eq!((review["done"].as_u64(), review["total"].as_u64()), (Some(11), Some(11)));
    let points = review["points"].as_array().expect("points");
    for mv in reviewed["moves"].as_array().expect("moves") {
        let point = points.iter().find(|point| point[1] == mv["move"]).expect("the same move");
        let own = (&point[5], &point[6], &point[8]);
        assert_eq!(own, (&mv["loss"], &mv["vertex"], &mv["quality"]));
    }
    for (color, letter) in [("black", "B"), ("white", "W")] {
        let number = |node: &Value| {
            let point = points.iter().find(|point| point[0] == *node).expect("a point");
            point[1].as_u64().expect("a number")
        };
        let worst = review[color]["worst"].as_array().expect("nodes").iter().map(number);
        assert_eq!(worst.collect::<Vec<_>>(), worst_of(&reviewed, letter));
        let summary = &reviewed["summary"][color];
        assert_eq!(review[color]["accuracy"], summary["accuracy"]);
        let counts = ["best", "good", "inaccuracy", "mistake", "blunder"];
        let counts: Vec<&Value> = counts.iter().map(|name| &summary["qualities"][name]).collect();
        assert_eq!(review[color]["counts"], json!(counts));
    }
}

#[test]
fn thresholds_decide_which_moves_are_mistakes() {
    let text = "(;SZ[9]SBKV[50]SBKS[0];B[aa]SBKV[40]SBKS[-2];W[ee]SBKV[40]SBKS[-2])";
    let board = Board::start(&[]);
    let mut page = board.events();
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    let review = page.next("review");
    assert_eq!(
        (&review["thresholds"], &review["points"][1][8]),
        (&json!([1.0, 3.0, 8.0]), &json!("inaccuracy"))
    );
    board.ok(&json!({"do": "thresholds", "limits": [0.5, 1.5, 4]}));
    let review = page.wait("review", |review| review["points"][1][8] == "mistake");
    assert_eq!(review["black"]["counts"], json!([0, 0, 0, 1, 0]));
    let error = board.refused(&json!({"do": "thresholds", "limits": [3, 2, 1]}));
    assert!(error["message"].as_str().is_some_and(|text| text.contains("ascending")), "{error}");
    // Another record is judged by the same thresholds.
    board.post("/api/open?name=y.sgf", "application/octet-stream", text.as_bytes());
    let review = page.wait("review", |review| review["points"][1][0] == 2);
    assert_eq!(review["points"][1][8], "mistake");
}

#[test]
fn an_analysis_is_restricted_to_a_region_and_says_whose_points_each_move_makes() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [9, 9], "rules": "chinese"}));
    board.ok(&json!({"do": "mode", "mode": "review"}));
    board.ok(&json!({"do": "region", "points": ["A1", "B2", "C3"]}));
    let mut page = board.events();
    board.ok(&json!({"do": "analyze", "on": true}));
    let analysis = page.wait("analysis", |analysis| analysis["visits"].as_u64() > Some(50));
    let moves = analysis["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|mv| ["A1", "B2", "C3"].contains(&mv["move"].as_str().unwrap())));
    assert_eq!(moves[0]["ownership"].as_array().map(Vec::len), Some(81));
    assert_eq!(board.state()["region"], json!(["A1", "B2", "C3"]));
    board.ok(&json!({"do": "region", "points": []}));
    page.wait("analysis", |analysis| analysis["moves"].as_array().is_some_and(|m| m.len() > 3));
    assert_eq!(board.refused(&json!({"do": "region", "points": ["Z9"]}))["kind"], "invalid");
    // A region without a legal point restricts nothing.
    board.play(&["A1"]);
    board.ok(&json!({"do": "region", "points": ["A1"]}));
    let node = board.state()["node"].clone();
    page.wait("analysis", |analysis| {
        analysis["node"] == node && analysis["moves"].as_array().is_some_and(|m| m.len() > 3)
    });
}

#[test]
fn an_analysis_with_a_network_has_its_raw_priors() {
    let board = Board::start_with_network(&[]);
    board.ok(&json!({"do": "new", "size": [7, 7], "rules": "chinese"}));
    board.ok(&json!({"do": "mode", "mode": "review"}));
    board.play(&["D4"]);
    let mut page = board.events();
    board.ok(&json!({"do": "analyze", "on": true}));
    let analysis = page.next("analysis");
    let priors: Vec<f64> =
        analysis["priors"].as_array().expect("priors").iter().filter_map(Value::as_f64).collect();
    assert_eq!((priors.len(), priors[24]), (50, -1.0));
    let sum: f64 = priors.iter().filter(|&&prior| prior > 0.0).sum();
    assert!((0.99..1.01).contains(&sum), "{sum}");
}

/// A board on which everything is settled and only passes are left: Black has 45 points, 8 of them
/// empty, in one group; White has 36, 8 of them empty, in four.
const SETTLED: [&str; 9] = [
    ".OOX.XOO.",
    "O.OXXXO.O",
    "OOOX.XOOO",
    "XXXXXXXXX",
    ".X.XXX.X.",
    "XXXXXXXXX",
    "OOOX.XOOO",
    "O.OXXXO.O",
    ".OOX.XOO.",
];

/// A record with the stones of a diagram set up.
fn set_up(rows: &[&str]) -> String {
    let points = |symbol: char| -> String {
        let letter = |index: usize| char::from(b'a' + index as u8);
        let columns = |row: usize| rows[row].char_indices().filter(move |&(_, c)| c == symbol);
        let names = |row| columns(row).map(move |(x, _)| format!("[{}{}]", letter(x), letter(row)));
        (0..rows.len()).flat_map(names).collect()
    };
    format!("(;SZ[9]KM[7]PL[B]AB{}AW{})", points('X'), points('O'))
}

#[test]
fn the_analysis_has_the_score_of_the_rule_set_in_force() {
    let board = Board::start(&[]);
    board.post("/api/open?name=x.sgf", "application/octet-stream", set_up(&SETTLED).as_bytes());
    board.ok(&json!({"do": "analyze", "on": true}));
    let score = |rules: &str, color: &str| {
        board.ok(&json!({"do": "to-move", "color": color}));
        board.ok(&json!({"do": "rules", "name": rules}));
        board.ok(&json!({"do": "komi", "komi": 7}));
        let analysis = board.events().wait("analysis", |analysis| analysis["visits"] != 0);
        analysis["score"].as_f64().expect("a score")
    };
    for (rules, score_of_black) in [
        ("chinese", 2.0),
        // Black's stones are no points.
        ("japanese", -7.0),
        // Black pays 2 points for a group, and White 8 for four.
        ("stone-scoring", 8.0),
        ("ancient-territory", -1.0),
    ] {
        assert_eq!(score(rules, "black"), score_of_black, "{rules}");
    }
    // The player to move takes the button.
    assert_eq!((score("aga-button", "black"), score("aga-button", "white")), (2.5, 1.5));
}
