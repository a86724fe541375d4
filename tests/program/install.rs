//! The files that a package installs beside the program.

use std::{fs, process::Command};

use tempfile::TempDir;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_shusaku")).args(args).output().expect("it runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_shell_has_completions_of_options_and_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = run(&["completions", shell]);
        for word in ["human-profile", "review", "quit-without-waiting"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_program_and_each_subcommand_have_a_man_page() {
    let folder = TempDir::new().expect("a folder");
    let pages = folder.path().join("man1");
    run(&["man", pages.to_str().expect("UTF-8")]);
    let help = run(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").expect("a list of subcommands");
    let (commands, _) = commands.split_once("\n\n").expect("text after it");
    let names = commands.lines().filter_map(|line| line.split_whitespace().next());
    let mut expected: Vec<String> =
        names.filter(|&name| name != "help").map(|name| format!("shusaku-{name}.1")).collect();
    expected.push("shusaku.1".to_string());
    expected.sort();
    let entries = fs::read_dir(&pages).expect("a folder").map(|entry| entry.expect("a file"));
    let mut written: Vec<String> =
        entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    written.sort();
    assert_eq!(written, expected);
    let page = fs::read_to_string(pages.join("shusaku-review.1")).expect("a page");
    assert!(page.contains("shusaku\\-review") && page.contains("\\-\\-visits"), "{page}");
}
