//! The contents of answers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Engine, answers, number, numbers, query};

const DETERMINISTIC: [&str; 6] = [
    "-analysis-threads",
    "1",
    "-threads",
    "1",
    "-override-config",
    "nnRandomize=false,wideRootNoise=0",
];

/// The answer to a query with these further fields.
pub fn answer(fields: Value) -> Value {
    let mut found = answers(&DETERMINISTIC, &[query("q", fields)]);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn answers_have_katagos_keys_in_alphabetical_order() {
    let mut engine = Engine::start(&DETERMINISTIC);
    engine.send(&query("q", json!({"maxVisits": 20})));
    let line = engine.read_line().expect("an answer");
    let answer: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(answer.to_string(), line, "sorted, without blanks");
    assert!(line.ends_with(",\"turnNumber\":0}"), "{line}");
    let expected = ["id", "isDuringSearch", "moveInfos", "rootInfo", "turnNumber"];
    assert_eq!(keys(&answer), expected.into());
    let root = [
        "currentPlayer",
        "rawLead",
        "rawNoResultProb",
        "rawScoreSelfplay",
        "rawScoreSelfplayStdev",
        "rawStScoreError",
        "rawStWrError",
        "rawVarTimeLeft",
        "rawWinrate",
        "scoreLead",
        "scoreSelfplay",
        "scoreStdev",
        "symHash",
        "thisHash",
        "utility",
        "visits",
        "weight",
        "winrate",
    ];
    assert_eq!(keys(&answer["rootInfo"]), root.into());
    let info = [
        "edgeVisits",
        "edgeWeight",
        "lcb",
        "move",
        "order",
        "playSelectionValue",
        "prior",
        "pv",
        "scoreLead",
        "scoreMean",
        "scoreSelfplay",
        "scoreStdev",
        "utility",
        "utilityLcb",
        "visits",
        "weight",
        "winrate",
    ];
    assert_eq!(keys(&answer["moveInfos"][0]), info.into());
    assert!(answer["rootInfo"]["weight"].is_f64() && answer["rootInfo"]["visits"].is_u64());
    let place = |key| numbers(&json!([answer["rootInfo"][key]]))[0];
    // The network is of version 8, which has no such outputs.
    assert_eq!(
        ["rawStWrError", "rawStScoreError", "rawVarTimeLeft"].map(place),
        [-0.5, -1.0, -1.0]
    );
}

#[test]
fn visits_add_up_to_those_of_the_root() {
    for visits in [2, 3, 50] {
        let answer = answer(json!({"maxVisits": visits}));
        let infos = answer["moveInfos"].as_array().expect("a list");
        let own = infos.iter().filter(|info| info.get("isSymmetryOf").is_none());
        let sum: u64 = own.map(visits_through).sum();
        assert_eq!((answer["rootInfo"]["visits"].as_u64(), sum + 1), (Some(visits), visits));
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info["order"], order);
            assert_eq!(info["pv"][0], info["move"]);
        }
    }
}

#[test]
fn one_visit_is_the_raw_network() {
    let found = answer(json!({"maxVisits": 1, "includeOwnership": true, "includePolicy": true}));
    assert_eq!(found["moveInfos"], json!([]));
    let root = &found["rootInfo"];
    assert_eq!((&root["visits"], &root["winrate"]), (&json!(1), &root["rawWinrate"]));
    assert_eq!(numbers(&found["ownership"]).len(), 81);
    let policy = numbers(&found["policy"]);
    assert_eq!(policy.len(), 82);
    assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-5);
}

#[test]
fn every_optional_part_comes_only_when_asked_for() {
    let parts = [
        ("includeOwnership", "ownership", false),
        ("includeOwnershipStdev", "ownershipStdev", false),
        ("includePolicy", "policy", false),
        ("includeStatus", "status", false),
        ("includeMovesOwnership", "ownership", true),
        ("includeMovesOwnershipStdev", "ownershipStdev", true),
        ("includePVVisits", "pvVisits", true),
        ("includePVVisits", "pvEdgeVisits", true),
        ("includeNoResultValue", "noResultValue", true),
    ];
    let plain = answer(json!({"maxVisits": 8}));
    for (field, key, is_of_move) in parts {
        let found = answer(json!({"maxVisits": 8, field: true}));
        let part = |answer: &Value| {
            if is_of_move { answer["moveInfos"][0].clone() } else { answer.clone() }
        };
        assert!(part(&plain).get(key).is_none() && part(&found).get(key).is_some(), "{field}");
    }
}

