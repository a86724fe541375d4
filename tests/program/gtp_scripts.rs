//! Runs the transcripts of `gtp-scripts/` against the binary.
//!
//! `NAME.gtp` contains the input of the engine, with its options in a first line `# options: ...`;
//! `NAME.out` contains the exact replies. `UPDATE_GTP_SCRIPTS=1 cargo test --test program gtp_scripts`
//! rewrites the replies: read the difference before you commit it.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::parallel;

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-scripts");
    let entries = fs::read_dir(folder).expect("the folder of transcripts");
    let mut scripts: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "gtp"));
    scripts.sort();
    scripts
}

/// Returns the engine's replies to a script, run in the folder of the scripts.
fn replies(script: &Path) -> String {
    let input = fs::read(script).expect("a readable script");
    let text = String::from_utf8_lossy(&input);
    let options = text.lines().next().and_then(|line| line.strip_prefix("# options:"));
    let folder = script.parent().expect("a folder");
    replies_to(&input, options.unwrap_or_default(), folder)
}

/// Returns the engine's replies to this input, run in a folder with these options.
fn replies_to(input: &[u8], options: &str, folder: &Path) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(options.split_whitespace())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    engine.stdin.take().expect("a pipe").write_all(input).expect("the engine reads");
    let output = engine.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{options}: {}", output.status);
    String::from_utf8(output.stdout).expect("replies are UTF-8")
}

#[test]
fn the_session_of_the_readme_gets_its_replies() {
    let readme = include_str!("../../README.md");
    let (_, session) = readme.split_once("A session with\n`shusaku ").expect("a session");
    let (options, session) = session.split_once("`:\n\n```text\n").expect("options");
    let (session, _) = session.split_once("```").expect("the end of the session");
    let commands = session.split_terminator("\n\n").map(|exchange| {
        let (command, _) = exchange.split_once('\n').expect("a reply");
        format!("{command}\n")
    });
    let replies = session.split_terminator("\n\n").map(|exchange| {
        let (_, reply) = exchange.split_once('\n').expect("a reply");
        format!("{reply}\n\n")
    });
    let (commands, replies): (String, String) = (commands.collect(), replies.collect());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(replies_to(commands.as_bytes(), options, folder), replies);
}

#[test]
fn every_script_gets_its_replies() {
    let update = std::env::var_os("UPDATE_GTP_SCRIPTS").is_some();
    let scripts = scripts();
    let got = parallel::map(&scripts, |script| replies(script));
    let mut wrong = Vec::new();
    for (script, got) in scripts.iter().zip(got) {
        let file = script.with_extension("out");
        if update {
            fs::write(&file, &got).expect("a writable folder");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if got != expected {
            let line = got.lines().zip(expected.lines()).position(|(a, b)| a != b);
            let line = line.unwrap_or(got.lines().count().min(expected.lines().count()));
            wrong.push(format!(
                "{}, reply line {}:\n  expected {:?}\n  got      {:?}",
                script.display(),
                line + 1,
                expected.lines().nth(line),
                got.lines().nth(line),
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!scripts.is_empty());
}
