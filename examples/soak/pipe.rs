//! An engine at the end of its pipes.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use crate::fault::{Fault, FaultKind};

/// Maximum length of a fault's detail, in characters.
const MAX_DETAIL: usize = 2000;

/// The commands that are sent to another program.
const FOREIGN_COMMANDS: [&str; 9] = [
    "boardsize",
    "komi",
    "fixed_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "undo",
    "gg-undo",
    "quit",
];

/// A running engine, killed when dropped.
pub struct Engine {
    number: usize,
    /// Whether it is another program, which gets only the commands of [`FOREIGN_COMMANDS`].
    is_foreign: bool,
    process: Child,
    input: ChildStdin,
    responses: Receiver<Result<String, String>>,
    errors: Receiver<String>,
    /// Time in which every command is answered.
    timeout: Duration,
    /// Number of commands sent.
    pub commands: u64,
}

impl Engine {
    /// Starts an engine.
    pub fn start(
        number: usize,
        is_foreign: bool,
        words: &[String],
        timeout: Duration,
    ) -> Result<Engine, Fault> {
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::new(FaultKind::Crash, number, &words.join(" "), error))?;
        let input = process.stdin.take().expect("a pipe");
        let responses = read_responses(process.stdout.take().expect("a pipe"));
        let errors = read_errors(process.stderr.take().expect("a pipe"));
        Ok(Engine { number, is_foreign, process, input, responses, errors, timeout, commands: 0 })
    }

    /// The number of the process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Processor time of the process; `None` where the system does not report it.
    pub fn cpu_time(&self) -> Option<Duration> {
        /// Linux counts in hundredths of a second.
        const TICKS_PER_SECOND: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in parentheses, may contain anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut times = fields.split_whitespace().skip(11).map(|word| word.parse::<f64>().ok());
        let ticks = times.next()?? + times.next()??;
        Some(Duration::from_secs_f64(ticks / TICKS_PER_SECOND))
    }

    /// Sends a line.
    pub fn write(&mut self, line: &str) -> Result<(), Fault> {
        self.commands += 1;
        let written = writeln!(self.input, "{line}");
        written.map_err(|error| self.fault(FaultKind::Crash, line, error))
    }

    /// Waits for the next response: its text without the leading mark, or the message of a failure.
    pub fn read(&mut self, command: &str) -> Result<Result<String, String>, Fault> {
        self.read_within(command, self.timeout)
    }

    /// Waits for the next response, at most for this time.
    fn read_within(
        &mut self,
        command: &str,
        time: Duration,
    ) -> Result<Result<String, String>, Fault> {
        match self.responses.recv_timeout(time) {
            Ok(Err(message)) if message.starts_with("internal error") => {
                Err(self.fault(FaultKind::Panic, command, message))
            }
            Ok(response) => Ok(response),
            Err(RecvTimeoutError::Timeout) => {
                let detail = format!("no answer in {} s", time.as_secs());
                Err(self.fault(FaultKind::Hang, command, detail))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.wait(command)?;
                let errors: Vec<String> = self.errors.iter().collect();
                let detail = format!("{status}: {}", errors.join(" / "));
                Err(self.fault(FaultKind::Crash, command, detail))
            }
        }
    }

    /// Sends a command and returns its response.
    pub fn ask(&mut self, command: &str) -> Result<Result<String, String>, Fault> {
        self.write(command)?;
        self.read(command)
    }

    /// Sends a command that must succeed, and returns the text of its response. To another program
    /// only the commands of [`FOREIGN_COMMANDS`] are sent; for others the text is empty.
    pub fn send(&mut self, command: &str) -> Result<String, Fault> {
        let name = command.split(' ').next().unwrap_or_default();
        if self.is_foreign && !FOREIGN_COMMANDS.contains(&name) {
            return Ok(String::new());
        }
        self.ask(command)?.map_err(|message| self.fault(FaultKind::Refused, command, message))
    }

    /// Ends the engine. It must end by itself, and have written nothing to standard error.
    pub fn quit(mut self) -> Result<(), Fault> {
        self.send("quit")?;
        let (number, is_foreign) = (self.number, self.is_foreign);
        let status = self.wait("quit")?;
        let errors: Vec<String> = self.errors.iter().collect();
        if !status.success() {
            return Err(Fault::new(FaultKind::Crash, number, "quit", errors.join(" / ")));
        }
        if errors.is_empty() || is_foreign {
            return Ok(());
        }
        Err(Fault::new(FaultKind::Stderr, number, "quit", errors.join(" / ")))
    }

    /// Waits for the end of the process. One that goes on for too long is killed.
    fn wait(&mut self, command: &str) -> Result<ExitStatus, Fault> {
        const STEP: Duration = Duration::from_millis(2);
        let start = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if start.elapsed() < self.timeout => thread::sleep(STEP),
                Ok(None) => {
                    let _ = self.process.kill();
                    return Err(self.fault(FaultKind::Hang, command, "the process does not end"));
                }
                Err(error) => return Err(self.fault(FaultKind::Crash, command, error)),
            }
        }
    }

    /// A fault of this engine.
    pub fn fault(&self, kind: FaultKind, command: &str, detail: impl ToString) -> Fault {
        let detail: String = detail.to_string().chars().take(MAX_DETAIL).collect();
        Fault::new(kind, self.number, command, detail)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads responses, up to the empty line that ends each.
fn read_responses(output: impl Read + Send + 'static) -> Receiver<Result<String, String>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        while let Some(first) = lines.next() {
            let mut text = first;
            let mut is_whole = false;
            for line in lines.by_ref() {
                if line.is_empty() {
                    is_whole = true;
                    break;
                }
                text += "\n";
                text += &line;
            }
            if !is_whole || sender.send(split_mark(&text)).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The text of a success, or the message of a failure.
fn split_mark(response: &str) -> Result<String, String> {
    match response.strip_prefix('=') {
        Some(text) => Ok(text.strip_prefix(' ').unwrap_or(text).to_string()),
        None => Err(response.strip_prefix("? ").unwrap_or(response).to_string()),
    }
}

fn read_errors(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    receiver
}
