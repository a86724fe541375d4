//! Wrong calls of the program: each prints `error: `, and the given and the accepted values, on one
//! line of standard error. The exit code is 2 for an invalid command line, and 1 if a file or a
//! game cannot be dealt with.

mod command_lines;
mod files;

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Arguments, and the error without `error: `. `{presets}` stands for the names of the rule sets.
type WrongCall = (&'static [&'static str], &'static str);

const FILES: &[(&str, &str)] = &[
    ("text", "some text, but no network\n"),
    ("value.toml", "threads = 1\nlevel = 13\n"),
    ("key.toml", "thread = 1\n"),
    ("type.toml", "komi = [1]\n"),
    ("conflict.toml", "playouts-only = true\nmodel = \"x\"\n"),
    ("match.toml", "gamez = 2\n"),
    ("good.sgf", "(;GM[1]SZ[5];B[cc];W[];B[])"),
    ("truncated.sgf", "(;SZ[9];B[aa];W[aa"),
    ("second.sgf", "(;SZ[5];B[cc];W[];B[])(;SZ[99];B[aa])"),
    (
        "chain.sgf",
        "(;PB[Honinbo A]PW[B 9p]RE[B+R]DT[1900])(;PB[C]PW[b]RE[W+1]DT[1901-02-03]EV[Cup])",
    ),
    ("illegal.sgf", "(;SZ[5];B[cc];W[cc])"),
];

/// Runs the program in a folder, with nothing to read.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    crate::process::isolate(program.args(arguments).current_dir(folder));
    program.stdin(Stdio::null()).output().expect("the program starts")
}

/// A folder with the files of the calls.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for files");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

/// Runs the calls and returns those with another exit code or error than expected.
fn differences(calls: &[WrongCall], code: i32, hint: &str) -> Vec<String> {
    let folder = folder();
    let missing = fs::read(folder.path().join("missing")).expect_err("no such file").to_string();
    let presets: Vec<&str> = shusaku::rules::presets().map(|(name, _)| name).collect();
    let check = |(arguments, error): &WrongCall| {
        let error = error.replace("{missing}", &missing).replace("{presets}", &presets.join(", "));
        let expected = format!("error: {error}\n{hint}");
        let output = run(folder.path(), arguments);
        let got = String::from_utf8_lossy(&output.stderr);
        let is_expected = got == expected && output.status.code() == Some(code);
        (!is_expected).then(|| format!("{arguments:?}: {}\n{got}", output.status))
    };
    calls.iter().filter_map(check).collect()
}

#[test]
fn other_games_are_counted_after_a_failure() {
    let folder = folder();
    let output = run(folder.path(), &["score", "missing", "good.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("good.sgf game 0, Chinese rules: B+"), "{text}");
    let output = run(folder.path(), &["score", "--json", "missing", "good.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(lines[0]["error"].is_string() && lines[0]["game"].is_null(), "{lines:?}");
    assert!(lines[1]["result"].is_string() && lines[1]["game"] == 0, "{lines:?}");
}

#[test]
fn a_play_on_a_stone_is_a_finding() {
    let output = run(folder().path(), &["check", "illegal.sgf"]);
    let expected = "illegal.sgf game 0: move 2: the point is occupied\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn standard_output_is_only_for_results() {
    let folder = folder();
    for arguments in [&["--level", "13"][..], &["score", "missing"], &["check", "missing"]] {
        let output = run(folder.path(), arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    }
}
