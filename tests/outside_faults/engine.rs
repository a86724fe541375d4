//! An engine whose answers are waited for up to a limit of time.

use std::{
    io::Write,
    process::{Child, ChildStdin, Command, ExitStatus},
    sync::mpsc::{Receiver, RecvTimeoutError},
};

use crate::{
    process,
    wait::{self, PATIENCE},
};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_shusaku");

/// A running engine, with its output line by line.
pub struct Engine {
    pub process: Child,
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Engine {
    /// Starts the engine with these options.
    pub fn start(options: &[&str]) -> Engine {
        Engine::run(Command::new(PROGRAM).args(options))
    }

    /// Starts a shell that makes a setting, as `ulimit` does, and then becomes the engine.
    pub fn start_after(setting: &str, options: &[&str]) -> Engine {
        let script = format!("{setting}; exec \"$0\" \"$@\"");
        Engine::run(Command::new("sh").args(["-c", &script, PROGRAM]).args(options))
    }

    /// Runs a command without the user's configuration file.
    pub fn run(command: &mut Command) -> Engine {
        let mut process = process::spawn(command);
        let input = process.stdin.take();
        let lines = process::read_lines(process.stdout.take().expect("a pipe"));
        let errors = process::read_lines(process.stderr.take().expect("a pipe"));
        Engine { process, input, lines, errors }
    }

    /// Sends a line. An engine that has ended does not read it.
    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = writeln!(input, "{line}");
    }

    /// The next line of the output; `None` if it has ended.
    pub fn line(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine neither answers nor ends"),
        }
    }

    /// The next response, up to its empty line; `None` if the output has ended.
    pub fn response(&self) -> Option<String> {
        let mut response = self.line()?;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Some(response);
            }
            response += "\n";
            response += &line;
        }
    }

    /// Sends a command and returns its response; `None` if the engine ends instead.
    pub fn send(&mut self, command: &str) -> Option<String> {
        self.write(command);
        self.response()
    }

    /// Sends a command and returns the text of its response, which must be a success.
    pub fn accept(&mut self, command: &str) -> String {
        let response = self.send(command).unwrap_or_else(|| panic!("{command}: the engine ended"));
        let text = response.strip_prefix("= ").or(response.strip_prefix('='));
        text.unwrap_or_else(|| panic!("{command}: {response}")).to_string()
    }

    /// Closes the input and waits for the end. Returns the status, and the text on standard error.
    pub fn end(mut self) -> (ExitStatus, String) {
        self.input = None;
        let status = self.wait();
        let errors: Vec<String> = self.errors.iter().collect();
        (status, errors.join("\n"))
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) -> ExitStatus {
        wait::for_end(&mut self.process).expect("the engine ends")
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        process::signal(name, self.process.id());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended unless a test has failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
