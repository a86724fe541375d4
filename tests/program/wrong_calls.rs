//! Wrong calls of the program: each prints `error: `, and the given and the accepted values, on one
//! line of standard error. The exit code is 2 for an invalid command line, and 1 if a file or a
//! game cannot be dealt with.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Arguments, and the error without `error: `. `{presets}` stands for the names of the rule sets.
type WrongCall = (&'static [&'static str], &'static str);

/// Calls with an invalid command line.
const USAGE_ERRORS: &[WrongCall] = &[
    (
        &["--rules", "martian"],
        r#"invalid value 'martian' for '--rules <NAME|JSON>': unknown rule set "martian": expected {presets}"#,
    ),
    (
        &["--rules", r#"{"suicide":"often"}"#],
        r#"invalid value '{"suicide":"often"}' for '--rules <NAME|JSON>': suicide cannot be "often": expected none, multi, any"#,
    ),
    (&["--rules"], "a value is required for '--rules <NAME|JSON>' but none was supplied"),
    (&["--komi", "x"], "invalid value 'x' for '--komi <POINTS>': expected a finite number"),
    (&["--komi", "nan"], "invalid value 'nan' for '--komi <POINTS>': expected a finite number"),
    (
        &["--komi", "-1e400"],
        "invalid value '-1e400' for '--komi <POINTS>': expected a finite number",
    ),
    (
        &["--threads", "0"],
        "invalid value '0' for '--threads <N>': expected an integer from 1 to 1024",
    ),
    (
        &["--threads", "-1"],
        "invalid value '-1' for '--threads <N>': expected an integer from 1 to 1024",
    ),
    (
        &["--threads", "1.5"],
        "invalid value '1.5' for '--threads <N>': expected an integer from 1 to 1024",
    ),
    (
        &["--playouts", "0"],
        "invalid value '0' for '--playouts <N>': expected an integer of at least 1",
    ),
    (
        &["--visits", "-5"],
        "invalid value '-5' for '--playouts <N>': expected an integer of at least 1",
    ),
    (
        &["--seconds", "0"],
        "invalid value '0' for '--seconds <S>': expected a number above 0 and at most 1000000000",
    ),
    (
        &["--seconds", "-1"],
        "invalid value '-1' for '--seconds <S>': expected a number above 0 and at most 1000000000",
    ),
    (&["--lag", "-1"], "invalid value '-1' for '--lag <S>': expected a number from 0 to 60"),
    (&["--lag", "61"], "invalid value '61' for '--lag <S>': expected a number from 0 to 60"),
    (
        &["--resign-below", "-0.5"],
        "invalid value '-0.5' for '--resign-below <P>': expected a number from 0 to 1",
    ),
    (
        &["--resign-below", "2"],
        "invalid value '2' for '--resign-below <P>': expected a number from 0 to 1",
    ),
    (
        &["--memory", "-1"],
        "invalid value '-1' for '--memory <MIB>': expected an integer from 1 to 1048576",
    ),
    (&["--level", "-1"], "invalid value '-1' for '--level <N>': expected an integer from 1 to 12"),
    (&["--level", "13"], "invalid value '13' for '--level <N>': expected an integer from 1 to 12"),
    (&["--seed", "-1"], "invalid value '-1' for '--seed <N>': expected an integer of at least 0"),
    (
        &["--precision", "f64"],
        "invalid value 'f64' for '--precision <TYPE>': expected auto, f32, int16, bf16 or int8",
    ),
    (
        &["--human-profile", "rank_30k"],
        "invalid value 'rank_30k' for '--human-profile <PROFILE>': expected rank_20k to \
         rank_9d, preaz_20k to preaz_9d, or proyear_1800 to proyear_2023",
    ),
    (
        &["--ponder=perhaps"],
        "invalid value 'perhaps' for '--ponder[=<BOOL>]': expected true or false",
    ),
    (&["--ponder", "perhaps"], "unexpected argument 'perhaps' found"),
    (&["--gtp-name", ""], "invalid value '' for '--gtp-name <NAME>': expected one line of text"),
    (
        &["--gtp-name", "a\n\nb"],
        "invalid value 'a  b' for '--gtp-name <NAME>': expected one line of text",
    ),
    (&["--model"], "a value is required for '--model <FILE>' but none was supplied"),
    (&["--autosave"], "a value is required for '--autosave <FILE>' but none was supplied"),
    (
        &["--playouts-only", "--model", "x"],
        "the argument '--playouts-only[=<BOOL>]' cannot be used with '--model <FILE>'",
    ),
    (&["--nonsense"], "unexpected argument '--nonsense' found"),
    (&["--thread", "2"], "unexpected argument '--thread' found; did you mean '--threads'?"),
    (
        &["game.sgf"],
        "unknown command 'game.sgf': expected gtp, board, match, analysis, review, bench, perft, score, check or chain",
    ),
    (&["gtp", "now"], "unexpected argument 'now' found"),
    (
        &["--level", "3", "score", "good.sgf"],
        "write the options of 'score' after it: shusaku score …",
    ),
    (
        &["--threads", "1", "review", "good.sgf"],
        "write the options of 'review' after it: shusaku review --threads …",
    ),
    (
        &["gtp", "-model", "x"],
        "unexpected argument '-model': long options have two dashes, --model",
    ),
    (&["-nonsense"], "unexpected argument '-nonsense' found"),
    (&["--log"], "a value is required for '--log <FILE>' but none was supplied"),
    (
        &["bench", "--reference"],
        "the following required arguments were not provided: --model <FILE>",
    ),
    (
        &["board", "--threads", "-1"],
        "invalid value '-1' for '--threads <N>': expected an integer from 1 to 1024",
    ),
    (
        &["analysis", "-threads", "-1"],
        "invalid value '-1' for '--threads <N>': expected an integer from 1 to 1024",
    ),
    (&["score"], "the following required arguments were not provided: <FILE>..."),
    (
        &["score", "--json", "--summary", "good.sgf"],
        "the argument '--json' cannot be used with '--summary'",
    ),
    (
        &["score", "--all-rules", "--rules", "aga", "good.sgf"],
        "the argument '--all-rules' cannot be used with '--rules <NAME|JSON>'",
    ),
    (
        &["score", "--all-rules", "--summary", "good.sgf"],
        "the argument '--all-rules' cannot be used with '--summary'",
    ),
    (
        &["board", "--port", "70000"],
        "invalid value '70000' for '--port <N>': expected an integer from 0 to 65535",
    ),
    (
        &["board", "--playouts-only", "--model", "x"],
        "the argument '--playouts-only' cannot be used with '--model <FILE>'",
    ),
    (&["check"], "the following required arguments were not provided: <FILE>..."),
    (&["review"], "the following required arguments were not provided: <FILE>..."),
    (
        &["review", "good.sgf", "--visits", "1"],
        "invalid value '1' for '--visits <N>': expected an integer from 2 to 1073741824",
    ),
    (
        &["review", "good.sgf", "--thresholds", "3,2,1"],
        "invalid value '3,2,1' for '--thresholds <A,B,C>': expected three numbers above 0 in \
         ascending order, such as 1,3,8",
    ),
    (
        &["review", "good.sgf", "--graph", "graph.png"],
        "invalid value 'graph.png' for '--graph <FILE.svg>': expected a file name that ends in .svg",
    ),
    (
        &["review", "good.sgf", "--graph", "a.svg", "--no-graph"],
        "the argument '--graph <FILE.svg>' cannot be used with '--no-graph'",
    ),
    (&["match"], "a match needs two engines with --engine: 0 given"),
    (&["match", "--engine", "a"], "a match needs two engines with --engine: 1 given"),
    (
        &["match", "--engine", "a 'b"],
        "invalid value 'a 'b' for '--engine <COMMAND|JSON>': expected a command line",
    ),
    (
        &["match", "--engine", r#"{"command":"a","time":"soon"}"#],
        r#"invalid value '{"command":"a","time":"soon"}' for '--engine <COMMAND|JSON>': expected none, per-move SECONDS, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN OVERTIME STONES, fischer MAIN INCREMENT or fischer-capped MAIN INCREMENT MAX_MAIN MAX_PER_MOVE (-1 for no limit), in seconds"#,
    ),
    (
        &[
            "match",
            "--engine",
            r#"{"name":"a","command":"x"}"#,
            "--engine",
            r#"{"name":"a","command":"y"}"#,
        ],
        "two engines have the name 'a'",
    ),
    (
        &["match", "--engine", "a", "--engine", "b", "--engine", "c", "--sprt", "0,5"],
        "--sprt needs two engines: 3 given",
    ),
    (
        &["match", "--sprt", "5,0"],
        "invalid value '5,0' for '--sprt <ELO0,ELO1>': expected two Elo differences ELO0,ELO1 \
         within ±2000, the lower one first",
    ),
    (
        &["match", "--engine", "a", "--engine", "b", "--size", "8", "--handicap", "5"],
        "--handicap: invalid number of stones: a 8x8 board has fixed places for 2 to 4",
    ),
    (
        &["match", "--games", "3"],
        "invalid value '3' for '--games <N>': expected an even number from 2 to 1000000",
    ),
    (
        &["match", "--alpha", "0.5"],
        "invalid value '0.5' for '--alpha <P>': expected a number from 0.0001 to 0.4",
    ),
    (
        &["match", "--book", "good.sgf", "--opening-moves", "3"],
        "the argument '--book <FILE>' cannot be used with '--opening-moves <N>'",
    ),
    (&["perft"], "the following required arguments were not provided: <SIZE> <DEPTH>"),
    (
        &["perft", "26", "1"],
        "invalid value '26' for '<SIZE>': expected N or WIDTHxHEIGHT, each from 1 to 25",
    ),
    (
        &["perft", "-3", "1"],
        "invalid value '-3' for '<SIZE>': expected N or WIDTHxHEIGHT, each from 1 to 25",
    ),
    (&["perft", "3", "-1"], "invalid value '-1' for '<DEPTH>': expected an integer from 1 to 100"),
    (
        &["bench", "--seconds", "-1"],
        "invalid value '-1' for '--seconds <S>': expected a number above 0 and at most 1000000000",
    ),
];

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

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    crate::process::isolate(program.args(arguments).current_dir(folder));
    program.stdin(Stdio::null()).output().expect("the program starts")
}

/// A folder with the files of the calls.
fn folder() -> tempfile::TempDir {
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
fn invalid_command_lines_exit_with_2() {
    let wrong = differences(USAGE_ERRORS, 2, "\nFor more information, try '--help'.\n");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unusable_files_exit_with_1() {
    let wrong = differences(FAILURES, 1, "");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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

#[test]
fn standard_output_is_only_for_results() {
    let folder = folder();
    for arguments in [&["--level", "13"][..], &["score", "missing"], &["check", "missing"]] {
        let output = run(folder.path(), arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    }
}
