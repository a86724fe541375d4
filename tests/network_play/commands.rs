//! The engine's binary with a network.

use std::{io::BufRead, process::Command};

use crate::{client::Client, file, process};

const NAME: &str = "synth-v10-relu";

fn start(options: &[&str]) -> Client {
    let model = file("synth-v10-relu.bin.gz");
    let model = ["--model", model.to_str().expect("UTF-8")];
    Client::start(&[&model[..], &["--threads", "1", "--seed", "1"], options].concat())
}

/// The record with this id: a position, and the reply of KataGo's `kata-raw-nn`.
fn record(id: &str) -> serde_json::Value {
    let records = std::fs::File::open(file(&format!("{NAME}.jsonl.gz"))).expect("records");
    let lines = std::io::BufReader::new(flate2::read::GzDecoder::new(records)).lines();
    let records = lines.map(|line| {
        serde_json::from_str::<serde_json::Value>(&line.expect("a line")).expect("JSON")
    });
    records.into_iter().find(|record| record["id"] == id).expect("a record of this id")
}

fn numbers(words: &str) -> Vec<f64> {
    words.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn kata_raw_nn_replies_as_katago_does() {
    for (id, symmetry) in [("g12-t6", 6), ("g10-t0", 0)] {
        let record = record(id);
        let mut client = start(&["--precision", "f32"]);
        client.accept(&format!("boardsize {}", record["xsize"]));
        client.accept(&format!("kata-set-rules {}", record["rules"]));
        client.accept(&format!("komi {}", record["komi"]));
        for mv in record["moves"].as_array().expect("moves") {
            let word = |at: usize| mv[at].as_str().expect("a word").to_string();
            client.accept(&format!("play {} {}", word(0), word(1)));
        }
        let response = client.accept(&format!("kata-raw-nn {symmetry}"));
        let (head, rest) = response.split_once("\npolicy\n").expect("a policy");
        let (policy, rest) = rest.split_once("\npolicyPass ").expect("a pass");
        let (pass, ownership) = rest.split_once("\nwhiteOwnership\n").expect("an ownership");
        let out = &record["out"];
        let mut lines = head.lines();
        assert_eq!(lines.next(), Some(format!("= symmetry {symmetry}").as_str()));
        for line in lines {
            let (key, value) = line.split_once(' ').expect("a key and a value");
            let expected = out[key].as_f64().unwrap_or_else(|| panic!("{key}"));
            let tolerance = 2e-3 + 1e-4 * expected.abs();
            assert!((numbers(value)[0] - expected).abs() < tolerance, "{line}: {expected}");
        }
        let near = |got: f64, expected: &serde_json::Value| {
            (got - expected.as_f64().unwrap_or(f64::NAN)).abs() < 1e-4
        };
        let list = |key: &str| out[key].as_array().expect("a list");
        let words: Vec<&str> = policy.split_whitespace().collect();
        assert_eq!(words.len(), list("policy").len());
        for (word, expected) in words.into_iter().zip(list("policy")) {
            assert!(expected.is_null() && word == "NAN" || near(word.parse().unwrap(), expected));
        }
        assert!(near(numbers(pass)[0], &out["policyPass"]));
        let owners = numbers(ownership);
        assert_eq!(owners.len(), list("whiteOwnership").len());
        for (got, expected) in owners.into_iter().zip(list("whiteOwnership")) {
            assert!(near(got, expected), "{got} {expected}");
        }
    }
}

#[test]
fn the_network_is_named() {
    let mut client = start(&[]);
    let response = client.accept("kata-get-models");
    let models: serde_json::Value = serde_json::from_str(&response[2..]).expect("JSON");
    assert_eq!(models[0]["version"], 10);
    assert_eq!(models[0]["usesHumanSLProfile"], false);
    assert!(models[0]["name"].as_str().expect("a name").ends_with("synth-v10-relu.bin.gz"));
    assert_eq!(client.accept("known_command kata-raw-nn"), "= true\n");
    for wrong in ["kata-raw-nn", "kata-raw-nn 8", "kata-raw-nn 0 2", "kata-get-models all"] {
        assert!(client.send(wrong.as_bytes()).starts_with("? syntax error"), "{wrong}");
    }
    let mut without = Client::start(&["--playouts-only", "--threads", "1"]);
    assert_eq!(without.accept("known_command kata-get-models"), "= false\n");
    assert_eq!(without.accept("version"), concat!("= ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn clocks_handicaps_levels_and_pondering_work() {
    let mut client = start(&["--ponder", "--level", "2"]);
    for line in [
        "boardsize 9",
        "fixed_handicap 3",
        "time_settings 0 1 1",
        "genmove w",
        "genmove b",
        "undo",
        "kata-set-param level 10",
        "kata-set-param numSearchThreads 2",
        "genmove b",
        "kgs-genmove_cleanup w",
        "reg_genmove b",
        "kata-search b",
        "shusaku-ownership",
        "clear_cache",
        "boardsize 7 13",
        "genmove b",
        "final_score",
    ] {
        client.accept(line);
    }
    let answer = client.send(b"shusaku-rave b");
    assert!(answer.starts_with("? no RAVE values"), "{answer}");
}

#[test]
fn human_profiles_need_a_humansl_network() {
    let model = file("synth-v15-meta.bin.gz");
    let options = ["--model", model.to_str().expect("UTF-8"), "--human-profile", "rank_5k"];
    let mut client = Client::start(&[&options[..], &["--visits", "8", "--seed", "1"]].concat());
    client.accept("boardsize 9");
    let moves: Vec<String> = (0..6).map(|_| client.accept("genmove b")).collect();
    assert!(moves.iter().any(|reply| *reply != moves[0]), "{moves:?}");
    let ordinary = file("synth-v10-relu.bin.gz");
    for options in [
        &["--human-profile", "rank_5k"][..],
        &["--model", ordinary.to_str().expect("UTF-8"), "--human-profile", "rank_5k"],
        &["--human-profile", "rank_0k"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
        let output = process::isolate(command.args(options)).output();
        assert!(!output.expect("it ends").status.success(), "{options:?}");
    }
}

#[test]
fn analysis_has_priors_scores_and_ownership() {
    let mut client = start(&[]);
    client.accept("boardsize 9");
    client.write(b"kata-analyze b 5 rootInfo true ownership true");
    assert_eq!(client.line(), "=");
    let line = client.line();
    client.write(b"");
    while !client.line().is_empty() {}
    let value = |key: &str| {
        let mut words = line.split(' ').skip_while(|word| *word != key).skip(1);
        words.next().unwrap_or_else(|| panic!("{key}: {line}")).parse::<f64>().expect("a number")
    };
    assert!((0.0..=1.0).contains(&value("winrate")) && (0.0..=1.0).contains(&value("prior")));
    assert!(value("scoreStdev") > 0.0);
    let of_win_rate = 2.0 * value("winrate") - 1.0;
    assert!((value("utility") - of_win_rate).abs() > 1e-4, "the score counts, too: {line}");
    let (_, ownership) = line.split_once(" ownership ").expect("an ownership");
    assert_eq!(numbers(ownership).len(), 81);
}

#[test]
fn a_file_that_is_not_a_network_is_rejected_in_one_line() {
    for wrong in ["Cargo.toml", "missing.bin.gz", "tests"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
        command.args(["--model", wrong]).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = process::isolate(&mut command).output().expect("it ends");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        assert!(message.lines().count() == 1 && message.contains(wrong), "{message}");
    }
}
