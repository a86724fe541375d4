//! An engine process and its end of the Go Text Protocol.

use std::{
    collections::HashSet,
    fs::OpenOptions,
    io::{self, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    cores::start_on,
    fault::FaultKind,
    response_reader::{Output, read_responses},
};
use crate::{gtp::quote, mpi_env};

/// A program that is started as an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// GTP commands after the start.
    pub init: Vec<String>,
    /// A file to which its standard error is appended; discarded if `None`.
    pub log: Option<PathBuf>,
}

/// The reason why a command to an engine did not succeed.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The program cannot be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The engine closed its output or its input.
    #[error("the engine ended at '{0}'")]
    Ended(
        /// The command.
        String,
    ),
    /// The engine did not answer in time.
    #[error("no answer to '{command}' in {seconds:.1} s")]
    Silent {
        /// The command.
        command: String,
        /// The time waited, in seconds.
        seconds: f64,
    },
    /// The engine wrote something else than a response.
    #[error("'{command}' is answered by {output}")]
    Garbage {
        /// The command.
        command: String,
        /// The start of the output, quoted.
        output: String,
    },
    /// The engine answered with an error.
    #[error("'{command}' is refused: {message}")]
    Refused {
        /// The command.
        command: String,
        /// The engine's message.
        message: String,
    },
    /// The match was stopped.
    #[error("the match was stopped")]
    Stopped,
}

impl ClientError {
    /// The fault of the engine; `None` if the match was stopped.
    #[must_use]
    pub fn fault(&self) -> Option<FaultKind> {
        match self {
            ClientError::Start { .. } | ClientError::Ended(_) => Some(FaultKind::Crash),
            ClientError::Silent { .. } => Some(FaultKind::Hang),
            ClientError::Garbage { .. } => Some(FaultKind::Garbage),
            ClientError::Refused { .. } => Some(FaultKind::Refusal),
            ClientError::Stopped => None,
        }
    }
}

/// Time between two checks whether the match was stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Time for an engine to quit before it is killed.
const TIME_TO_QUIT: Duration = Duration::from_secs(3);

/// A running engine. It is killed when dropped.
#[derive(Debug)]
pub(super) struct Client<'a> {
    process: Child,
    input: ChildStdin,
    outputs: Receiver<Output>,
    commands: HashSet<String>,
    timeout: Duration,
    stop: &'a AtomicBool,
}

impl<'a> Client<'a> {
    /// Starts an engine on these cores (on all if there are none), and sends it its first commands.
    ///
    /// `timeout` is the time for an answer; waiting ends early when `stop` is set.
    ///
    /// # Errors
    /// [`ClientError`] if it does not start, or refuses a command.
    pub(super) fn start(
        program: &Program,
        cores: &[usize],
        timeout: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Client<'a>, ClientError> {
        let mut process = start_on(cores, || spawn(program))
            .map_err(|source| ClientError::Start { program: program.command[0].clone(), source })?;
        let input = process.stdin.take().expect("a pipe");
        let outputs = read_responses(process.stdout.take().expect("a pipe"));
        let commands = HashSet::new();
        let mut client = Client { process, input, outputs, commands, timeout, stop };
        let list = client.send("list_commands")?;
        client.commands = list.split_whitespace().map(str::to_string).collect();
        for command in &program.init {
            client.send(command)?;
        }
        Ok(client)
    }

    /// The commands that the engine lists.
    #[must_use]
    pub(super) const fn commands(&self) -> &HashSet<String> {
        &self.commands
    }

    /// Whether the engine lists a command.
    #[must_use]
    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command and returns the response.
    ///
    /// # Errors
    /// [`ClientError`] unless the response is a success.
    pub(super) fn send(&mut self, command: &str) -> Result<String, ClientError> {
        self.send_within(command, self.timeout)
    }

    /// Sends a command whose response may take this long.
    ///
    /// # Errors
    /// [`ClientError`] unless the response is a success.
    pub(super) fn send_within(
        &mut self,
        command: &str,
        time: Duration,
    ) -> Result<String, ClientError> {
        let command = command.to_string();
        if writeln!(self.input, "{command}").and_then(|()| self.input.flush()).is_err() {
            return Err(self.unless_stopped(ClientError::Ended(command)));
        }
        match self.wait(time)? {
            Some(Output::Success(text)) => Ok(text),
            Some(Output::Failure(message)) => Err(ClientError::Refused { command, message }),
            Some(Output::Garbage(output)) => {
                Err(self.unless_stopped(ClientError::Garbage { command, output: quote(&output) }))
            }
            Some(Output::End) => Err(self.unless_stopped(ClientError::Ended(command))),
            None => Err(ClientError::Silent { command, seconds: time.as_secs_f64() }),
        }
    }

    /// Waits for a response; `None` if none came in time.
    fn wait(&self, time: Duration) -> Result<Option<Output>, ClientError> {
        let start = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ClientError::Stopped);
            }
            let rest = time.saturating_sub(start.elapsed());
            match self.outputs.recv_timeout(rest.min(STOP_INTERVAL)) {
                Ok(output) => return Ok(Some(output)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(Output::End)),
                Err(RecvTimeoutError::Timeout) if start.elapsed() >= time => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error of an engine that has ended, or was cut off: [`ClientError::Stopped`] if the signal
    /// that ended it has stopped the match as well.
    fn unless_stopped(&self, error: ClientError) -> ClientError {
        thread::sleep(STOP_INTERVAL);
        if self.stop.load(Ordering::Relaxed) { ClientError::Stopped } else { error }
    }

    /// Asks the engine to quit, and kills it if it does not.
    pub(super) fn quit(mut self) {
        let start = Instant::now();
        if self.send_within("quit", TIME_TO_QUIT).is_ok() {
            while start.elapsed() < TIME_TO_QUIT && matches!(self.process.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        kill(&mut self.process);
    }
}

/// The flag by which Windows starts a process in a group of its own.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

fn spawn(program: &Program) -> io::Result<Child> {
    let log = match &program.log {
        Some(path) => {
            let log = OpenOptions::new().create(true).append(true).open(path);
            let explain = |error: io::Error| {
                io::Error::new(error.kind(), format!("its log {}: {error}", path.display()))
            };
            log.map_err(explain)?.into()
        }
        None => Stdio::null(),
    };
    let mut command = Command::new(&program.command[0]);
    command.args(&program.command[1..]);
    // An engine is no rank of the MPI job that the match may run in.
    for name in mpi_env::VARIABLES {
        command.env_remove(name);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
    // A group of its own, so that a script is killed with the engine that it started, and Ctrl-C does
    // not end an engine before the match, which would count a crash.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
    command.spawn()
}

fn kill(process: &mut Child) {
    if matches!(process.try_wait(), Ok(Some(_))) {
        return;
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};

        // It fails only if the group has ended.
        let _ = kill_process_group(Pid::from_child(process), Signal::KILL);
    }
    // Neither fails for a process that runs.
    let _ = process.kill();
    let _ = process.wait();
}
