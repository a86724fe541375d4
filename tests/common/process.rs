//! Child processes of the tests.

// No test program uses all of it.
#![allow(dead_code)]

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
};

/// Keeps the user's configuration file and choice of messages from a program (the folder of the file is
/// `APPDATA` on Windows).
pub fn isolate(command: &mut Command) -> &mut Command {
    command.env("XDG_CONFIG_HOME", "/nonexistent").env("APPDATA", "/nonexistent");
    command.env_remove("RUST_LOG")
}

/// Starts a command with pipes for its input, its output and its errors, without the user's
/// configuration file.
pub fn spawn(command: &mut Command) -> Child {
    isolate(command);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends a signal, such as `-STOP`, to a process.
pub fn signal(name: &str, pid: u32) {
    assert!(is_signalled(name, &[&pid.to_string()]), "{pid} has ended");
}

/// Sends a signal to processes, or after `--` also to the group `-ID`; `false` if one has ended.
pub fn is_signalled(name: &str, processes: &[&str]) -> bool {
    let mut kill = Command::new("kill");
    kill.arg(name).args(processes).stderr(Stdio::null()).status().expect("kill").success()
}

/// The lines of a pipe, which a thread of their own reads.
pub fn read_lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// A field of `/proc/PID/status`, such as `State` or `VmRSS`; `None` where there is none.
pub fn status(process: &Child, field: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    Some(line.trim().to_string())
}

/// The processor time of a process in ticks of the system, which are hundredths of a second on Linux;
/// `None` where the system does not report it.
pub fn processor_ticks(process: &Child) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).ok()?;
    // The name, in parentheses, may have blanks. The times are the fields 14 and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(ticks(14)? + ticks(15)?)
}

/// A field of `/proc/PID/status` that is an amount of memory, in KiB; `None` where there is none.
pub fn kib(process: &Child, field: &str) -> Option<u64> {
    status(process, field)?.strip_suffix(" kB")?.parse().ok()
}
