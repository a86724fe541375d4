//! The calls of programs in the `sh` blocks of a document.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// One call of a program.
#[derive(Debug)]
pub struct Call {
    /// The document, and the number of the line on which its block starts.
    pub place: String,
    /// The program without its folder.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// A program that records its name and arguments: one call on a line, fields separated by tabs. It reads its
/// input to the end, so that no command that writes to it is killed by a closed pipe.
const RECORDER: &str = "#!/bin/bash
call=${0##*/}
for argument; do call+=$'\\t'$argument; done
printf '%s\\n' \"$call\" >>\"$CALLS\"
while read -r; do :; done
";

/// Programs that the documents call by name, and one that none of them calls.
const PROGRAMS: [&str; 11] = [
    "bash",
    "cargo",
    "gogui-twogtp",
    "mpiexec",
    "mpirun",
    "no-such-program",
    "python",
    "ruff",
    "shusaku",
    "srun",
    "train.sh",
];

/// Programs that the documents call by a path, from the folder of the project.
const PATHS: [&str; 5] = [
    ".venv/bin/pip",
    ".venv/bin/python",
    "training/.venv/bin/python",
    "training/train.sh",
    "target/release/shusaku",
];

/// The calls in all `sh` blocks of a document, in order.
pub fn calls(document: &Path) -> Vec<Call> {
    let text = fs::read_to_string(document).expect("a document");
    let blocks = blocks(&text);
    blocks
        .iter()
        .flat_map(|(line, block)| run(&format!("{}:{line}", document.display()), block))
        .collect()
}

/// The `sh` blocks of a text, each with the number of its first line.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.trim() == "```sh" {
            let block =
                lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```");
            blocks.push((number + 1, block.collect::<Vec<_>>().join("\n")));
        }
    }
    blocks
}

/// Runs a block with recorders for its programs.
fn run(place: &str, block: &str) -> Vec<Call> {
    let folder = TempDir::new().expect("a folder");
    let programs = folder.path().join("programs");
    let project = folder.path().join("project");
    let by_name = PROGRAMS.iter().map(|name| programs.join(name));
    for path in by_name.chain(PATHS.iter().map(|path| project.join(path))) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, RECORDER).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("set");
    }
    for file in ["game.sgf", ".venv/bin/activate"] {
        fs::write(project.join(file), "").expect("written");
    }
    let log = folder.path().join("calls");
    let status = Command::new("/bin/bash")
        .args(["-euo", "pipefail", "-c", block])
        .current_dir(&project)
        .env("PATH", &programs)
        .env("CALLS", &log)
        .stdin(Stdio::null())
        .status()
        .expect("bash starts");
    assert!(status.success(), "{place}: bash ends with {status}");
    let text = fs::read_to_string(&log).unwrap_or_default();
    let call = |line: &str| {
        let mut fields = line.split('\t').map(str::to_string);
        let program = fields.next().expect("a name");
        Call { place: place.to_string(), program, arguments: fields.collect() }
    };
    text.lines().map(call).collect()
}
