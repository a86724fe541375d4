//! Tunes constants of playing strength by SPSA: each iteration plays pairs of games between two
//! processes of the engine with slightly different values.
//!
//! ```sh
//! cargo build --release --features tuning
//! cargo run --release --features tuning --example tune -- --state tune.jsonl --size 9 \
//!     --engine "target/release/shusaku --threads 1 --visits 200" \
//!     --tune CPUCT_EXPLORATION=0.4:2 --tune FPU_REDUCTION=0:0.5
//! ```
//!
//! Constants start at their current values. The state file has a line for each iteration; an
//! interrupted run of the same constants and ranges continues from it. The result is the last line,
//! to be matched against the current values by `shusaku match --sprt`.

use std::{
    error::Error,
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use shusaku::{
    Game, Rules, Size,
    board::PointSet,
    clock::TimeSettings,
    matches::{
        Contestant, FaultKind, GameSettings, MatchSettings, Program, Referee, Spsa, parse_time,
        random_openings, run_match,
    },
    signals,
    threads::cores,
    tuning::{TUNABLES, TunableEntry},
};

#[derive(Parser)]
struct Args {
    /// Engine built with the feature tuning
    #[arg(long, default_value = "target/release/shusaku --threads 1 --visits 200")]
    engine: String,
    /// Constant to tune, with the range of its values; repeat for more
    #[arg(long, required = true, value_name = "NAME=MIN:MAX", value_parser = tuned)]
    tune: Vec<Tuned>,
    /// File of the iterations; an existing one is continued
    #[arg(long)]
    state: PathBuf,
    #[arg(long, default_value_t = 5000)]
    iterations: u64,
    /// Pairs of games of an iteration
    #[arg(long, default_value_t = 1)]
    pairs: usize,
    /// Games at a time [default: the number of cores]
    #[arg(long)]
    concurrency: Option<usize>,
    /// Factor of the first step
    #[arg(long, default_value_t = 0.004)]
    step: f64,
    /// First perturbation, as a share of the range
    #[arg(long, default_value_t = 0.15)]
    perturbation: f64,
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Side of the board
    #[arg(long, default_value_t = 9)]
    size: u8,
    #[arg(long, default_value_t = 7.0)]
    komi: f64,
    /// Time system, as for shusaku match
    #[arg(long, default_value = "none", value_parser = |text: &str| parse_time(text))]
    time: TimeSettings,
}

/// A constant and the range in which its values are tried.
#[derive(Clone)]
struct Tuned {
    entry: &'static TunableEntry,
    min: f64,
    max: f64,
}

impl Tuned {
    /// The value at this share of the range.
    fn value(&self, share: f64) -> f64 {
        let value = self.min + share * (self.max - self.min);
        if self.entry.is_integer { value.round() } else { value }
    }

    /// The constant and its range, as the option has them.
    fn text(&self) -> String {
        format!("{}={}:{}", self.entry.name, self.min, self.max)
    }

    /// The share of the range at which the constant's current value is.
    fn start(&self) -> f64 {
        ((self.entry.get() - self.min) / (self.max - self.min)).clamp(0.0, 1.0)
    }
}

fn tuned(text: &str) -> Result<Tuned, String> {
    let expected = || "expected NAME=MIN:MAX".to_string();
    let (name, range) = text.split_once('=').ok_or_else(expected)?;
    let (min, max) = range.split_once(':').ok_or_else(expected)?;
    let entry = TUNABLES.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| format!("unknown constant {name}"))?;
    let bounds = [min, max].map(|bound| bound.parse::<f64>().ok());
    let [Some(min), Some(max)] = bounds else { return Err(expected()) };
    let is_valid = min < max && entry.range.contains(&min) && entry.range.contains(&max);
    if is_valid {
        Ok(Tuned { entry, min, max })
    } else {
        let (first, last) = (entry.range.start(), entry.range.end());
        Err(format!("expected a range of {name} within {first} to {last}"))
    }
}

