//! Clients that stop reading, for a while or for good.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, ExitStatus},
    thread,
    time::Duration,
};

use crate::{engine::PROGRAM, process, wait};

/// Starts the program, whose output is not read yet.
fn start(options: &[&str]) -> Child {
    process::spawn(Command::new(PROGRAM).args(options))
}

/// Waits until a process ends by itself.
fn status_at_end(process: &mut Child, command: &str) -> ExitStatus {
    wait::for_end(process).unwrap_or_else(|| {
        let _ = process.kill();
        panic!("{command}: the engine goes on without a reader");
    })
}

#[test]
fn an_engine_ends_when_its_output_is_closed_during_an_analysis() {
    for command in ["lz-analyze b 1", "kata-analyze b 1 ownership true", "kata-genmove_analyze b 1"]
    {
        let options = ["--playouts-only", "--threads", "2", "--seconds", "1000"];
        let mut process = start(&options);
        // It stays open: the output alone is closed.
        let mut input = process.stdin.take().expect("a pipe");
        writeln!(input, "{command}").expect("the engine reads");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        drop(output);
        let status = status_at_end(&mut process, command);
        let mut errors = String::new();
        process.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("UTF-8");
        assert!(status.success() && errors.is_empty(), "{command}: {status}: {errors}");
    }
}

#[test]
fn an_analysis_server_went_on_after_its_client_had_left() {
    let query = r#"{"id":"x","moves":[],"rules":"japanese","boardXSize":9,"boardYSize":9,"#;
    let query = format!("{query}\"maxVisits\":100000000,\"reportDuringSearchEvery\":0.01}}");
    for keeps_input in [true, false] {
        let mut process = start(&["analysis", "-playouts-only", "-threads", "2"]);
        let mut input = process.stdin.take().expect("a pipe");
        writeln!(input, "{query}").expect("the server reads");
        let input = Some(input).filter(|_| keeps_input);
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        output.read_line(&mut String::new()).expect("a line");
        drop(output);
        let status = status_at_end(&mut process, "analysis");
        assert!(status.success(), "{status}");
        drop(input);
    }
}

/// The resident memory of a process in KiB, which must not have ended; 0 where the system does not
/// report it.
fn resident(process: &Child) -> u64 {
    let resident = process::kib(process, "VmRSS");
    if cfg!(target_os = "linux") { resident.expect("the process runs") } else { 0 }
}

#[test]
fn the_memory_of_an_analysis_without_a_reader_does_not_grow() {
    /// More than the tree takes.
    const MAX_GROWTH_KIB: u64 = 32 << 10;
    /// Fewer reports than there would be time for, and more than a pipe takes.
    const MAX_REPORTS: usize = 20;
    let mut process = start(&["--playouts-only", "--threads", "2", "--memory", "16"]);
    let mut input = process.stdin.take().expect("a pipe");
    writeln!(input, "kata-analyze b 1 ownership true movesOwnership true").expect("written");
    thread::sleep(Duration::from_millis(150));
    let before = resident(&process);
    // The pipe is full after some lines, each of more than 100,000 bytes.
    thread::sleep(Duration::from_millis(600));
    let after = resident(&process);
    assert!(after <= before + MAX_GROWTH_KIB, "{before} KiB, then {after}");
    writeln!(input, "name").expect("written");
    let mut output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let mut line = || output.next().expect("a line").expect("UTF-8");
    assert_eq!(line(), "=");
    // A report is written before the next one is made.
    let reports = std::iter::from_fn(|| Some(line())).take_while(|line| line != "= shusaku");
    let reports = reports.count();
    assert!(reports < MAX_REPORTS, "{reports} reports waited");
    drop(input);
    assert!(process.wait().expect("a child").success());
}

#[test]
fn the_memory_of_an_analysis_server_without_a_reader_does_not_grow() {
    /// Thousands of reports would take more.
    const MAX_GROWTH_KIB: u64 = 64 << 10;
    let mut process = start(&["analysis", "-playouts-only", "-threads", "1", "-memory", "16"]);
    let mut input = process.stdin.take().expect("a pipe");
    let query = r#"{"id":"x","moves":[],"rules":"japanese","boardXSize":19,"boardYSize":19,"#;
    let query = format!(
        "{query}\"maxVisits\":100000000,\"reportDuringSearchEvery\":0.001,\"includeOwnership\":true}}"
    );
    writeln!(input, "{query}").expect("written");
    thread::sleep(Duration::from_millis(300));
    let before = resident(&process);
    thread::sleep(Duration::from_millis(700));
    let after = resident(&process);
    assert!(after <= before + MAX_GROWTH_KIB, "{before} KiB, then {after}");
    writeln!(input, r#"{{"id":"v","action":"query_version"}}"#).expect("written");
    let output = BufReader::new(process.stdout.take().expect("a pipe"));
    let mut lines = output.lines().map(|line| line.expect("UTF-8"));
    assert!(lines.any(|line| line.contains("query_version")), "the server does not answer");
    process.kill().expect("it runs");
    process.wait().expect("a child");
}
