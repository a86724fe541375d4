//! One process under a load of commands, for a long time.

use std::{
    fs,
    time::{Duration, Instant},
};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    Settings,
    fault::{Fault, FaultKind},
    pipe::Engine,
};

/// Commands that are sent before the first of them is read.
const TOGETHER: usize = 100;

/// Growth of the memory, in KiB, that is no fault: caches and trees fill with time.
const MAX_GROWTH_KIB: u64 = 16 << 10;

/// The resources that a process takes.
#[derive(Clone, Copy, Debug)]
struct Resources {
    resident_kib: u64,
    files: usize,
    threads: u64,
}

impl Resources {
    /// The resources of a process; zeros where the system does not report them.
    fn of(pid: u32) -> Resources {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let number = |field: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(field));
            let word = line.and_then(|line| line.split_whitespace().next());
            word.and_then(|word| word.parse().ok()).unwrap_or(0)
        };
        let files = fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count);
        Resources { resident_kib: number("VmRSS:"), files, threads: number("Threads:") }
    }

    /// The greater of each.
    fn max(self, other: Resources) -> Resources {
        Resources {
            resident_kib: self.resident_kib.max(other.resident_kib),
            files: self.files.max(other.files),
            threads: self.threads.max(other.threads),
        }
    }
}

/// Sends commands for some minutes, prints the figures of each, and returns the faults.
pub fn hammer(settings: &Settings, minutes: u64, seed: u64) -> Vec<Fault> {
    run(settings, minutes, seed).unwrap_or_else(|fault| vec![fault])
}

fn run(settings: &Settings, minutes: u64, seed: u64) -> Result<Vec<Fault>, Fault> {
    let options = ["--visits", "4", "--threads", "2", "--memory", "16", "--seed", "1"];
    let words = [&settings.engine[..], &options.map(str::to_string)].concat();
    let mut engine = Engine::start(0, false, &words, settings.timeout)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut figures: Vec<Resources> = Vec::new();
    println!("minute  commands  failures  RSS KiB  files  threads");
    for minute in 1..=minutes {
        let (start, before) = (Instant::now(), engine.commands);
        let mut failures = 0;
        while start.elapsed() < Duration::from_secs(60) {
            let commands = (0..TOGETHER).map(|_| random_command(&mut rng));
            // An analysis goes on until another command follows.
            let commands: Vec<String> = commands.chain(["name".to_string()]).collect();
            for command in &commands {
                engine.write(command)?;
            }
            for command in &commands {
                failures += u64::from(engine.read(command)?.is_err());
            }
        }
        // The commands change the number of threads.
        engine.send("kata-set-param numSearchThreads 2")?;
        let found = Resources::of(engine.pid());
        println!(
            "{minute:6}  {:8}  {failures:8}  {:7}  {:5}  {:7}",
            engine.commands - before,
            found.resident_kib,
            found.files,
            found.threads
        );
        figures.push(found);
    }
    let mut faults = growth(&engine, &figures);
    faults.extend(engine.quit().err());
    Ok(faults)
}

/// The faults of a process that grows: its greatest figures of the last quarter of the time are above
/// those of the second one. Single figures vary: threads of a changed number end a little later.
fn growth(engine: &Engine, figures: &[Resources]) -> Vec<Fault> {
    let quarter = figures.len() / 4;
    let greatest = |figures: &[Resources]| figures.iter().copied().reduce(Resources::max);
    let middle = greatest(&figures[quarter..2 * quarter]);
    let (Some(first), Some(last)) = (middle, greatest(&figures[3 * quarter..])) else {
        return Vec::new();
    };
    let grows = last.resident_kib > first.resident_kib + first.resident_kib / 10 + MAX_GROWTH_KIB
        || last.files > first.files
        || last.threads > first.threads;
    let detail = format!("{first:?}, then {last:?}");
    if grows { vec![engine.fault(FaultKind::Growth, "hammer", detail)] } else { Vec::new() }
}

/// Draws a command: most take microseconds, some search, and some are refused.
fn random_command(rng: &mut impl Rng) -> String {
    let color = ["b", "w"][rng.random_range(0..2)];
    let column = b"ABCDEFGHJKLMNOPQRST"[rng.random_range(0..19)] as char;
    let row = rng.random_range(1..20);
    match rng.random_range(0..1000) {
        0..450 => format!("play {color} {column}{row}"),
        450..500 => "undo".to_string(),
        500..502 => format!("boardsize {}", rng.random_range(5..20)),
        502..505 => "clear_board".to_string(),
        505..507 => format!("genmove {color}"),
        507 => format!("lz-analyze {color} 10"),
        508 => "final_score".to_string(),
        509 => "clear_cache".to_string(),
        510..515 => "printsgf".to_string(),
        515..520 => format!("kata-set-rules {}", ["japanese", "aga", "nz"][rng.random_range(0..3)]),
        520..525 => format!("time_left {color} {row} 0"),
        525..530 => format!("komi {row}"),
        530 => format!("kata-set-param numSearchThreads {}", rng.random_range(1..3)),
        531..540 => "kata-set-param level 13".to_string(),
        540..600 => "showboard".to_string(),
        600..650 => format!("all_legal {color}"),
        650..700 => "captures b".to_string(),
        700..750 => "move_history".to_string(),
        750..800 => "no_such_command".to_string(),
        800..900 => format!("is_legal {color} {column}{row}"),
        _ => "name".to_string(),
    }
}
