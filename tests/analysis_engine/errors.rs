//! Errors and warnings.

use serde_json::{Value, json};

use super::{Engine, ONE_LANE, answers, query, without};

#[test]
fn lines_that_are_no_requests_get_an_error_without_an_id() {
    let mut engine = Engine::start(&ONE_LANE);
    let cases: &[(&[u8], &str)] = &[
        (b"nonsense", "could not parse input line as json request: nonsense"),
        (b"{\"id\":\"a\",}", "could not parse input line as json request"),
        (b"{\"id\":NaN}", "could not parse input line as json request"),
        (b"{} {}", "could not parse input line as json request"),
        (b"{\"id\":1e999}", "could not parse input line as json request"),
        (b"{\"id\":\"\\ud800\"}", "could not parse input line as json request"),
        (b"{\"id\":\"\xff\"}", "could not parse input line as json request"),
        (b"[1]", "Request line was valid json but was not an object, ignoring"),
        (b"{}", "Request must have a string \"id\" field"),
        (b"{\"id\":5}", "Request must have a string \"id\" field"),
        (b"{\"id\":\"a\",\"action\":\"x\"}", "'action' field must be"),
    ];
    for (line, expected) in cases {
        engine.send_bytes(line);
        let answer = engine.read();
        let object = answer.as_object().expect("an object");
        assert_eq!(object.len(), 1, "{answer}");
        assert!(object["error"].as_str().expect("text").contains(expected), "{answer}");
    }
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn blank_lines_are_skipped_and_the_last_line_needs_no_line_feed() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send_bytes(b"\r\n  \n");
    let input = engine.input.as_mut().expect("an open input");
    let line = format!("  {}  ", query("", json!({})));
    std::io::Write::write_all(input, line.as_bytes()).expect("the engine reads");
    let (rest, _) = engine.finish();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["id"], "");
}

/// Each field with wrong values: the error names the field, and the query is dropped.
#[test]
fn wrong_fields_are_named() {
    let constraint = |key: &str, value: Value| {
        let mut entry = json!({"player": "b", "moves": ["D4"], "untilDepth": 1});
        entry[key] = value;
        json!([entry])
    };
    let allow = json!([{"player": "b", "moves": [], "untilDepth": 1}]);
    let three = json!([allow[0], allow[0], allow[0]]);
    let cases = [
        ("boardXSize", json!({"boardXSize": 29})),
        ("boardXSize", json!({"boardXSize": 0})),
        ("boardXSize", json!({"boardXSize": 9.0})),
        ("boardYSize", json!({"boardYSize": null})),
        ("initialStones", json!({"initialStones": [["b", "pass"]]})),
        ("moves", json!({"moves": [["x", "D4"]]})),
        ("moves", json!({"moves": [["b", "I4"]]})),
        ("moves", json!({"moves": [["b", "D4"], ["w", "D4"]]})),
        ("moves", json!({"moves": "D4"})),
        ("initialPlayer", json!({"initialPlayer": "green"})),
        ("analyzeTurns", json!({"analyzeTurns": [1]})),
        ("analyzeTurns", json!({"analyzeTurns": [-1]})),
        ("analyzeTurns", json!({"analyzeTurns": []})),
        ("analyzeTurns", json!({"analyzeTurns": null})),
        ("priorities", json!({"priorities": [1]})),
        ("priorities", json!({"analyzeTurns": [0], "priorities": [1, 2]})),
        ("priority", json!({"analyzeTurns": [0], "priorities": [1], "priority": 1})),
        ("priority", json!({"priority": 4_611_686_018_427_387_904_u64})),
        ("rules", json!({"rules": "martian"})),
        ("rules", json!({"rules": {"ko": "SIMPLE", "unknown": 1}})),
        ("rules", json!({"rules": {"suicide": "true"}})),
        ("komi", json!({"komi": 3.75})),
        ("komi", json!({"komi": 401})),
        ("komi", json!({"komi": "7.5"})),
        ("whiteHandicapBonus", json!({"whiteHandicapBonus": 0})),
        ("overrideSettings", json!({"overrideSettings": {"maxTime": null}})),
        ("overrideSettings", json!({"overrideSettings": {"wideRootNoise": 9}})),
        ("overrideSettings", json!({"overrideSettings": {"cpuctExploration": "x"}})),
        ("overrideSettings", json!({"overrideSettings": {"useEvalCache": true}})),
        ("overrideSettings", json!({"overrideSettings": {"humanSLProfile": "rank_5k"}})),
        ("overrideSettings", json!({"overrideSettings": {"humanSLProfile": "rank_99k"}})),
        ("maxVisits", json!({"maxVisits": 0})),
        ("maxVisits", json!({"maxVisits": 4.0})),
        ("analysisPVLen", json!({"analysisPVLen": 1001})),
        ("rootFpuReductionMax", json!({"rootFpuReductionMax": 3})),
        ("rootPolicyTemperature", json!({"rootPolicyTemperature": 0})),
        ("includeOwnership", json!({"includeOwnership": 1})),
        ("includePolicy", json!({"includePolicy": null})),
        ("reportDuringSearchEvery", json!({"reportDuringSearchEvery": 0})),
        ("firstReportDuringSearchAfter", json!({"firstReportDuringSearchAfter": "1"})),
        ("player", json!({"avoidMoves": constraint("player", json!("x"))})),
        ("moves", json!({"avoidMoves": constraint("moves", json!(["I4"]))})),
        ("untilDepth", json!({"avoidMoves": constraint("untilDepth", json!(0))})),
        ("avoidMoves", json!({"avoidMoves": [{"player": "b"}]})),
        ("allowMoves", json!({"allowMoves": [7]})),
        ("allowMoves", json!({"allowMoves": three})),
        ("allowMoves", json!({"allowMoves": allow, "avoidMoves": allow})),
    ];
    let lines: Vec<Value> = cases.iter().map(|(_, fields)| query("q", fields.clone())).collect();
    let found = answers(&ONE_LANE, &lines);
    assert_eq!(found.len(), cases.len());
    for ((field, fields), answer) in cases.iter().zip(found) {
        let object = answer.as_object().expect("an object");
        assert_eq!(object.keys().collect::<Vec<_>>(), ["error", "field", "id"], "{answer}");
        assert_eq!(answer["field"], *field, "{fields}: {answer}");
    }
}

