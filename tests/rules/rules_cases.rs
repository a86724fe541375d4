//! The rules cases of `tests/data/rules-cases.json`, run by the engine and by the reference.
//!
//! The environment variable `RULES_CASES` names another file of the same format.

use std::{
    env, fs,
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
};

use serde_json::Value;

use crate::{
    cases::{Subject, check_case, engine::Engine},
    reference::Reference,
};

#[test]
fn the_engine_passes_the_rules_cases() {
    run::<Engine>("engine");
}

#[test]
fn the_reference_passes_the_rules_cases() {
    run::<Reference>("reference");
}

fn run<S: Subject>(name: &str) {
    let file = env::var("RULES_CASES").unwrap_or("tests/data/rules-cases.json".to_owned());
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let cases: Vec<Value> = serde_json::from_str(&text).expect("the file is a list of cases");
    let failures: Vec<String> = cases.iter().filter_map(failure::<S>).collect();
    let mut report =
        format!("\nrules cases, {name}: {} run, {} failed\n", cases.len(), failures.len());
    failures.iter().for_each(|failure| report += &format!("  {failure}\n"));
    // Not `print!`, whose output the test harness hides on success.
    io::stdout().write_all(report.as_bytes()).expect("stdout is writable");
    assert!(!cases.is_empty() && failures.is_empty(), "the {name} fails {} cases", failures.len());
}

fn failure<S: Subject>(case: &Value) -> Option<String> {
    let result = panic::catch_unwind(AssertUnwindSafe(|| check_case::<S>(case)));
    let error = result.unwrap_or(Err("panicked".to_owned())).err()?;
    Some(format!("{} {} under {}: {error}", case["id"], case["query"], case["rules"]))
}