/// A finished iteration, as a line of the state file.
#[derive(Serialize, Deserialize)]
struct Iteration {
    /// Number of iterations up to this one.
    iterations: u64,
    /// The constants and their ranges, in the order of the point.
    #[serde(default)]
    tuned: Vec<String>,
    /// The point after it: by constant, the share of its range.
    point: Vec<f64>,
    /// The constants there, by name.
    values: serde_json::Value,
    /// Score of the first candidate against the second, from 0 to 1.
    score: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let size = Size::square(args.size)?;
    let spsa = Spsa {
        iterations: args.iterations,
        step: args.step,
        perturbation: args.perturbation,
        seed: args.seed,
    };
    let (mut state, last) = open_state(&args.state)?;
    let tuned: Vec<String> = args.tune.iter().map(Tuned::text).collect();
    let (mut done, mut point) = match last {
        Some(last) if last.tuned == tuned => (last.iterations, last.point),
        Some(last) => {
            let path = args.state.display();
            return Err(format!("{path}: has {:?}, expected {tuned:?}", last.tuned).into());
        }
        None => (0, args.tune.iter().map(Tuned::start).collect()),
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} iterations, {eta} left\n{msg}")?;
    let stop = signals::end_flag()?;
    let bar = ProgressBar::new(args.iterations).with_style(style).with_position(done);
    while done < args.iterations {
        let iteration = spsa.iteration(done, &point);
        let settings = match_settings(&args, size, &iteration.candidates, done)?;
        let standings = run_match(&settings, &stop, |_| ())?;
        for (engine, faults) in &standings.faults {
            // A game is not lost by a wrong claim of its result.
            if faults.keys().any(|kind| *kind != FaultKind::WrongResult) {
                return Err(format!("faults of {engine}: {faults:?}").into());
            }
            bar.suspend(|| eprintln!("faults of {engine}: {faults:?}"));
        }
        let score = standings.pairings[0].pairs.mean();
        point = iteration.next_point(&point, 2.0 * score - 1.0);
        done += 1;
        let values = values(&args.tune, &point);
        bar.set_message(values.to_string());
        bar.set_position(done);
        let tuned = tuned.clone();
        let line = Iteration { iterations: done, tuned, point: point.clone(), values, score };
        state.write_all((serde_json::to_string(&line)? + "\n").as_bytes())?;
    }
    bar.finish_and_clear();
    println!("{}", values(&args.tune, &point));
    Ok(())
}

/// The constants at a point, by name.
fn values(tuned: &[Tuned], point: &[f64]) -> serde_json::Value {
    let entries = tuned.iter().zip(point);
    let entries =
        entries.map(|(tuned, &share)| (tuned.entry.name.to_string(), tuned.value(share).into()));
    serde_json::Value::Object(entries.collect())
}

/// Opens the state file for this process alone, and returns it with its last whole line. The rest
/// was cut off by a kill and is removed.
fn open_state(path: &Path) -> Result<(File, Option<Iteration>), Box<dyn Error>> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(format!("{}: another run writes this file", path.display()).into());
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    file.rewind()?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let last = text[..whole].lines().next_back();
    const START: &str = "{\"iterations\":";
    let is_first_line_cut = text.starts_with(START) || START.starts_with(&*text);
    if last.is_none() && !is_first_line_cut {
        return Err(format!("{}: expected a state file", path.display()).into());
    }
    let last = last.map(serde_json::from_str).transpose()?;
    file.set_len(whole as u64)?;
    Ok((file, last))
}

/// The match of two candidates.
fn match_settings(
    args: &Args,
    size: Size,
    candidates: &[Vec<f64>; 2],
    iteration: u64,
) -> Result<MatchSettings, Box<dyn Error>> {
    let command = shlex::split(&args.engine).filter(|words| !words.is_empty());
    let command = command.ok_or("--engine: expected a command line")?;
    let contestant = |name: &str, candidate: &Vec<f64>| {
        let settings = args.tune.iter().zip(candidate).map(|(tuned, &share)| {
            format!("kata-set-param {} {}", tuned.entry.name, tuned.value(share))
        });
        let program = Program { command: command.clone(), init: settings.collect(), log: None };
        Contestant { name: name.to_string(), program, time: args.time }
    };
    let rules = Rules::default();
    let game = GameSettings {
        size,
        rules: rules.clone(),
        komi: args.komi,
        handicap: PointSet::EMPTY,
        max_moves: 3 * size.area(),
        time_margin: Duration::from_millis(100),
        timeout: Duration::from_secs(60),
    };
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(iteration);
    Ok(MatchSettings {
        contestants: vec![
            contestant("first", &candidates[0]),
            contestant("second", &candidates[1]),
        ],
        game,
        openings: random_openings(&Game::new(size, rules), 2, args.pairs, seed),
        opening_source: String::new(),
        sprt: None,
        referee: Referee::Own,
        concurrency: args.concurrency.unwrap_or_else(cores),
        cores_per_game: 1,
        results: None,
        sgf: None,
    })
}
