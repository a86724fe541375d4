//! Standard error, and the configuration of its contents.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use serde_json::json;
use tempfile::TempDir;

use super::{NETWORK, query, without};

/// Standard output and standard error of an engine with this configuration file and these overrides,
/// after a query without a number of visits and a wrong one.
fn run(config: &str, overrides: &str) -> (String, String) {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("parts")).expect("a folder");
    fs::write(folder.path().join("parts/base.cfg"), "maxVisits = 7\nlogAllRequests = true\n")
        .expect("a file");
    let path = folder.path().join("main.cfg");
    fs::write(&path, config).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["analysis", "-model", NETWORK, "-override-config", overrides, "-config"])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines =
        [without(query("good", json!({})), "maxVisits"), query("bad", json!({"komi": 0.3}))];
    for line in lines {
        writeln!(input, "{line}").expect("the engine reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("output");
    assert!(output.status.success());
    (
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
    )
}

#[test]
fn an_included_file_counts_as_part_of_the_configuration() {
    let (output, log) = run("# mine\n@include parts/base.cfg\n", "wideRootNoise=0");
    assert!(output.contains("\"visits\":7,"), "{output}");
    assert_eq!(log.matches("Request: {").count(), 2, "{log}");
}

#[test]
fn the_log_has_what_the_configuration_asks_for() {
    let kinds = |config: &str, overrides: &str| {
        let (_, log) = run(config, overrides);
        assert!(log.contains("Started, ready to begin handling requests\n"), "{log}");
        ["Request: {", "Response: {", "Error: {"].map(|kind| log.matches(kind).count())
    };
    assert_eq!(kinds("maxVisits = 2\n", "wideRootNoise=0"), [0, 0, 1]);
    let all = "maxVisits = 2\nlogAllRequests = true\nlogAllResponses = true\n";
    assert_eq!(kinds(all, "wideRootNoise=0"), [2, 2, 1]);
    assert_eq!(kinds(all, "logErrorsAndWarnings=false"), [2, 2, 0]);
    assert_eq!(kinds(all, "logToStderr=false"), [0, 0, 0]);
}
