//! Networks computed without the newest instructions of the processor.

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
};

use shusaku::network::CPU_VARIABLE;

use crate::engine::{Engine, PROGRAM};

/// The values of the variable, from those of any processor to the newest instructions.
const VALUES: [&str; 5] = ["portable", "avx2", "avx-vnni", "avx512", "amx"];

/// Black loses two stones unless three of White's are captured at E3.
const CAPTURE: [&str; 3] = [
    "boardsize 9",
    "komi 7",
    "gogui-setup b e6 b f6 b g5 b f4 b d5 b d4 w e5 w f5 w e4 w c5 w d6 w d3 w e7",
];

fn start(value: &str, precision: &str) -> Engine {
    let options = ["--threads", "1", "--visits", "60", "--seed", "1", "--precision", precision];
    Engine::run(Command::new(PROGRAM).args(options).env(CPU_VARIABLE, value))
}

/// The numbers of an evaluation of the position, by their name.
fn evaluation(engine: &mut Engine) -> BTreeMap<String, f64> {
    let text = engine.accept("kata-raw-nn 0");
    let pairs = text.lines().filter_map(|line| {
        let (name, value) = line.split_once(' ')?;
        Some((name.to_string(), value.parse().ok()?))
    });
    pairs.collect()
}

#[test]
fn evaluations_and_moves_agree_with_each_set_of_instructions() {
    // 16 bits are less exact than single precision.
    for (precision, tolerance) in [("f32", 2e-3), ("auto", 0.05)] {
        let mut expected: Option<(BTreeMap<String, f64>, String)> = None;
        for value in VALUES {
            let mut engine = start(value, precision);
            CAPTURE.iter().for_each(|command| drop(engine.accept(command)));
            let found = (evaluation(&mut engine), engine.accept("genmove b"));
            let (numbers, mv) = expected.get_or_insert_with(|| found.clone());
            assert!(numbers.contains_key("whiteWin"), "{numbers:?}");
            assert_eq!([mv.as_str(), &found.1], ["E3"; 2], "{precision}, {value}");
            for name in ["whiteWin", "whiteLoss", "policyPass"] {
                let difference = (numbers[name] - found.0[name]).abs();
                assert!(difference <= tolerance, "{precision}, {value}, {name}: {difference}");
            }
            let (status, errors) = engine.end();
            assert!(status.success() && errors.is_empty(), "{value}: {status}: {errors}");
        }
    }
}

#[test]
fn the_method_is_within_the_limit() {
    let method = |value: &str| {
        let output = Command::new(PROGRAM)
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env(CPU_VARIABLE, value)
            .env("RUST_LOG", "info")
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        log.lines().find(|line| line.contains("network ")).expect("the network's line").to_string()
    };
    for (index, value) in VALUES[..3].iter().enumerate() {
        let line = method(value);
        let newer = VALUES[index + 1..].iter().find(|newer| line.contains(*newer));
        assert_eq!(newer, None, "{value}: {line}");
    }
}

#[test]
fn a_wrong_value_is_an_error() {
    let output = Command::new(PROGRAM)
        .args(["perft", "3", "1"])
        .env(CPU_VARIABLE, "sse")
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    let expected =
        format!("error: {CPU_VARIABLE} cannot be \"sse\": expected {}\n", VALUES.join(", "));
    assert_eq!(errors, expected);
    assert!(output.stdout.is_empty());
}
