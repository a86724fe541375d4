//! Raw values compared with KataGo's reference records of the network.

use std::{fs::File, io::Read};

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::{Engine, NETWORK};

/// The records whose position is an ordinary one, with KataGo's outputs.
fn records() -> Vec<Value> {
    let file = File::open(NETWORK.replace(".bin.gz", ".jsonl.gz")).expect("the records");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("text");
    let records = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    records
        .filter(|record: &Value| {
            let (params, state) = (&record["params"], &record["state"]);
            record["out"].is_object()
                && params["symmetry"] == 0
                && params["drawEquivalentWinsForWhite"] == 0.5
                && params["playoutDoublingAdvantage"].as_f64() == Some(0.0)
                && params["conservativePassAndIsRoot"] == false
                && params["maxHistory"] == 1000
                && state["encorePhase"] == 0
                // The engine's passing hacks hide the history where a pass would end the game.
                && state["passWouldEndGame"] == false
                && params["nnLen"] == json!([record["xsize"], record["ysize"]])
        })
        .collect()
}

fn query(id: usize, record: &Value) -> Value {
    json!({
        "id": id.to_string(),
        "boardXSize": record["xsize"], "boardYSize": record["ysize"],
        "rules": record["rules"], "komi": record["komi"],
        "initialStones": record["initialStones"], "initialPlayer": record["initialPlayer"],
        "moves": record["moves"], "maxVisits": 1, "includePolicy": true, "includeOwnership": true,
        "overrideSettings": {"ignorePreRootHistory": false, "conservativePass": false},
    })
}

/// Asserts that two numbers differ by at most `tolerance`.
fn assert_near(found: &Value, expected: &Value, tolerance: f64, what: &str) {
    let [found, expected] =
        [found, expected].map(|value| value.as_f64().unwrap_or_else(|| panic!("{what}: {value}")));
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}

#[test]
fn raw_values_match_katagos() {
    let records = records();
    assert!(records.len() >= 5, "{} records", records.len());
    let settings = "nnRandomize=false,reportAnalysisWinratesAs=WHITE,numAnalysisThreads=1";
    let mut engine = Engine::start(&["-precision", "f32", "-override-config", settings]);
    for (id, record) in records.iter().enumerate() {
        engine.send(&query(id, record));
        let answer = engine.read();
        let (root, out, name) = (&answer["rootInfo"], &record["out"], record["id"].to_string());
        let no_result = out["noResult"].as_f64().expect("a number");
        let win = json!(out["whiteWin"].as_f64().expect("a number") + 0.5 * no_result);
        assert_near(&root["rawWinrate"], &win, 3e-5, &name);
        assert_near(&root["rawNoResultProb"], &out["noResult"], 2e-5, &name);
        assert_near(&root["rawLead"], &out["whiteLead"], 2e-3, &name);
        assert_near(&root["rawScoreSelfplay"], &out["whiteScoreSelfplay"], 2e-3, &name);
        for (found, expected) in lists(&answer["ownership"], &out["whiteOwnership"]) {
            assert_near(found, expected, 1e-4, &name);
        }
        for (found, expected) in lists(&answer["policy"], &out["policy"]) {
            let expected = if expected.is_null() { &json!(-1.0) } else { expected };
            assert_near(found, expected, 2e-5, &name);
        }
    }
}

fn lists<'a>(found: &'a Value, expected: &'a Value) -> impl Iterator<Item = (&'a Value, &'a Value)> {
    let [found, expected] = [found, expected].map(|value| value.as_array().expect("a list"));
    found.iter().zip(expected)
}
