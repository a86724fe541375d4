//! Processes that are stopped and go on.

use std::{thread, time::Duration};

use crate::{engine::Engine, process, wait};

/// Stops an engine for this long.
fn pause(engine: &Engine, time: Duration) {
    engine.signal("-STOP");
    // One that has crashed does not stop.
    wait::until(|| {
        let state = process::status(&engine.process, "State");
        state.is_none_or(|state| state.starts_with(['T', 'Z']))
    });
    thread::sleep(time);
    engine.signal("-CONT");
}

#[test]
fn a_game_goes_on_after_a_stop_in_a_search() {
    for options in [&["--playouts-only"][..], &["--playouts-only", "--ponder"]] {
        let mut engine = Engine::start(&[options, &["--threads", "2", "--lag", "0"]].concat());
        engine.accept("boardsize 9");
        engine.accept("kata-time_settings absolute 30");
        for (number, color) in ["b", "w", "b", "w"].into_iter().enumerate() {
            engine.accept(&format!("time_left {color} 3 0"));
            engine.write(&format!("genmove {color}"));
            thread::sleep(Duration::from_millis(20));
            // The last stop lasts longer than the time for the move.
            pause(&engine, Duration::from_millis(if number == 3 { 400 } else { 20 }));
            let answer = engine.response().expect("an answer");
            let vertex = answer.strip_prefix("= ").expect("a success");
            let last = engine.accept("move_history");
            let name = if color == "b" { "black" } else { "white" };
            assert_eq!(last.lines().next(), Some(format!("{name} {vertex}").as_str()));
        }
        assert_eq!(engine.accept("move_history").lines().count(), 4);
        let (status, errors) = engine.end();
        assert!(status.success() && errors.is_empty(), "{status}: {errors}");
    }
}

#[test]
fn an_analysis_goes_on_after_a_stop() {
    let mut engine = Engine::start(&["--playouts-only", "--threads", "2"]);
    engine.write("kata-analyze b 1");
    assert_eq!(engine.line().as_deref(), Some("="));
    for _ in 0..3 {
        assert!(engine.line().is_some_and(|line| line.starts_with("info ")));
        pause(&engine, Duration::from_millis(20));
    }
    engine.write("name");
    while engine.line().expect("a line").starts_with("info ") {}
    assert_eq!(engine.response().as_deref(), Some("= shusaku"));
    assert!(engine.end().0.success());
}
