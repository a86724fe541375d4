//! The JSON analysis engine as a client sees it, on a small network: each statement of the protocol by
//! a query and its answer.

mod answers;
mod errors;
mod flood;
mod human;
#[path = "../common/installed.rs"]
mod installed;
mod log;
mod order;
mod positions;
mod reference;
mod script;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
};

use serde_json::{Value, json};

const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/networks/own-tiny.bin.gz");

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts an engine on the network with these options, written as clients write them.
    fn start(options: &[&str]) -> Engine {
        Engine::start_with(NETWORK, options)
    }

    /// Starts an engine on the network of this file.
    fn start_with(network: &str, options: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shusaku"))
            .args(["analysis", "-model", network])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, input, output }
    }

    fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the engine reads");
    }

    fn send(&mut self, line: &Value) {
        self.send_bytes(line.to_string().as_bytes());
    }

    /// The next line of output; `None` at its end.
    fn read_line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.strip_suffix('\n').map(str::to_string)
    }

    fn read(&mut self) -> Value {
        let line = self.read_line().expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Closes the input; returns the rest of the output and the exit status.
    fn finish(mut self) -> (Vec<Value>, ExitStatus) {
        drop(self.input.take());
        let mut rest = Vec::new();
        while let Some(line) = self.read_line() {
            rest.push(serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}")));
        }
        (rest, self.child.wait().expect("the engine ends"))
    }
}

/// The output for these lines of input; the engine ends with success.
fn answers(options: &[&str], lines: &[Value]) -> Vec<Value> {
    let mut engine = Engine::start(options);
    lines.iter().for_each(|line| engine.send(line));
    let (answers, status) = engine.finish();
    assert!(status.success());
    answers
}

/// A query for 9×9 with these further fields; `null` removes a field.
fn query(id: &str, fields: Value) -> Value {
    let mut query = json!({
        "id": id, "boardXSize": 9, "boardYSize": 9, "moves": [], "rules": "chinese", "maxVisits": 4,
    });
    for (key, value) in fields.as_object().expect("an object") {
        query[key] = value.clone();
    }
    query
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

fn without(mut query: Value, field: &str) -> Value {
    query.as_object_mut().expect("an object").remove(field);
    query
}

const ONE_LANE: [&str; 2] = ["-analysis-threads", "1"];
