//! Runs of the program with the arguments of a document.

use std::{
    fs,
    io::Read,
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Time after which a call that has not ended is accepted if it [has run](has_run): wrong arguments are
/// refused at once.
const LIMIT: Duration = Duration::from_secs(2);

/// Processor time in which wrong arguments are refused, in hundredths of a second.
const MIN_TICKS: u64 = 30;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shusaku");

/// A network in the place of those that the documents name; it has the inputs of a person's rank.
const NETWORK: &str = "tests/networks/synth-v15-meta.bin.gz";

/// Files that the documents name.
const NETWORKS: [&str; 5] = [
    "FILE",
    "b18c384nbt-humanv0.bin.gz",
    "g170-b6c96-s175395328-d26788732.bin.gz",
    "network.bin.gz",
    "tiny-run/network.bin",
];
const PROGRAMS: [&str; 3] = ["new/shusaku", "old/shusaku", "target/release/shusaku"];

/// Runs the program in a folder with the files that the documents name, with nothing to read.
///
/// # Errors
///
/// The exit status and standard error, if the program fails.
pub fn accepts(arguments: &[&str]) -> Result<(), String> {
    let folder = TempDir::new().expect("a folder");
    prepare(folder.path());
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(&folder).env("XDG_STATE_HOME", folder.path());
    if arguments.first() == Some(&"board") {
        command.arg("--no-browser");
    }
    let mut child = crate::process::spawn(&mut command);
    drop(child.stdin.take());
    let end = Instant::now() + LIMIT;
    while Instant::now() < end || !has_run(&child) {
        if let Some(status) = child.try_wait().expect("a state") {
            let mut text = String::new();
            child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
            let is_accepted = status.success() || needs_tuning(&text);
            return if is_accepted { Ok(()) } else { Err(format!("{status}: {text}")) };
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().and_then(|()| child.wait()).expect("ended");
    Ok(())
}

/// Whether a program has had time to refuse its arguments, which on a loaded machine takes longer: it
/// waits for something, or has used the processor enough.
fn has_run(child: &Child) -> bool {
    let waits = crate::process::status(child, "State").is_none_or(|state| state.starts_with('S'));
    waits || crate::process::processor_ticks(child).is_none_or(|ticks| ticks >= MIN_TICKS)
}

/// Whether the program lacks a parameter that only builds with the feature `tuning` have.
fn needs_tuning(text: &str) -> bool {
    let name = text.split_once("unknown parameter '").and_then(|(_, rest)| rest.split_once('\''));
    let table = include_str!("../../src/tuning/mod.rs");
    let is_tunable = |name: &str| table.contains(&format!("\n    {name}: "));
    !cfg!(feature = "tuning") && name.is_some_and(|(name, _)| is_tunable(name))
}

fn prepare(folder: &Path) {
    fs::write(folder.join("game.sgf"), "(;GM[1]SZ[9];B[ee];W[ce])").expect("written");
    let network = fs::canonicalize(NETWORK).expect("the network");
    for (names, target) in [(&NETWORKS[..], network.as_path()), (&PROGRAMS, Path::new(PROGRAM))] {
        for name in names {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::os::unix::fs::symlink(target, path).expect("linked");
        }
    }
}