#[test]
fn missing_fields_are_named_in_order() {
    let full = query("q", json!({}));
    for field in ["boardXSize", "boardYSize", "moves", "rules"] {
        assert_eq!(answers(&ONE_LANE, &[without(full.clone(), field)])[0]["field"], field);
    }
    let both = without(query("q", json!({"boardXSize": 99})), "boardYSize");
    assert_eq!(answers(&ONE_LANE, &[both])[0]["field"], "boardYSize", "missing before wrong");
}

#[test]
fn messages_that_clients_read_are_katagos() {
    let cases = [
        (json!({"moves": [["x", "D4"]]}), "Could not parse player: x"),
        (json!({"moves": [["b", "I4"]]}), "Could not parse board location: I4"),
        (json!({"moves": [["b", "A1"], ["w", "A1"]]}), "Illegal move 1: A1"),
        (json!({"analyzeTurns": [5]}), "Invalid turn number: 5"),
        (json!({"rules": "martian"}), "Could not parse rules: martian"),
    ];
    for (fields, expected) in cases {
        assert_eq!(answers(&ONE_LANE, &[query("q", fields)])[0]["error"], expected);
    }
}

#[test]
fn warnings_precede_the_analysis_in_order() {
    let fields = json!({
        "zebra": 1, "ant": 2, "overrideSettings": {"noSuchKey": 1},
        "rules": {"ko": "SPIGHT", "scoring": "AREA"},
    });
    let found = answers(&ONE_LANE, &[query("q", fields.clone())]);
    let warned: Vec<&Value> = found.iter().filter(|a| a["warning"].is_string()).collect();
    let fields_of: Vec<&str> = warned.iter().map(|w| w["field"].as_str().expect("text")).collect();
    assert_eq!(fields_of, ["rules", "overrideSettings", "ant", "zebra"]);
    assert_eq!(warned[1]["warning"], "Unknown config params: noSuchKey");
    assert!(warned[0]["warning"].as_str().expect("text").contains("koSPIGHT"));
    assert_eq!(found.last().expect("an answer")["rootInfo"]["visits"], 4);
    let quiet = ["-override-config", "warnUnusedFields=false"];
    let found = answers(&quiet, &[query("q", json!({"zebra": 1}))]);
    assert_eq!(found.len(), 1);
}
