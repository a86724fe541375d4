//! Many queries at once, valid, odd and broken.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use serde_json::{Value, json};

use super::{Engine, query};

const QUERIES: usize = 2000;

/// A line, and the number of final answers, echoes and errors of its id. There are few sizes, since each
/// change of size starts another cache.
fn random_line(id: &str, rng: &mut Xoroshiro128PlusPlus) -> (Vec<u8>, usize) {
    let side = [1, 2, 9, 13][rng.random_range(0..4_usize)];
    let letters: Vec<char> = ('A'..='Z').filter(|&letter| letter != 'I').collect();
    let mut moves = Vec::new();
    for at in 0..rng.random_range(0..4_usize).min(side * side / 4) {
        let column = letters[at % side];
        let color = ["b", "w"][at % 2];
        moves.push(json!([color, format!("{column}{}", 1 + at / side)]));
    }
    let turns: Vec<usize> = (0..=moves.len()).filter(|_| rng.random_bool(0.5)).collect();
    let fields = json!({
        "boardXSize": side, "boardYSize": side, "moves": moves,
        "maxVisits": rng.random_range(1..4), "includePolicy": rng.random_bool(0.2),
        "priority": rng.random_range(-3..3),
    });
    let valid = query(id, fields);
    let with = |key: &str, value: Value| {
        let mut line = valid.clone();
        line[key] = value;
        line.to_string().into_bytes()
    };
    match rng.random_range(0..10) {
        0 => (with("rules", json!("martian")), 1),
        1 => (with("moves", json!([["b", "I1"]])), 1),
        2 => (with("analyzeTurns", json!(turns)), turns.len().max(1)),
        3 => (json!({"id": id, "action": "query_version"}).to_string().into_bytes(), 1),
        4 => (
            json!({"id": id, "action": "terminate", "terminateId": "no"}).to_string().into_bytes(),
            1,
        ),
        5 => {
            let mut broken = valid.to_string().into_bytes();
            broken.truncate(rng.random_range(1..broken.len()));
            (broken, 0)
        }
        6 => {
            let mut broken = valid.to_string().into_bytes();
            let at = rng.random_range(0..broken.len());
            broken[at] = 0xff;
            (broken, 0)
        }
        _ => (valid.to_string().into_bytes(), 1),
    }
}

#[test]
fn every_query_of_thousands_is_answered_as_often_as_it_must_be() {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(31);
    let settings = "numAnalysisThreads=12,numSearchThreads=8";
    let mut engine = Engine::start(&["-memory", "16", "-override-config", settings]);
    let (mut expected, mut broken) = (HashMap::new(), 0);
    // The client writes everything before it reads anything.
    for number in 0..QUERIES {
        let id = format!("q{number}");
        let (line, count) = random_line(&id, &mut rng);
        engine.send_bytes(&line);
        match count {
            0 => broken += 1,
            count => drop(expected.insert(id, count)),
        }
    }
    let (found, status) = engine.finish();
    assert!(status.success());
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut without_id = 0;
    for answer in &found {
        match answer["id"].as_str() {
            Some(id) => *counts.entry(id.to_string()).or_default() += 1,
            None => without_id += 1,
        }
    }
    assert_eq!(without_id, broken);
    assert_eq!(counts, expected);
}
