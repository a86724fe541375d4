//! The Python program in the documentation.

use std::process::Command;

use super::installed;

const PAGE: &str = include_str!("../../docs/analysis.md");

#[test]
fn the_program_in_the_documentation_runs() {
    let (_, code) = PAGE.split_once("```python\n").expect("a program");
    let (code, _) = code.split_once("```").expect("its end");
    let mut python = Command::new("python3");
    let Ok(output) = python.args(["-c", code, env!("CARGO_BIN_EXE_shusaku")]).output() else {
        return installed::skip("python3");
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), &output.stderr);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(errors));
    let turns: Vec<&str> = text.lines().map(|line| &line[..15]).collect();
    let expected = ["0: Black wins ", "1: Black wins ", "2: Black wins ", "3: Black wins "];
    assert_eq!(turns.len(), expected.len() + 1, "{text}");
    assert!(turns.iter().zip(expected).all(|(turn, start)| turn.starts_with(start)), "{text}");
}
