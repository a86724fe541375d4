//! Less memory than the engine asks for.

use std::path::Path;

use crate::engine::Engine;

/// What an engine did under a limit of its memory.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// It answered all commands.
    Plays,
    /// It ended with a line that says what is wrong.
    Refuses(String),
}

/// Plays some moves with at most so many MiB of address space. There is no third outcome.
fn outcome(mebibytes: usize, options: &[&str]) -> Outcome {
    let limit = format!("ulimit -c 0; ulimit -v {}", mebibytes << 10);
    let mut engine = Engine::start_after(&limit, options);
    let commands = ["boardsize 9", "genmove b", "genmove w", "final_score"];
    let answers: Vec<Option<String>> = commands
        .iter()
        .map_while(|command| Some(engine.send(command)).filter(Option::is_some))
        .collect();
    let is_complete = answers.len() == commands.len();
    let (status, errors) = engine.end();
    let is_success =
        |answer: &Option<String>| answer.as_ref().is_some_and(|it| it.starts_with('='));
    if is_complete && answers.iter().all(is_success) && status.success() {
        return Outcome::Plays;
    }
    assert!(!is_complete, "{mebibytes} MiB: {answers:?} {status}: {errors}");
    let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Outcome::Refuses(last.to_string())
}

/// The words by which a person understands what is missing.
fn is_clear(line: &str) -> bool {
    // The loader of the system writes the last one.
    let words = [
        "memory allocation of ",
        "error: cannot start the search's threads: ",
        "error while loading",
    ];
    words.iter().any(|start| line.contains(start)) || line.starts_with("error: ")
}

#[test]
fn an_engine_without_memory_plays_or_says_why_not() {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let file = networks.join("own-tiny.bin.gz");
    let file = file.to_str().expect("UTF-8");
    let few = ["--threads", "2", "--visits", "50"];
    for kind in [&["--playouts-only"][..], &[], &["--model", file]] {
        let options = [kind, &few].concat();
        let mut plays = false;
        for mebibytes in [2, 10, 20, 30, 45, 60, 80, 110, 400, 1000] {
            match outcome(mebibytes, &options) {
                Outcome::Plays => plays = true,
                Outcome::Refuses(line) => {
                    assert!(is_clear(&line), "{mebibytes} MiB, {options:?}: {line:?}");
                }
            }
        }
        assert!(plays, "{options:?} needs too much");
    }
}

#[test]
fn the_default_memory_fits_into_the_limit() {
    let limit = format!("ulimit -v {}", 400 << 10);
    let options = ["--playouts-only", "--threads", "1", "--playouts", "30000"];
    let mut engine = Engine::start_after(&limit, &options);
    engine.accept("genmove b");
    let (status, errors) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

#[test]
fn a_search_without_memory_for_its_tree_ends_early() {
    let limit = format!("ulimit -c 0; ulimit -v {}", 160 << 10);
    let options = ["--playouts-only", "--threads", "1", "--playouts", "60000", "--memory", "2048"];
    let mut engine = Engine::start_after(&limit, &options);
    for color in ["b", "w"] {
        engine.accept(&format!("genmove {color}"));
    }
    let (status, errors) = engine.end();
    assert!(status.success(), "{status}: {errors}");
    assert!(errors.contains("no more memory: the search ended early"), "{errors}");
}
