//! Commands that count games on all ranks, or run on rank 0 only.

use std::{
    fs,
    process::{Command, Output, Stdio},
};

use crate::{PROGRAM, ROOT, job::mpirun};

/// The output of a job of three processes.
fn run(options: &[&str]) -> Option<Output> {
    let output = mpirun()?.args(["-n", "3", PROGRAM]).args(options).stdin(Stdio::null()).output();
    Some(output.expect("mpirun runs"))
}

/// The messages of the program, without those of mpirun.
fn errors(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| line.starts_with("error: ")).map(str::to_string).collect()
}

#[test]
fn games_are_counted_by_all_ranks_as_by_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let records = fs::read_to_string(format!("{ROOT}/tests/data/records.sgf")).expect("records");
    let games: Vec<&str> = records.lines().take(3).collect();
    fs::write(path("a.sgf"), games[..2].concat()).expect("a file");
    fs::write(path("b.sgf"), games[2]).expect("a file");
    fs::write(path("c.sgf"), "(;SZ[5]RE[B+24.5]KM[0.5];B[cc];W[];B[])").expect("a file");
    let [a, b, c, missing] = ["a.sgf", "b.sgf", "c.sgf", "missing.sgf"].map(path);
    let network = format!("{ROOT}/tests/networks/own-tiny.bin.gz");
    let calls: [&[&str]; 6] = [
        &[&a, &missing, &b],
        &["--json", &a, &missing, &b],
        &["--summary", &a, &b],
        &["--all-rules", &c, &missing],
        &["--all-rules", "--json", "--model", &network, &c],
        &["--model", &network, &a, &b],
    ];
    for call in calls {
        let options = [&["score"], call].concat();
        let alone = Command::new(PROGRAM).args(&options).output().expect("the program runs");
        let Some(ranks) = run(&options) else { return };
        assert!(!alone.stdout.is_empty(), "{call:?}");
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text(&ranks), text(&alone), "{call:?}");
        assert_eq!(errors(&ranks), errors(&alone), "{call:?}");
        assert_eq!(ranks.status.code(), alone.status.code(), "{call:?}");
    }
}

#[test]
fn ranks_that_read_other_games_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = format!("{ROOT}/tests/data/records.sgf");
    fs::create_dir(folder.path().join("here")).expect("a folder");
    fs::copy(games, folder.path().join("here/games.sgf")).expect("a copy");
    let Some(mut command) = mpirun() else { return };
    let here = folder.path().join("here");
    command.args(["-n", "1", "-wdir"]).arg(&here).args([PROGRAM, "score", "games.sgf", ":"]);
    command.args(["-n", "1", "-wdir"]).arg(folder.path()).args([PROGRAM, "score", "games.sgf"]);
    let output = command.stdin(Stdio::null()).output().expect("mpirun runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
    let [error] = &errors(&output)[..] else { panic!("{output:?}") };
    assert!(error.starts_with("error: rank 1 works on 1 game ("), "{error}");
    assert!(error.ends_with("and the same files at the same paths"), "{error}");
}

#[test]
fn a_command_without_use_for_ranks_runs_on_rank_0_only() {
    for (call, code) in [(&["perft", "2", "3"][..], 0), (&["--version"], 0), (&["--size"], 2)] {
        let Some(output) = run(call) else { return };
        let alone = Command::new(PROGRAM).args(call).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(output.stdout, alone.stdout, "{output:?}");
        // MPICH lets other ranks go on after an error.
        assert_eq!(errors(&output).first(), errors(&alone).first(), "{output:?}");
    }
}

#[test]
fn the_engines_of_a_match_are_no_ranks() {
    let engine = |name: &str| {
        let options = "--playouts-only --playouts 10 --threads 1";
        format!(r#"{{"name":"{name}","command":"{PROGRAM} {options}"}}"#)
    };
    let (a, b) = (engine("a"), engine("b"));
    let options =
        ["match", "--size", "5", "--games", "2", "--json", "--engine", &a, "--engine", &b];
    let Some(output) = run(&options) else { return };
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 1, "{text}");
    let standings: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let counts = ["won", "lost", "drawn"].map(|key| standings["pairings"][0][key].as_u64());
    assert_eq!(counts.iter().flatten().sum::<u64>(), 2, "{text}");
}