#[test]
fn the_perspective_turns_values() {
    let moves = json!([["b", "E5"]]);
    let seen = |perspective: &str| {
        let settings = json!({"reportAnalysisWinratesAs": perspective});
        answer(json!({"moves": moves, "maxVisits": 12, "overrideSettings": settings,
            "includeOwnership": true, "includeMovesOwnership": true}))
    };
    let (black, white, mover) = (seen("BLACK"), seen("w"), seen("SIDETOMOVE"));
    assert_eq!(white, mover, "White is to move");
    assert_eq!(black["rootInfo"]["currentPlayer"], "W");
    for part in ["/rootInfo", "/moveInfos/0"] {
        let [one, other] = [&black, &white].map(|answer| answer.pointer(part).expect("a part"));
        for key in ["winrate", "lcb", "rawWinrate"].iter().filter(|key| one.get(key).is_some()) {
            assert!((number(&one[key]) + number(&other[key]) - 1.0).abs() < 1e-6, "{key}");
        }
        let signed =
            ["scoreLead", "scoreMean", "scoreSelfplay", "utility", "utilityLcb", "rawLead"];
        for key in signed.iter().filter(|key| one.get(key).is_some()) {
            assert!((number(&one[key]) + number(&other[key])).abs() < 1e-6, "{key}");
        }
        assert_eq!(one["scoreStdev"], other["scoreStdev"]);
    }
    for part in ["/ownership", "/moveInfos/0/ownership"] {
        let [one, other] =
            [&black, &white].map(|answer| numbers(answer.pointer(part).expect("a part")));
        assert!(one.iter().zip(other).all(|(a, b)| (a + b).abs() < 1e-6), "{part}");
    }
    let best = &black["moveInfos"][0];
    assert!(number(&best["lcb"]) > number(&best["winrate"]), "a lower bound for White");
}

#[test]
fn the_temperature_shows_in_the_prior_alone() {
    let fields = |temperature: f64| json!({"maxVisits": 30, "includePolicy": true, "rootPolicyTemperature": temperature});
    let (plain, flat) = (answer(fields(1.0)), answer(fields(100.0)));
    assert_eq!(plain["policy"], flat["policy"]);
    let prior = |answer: &Value| number(&answer["moveInfos"][0]["prior"]);
    let greatest = numbers(&plain["policy"]).into_iter().fold(0.0, f64::max);
    assert!(prior(&plain) <= greatest + 1e-6);
    assert!((prior(&flat) - 1.0 / 82.0).abs() < 0.002, "{}", prior(&flat));
}

#[test]
fn constraints_of_the_root_hold() {
    let only = json!([{"player": "b", "moves": ["E5", "(0,0)"], "untilDepth": 1}]);
    let found = answer(json!({"allowMoves": only, "maxVisits": 20}));
    let moves: BTreeSet<&str> = found["moveInfos"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|info| info["move"].as_str().expect("text"))
        .collect();
    assert!(moves.iter().all(|mv| ["E5", "A9"].contains(mv)) && !moves.is_empty(), "{moves:?}");
    let none = json!([{"player": "b", "moves": [], "untilDepth": 1}]);
    let found = answer(json!({"allowMoves": none, "maxVisits": 20}));
    assert_eq!((&found["moveInfos"], &found["rootInfo"]["visits"]), (&json!([]), &json!(20)));
    let other = json!([{"player": "w", "moves": [], "untilDepth": 1}]);
    assert_ne!(answer(json!({"allowMoves": other}))["moveInfos"], json!([]));
}

