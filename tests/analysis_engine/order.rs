//! Order, reports during a search, actions, and the end of the input.

use std::{process::Command, thread, time::Duration};

use serde_json::{Value, json};

use super::{Engine, ONE_LANE, answers, query};

/// A query that only a termination ends.
fn endless(id: &str, fields: Value) -> Value {
    let mut query = query(id, fields);
    query["maxVisits"] = json!(1_u64 << 50);
    query
}

fn terminate(id: &str, of: &str) -> Value {
    json!({"id": id, "action": "terminate", "terminateId": of})
}

fn ids(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["id"].as_str().expect("an id")).collect()
}

/// Waits until a search of this id reports.
fn await_report(engine: &mut Engine, id: &str) {
    while engine.read()["id"] != id {}
}

#[test]
fn one_lane_answers_by_priority_and_then_in_order() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("first", json!({"reportDuringSearchEvery": 0.01})));
    await_report(&mut engine, "first");
    for (id, priority) in [("low", -1), ("a", 0), ("b", 0), ("high", 5)] {
        engine.send(&query(id, json!({"priority": priority})));
    }
    let turns = json!({"moves": [["b", "E5"], ["w", "E6"]], "analyzeTurns": [2, 0, 1, 0]});
    engine.send(&query("turns", turns));
    engine.send(&terminate("end", "first"));
    let (found, status) = engine.finish();
    assert!(status.success());
    let is_final = |answer: &&Value| answer["isDuringSearch"] == false;
    let found: Vec<Value> = found.iter().filter(is_final).cloned().collect();
    let expected = ["first", "high", "a", "b", "turns", "turns", "turns", "low"];
    assert_eq!(ids(&found), expected);
    let turns: Vec<&Value> = found[4..7].iter().map(|answer| &answer["turnNumber"]).collect();
    assert_eq!(turns, [0, 1, 2]);
}

#[test]
fn a_higher_priority_starts_at_once_and_an_equal_one_waits() {
    let mut engine = Engine::start(&["-threads", "1"]);
    engine.send(&endless("first", json!({"reportDuringSearchEvery": 0.01})));
    await_report(&mut engine, "first");
    engine.send(&query("equal", json!({})));
    engine.send(&query("high", json!({"priority": 1})));
    let mut reports = (0..10_000).map(|_| engine.read());
    let high = reports.find(|answer| answer["id"] != "first").expect("another answer");
    assert_eq!((&high["id"], &high["isDuringSearch"]), (&json!("high"), &json!(false)));
    engine.send(&terminate("end", "first"));
    let (found, status) = engine.finish();
    assert!(status.success());
    let found: Vec<Value> =
        found.into_iter().filter(|answer| answer["isDuringSearch"] == false).collect();
    assert_eq!(ids(&found), ["first", "equal"]);
}

#[test]
fn the_last_priority_of_a_duplicate_turn_counts() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("first", json!({"reportDuringSearchEvery": 0.01})));
    await_report(&mut engine, "first");
    let fields = json!({
        "moves": [["b", "E5"]], "analyzeTurns": [0, 1, 0], "priorities": [9, 1, -9],
    });
    engine.send(&query("turns", fields));
    engine.send(&terminate("end", "first"));
    let (found, _) = engine.finish();
    let turns: Vec<&Value> =
        found.iter().filter(|a| a["id"] == "turns").map(|a| &a["turnNumber"]).collect();
    assert_eq!(turns, [1, 0]);
}

#[test]
fn reports_during_a_search_have_all_parts_and_their_visits_do_not_fall() {
    let mut engine = Engine::start(&ONE_LANE);
    let fields = json!({
        "reportDuringSearchEvery": 0.02, "firstReportDuringSearchAfter": 0.001,
        "includeOwnership": true, "includePolicy": true,
    });
    engine.send(&endless("q", fields));
    let mut visits = 0;
    for _ in 0..5 {
        let report = engine.read();
        assert_eq!(report["isDuringSearch"], true);
        assert!(report["ownership"].is_array() && report["policy"].is_array());
        let now = report["rootInfo"]["visits"].as_u64().expect("a count");
        assert!(now >= visits && now > 0);
        visits = now;
    }
    engine.send(&terminate("end", "q"));
    let (found, _) = engine.finish();
    assert_eq!(found.iter().filter(|a| a["isDuringSearch"] == false).count(), 1);
}

#[test]
fn a_first_report_alone_is_the_only_one() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("q", json!({"firstReportDuringSearchAfter": 0.001})));
    await_report(&mut engine, "q");
    thread::sleep(Duration::from_millis(100));
    engine.send(&terminate("end", "q"));
    let (found, _) = engine.finish();
    assert!(found.iter().all(|answer| answer["isDuringSearch"] != true), "{found:?}");
}

