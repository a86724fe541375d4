//! Invalid command lines.

use super::{WrongCall, differences};

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

#[test]
fn invalid_command_lines_exit_with_2() {
    let wrong = differences(USAGE_ERRORS, 2, "\nFor more information, try '--help'.\n");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
