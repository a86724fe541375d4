//! Games of engines over pipes with the commands and faults of real clients, checked by an
//! independent referee; and one process under a long load.
//!
//! ```sh
//! cargo run --release --example soak -- --games 10000 --log soak.jsonl --resume
//! cargo run --release --example soak -- --only 1234
//! cargo run --release --example soak -- --hammer 480
//! ```
//!
//! The seed determines a game, except for moves that depend on the speed of the machine. The exit
//! code is 1 if there are faults.

mod disturb;
mod fault;
mod hammer;
mod pipe;
mod plan;
mod play;
mod referee;
#[path = "../../tests/reference/mod.rs"]
mod reference;
mod table;

use std::{
    collections::HashSet,
    error::Error,
    fs::{self, File, OpenOptions},
    io::Write,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use self::{play::play, table::Summary};

/// Plays games of engines over pipes and reports what is wrong
#[derive(Debug, Parser)]
struct Args {
    /// Number of games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Seed of the first game
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Play the game of this seed only
    #[arg(long)]
    only: Option<u64>,
    /// Leave out the games that are in the log
    #[arg(long)]
    resume: bool,
    /// File of one JSON object for each game
    #[arg(long, default_value = "soak.jsonl")]
    log: PathBuf,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    lanes: usize,
    /// Engine and its options [default: shusaku beside this program]
    #[arg(long)]
    engine: Option<String>,
    /// GNU Go, which takes part in every sixth game [default: where it is installed]
    #[arg(long)]
    gnugo: Option<String>,
    /// Seconds for every answer
    #[arg(long, default_value_t = 120)]
    timeout: u64,
    /// Seconds by which a move may exceed its time while the engine runs
    #[arg(long, default_value_t = 0.5)]
    grace: f64,
    /// Send commands to one process instead, for this number of minutes
    #[arg(long)]
    hammer: Option<u64>,
}

/// The settings of all games.
pub struct Settings {
    /// The engine and its options.
    pub engine: Vec<String>,
    /// GNU Go, if it is installed.
    pub gnugo: Option<String>,
    /// Time in which every command is answered.
    pub timeout: Duration,
    /// Time by which a move may exceed its time while the engine runs.
    pub grace: Duration,
    /// A folder for records.
    pub scratch: PathBuf,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether there are no faults.
fn run(args: &Args) -> Result<bool, Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let settings = Settings {
        engine: engine(args)?,
        gnugo: args.gnugo.clone().or_else(installed_gnugo),
        timeout: Duration::from_secs(args.timeout),
        grace: Duration::from_secs_f64(args.grace),
        scratch: scratch.path().to_owned(),
    };
    if let Some(minutes) = args.hammer {
        let faults = hammer::hammer(&settings, minutes, args.first);
        fault::report(faults.iter().map(|fault| (args.first, fault)));
        return Ok(faults.is_empty());
    }
    if let Some(seed) = args.only {
        println!("{:#?}", plan::Plan::of(seed, settings.gnugo.as_deref()).0);
        let summary = play(&settings, seed);
        println!("{summary:#?}");
        return Ok(summary.faults.is_empty());
    }
    let mut summaries = if args.resume { read_log(&args.log)? } else { Vec::new() };
    let known: HashSet<u64> = summaries.iter().map(|summary| summary.seed).collect();
    let seeds = args.first..args.first + args.games;
    let seeds: Vec<u64> = seeds.filter(|seed| !known.contains(seed)).collect();
    let mut log = OpenOptions::new();
    log.create(true).write(true).append(args.resume).truncate(!args.resume);
    summaries.extend(play_all(&settings, &seeds, args.lanes, log.open(&args.log)?));
    print_report(&summaries);
    Ok(summaries.iter().all(|summary| summary.faults.is_empty()))
}

/// The engine's command line.
fn engine(args: &Args) -> Result<Vec<String>, Box<dyn Error>> {
    if let Some(text) = &args.engine {
        return Ok(text.split_whitespace().map(str::to_string).collect());
    }
    let example = std::env::current_exe()?;
    let folder = example.parent().and_then(|folder| folder.parent()).ok_or("no folder")?;
    let program = folder.join(format!("shusaku{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        return Err(
            format!("{} does not exist: build it, or use --engine", program.display()).into()
        );
    }
    Ok(vec![program.to_string_lossy().into_owned()])
}

/// GNU Go, if it is found.
fn installed_gnugo() -> Option<String> {
    let is_there = |path: &&str| {
        let version = std::process::Command::new(path).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    ["gnugo", "/usr/games/gnugo"].iter().find(|path| is_there(path)).map(ToString::to_string)
}

/// The games of a log. A last line that was cut off is removed from it.
fn read_log(path: &PathBuf) -> Result<Vec<Summary>, Box<dyn Error>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut text = fs::read_to_string(path)?;
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    OpenOptions::new().write(true).open(path)?.set_len(text.len() as u64)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

fn play_all(settings: &Settings, seeds: &[u64], lanes: usize, log: File) -> Vec<Summary> {
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg} faults, {eta} left");
    let bar = ProgressBar::new(seeds.len() as u64).with_style(style.expect("a template"));
    let (next, found) = (AtomicU64::new(0), Mutex::new((log, Vec::<Summary>::new())));
    thread::scope(|scope| {
        for _ in 0..lanes.max(1) {
            scope.spawn(|| {
                while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let summary = play(settings, seed);
                    for fault in &summary.faults {
                        bar.suspend(|| eprintln!("game {seed}: {fault}"));
                    }
                    let line = serde_json::to_string(&summary).expect("numbers and text");
                    let mut found = found.lock().expect("no lane panics");
                    writeln!(found.0, "{line}").expect("the log is written");
                    found.1.push(summary);
                    let faults: usize = found.1.iter().map(|summary| summary.faults.len()).sum();
                    bar.set_message(faults.to_string());
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    found.into_inner().expect("no lane panics").1
}

fn print_report(summaries: &[Summary]) {
    let sum = |value: fn(&Summary) -> u64| summaries.iter().map(value).sum::<u64>();
    let ended = |end: &str| summaries.iter().filter(|summary| summary.end == end).count();
    println!(
        "{} games ({} over, {} resigned, {} long, {} broken off), {} moves, {} commands",
        summaries.len(),
        ended("over"),
        ended("resigned"),
        ended("long"),
        ended("fault"),
        sum(|summary| summary.moves as u64),
        sum(|summary| summary.commands),
    );
    println!(
        "{} results as in the reference, {} on boards with moves left, {} tight answers",
        sum(|summary| summary.results),
        sum(|summary| summary.filled),
        sum(|summary| summary.tight),
    );
    let faults = |summary: &'_ Summary| -> Vec<(u64, fault::Fault)> {
        summary.faults.iter().map(|fault| (summary.seed, fault.clone())).collect()
    };
    let all: Vec<(u64, fault::Fault)> = summaries.iter().flat_map(faults).collect();
    fault::report(all.iter().map(|(seed, fault)| (*seed, fault)));
}
