//! `shusaku review`: the reviewed files, the output, and its continuation after an interruption. A
//! tiny network evaluates.

mod finished;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;
use shusaku::sgf::{Document, NodeId};

const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/networks/own-tiny.bin.gz");

/// A game on 13x13 that ends by resignation, with a comment, a variation and a property of its own.
const GAME: &str =
    "(;GM[1]FF[4]SZ[13]KM[6.5]RU[Japanese]PB[<Ann>]PW[Bob]RE[B+R]XX[a][b];B[jd];W[dj]
    C[hm];B[jj];W[dd];B[aa];W[jg](;B[hd];W[gj])(;B[kg]TR[kg];W[kf]))";

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

fn review(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    command.args(["review", "--model", NETWORK, "--visits", "6", "--threads", "1"]).args(arguments);
    command.current_dir(folder).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

fn lines(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout).lines();
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Checks that the tags of a drawing are closed in order, and that no `&` and `<` is left in texts.
fn check_svg(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a closed tag");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().expect("a name"));
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && svg.starts_with("<svg ") && !svg.contains("NaN"), "{svg}");
    for (at, _) in svg.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| svg[at..].starts_with(e)));
    }
}

/// Every node with the properties that are not a review's.
fn own_properties(text: &str) -> Vec<String> {
    const ADDED: [&str; 11] =
        ["V", "SBKV", "SBKS", "LZ", "LZOP", "KT", "KTV", "SHRV", "BM", "DO", "HO"];
    let collection = Document::read(text.as_bytes()).expect("a file").collection;
    let is_kept = |node: &NodeId| !collection.text(*node).contains("SHRV[branch]");
    let nodes = collection.descendants(NodeId::COLLECTION).filter(is_kept);
    let properties = |node| {
        let kept = collection.properties(node).filter(|p| !ADDED.contains(&p.name()));
        let kept = kept.map(|property| match property.name() {
            "C" => property.raw().split("shusaku: ").next().expect("a part").trim().to_string(),
            name => format!("{name}[{}]", property.raw()),
        });
        kept.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    nodes.map(properties).collect()
}

#[test]
fn a_game_is_written_with_values_and_nothing_is_lost() {
    let folder = folder(&[("game.sgf", GAME)]);
    let output = review(folder.path(), &["game.sgf"]);
    assert!(output.status.success(), "{output:?}");
    let summary = text(&output.stdout);
    assert!(
        summary
            .starts_with("game.sgf: <Ann> (Black), Bob (White), B+R\n8 moves on 13x13, Japanese")
    );
    assert!(summary.contains("review: game.review.sgf, game.review.svg\n"), "{summary}");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(read(folder.path(), "game.sgf"), GAME);
    let reviewed = read(folder.path(), "game.review.sgf");
    assert_eq!(own_properties(&reviewed), own_properties(GAME));
    let collection = Document::read(reviewed.as_bytes()).expect("a file").collection;
    let root = collection.games().next().expect("a game");
    let line: Vec<NodeId> = collection.main_variation(root).collect();
    assert_eq!(line.len(), 9);
    for &node in &line {
        let real = |name: &str| {
            let found = collection.property(node, name).expect(name);
            found.value().real().expect("a number")
        };
        assert!((0.0..=100.0).contains(&real("SBKV")));
        assert_eq!(real("SBKS"), real("V"));
        let lizzie = if node == root { "LZOP" } else { "LZ" };
        let lizzie = collection.property(node, lizzie).expect("Lizzie's").value().text();
        let (values, moves) = lizzie.split_once('\n').expect("two lines");
        assert_eq!(values.split(' ').count(), 5, "{values}");
        assert!(moves.starts_with("move ") && moves.contains(" pv "), "{moves}");
        let katrain = collection.property(node, "KT").expect("KaTrain's");
        assert_eq!(katrain.values().count(), 3);
        assert!(katrain.values().all(|value| value.raw().starts_with("H4sI")), "gzip in Base64");
    }
    assert_eq!(collection.property(root, "KTV").expect("a version").raw(), "1.0");
    check_svg(&read(folder.path(), "game.review.svg"));
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn a_line_of_json_has_the_values_of_a_game() {
    let folder = folder(&[("game.sgf", GAME)]);
    let output = review(folder.path(), &["game.sgf", "--json", "--no-graph", "--threads", "3"]);
    let line = &lines(&output)[0];
    assert_eq!((&line["game"], &line["size"]), (&0.into(), &serde_json::json!([13, 13])));
    assert_eq!((&line["rules"], &line["komi"]), (&"Japanese".into(), &6.5.into()));
    assert_eq!((&line["fault"], &line["graph"]), (&Value::Null, &Value::Null));
    let (positions, moves) = (line["positions"].as_array(), line["moves"].as_array());
    let (positions, moves) = (positions.expect("positions"), moves.expect("moves"));
    assert_eq!((positions.len(), moves.len()), (9, 8));
    for (index, assessed) in moves.iter().enumerate() {
        let [before, after] = [index, index + 1].map(|at| positions[at]["score"].as_f64());
        let change = before.expect("a score") - after.expect("a score");
        let loss = if assessed["color"] == "B" { change } else { -change };
        assert!((assessed["loss"].as_f64().expect("a loss") - loss).abs() < 0.006);
        assert_eq!(assessed["move"], index + 1);
    }
    assert_eq!(moves[0]["vertex"], "K10");
    assert_eq!(positions[0]["visits"], 6);
    let qualities = line["summary"]["black"]["qualities"].as_object().expect("counts");
    assert_eq!(qualities.values().filter_map(Value::as_u64).sum::<u64>(), 4);
}

#[test]
fn an_interrupted_review_goes_on() {
    let folder = folder(&[("game.sgf", GAME), ("other.sgf", GAME)]);
    let path = folder.path();
    let complete = lines(&review(path, &["game.sgf", "--json"]));
    let reviewed = read(path, "game.review.sgf");
    // A disk without room for the reviewed file leaves the values: a folder stands in its place.
    fs::remove_file(path.join("game.review.sgf")).expect("the review");
    fs::create_dir(path.join("game.review.sgf")).expect("a folder");
    let failed = review(path, &["game.sgf", "other.sgf"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(text(&failed.stdout).contains("other.sgf: <Ann>"), "the other file is reviewed");
    fs::remove_dir(path.join("game.review.sgf")).expect("an empty folder");
    let state = read(path, "game.review.sgf.part");
    assert_eq!(state.lines().count(), 10);
    // Killed in the middle of a line. The values of one position are changed to be recognized.
    let half: Vec<&str> = state.lines().take(5).collect();
    let second = state.lines().nth(2).expect("a position");
    let mut changed: Value = serde_json::from_str(second).expect("JSON");
    changed["values"]["root"]["scoreLead"] = 77.25.into();
    let changed = changed.to_string();
    let text = half.join("\n").replace(second, &changed) + "\n" + &state[..9];
    fs::write(path.join("game.review.sgf.part"), &text).expect("a state");
    let resumed = lines(&review(path, &["game.sgf", "--json"]));
    let scores = |lines: &[Value]| -> Vec<f64> {
        let positions = lines[0]["positions"].as_array().expect("positions");
        positions.iter().map(|position| position["score"].as_f64().expect("a score")).collect()
    };
    let (expected, resumed) = (scores(&complete), scores(&resumed));
    let different: Vec<usize> = (0..9).filter(|&at| expected[at] != resumed[at]).collect();
    assert_eq!(different.len(), 1, "{resumed:?}");
    assert_eq!(resumed[different[0]], 77.25);
    assert!(!path.join("game.review.sgf.part").exists());
    // The values of other settings are not taken.
    fs::remove_file(path.join("game.review.sgf")).expect("the review");
    fs::write(
        path.join("game.review.sgf.part"),
        text.replace("6.5", "7.5").replace("visits: 6", "visits: 7"),
    )
    .expect("a state");
    assert!(review(path, &["game.sgf"]).status.success());
    assert_eq!(read(path, "game.review.sgf"), reviewed);
}

#[test]
fn errors_in_one_game_do_not_stop_the_others() {
    let many = "(;SZ[5]RU[ing];B[cc];W[])(;SZ[99];B[aa])(;SZ[9:7]RU[mizessyn]AB[cc][ec]PL[W])
        (;SZ[7]RU[of my own];B[dd];W[cc];B[cc];W[dc])(;SZ[1])";
    let folder = folder(&[("many.sgf", many), ("empty.sgf", ""), ("game.sgf", GAME)]);
    let arguments = ["missing.sgf", "many.sgf", "empty.sgf", "game.sgf", "--out-dir", "a/b"];
    let output = review(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    for expected in [
        "note: no known rule set in 2 of 5 games: they are reviewed under Chinese rules",
        "error: missing.sgf: ",
        "error: many.sgf game 1: unacceptable size SZ[99]",
        "error: many.sgf game 3: reviewed up to move 2: move 3: the point is occupied",
        "error: empty.sgf: no game record",
        "error: 4 of 8 games could not be reviewed to the end",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    let reviewed = read(folder.path(), "a/b/many.review.sgf");
    assert_eq!(own_properties(&reviewed), own_properties(many));
    for index in [0, 2, 3, 4] {
        check_svg(&read(folder.path(), &format!("a/b/many.review.{index}.svg")));
    }
    let rules: Vec<&str> =
        text(&output.stdout).lines().filter(|l| l.contains(" moves on ")).collect();
    assert_eq!(
        rules,
        [
            "2 moves on 5x5, GOE rules, komi 7.5",
            "0 moves on 9x7, mizessyn rules, komi 7.5",
            "2 moves on 7x7, Chinese rules, komi 7.5",
            "0 moves on 1x1, Chinese rules, komi 7.5",
            "8 moves on 13x13, Japanese rules, komi 6.5",
        ]
    );
    let json = review(folder.path(), &["many.sgf", "--json", "--out-dir", "a/b"]);
    let lines = lines(&json);
    assert!(lines[1]["error"].is_string() && lines[1]["game"] == 1, "{}", lines[1]);
    assert!(lines[3]["fault"].is_string() && lines[3]["moves"].as_array().map(Vec::len) == Some(2));
}

#[test]
fn a_cut_file_is_reviewed_as_far_as_it_is_sound() {
    let folder = folder(&[("cut.sgf", &GAME[..GAME.find("B[aa]").expect("move 5") + 3])]);
    let output =
        review(folder.path(), &["cut.sgf", "--komi", "0", "--rules", "aga", "--worst", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("\n4 moves on 13x13, AGA rules, komi 0\n"), "{output:?}");
    assert!(
        text(&output.stderr)
            .contains("error: cut.sgf: reviewed up to move 4: the record is incomplete"),
        "{output:?}"
    );
}

#[test]
fn positions_without_a_network_are_reviewed() {
    let folder = folder(&[("big.sgf", "(;SZ[25]KM[5.5]RU[AGA];B[cc];W[])")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    command.args(["review", "big.sgf", "--playouts-only", "--visits", "3", "--graph", "own.svg"]);
    let output = command.current_dir(folder.path()).output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    check_svg(&read(folder.path(), "own.svg"));
}
