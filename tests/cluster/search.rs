//! Games and analyses of which rank 0 speaks with the client.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::Duration,
};

use crate::{
    PROGRAM, ROOT,
    job::{mpirun, spawn, start},
    process,
};

#[test]
fn a_game_with_a_network_is_played_and_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    let path = record.to_str().expect("UTF-8");
    // A resignation is no move of the record.
    let options = ["--visits", "12", "--resign-below", "0", "--autosave", path];
    let Some(mut job) = start("game", &options) else { return };
    job.accept("boardsize 7");
    for number in 1..=60 {
        let color = if number % 2 == 1 { "b" } else { "w" };
        let reply = job.accept(&format!("genmove {color}"));
        if ["pass", "resign"].iter().any(|word| reply.contains(word)) && number > 20 {
            break;
        }
        let text = fs::read_to_string(&record).expect("a record after the first move");
        assert!(text.matches(";B[").count() + text.matches(";W[").count() >= number.min(20));
    }
    job.accept("final_score");
    job.accept("quit");
    job.end();
}

#[test]
fn a_game_by_playouts_is_analyzed_and_pondered_until_the_end_of_the_input() {
    let Some(mut job) = start("ponder", &["--playouts-only", "--playouts", "300", "--ponder"])
    else {
        return;
    };
    job.accept("boardsize 9");
    for color in ["b", "w", "b"] {
        job.accept(&format!("genmove {color}"));
        thread::sleep(Duration::from_millis(200));
    }
    job.write("kata-analyze w 10");
    assert!(job.line().starts_with('='));
    for _ in 0..3 {
        assert!(job.line().starts_with("info "));
    }
    // The next command ends the analysis.
    job.write("name");
    while !job.line().starts_with("= shusaku-ponder") {}
    assert_eq!(job.line(), "");
    job.accept("genmove w");
    // The end of the input comes while rank 0 ponders.
    job.end();
}

#[test]
fn a_search_in_progress_is_stopped_by_quit() {
    let Some(mut job) = start("stop", &[]) else { return };
    job.write("lz-analyze b 10");
    assert!(job.line().starts_with('='));
    assert!(job.line().starts_with("info "));
    job.write("quit");
    while !job.line().is_empty() {}
    job.end();
}

#[test]
fn the_analysis_engine_answers() {
    let Some(mut command) = mpirun() else { return };
    let tag = format!("logDir=shusaku-analysis-{}", std::process::id());
    command.args(["-n", "3", PROGRAM, "analysis", "-threads", "1", "-override-config", &tag]);
    let mut job = spawn(command, tag);
    for id in 0..4 {
        job.write(&format!(
            r#"{{"id":"{id}","moves":[["B","E5"]],"rules":"japanese","boardXSize":9,"boardYSize":9,"maxVisits":20}}"#
        ));
    }
    job.input = None;
    let mut ids: Vec<String> = Vec::new();
    while ids.len() < 4 {
        let line = job.line();
        let answer: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert!(answer["rootInfo"]["visits"].as_u64() >= Some(20), "{line}");
        ids.push(answer["id"].as_str().expect("an id").to_string());
    }
    ids.sort();
    assert_eq!(ids, ["0", "1", "2", "3"]);
    job.end();
}

#[test]
fn other_weights_on_a_rank_are_an_error() {
    let Some(mut command) = mpirun() else { return };
    let networks = Path::new(ROOT).join("tests/networks");
    let file = |name: &str| -> PathBuf { networks.join(name) };
    command.args(["-n", "1", PROGRAM, "--model"]).arg(file("own-tiny.bin.gz"));
    command.args([":", "-n", "1", PROGRAM, "--model"]).arg(file("synth-v10-relu.bin.gz"));
    let output = command.stdin(Stdio::null()).output().expect("mpirun runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    let line = errors.lines().find(|line| line.starts_with("error: "));
    let line = line.unwrap_or_else(|| panic!("no error: {errors}"));
    assert!(line.starts_with("error: rank 1 has another network"), "{line}");
}

#[test]
fn a_stopped_rank_is_left_out_and_taken_in_again() {
    for options in [&["--visits", "30"][..], &["--playouts-only", "--playouts", "500"]] {
        let Some(mut job) = start("stopped", options) else { return };
        job.accept("boardsize 9");
        job.accept("genmove b");
        let Some(pid) = job.process_of_rank(2) else { panic!("rank 2 is not found") };
        process::signal("-STOP", pid);
        // Rank 0 waits for it once at most.
        for color in ["w", "b", "w", "b", "w", "b"] {
            job.accept(&format!("genmove {color}"));
        }
        process::signal("-CONT", pid);
        for color in ["w", "b"] {
            job.accept(&format!("genmove {color}"));
        }
        job.accept("quit");
        let errors = job.end();
        assert!(errors.contains("rank 2 has not answered for"), "{options:?}: {errors}");
        assert!(errors.contains("rank 2 answers again"), "{options:?}: {errors}");
    }
}