#[test]
fn terminations_answer_what_waits_and_end_what_runs() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("run", json!({"reportDuringSearchEvery": 0.01})));
    await_report(&mut engine, "run");
    let turns = json!({"moves": [["b", "E5"]], "analyzeTurns": [0, 1]});
    engine.send(&query("wait", turns.clone()));
    engine.send(&query("wait", turns));
    let mut some = terminate("t1", "wait");
    some["turnNumbers"] = json!([1]);
    engine.send(&some);
    some["turnNumbers"] = json!([]);
    some["id"] = json!("t2");
    engine.send(&some);
    engine.send(&terminate("t3", "nothing"));
    engine.send(&json!({"id": "t4", "action": "terminate_all"}));
    engine.send(&query("later", json!({})));
    let (found, status) = engine.finish();
    assert!(status.success());
    let found: Vec<Value> =
        found.into_iter().filter(|answer| answer["isDuringSearch"] != true).collect();
    let expected = ["wait", "wait", "t1", "t2", "t3", "wait", "wait", "t4", "run", "later"];
    assert_eq!(ids(&found), expected);
    let killed = json!({"id": "wait", "isDuringSearch": false, "noResults": true, "turnNumber": 1});
    assert_eq!(found[0], killed);
    assert_eq!(found[2], {
        let mut echo = terminate("t1", "wait");
        echo["turnNumbers"] = json!([1]);
        echo
    });
    assert!(found[8]["rootInfo"].is_object());
    assert_eq!(found[9]["rootInfo"]["visits"], 4);
}

#[test]
fn wrong_terminations_name_the_field() {
    let cases = [
        ("terminateId", json!({"id": "t", "action": "terminate"})),
        ("terminateId", json!({"id": "t", "action": "terminate", "terminateId": 1})),
        (
            "turnNumbers",
            json!({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": 1}),
        ),
        ("turnNumbers", json!({"id": "t", "action": "terminate_all", "turnNumbers": ["x"]})),
    ];
    for (field, line) in cases {
        assert_eq!(answers(&ONE_LANE, &[line])[0]["field"], field);
    }
}

#[test]
fn actions_echo_the_whole_object_at_once() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("run", json!({"firstReportDuringSearchAfter": 0.001})));
    await_report(&mut engine, "run");
    engine.send(&json!({"id": "v", "zebra": [1], "action": "query_version"}));
    let version = engine.read();
    assert_eq!((&version["id"], &version["zebra"]), (&json!("v"), &json!([1])));
    let numbers: Vec<u32> = version["version"]
        .as_str()
        .expect("text")
        .split('.')
        .map(|part| part.parse().expect("a number"))
        .collect();
    assert!(numbers.len() == 3 && numbers > vec![1, 12, 0]);
    engine.send(&json!({"id": "m", "action": "query_models"}));
    let model = engine.read()["models"][0].clone();
    assert_eq!(model["name"], super::NETWORK);
    assert_eq!(model["usesHumanSLProfile"], false);
    assert!(model["version"].is_u64() && model["maxBatchSize"].is_u64());
    engine.send(&json!({"id": "c", "action": "clear_cache"}));
    assert_eq!(engine.read()["id"], "c");
    engine.send(&terminate("t", "run"));
    assert_eq!(ids(&engine.finish().0), ["t", "run"]);
}

#[test]
fn the_time_of_a_query_is_limited() {
    let settings = json!({"maxTime": 0});
    // Each thread may make an iteration.
    let one_thread = [&ONE_LANE[..], &["-threads", "1"]].concat();
    let found = answers(&one_thread, &[endless("q", json!({"overrideSettings": settings}))]);
    let visits = found[0]["rootInfo"]["visits"].as_u64().expect("a count");
    assert!((2..20).contains(&visits), "{visits}");
    let settings = json!({"maxPlayouts": 3});
    let found = answers(&ONE_LANE, &[endless("q", json!({"overrideSettings": settings}))]);
    assert_eq!(found[0]["rootInfo"]["visits"], 3);
}

#[test]
fn quitting_without_waiting_drops_what_is_not_answered() {
    let mut engine = Engine::start(&["-quit-without-waiting"]);
    engine.send(&endless("q", json!({})));
    let (found, status) = engine.finish();
    assert!(found.is_empty() && status.success());
}

#[test]
#[cfg(unix)]
fn sigterm_ends_at_once() {
    let mut engine = Engine::start(&ONE_LANE);
    engine.send(&endless("q", json!({"reportDuringSearchEvery": 0.01})));
    await_report(&mut engine, "q");
    let pid = engine.child.id().to_string();
    assert!(Command::new("kill").arg(pid).status().expect("kill").success());
    assert!(!engine.child.wait().expect("it ends").success());
}

/// The ready line, errors and warnings, and nothing that a client takes for a fault.
#[test]
fn standard_error_has_the_line_that_clients_wait_for() {
    let run = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
        let output = command.arg("analysis").args(options).output().expect("it runs");
        (String::from_utf8(output.stderr).expect("text"), output.status.code(), output.stdout)
    };
    let overrides = "reportAnalysisWinrateAs=SIDETOMOVE,homeDataDir=/a b, numSearchThreads=2";
    let (text, code, output) = run(&["-model", super::NETWORK, "-override-config", overrides]);
    assert!(text.ends_with("Started, ready to begin handling requests\n") && code == Some(0));
    assert!(output.is_empty() && text.contains("reportAnalysisWinrateAs"));
    assert!(!text.to_lowercase().contains("error"), "{text}");
    for wrong in [
        &["-model", "/nonexistent"][..],
        &["-config", "/nonexistent"],
        &["-override-config", "maxVisits"],
        &["-override-config", "maxVisits=x"],
        &["-analysis-threads", "2", "-override-config", "numAnalysisThreads=2"],
        &["-model", super::NETWORK, "-override-config", "humanSLProfile=rank_5k"],
        &["-nonsense"],
    ] {
        let (text, code, output) = run(wrong);
        assert!(code.is_some_and(|code| code > 0) && output.is_empty(), "{wrong:?}");
        assert!(text.starts_with("error: "), "{text}");
    }
}
