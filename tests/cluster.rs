//! Jobs of several MPI processes: games, analysis, pondering, counting, their ends, and ranks that fail.
//!
//! Where `mpirun` is missing, each test says so and passes.

mod process;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Output, Stdio},
    sync::mpsc::Receiver,
    thread,
    time::{Duration, Instant},
};

/// Time in which every step must be done.
const PATIENCE: Duration = Duration::from_secs(180);

const PROGRAM: &str = env!("CARGO_BIN_EXE_shusaku");

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Three processes, and the pipes of rank 0.
struct Job {
    mpirun: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    /// A word of the command line of all processes, to find those that are left.
    tag: String,
}

/// Starts `mpirun` with options that let it run in a container; `None` without it.
fn mpirun() -> Option<Command> {
    let version = Command::new("mpirun").arg("--version").output().ok();
    let Some(version) = version else {
        eprintln!("skipped: mpirun is missing");
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
fn start(test: &str, options: &[&str]) -> Option<Job> {
    let tag = format!("shusaku-{test}-{}", std::process::id());
    let mut command = mpirun()?;
    command.args(["-n", "3", PROGRAM, "--gtp-name", &tag, "--threads", "1"]).args(options);
    Some(spawn(command, tag))
}

fn spawn(mut command: Command, tag: String) -> Job {
    let mut mpirun = process::spawn(&mut command);
    let input = mpirun.stdin.take();
    let lines = process::read_lines(mpirun.stdout.take().expect("a pipe"));
    let errors = process::read_lines(mpirun.stderr.take().expect("a pipe"));
    Job { mpirun, input, lines, errors, tag }
}

impl Job {
    fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("rank 0 reads");
        input.flush().expect("rank 0 reads");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("rank 0 answers")
    }

    /// Sends a command, and returns its response, which must be a success.
    fn accept(&mut self, command: &str) -> String {
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
    fn end(mut self) -> String {
        self.input = None;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.mpirun.try_wait().expect("a child") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the job does not end");
            thread::sleep(Duration::from_millis(20));
        };
        let errors: Vec<String> = self.errors.iter().collect();
        let errors = errors.join("\n");
        assert!(status.success(), "{status}: {errors}");
        self.expect_no_process();
        errors
    }

    fn expect_no_process(&self) {
        let start = Instant::now();
        while !processes(&self.tag).is_empty() {
            assert!(start.elapsed() < PATIENCE, "left: {:?}", processes(&self.tag));
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The process of a rank.
    fn process_of_rank(&self, rank: usize) -> Option<u32> {
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

fn signal(name: &str, pid: u32) {
    let status = Command::new("kill").args([name, &pid.to_string()]).status().expect("kill");
    assert!(status.success());
}

#[test]
fn a_game_with_a_network_is_played_and_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    let path = record.to_str().expect("UTF-8");
    // A resignation is no move of the record.
    let options = ["--visits", "12", "--resign-below", "0", "--autosave", path];
    let Some(mut job) = start("game", &options) else { return };
    job.accept("boardsize 7");
    for number in 1..=60 {
        let color = if number % 2 == 1 { "b" } else { "w" };
        let reply = job.accept(&format!("genmove {color}"));
        if ["pass", "resign"].iter().any(|word| reply.contains(word)) && number > 20 {
            break;
        }
        let text = fs::read_to_string(&record).expect("a record after the first move");
        assert!(text.matches(";B[").count() + text.matches(";W[").count() >= number.min(20));
    }
    job.accept("final_score");
    job.accept("quit");
    job.end();
}

#[test]
fn a_game_by_playouts_is_analyzed_and_pondered_until_the_end_of_the_input() {
    let Some(mut job) = start("ponder", &["--playouts-only", "--playouts", "300", "--ponder"])
    else {
        return;
    };
    job.accept("boardsize 9");
    for color in ["b", "w", "b"] {
        job.accept(&format!("genmove {color}"));
        thread::sleep(Duration::from_millis(200));
    }
    job.write("kata-analyze w 10");
    assert!(job.line().starts_with('='));
    for _ in 0..3 {
        assert!(job.line().starts_with("info "));
    }
    // The next command ends the analysis.
    job.write("name");
    while !job.line().starts_with("= shusaku-ponder") {}
    assert_eq!(job.line(), "");
    job.accept("genmove w");
    // The end of the input comes while rank 0 ponders.
    job.end();
}

#[test]
fn a_search_in_progress_is_stopped_by_quit() {
    let Some(mut job) = start("stop", &[]) else { return };
    job.write("lz-analyze b 10");
    assert!(job.line().starts_with('='));
    assert!(job.line().starts_with("info "));
    job.write("quit");
    while !job.line().is_empty() {}
    job.end();
}

#[test]
fn the_analysis_engine_answers() {
    let Some(mut command) = mpirun() else { return };
    let tag = format!("logDir=shusaku-analysis-{}", std::process::id());
    command.args(["-n", "3", PROGRAM, "analysis", "-threads", "1", "-override-config", &tag]);
    let mut job = spawn(command, tag);
    for id in 0..4 {
        job.write(&format!(
            r#"{{"id":"{id}","moves":[["B","E5"]],"rules":"japanese","boardXSize":9,"boardYSize":9,"maxVisits":20}}"#
        ));
    }
    job.input = None;
    let mut ids: Vec<String> = Vec::new();
    while ids.len() < 4 {
        let line = job.line();
        let answer: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert!(answer["rootInfo"]["visits"].as_u64() >= Some(20), "{line}");
        ids.push(answer["id"].as_str().expect("an id").to_string());
    }
    ids.sort();
    assert_eq!(ids, ["0", "1", "2", "3"]);
    job.end();
}

#[test]
fn other_weights_on_a_rank_are_an_error() {
    let Some(mut command) = mpirun() else { return };
    let networks = Path::new(ROOT).join("tests/networks");
    let file = |name: &str| -> PathBuf { networks.join(name) };
    command.args(["-n", "1", PROGRAM, "--model"]).arg(file("own-tiny.bin.gz"));
    command.args([":", "-n", "1", PROGRAM, "--model"]).arg(file("synth-v10-relu.bin.gz"));
    let output = command.stdin(Stdio::null()).output().expect("mpirun runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    let line = errors.lines().find(|line| line.starts_with("error: "));
    let line = line.unwrap_or_else(|| panic!("no error: {errors}"));
    assert!(line.starts_with("error: rank 1 has another network"), "{line}");
}

#[test]
fn a_stopped_rank_is_left_out_and_taken_in_again() {
    for options in [&["--visits", "30"][..], &["--playouts-only", "--playouts", "500"]] {
        let Some(mut job) = start("stopped", options) else { return };
        job.accept("boardsize 9");
        job.accept("genmove b");
        let Some(pid) = job.process_of_rank(2) else { panic!("rank 2 is not found") };
        signal("-STOP", pid);
        // Rank 0 waits for it once at most.
        for color in ["w", "b", "w", "b", "w", "b"] {
            job.accept(&format!("genmove {color}"));
        }
        signal("-CONT", pid);
        for color in ["w", "b"] {
            job.accept(&format!("genmove {color}"));
        }
        job.accept("quit");
        let errors = job.end();
        assert!(errors.contains("rank 2 has not answered for"), "{options:?}: {errors}");
        assert!(errors.contains("rank 2 answers again"), "{options:?}: {errors}");
    }
}

/// The output of a job of three processes.
fn run(options: &[&str]) -> Option<Output> {
    let output = mpirun()?.args(["-n", "3", PROGRAM]).args(options).stdin(Stdio::null()).output();
    Some(output.expect("mpirun runs"))
}

/// The messages of the program, without those of mpirun.
fn errors(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| line.starts_with("error: ")).map(str::to_string).collect()
}

#[test]
fn games_are_counted_by_all_ranks_as_by_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let records = fs::read_to_string(format!("{ROOT}/tests/data/records.sgf")).expect("records");
    let games: Vec<&str> = records.lines().take(3).collect();
    fs::write(path("a.sgf"), games[..2].concat()).expect("a file");
    fs::write(path("b.sgf"), games[2]).expect("a file");
    fs::write(path("c.sgf"), "(;SZ[5]RE[B+24.5]KM[0.5];B[cc];W[];B[])").expect("a file");
    let [a, b, c, missing] = ["a.sgf", "b.sgf", "c.sgf", "missing.sgf"].map(path);
    let network = format!("{ROOT}/tests/networks/own-tiny.bin.gz");
    let calls: [&[&str]; 7] = [
        &[&a, &b],
        &[&a, &missing, &b],
        &["--json", &a, &missing, &b],
        &["--summary", &a, &b],
        &["--all-rules", &c, &missing],
        &["--all-rules", "--json", "--model", &network, &c],
        &["--model", &network, &a, &b],
    ];
    for call in calls {
        let options = [&["score"], call].concat();
        let alone = Command::new(PROGRAM).args(&options).output().expect("the program runs");
        let Some(ranks) = run(&options) else { return };
        assert!(!alone.stdout.is_empty(), "{call:?}");
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text(&ranks), text(&alone), "{call:?}");
        assert_eq!(errors(&ranks), errors(&alone), "{call:?}");
        assert_eq!(ranks.status.code(), alone.status.code(), "{call:?}");
    }
}

#[test]
fn ranks_that_read_other_games_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = format!("{ROOT}/tests/data/records.sgf");
    fs::create_dir(folder.path().join("here")).expect("a folder");
    fs::copy(games, folder.path().join("here/games.sgf")).expect("a copy");
    let Some(mut command) = mpirun() else { return };
    let here = folder.path().join("here");
    command.args(["-n", "1", "-wdir"]).arg(&here).args([PROGRAM, "score", "games.sgf", ":"]);
    command.args(["-n", "1", "-wdir"]).arg(folder.path()).args([PROGRAM, "score", "games.sgf"]);
    let output = command.stdin(Stdio::null()).output().expect("mpirun runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
    let [error] = &errors(&output)[..] else { panic!("{output:?}") };
    assert!(error.starts_with("error: rank 1 works on 1 game ("), "{error}");
    assert!(error.ends_with("and the same files at the same paths"), "{error}");
}

#[test]
fn a_command_without_use_for_ranks_runs_on_rank_0_only() {
    for (call, code) in [(&["perft", "2", "3"][..], 0), (&["--version"], 0), (&["--size"], 2)] {
        let Some(output) = run(call) else { return };
        let alone = Command::new(PROGRAM).args(call).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(output.stdout, alone.stdout, "{output:?}");
        // MPICH lets other ranks go on after an error.
        assert_eq!(errors(&output).first(), errors(&alone).first(), "{output:?}");
    }
}

#[test]
fn the_engines_of_a_match_are_no_ranks() {
    let engine = |name: &str| {
        let options = "--playouts-only --playouts 10 --threads 1";
        format!(r#"{{"name":"{name}","command":"{PROGRAM} {options}"}}"#)
    };
    let (a, b) = (engine("a"), engine("b"));
    let options =
        ["match", "--size", "5", "--games", "2", "--json", "--engine", &a, "--engine", &b];
    let Some(output) = run(&options) else { return };
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 1, "{text}");
    let standings: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let counts = ["won", "lost", "drawn"].map(|key| standings["pairings"][0][key].as_u64());
    assert_eq!(counts.iter().flatten().sum::<u64>(), 2, "{text}");
}