#[test]
fn the_ownership_without_a_permitted_move_was_divided_by_the_visits() {
    let none = json!([{"player": "b", "moves": [], "untilDepth": 1}]);
    let raw = answer(json!({"maxVisits": 1, "includeOwnership": true}));
    let found = answer(json!({"allowMoves": none, "maxVisits": 20, "includeOwnership": true}));
    assert_eq!(found["ownership"], raw["ownership"]);
}

#[test]
fn the_variation_has_at_most_one_move_more_than_asked_for() {
    let longest = |len: u64| {
        let found = answer(json!({"maxVisits": 300, "analysisPVLen": len}));
        let infos = found["moveInfos"].as_array().expect("a list").clone();
        infos.iter().map(|info| info["pv"].as_array().expect("a list").len()).max()
    };
    assert_eq!(longest(1), Some(2));
    assert!(longest(1000) > Some(2));
}

#[test]
fn the_status_has_chains_territory_and_the_count() {
    let wall = |column: char, color: &str| {
        (1..=9).map(move |row| json!([color, format!("{column}{row}")])).collect::<Vec<_>>()
    };
    let mut stones = [wall('E', "b"), wall('F', "w")].concat();
    stones.push(json!(["w", "A1"]));
    let found = answer(json!({"initialStones": stones, "includeStatus": true, "komi": 7}));
    let status = &found["status"];
    let fate = |stone: &str| {
        let chains = status["chains"].as_array().expect("a list");
        let has =
            |chain: &&Value| chain["stones"].as_array().expect("a list").contains(&json!(stone));
        chains.iter().find(has).map(|chain| chain["status"].clone())
    };
    assert_eq!((fate("A1"), fate("E5")), (Some(json!("dead")), Some(json!("alive"))));
    assert_eq!(status["territory"]["W"].as_array().map(Vec::len), Some(27));
    assert_eq!(status["count"]["result"], "B+2.0");
}

#[test]
fn playouts_answer_without_a_network() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["analysis", "--playouts-only"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the engine starts");
    let fields = json!({"includePolicy": true, "includeOwnership": true});
    let lines = [query("a", fields.clone()), query("b", json!({"maxVisits": 1}))];
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        std::io::Write::write_all(&mut input, format!("{line}\n").as_bytes()).expect("it reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("output");
    let text = String::from_utf8(output.stdout).expect("text");
    let found: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let of = |id: &str| found.iter().find(|answer| answer["id"] == id).expect("an answer");
    assert_eq!(numbers(&of("a")["policy"]).len(), 82);
    assert_eq!(of("b")["moveInfos"], json!([]));
}

#[test]
fn symmetric_moves_are_searched_once() {
    let infos = |query: Value| {
        let found = answer(query);
        found["moveInfos"].as_array().expect("a list").clone()
    };
    let all = infos(json!({"moves": [], "maxVisits": 100, "includeMovesOwnership": true}));
    let is_twin = |info: &&Value| info.get("isSymmetryOf").is_some();
    let own: u64 = all.iter().filter(|info| !is_twin(info)).map(visits_through).sum();
    assert_eq!(own, 99, "the sum over the searched moves");
    for (place, info) in all.iter().enumerate() {
        assert_eq!(info["order"].as_u64(), Some(place as u64));
    }
    for twin in all.iter().filter(is_twin) {
        let original = &twin["isSymmetryOf"];
        let original = all.iter().find(|info| info["move"] == *original).expect("a searched move");
        for key in ["visits", "winrate", "scoreLead", "prior", "lcb", "playSelectionValue"] {
            assert_eq!(twin[key], original[key], "{key}");
        }
        assert_eq!(twin["pv"][0], twin["move"]);
        assert_ne!(twin["ownership"], original["ownership"]);
    }
    assert!(all.iter().any(|info| is_twin(&info)));
    for query in [
        json!({"moves": [], "overrideSettings": {"rootSymmetryPruning": false}}),
        json!({"moves": [], "overrideSettings": {"wideRootNoise": 0.04}}),
        json!({"moves": [["B", "C4"], ["W", "D4"]]}),
    ] {
        assert!(!infos(query).iter().any(|info| is_twin(&info)));
    }
}

/// The visits through the edge of a move.
fn visits_through(info: &Value) -> u64 {
    info["edgeVisits"].as_u64().expect("a number")
}
