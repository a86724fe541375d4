//! The shell commands of the documents are accepted: each `sh` block is run by bash with every program
//! replaced by one that records its arguments. Calls of shusaku are then run, and for the others the
//! tests, examples, scripts and options that they name must exist. Unix only, as bash is needed.

#![cfg(unix)]

#[path = "../common/process.rs"]
mod process;

mod call;
mod shell;
mod shusaku;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

/// The documents with `sh` blocks, besides those of `docs/`.
const DOCUMENTS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "training/README.md"];

/// The files with shell commands.
fn documents() -> Vec<PathBuf> {
    let entries = fs::read_dir("docs").expect("docs/").map(|entry| entry.expect("an entry").path());
    let pages = entries.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    DOCUMENTS.iter().map(PathBuf::from).filter(|path| path.exists()).chain(pages).collect()
}

#[test]
fn the_commands_of_the_documents_are_accepted() {
    let calls: Vec<_> = documents().iter().flat_map(|path| shell::calls(path)).collect();
    let count = |program: &str| calls.iter().filter(|call| call.program == program).count();
    assert!(count("shusaku") >= 10 && count("cargo") >= 10, "blocks were found: {calls:?}");

    // Some calls play or serve until they are ended, all at the same time.
    let faults: Vec<String> = thread::scope(|scope| {
        let checks: Vec<_> = calls.iter().map(|call| scope.spawn(|| call::check(call))).collect();
        checks.into_iter().filter_map(|check| check.join().expect("no panic").err()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn wrong_commands_are_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.md");
    let wrong = [
        "shusaku --no-such-option",
        "shusaku review missing.sgf",
        "mpirun -n 2 shusaku --threads none",
        "gogui-twogtp -black 'shusaku --rules martian' -white gnugo",
        "cargo test --test no_such_test",
        "cargo run --example no_such_example",
        "cargo build --features no-such-feature",
        "cargo run --release -- --no-such-option",
        "bash no/such/script",
        "no-such-program",
    ];
    let of_trainer =
        ["training/train.sh --no-such-option 1", "python -m shusaku_training.no_such_module"];
    // The source of a package has no trainer.
    let of_trainer = of_trainer.into_iter().filter(|_| Path::new("training").exists());
    for command in wrong.into_iter().chain(of_trainer) {
        fs::write(&page, format!("text\n```sh\n{command}\n```\n")).expect("written");
        let calls = shell::calls(&page);
        assert_eq!(calls.len(), 1, "{command}");
        assert!(call::check(&calls[0]).is_err(), "{command}");
    }
}
