//! A job of three processes, and its end.

use std::{
    fs,
    io::Write,
    process::{Child, ChildStdin, Command},
    sync::mpsc::Receiver,
};

use crate::{PROGRAM, installed, process, wait};

/// Three processes, and the pipes of rank 0.
pub struct Job {
    mpirun: Child,
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    /// A word of the command line of all processes, to find those that are left.
    tag: String,
}

/// Starts `mpirun` with options that let it run in a container; `None` without it.
pub fn mpirun() -> Option<Command> {
    let version = Command::new("mpirun").arg("--version").output().ok();
    let Some(version) = version else {
        installed::skip("mpirun");
        return None;
    };
    let mut command = Command::new("mpirun");
    if String::from_utf8_lossy(&version.stdout).contains("Open MPI") {
        command.args(["--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]);
    }
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    Some(command)
}

/// Starts three processes with these options.
pub fn start(test: &str, options: &[&str]) -> Option<Job> {
    let tag = format!("shusaku-{test}-{}", std::process::id());
    let mut command = mpirun()?;
    command.args(["-n", "3", PROGRAM, "--gtp-name", &tag, "--threads", "1"]).args(options);
    Some(spawn(command, tag))
}

pub fn spawn(mut command: Command, tag: String) -> Job {
    let mut mpirun = process::spawn(&mut command);
    let input = mpirun.stdin.take();
    let lines = process::read_lines(mpirun.stdout.take().expect("a pipe"));
    let errors = process::read_lines(mpirun.stderr.take().expect("a pipe"));
    Job { mpirun, input, lines, errors, tag }
}

impl Job {
    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("rank 0 reads");
        input.flush().expect("rank 0 reads");
    }

    pub fn line(&self) -> String {
        self.lines.recv_timeout(wait::PATIENCE).expect("rank 0 answers")
    }

    /// Sends a command, and returns its response, which must be a success.
    pub fn accept(&mut self, command: &str) -> String {
        self.write(command);
        let mut response = String::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                break;
            }
            response += &line;
        }
        assert!(response.starts_with('='), "{command}: {response}");
        response
    }

    /// Waits for the end of the job: it is a success, and leaves no process.
    pub fn end(mut self) -> String {
        self.input = None;
        let status = wait::for_end(&mut self.mpirun).expect("the job ends");
        let errors: Vec<String> = self.errors.iter().collect();
        let errors = errors.join("\n");
        assert!(status.success(), "{status}: {errors}");
        self.expect_no_process();
        errors
    }

    fn expect_no_process(&self) {
        wait::until_or(
            || processes(&self.tag).is_empty(),
            || format!("left: {:?}", processes(&self.tag)),
        );
    }

    /// The process of a rank.
    pub fn process_of_rank(&self, rank: usize) -> Option<u32> {
        let wanted = [format!("OMPI_COMM_WORLD_RANK={rank}"), format!("PMI_RANK={rank}")];
        processes(&self.tag).into_iter().find(|pid| {
            let variables = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let text = String::from_utf8_lossy(&variables).into_owned();
            text.split('\0').any(|variable| wanted.iter().any(|wanted| wanted == variable))
        })
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // Only a test that has failed leaves it running.
        let _ = self.mpirun.kill();
    }
}

/// The processes of the program whose command line has this word.
fn processes(tag: &str) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_ours = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        let mut words = line.split('\0');
        words.next() == Some(PROGRAM) && words.any(|word| word == tag)
    };
    pids.filter(is_ours).collect()
}
