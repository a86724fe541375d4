//! `shusaku chain`: the games between two players, on standard output and as a file.

use std::fs;

use crate::wrong_calls::{folder, run};

#[test]
fn a_chain_names_the_games_with_file_and_index() {
    let folder = folder();
    let output = run(folder.path(), &["chain", "honinbo a", "C", "chain.sgf", "--won"]);
    let expected = "2 games, the only one of this length: Honinbo A - B 9p - C\n\
        1. Honinbo A (Black) against B 9p (White), B+R, 1900: chain.sgf game 0\n\
        2. C (Black) against b (White), W+1, 1901-02-03, Cup: chain.sgf game 1\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let output = run(folder.path(), &["chain", "--json", "C", "B", "chain.sgf"]);
    let chain: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&chain["length"], &chain["games"][0]["game"]), (&1.into(), &1.into()));
    assert_eq!(chain["games"][0]["event"], "Cup");
}

#[test]
fn the_games_of_a_chain_are_written_to_one_file() {
    let folder = folder();
    run(folder.path(), &["chain", "honinbo a", "C", "chain.sgf", "--sgf", "out.sgf"]);
    let written = fs::read_to_string(folder.path().join("out.sgf")).expect("the games");
    assert_eq!(written.matches("(;").count(), 2, "{written}");
    let output = run(folder.path(), &["chain", "honinbo a", "C", "out.sgf", "--won"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("2 games, the only one of this length: Honinbo A - B 9p - C\n"),
        "{text}"
    );
    let output =
        run(folder.path(), &["chain", "honinbo a", "C", "chain.sgf", "--sgf", "no/out.sgf"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("error: cannot write the games to no/out.sgf: "), "{errors}");
}
