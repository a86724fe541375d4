//! Lines of the analysis engine: an accepted line means the same when it is written again, a
//! refused one has an answer of one line.

use serde_json::{Map, Value};
use shusaku::{
    Game,
    analysis::{Settings, positions},
};

/// Greatest length of an answer that refuses a line: the line as given, escaped, and the reason.
const MAX_GROWTH: usize = 16;
const MAX_REASON: usize = 2000;

pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()).take(8) {
        check_line(line);
    }
}

fn check_line(line: &str) {
    let settings = Settings::default();
    let found = positions(line, &settings);
    match &found {
        Ok(positions) => {
            let numbers: Vec<usize> = positions.iter().map(|(turn, _)| *turn).collect();
            assert!(numbers.is_sorted_by(|first, second| first < second), "{numbers:?}: {line}");
            assert!(positions.iter().all(|(turn, game)| game.turns().len() == *turn), "{line}");
        }
        Err(answer) => check_refusal(line, answer),
    }
    // Numbers with an exponent or many digits are written differently.
    let Ok(object) = serde_json::from_str::<Map<String, Value>>(line) else { return };
    let written = Value::Object(object).to_string();
    match (&found, positions(&written, &settings)) {
        (Ok(found), Ok(again)) => assert_eq!(summary(&again), summary(found), "{written}"),
        (Err(_), Err(_)) => {}
        (found, again) => panic!("{}, then {}: {written}", found.is_ok(), again.is_ok()),
    }
}

fn check_refusal(line: &str, answer: &Value) {
    let fields = answer.as_object().expect("an object");
    assert!(fields.get("error").is_some_and(Value::is_string), "{answer}");
    assert_eq!(fields.contains_key("field"), fields.contains_key("id"), "{answer}");
    let written = answer.to_string();
    assert_eq!(written.lines().count(), 1, "{written}");
    assert!(written.len() <= MAX_GROWTH * line.len() + MAX_REASON, "{written}");
}

fn summary(positions: &[(usize, Game)]) -> Vec<(usize, String, f64, String)> {
    let summary = |(turn, game): &(usize, Game)| {
        (*turn, game.board().to_string(), game.komi(), game.rules().to_json())
    };
    positions.iter().map(summary).collect()
}
