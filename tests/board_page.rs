//! The page of the board: its modules in Node.js, and whole games in Chromium.
//!
//! The test in the browser is ignored, since it installs packages from npm;
//! `cargo test --test board_page -- --ignored` runs it. `BOARD_SCENES="mouse clock"` selects scenes
//! of `tests/board_page/browser_*.mjs`. `BOARD_LANES` is the number of scenes at a time,
//! `BOARD_HOURS` the number of hours of the scene `hours`, and `BOARD_HIDDEN` the number of seconds
//! of the scene `hidden`. A test whose program is missing prints that on standard error and passes.

#[path = "common/installed.rs"]
mod installed;

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use installed::{exists, npm_modules, skip};

const ENGINE: &str = env!("CARGO_BIN_EXE_shusaku");

/// Limit of the size of all files of the page, in bytes.
const MAX_SIZE: u64 = 400_000;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Runs a program and panics with its output if it fails.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}\n{errors}");
    out
}

#[test]
fn the_modules_pass_their_tests() {
    if !exists("node") {
        return skip("node");
    }
    let entries = fs::read_dir(folder("tests/board_page")).expect("the folder of the tests");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    // Node.js takes a folder for a module from version 22 on.
    let tests = paths.filter(|path| path.to_string_lossy().ends_with(".test.mjs"));
    run(Command::new("node").arg("--test").args(tests));
}

#[test]
fn the_files_are_small_and_need_nothing_else() {
    let mut size = 0;
    for entry in fs::read_dir(folder("assets/board")).expect("the folder of the page") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text in UTF-8");
        size += text.len() as u64;
        let name = path.display();
        for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
        {
            assert!(!text.contains(forbidden), "{name}: {forbidden}");
        }
        for address in text.split(['"', '\'', '`', '(']).filter(|part| part.starts_with("http")) {
            assert!(address.starts_with("http://www.w3.org/"), "{name}: {address}");
        }
        if path.extension().is_some_and(|extension| extension == "js") {
            assert!(text.lines().count() < 300, "{name} is too long");
        }
    }
    assert!(size <= MAX_SIZE, "{size} bytes");
}

#[test]
#[ignore = "installs npm packages and starts a browser"]
fn games_records_and_reviews_in_a_browser() {
    let browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let Some(browser) = browsers.into_iter().find(|path| Path::new(path).is_file()) else {
        return skip("chromium");
    };
    if !exists("node") {
        return skip("node");
    }
    let Some(modules) = npm_modules("npm-board", &["playwright-core@1", "axe-core@4"]) else {
        return skip("playwright-core from npm");
    };
    let files = tempfile::tempdir().expect("a folder for files");
    let scenes = env::var("BOARD_SCENES").unwrap_or_default();
    let passed = run(Command::new("node")
        .arg(folder("tests/board_page/browser.mjs"))
        .args([modules.as_path(), Path::new(ENGINE), Path::new(browser), files.path()])
        .args(scenes.split_whitespace())
        .env("BOARD_FAILURES", installed::folder("board-failures")));
    // Not captured, so that the times of the scenes are seen.
    write!(io::stderr(), "{passed}").expect("an open standard error");
}
