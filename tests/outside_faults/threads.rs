//! More threads than the machine has cores, or room for.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use crate::engine::{Engine, PROGRAM};

#[test]
fn a_thousand_threads_search() {
    let mut engine = Engine::start(&["--playouts-only", "--threads", "1000", "--playouts", "1000"]);
    engine.accept("boardsize 9");
    engine.accept("genmove b");
    engine.accept("kata-set-param numSearchThreads 2");
    assert_eq!(engine.accept("kata-get-param numSearchThreads"), "2");
    engine.accept("genmove w");
    let refused = engine.send("kata-set-param numSearchThreads 1000000").expect("an answer");
    assert!(refused.starts_with("? numSearchThreads: expected an integer from 1 to 1024"));
    let (status, errors) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

// Other systems have no `ulimit -v`.
#[test]
#[cfg(target_os = "linux")]
fn threads_without_room_are_refused_and_the_old_ones_stay() {
    // A thread's stack takes 2 MiB of address space.
    const SETTING: &str = "ulimit -v 600000";
    let options = ["--playouts-only", "--threads", "1", "--playouts", "100", "--memory", "16"];
    let mut engine = Engine::start_after(SETTING, &options);
    engine.accept("boardsize 9");
    let refused = engine.send("kata-set-param numSearchThreads 1000").expect("an answer");
    assert!(refused.starts_with("? cannot start the search's threads: "), "{refused}");
    assert_eq!(engine.accept("kata-get-param numSearchThreads"), "1");
    engine.accept("genmove b");
    assert!(engine.end().0.success());
    let (status, errors) =
        Engine::start_after(SETTING, &["--playouts-only", "--threads", "1000"]).end();
    assert_eq!(status.code(), Some(1));
    assert!(errors.starts_with("error: cannot start the search's threads: "), "{errors}");
}

/// The last thread got a stack, but nothing beside it, under one limit of about forty.
#[test]
#[cfg(target_os = "linux")]
fn the_last_thread_that_had_room_for_its_stack_alone_blocked_the_program() {
    for step in 0..64 {
        let setting = format!("ulimit -v {}", 300_000 + 32 * step);
        let options = ["--playouts-only", "--threads", "1000", "--memory", "16"];
        let (status, errors) = Engine::start_after(&setting, &options).end();
        assert_eq!(status.code(), Some(1), "{setting}: {errors}");
        assert!(errors.starts_with("error: cannot start the search's threads: "), "{errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_analysis_server_without_room_for_its_threads_ends() {
    let script = "ulimit -v 600000; exec \"$0\" \"$@\"";
    let mut server = Command::new("sh")
        .args(["-c", script, PROGRAM, "analysis", "-playouts-only", "-threads", "1000"])
        .args(["-memory", "16"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The input stays open: it ends by itself.
    let mut input = server.stdin.take().expect("a pipe");
    let _ = input.write_all(b"{}\n");
    let output = server.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("\nerror: cannot start the threads of the analysis: "), "{errors}");
    drop(input);
}
