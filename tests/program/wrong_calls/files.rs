//! Files that cannot be used.

use super::{WrongCall, differences};

/// Calls with files that cannot be used. `{missing}` stands for the system's message.
const FAILURES: &[WrongCall] = &[
    (&["--model", "missing"], "cannot load network missing: {missing}"),
    (
        &["--model", "text"],
        r#"cannot load network text: not a KataGo network: expected a model version in the header, found "text,""#,
    ),
    (
        &["--human-profile", "rank_5k"],
        "a human profile needs a HumanSL network: give its file with --model",
    ),
    (
        &["--autosave", "missing/game.sgf"],
        "cannot write missing/game.sgf: its folder does not exist",
    ),
    (&["--autosave", "."], "cannot write .: it is a folder, expected a file"),
    (&["--log", "missing/gtp.log"], "cannot write the log missing/gtp.log: {missing}"),
    (&["--config", "missing"], "cannot read the configuration file missing: {missing}"),
    (
        &["--config", "value.toml"],
        "value.toml, line 2: invalid value '13' for '--level <N>': expected an integer from 1 to 12",
    ),
    (
        &["--config", "key.toml"],
        "key.toml, line 1: unknown key 'thread': expected an option of shusaku --help, without --",
    ),
    (
        &["--config", "type.toml"],
        "type.toml, line 1: invalid value for 'komi': expected a string, a decimal number, true or \
         false",
    ),
    (
        &["--config", "conflict.toml"],
        "conflict.toml: the argument '--playouts-only[=<BOOL>]' cannot be used with '--model <FILE>'",
    ),
    (&["bench", "--model", "missing"], "cannot load network missing: {missing}"),
    (&["match", "--config", "missing"], "cannot read the configuration file missing: {missing}"),
    (
        &["match", "--config", "match.toml"],
        "match.toml, line 1: unknown key 'gamez': expected an option of shusaku match --help, \
         without --",
    ),
    (
        &["match", "--engine", "./missing", "--engine", "b"],
        "engine missing: cannot start ./missing: {missing}",
    ),
    (
        &["match", "--engine", "a", "--engine", "b", "--book", "good.sgf"],
        "good.sgf game 0: a 5x5 board: expected 19x19",
    ),
    (&["match", "--engine", "a", "--engine", "b", "--book", "missing"], "missing: {missing}"),
    (&["score", "missing"], "missing: {missing}\nerror: 1 of 1 games could not be counted"),
    (
        &["score", "text"],
        "text: no game record: expected text that starts with (;\n\
         error: 1 of 1 games could not be counted",
    ),
    (
        &["score", "truncated.sgf"],
        "truncated.sgf: the record is incomplete: a closing ) or ] is missing\n\
         error: 1 of 1 games could not be counted",
    ),
    (
        &["score", "--summary", "second.sgf"],
        "second.sgf game 1: unacceptable size SZ[99]: width and height must be from 1 to 25\n\
         error: 1 of 2 games could not be counted",
    ),
    (&["score", "--json", "missing"], "1 of 1 games could not be counted"),
    (
        &["score", "--all-rules", "missing"],
        "missing: {missing}\nerror: 1 of 1 games could not be counted",
    ),
    (
        &["review", "missing"],
        "missing: {missing}\nerror: 1 of 1 games could not be reviewed to the end",
    ),
    (
        &["review", "text"],
        "text: no game record: expected text that starts with (;\n\
         error: 1 of 1 games could not be reviewed to the end",
    ),
    (&["review", "--model", "missing", "good.sgf"], "cannot load network missing: {missing}"),
    (
        &["review", "--graph", "a.svg", "second.sgf"],
        "--graph is for a single game: 2 given; without it each game has a graph of its own",
    ),
    (&["board", "--no-browser", "text"], "text: no game record: expected text that starts with (;"),
    (&["board", "--no-browser", "missing/a.sgf"], "missing/a.sgf: its folder does not exist"),
    (&["chain", "Honinbo", "C", "chain.sgf"], "unknown player 'Honinbo': did you mean Honinbo A?"),
    (&["chain", "Honinbo A", "X", "chain.sgf"], "unknown player 'X': no game has a similar name"),
    (
        &["chain", "C", "Honinbo A", "chain.sgf", "--won"],
        "no chain of wins leads from C to Honinbo A in 2 games",
    ),
    (
        &["chain", "Honinbo A", "C", "chain.sgf", "--pure"],
        "no chain of wins in order of time leads from Honinbo A to C in 2 games",
    ),
    (
        &["chain", "A", "C", "chain.sgf", "--aliases", "missing"],
        "cannot read the aliases missing: {missing}",
    ),
    (
        &["chain", "A", "C", "chain.sgf", "--aliases", "text"],
        "text, line 1: expected NAME = OTHER NAME, OTHER NAME",
    ),
    (
        &["chain", "Honinbo A", "C", "good.sgf", "chain.sgf", "--sgf", "./chain.sgf"],
        "--sgf ./chain.sgf is one of the given files: choose another name",
    ),
    (
        &["chain", "B", "C", "chain.sgf", "missing"],
        "missing: {missing}\nerror: 1 of 3 games could not be read",
    ),
    (&["check", "missing"], "missing: {missing}\nerror: 1 of 1 games could not be checked"),
    (&["check", "illegal.sgf"], "1 of 1 games have findings"),
    (
        &["check", "missing", "good.sgf", "illegal.sgf"],
        "missing: {missing}\nerror: 1 of 3 games have findings, 1 could not be checked",
    ),
];

#[test]
fn unusable_files_exit_with_1() {
    let wrong = differences(FAILURES, 1, "");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
