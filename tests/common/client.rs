//! A GTP client for the tests.

// No test program uses all of it.
#![allow(dead_code)]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A running engine with pipes to its input and output.
pub struct Client {
    pub engine: Child,
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
}

impl Client {
    /// Starts the engine with these options.
    pub fn start(options: &[&str]) -> Client {
        Client::start_program(env!("CARGO_BIN_EXE_shusaku"), options)
    }

    /// Starts an engine without the user's configuration file.
    pub fn start_program(program: &str, options: &[&str]) -> Client {
        let mut engine = Command::new(program)
            .args(options)
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("APPDATA", "/nonexistent")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let input = engine.stdin.take().expect("a pipe");
        let output = BufReader::new(engine.stdout.take().expect("a pipe"));
        Client { engine, input, output }
    }

    /// Sends raw bytes as one line.
    pub fn write(&mut self, line: &[u8]) {
        let bytes = [line, b"\n"].concat();
        self.input.write_all(&bytes).expect("the engine reads");
    }

    /// Reads one line, without its end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("replies are UTF-8");
        assert!(read > 0, "the engine ended");
        line.strip_suffix('\n').expect("lines are whole").to_string()
    }

    /// Reads a response up to its empty line.
    pub fn response(&mut self) -> String {
        let lines = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty()));
        lines.map(|line| line + "\n").collect()
    }

    /// Sends one command as raw bytes, and reads the response.
    pub fn send(&mut self, line: &[u8]) -> String {
        self.write(line);
        self.response()
    }

    /// Sends a command and returns its response, which must be a success.
    pub fn accept(&mut self, line: &str) -> String {
        let response = self.send(line.as_bytes());
        assert!(response.starts_with('='), "{line}: {response}");
        response
    }
}
