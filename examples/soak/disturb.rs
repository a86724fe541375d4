//! The commands between the moves of a game.

use std::{thread, time::Duration};

use rand::RngExt;
use shusaku::rules::Rules;

use crate::{
    fault::{Fault, FaultKind},
    plan::{random_komi, random_rules},
    table::Table,
};

/// Sends random commands, and checks the answers.
pub fn disturb(table: &mut Table) -> Result<(), Fault> {
    match table.rng.random_range(0..20) {
        0..3 => undo(table),
        3..7 => analyze(table),
        7..10 => set_parameter(table),
        10 => change_rules(table),
        11 => change_komi(table),
        12..14 => {
            let engine = table.any_engine();
            table.compare_state(engine)
        }
        14..16 => {
            let (engine, color) = (table.any_engine(), table.to_move());
            let start = table.rng.random_range(0..table.plan.width * table.plan.height);
            table.try_illegal(engine, color, start)
        }
        16 => {
            let engine = table.any_engine();
            table.compare_result(engine)
        }
        17 => exchange_record(table),
        _ => send_neutral_commands(table),
    }
}

/// Takes moves back on both engines, or more than there are, which is refused.
fn undo(table: &mut Table) -> Result<(), Fault> {
    let played = table.referee.game.entries().len();
    let count = table.rng.random_range(1..=3);
    let command = if count == 1 { "undo".to_string() } else { format!("gg-undo {count}") };
    if count <= played {
        table.send_both(&command)?;
        table.referee.undo(count);
        return Ok(());
    }
    for engine in table.own_engines() {
        if table.engines[engine].ask(&command)?.is_ok() {
            return Err(table.engines[engine].fault(FaultKind::WrongState, &command, "accepted"));
        }
    }
    Ok(())
}

/// Analyzes, and ends that by the next command.
fn analyze(table: &mut Table) -> Result<(), Fault> {
    let (engine, color) = (table.any_engine(), table.to_move());
    let command = match table.rng.random_range(0..6) {
        0 => format!("lz-analyze {color} 2"),
        1 => "kata-analyze 1 ownership true pvVisits true".to_string(),
        2 => format!("kata-analyze {color} 3 movesOwnership true"),
        3 => format!("kata-search_cancellable {color}"),
        4 => format!("kata-search_analyze_cancellable {color} 2"),
        _ => format!("lz-analyze {color} interval 1 maxmoves 2"),
    };
    let pause = Duration::from_millis(table.rng.random_range(0..60));
    let next = ["name", "stop", "", "protocol_version"][table.rng.random_range(0..4)];
    let streams = !command.starts_with("kata-search_cancellable");
    let process = &mut table.engines[engine];
    process.write(&command)?;
    thread::sleep(pause);
    process.write(next)?;
    let answer = process.read(&command)?;
    if !next.is_empty() {
        process.read(next)?.map_err(|error| process.fault(FaultKind::Refused, next, error))?;
    }
    match answer {
        Err(message) => table.note(FaultKind::Refused, engine, &command, message),
        Ok(text) if streams => check_lines(table, engine, &command, &text),
        Ok(_) => {}
    }
    Ok(())
}

/// Checks the moves of an analysis.
fn check_lines(table: &mut Table, engine: usize, command: &str, text: &str) {
    let color = table.to_move();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("play ")) {
        let moves = line.split("info move ").skip(1);
        let words: Vec<&str> = moves.filter_map(|part| part.split(' ').next()).collect();
        let is_legal = |word: &&str| {
            let turn = table.referee.parse(word);
            turn.is_ok_and(|turn| table.referee.game.check(color, turn).is_ok())
        };
        if words.is_empty() || !words.iter().all(is_legal) {
            table.note(FaultKind::Garbage, engine, command, line);
            return;
        }
    }
}

fn set_parameter(table: &mut Table) -> Result<(), Fault> {
    let engine = table.any_engine();
    let rng = &mut table.rng;
    let (name, value) = match rng.random_range(0..7) {
        0 => ("numSearchThreads", rng.random_range(1..6).to_string()),
        1 => ("ponderingEnabled", rng.random_bool(0.5).to_string()),
        2 => ("level", rng.random_range(1..=12).to_string()),
        3 => ("analysisWideRootNoise", rng.random_range(0.0..1.0).to_string()),
        4 => ("nnPolicyTemperature", rng.random_range(0.1..3.0).to_string()),
        5 => ("resignBelow", rng.random_range(0.0..0.2).to_string()),
        _ => ("lagBuffer", rng.random_range(0.0..0.1).to_string()),
    };
    let process = &mut table.engines[engine];
    process.send(&format!("kata-set-param {name} {value}"))?;
    let found = process.send(&format!("kata-get-param {name}"))?;
    let same =
        found == value || found.parse::<f64>().ok().is_some_and(|it| value.parse() == Ok(it));
    // A clock stores whole nanoseconds.
    if !same && name != "lagBuffer" {
        let detail = format!("{name}: {found}, expected {value}");
        table.note(FaultKind::WrongState, engine, "kata-get-param", detail);
    }
    Ok(())
}

fn change_rules(table: &mut Table) -> Result<(), Fault> {
    if table.plan.foreign.is_some() {
        return Ok(());
    }
    let rules = random_rules(&mut table.rng);
    let name = rules.preset_name().filter(|_| table.rng.random_bool(0.5));
    let text = name.map_or_else(|| rules.to_json(), str::to_string);
    table.send_both(&format!("kata-set-rules {text}"))?;
    table.referee.game.rules = Rules::parse(&text).unwrap_or(rules);
    Ok(())
}

fn change_komi(table: &mut Table) -> Result<(), Fault> {
    let komi = random_komi(&mut table.rng);
    table.send_both(&format!("komi {komi}"))?;
    table.referee.komi = Some(komi);
    Ok(())
}

/// Lets one engine write the record, and both read it.
fn exchange_record(table: &mut Table) -> Result<(), Fault> {
    if table.plan.foreign.is_some() {
        return Ok(());
    }
    let writer = table.any_engine();
    let path = table.settings.scratch.join(format!("{}.sgf", table.summary.seed));
    table.engines[writer].send(&format!("printsgf {}", path.display()))?;
    let rules = table.referee.game.rules.to_json();
    let komi = table.referee.komi_in_force();
    for engine in [0, 1] {
        let color = table.engines[engine].send(&format!("loadsgf {}", path.display()))?;
        let expected = table.to_move().to_string().to_lowercase();
        if color != expected {
            let detail = format!("{color}, expected {expected}");
            table.note(FaultKind::WrongState, engine, "loadsgf", detail);
        }
        // A record names only the rule sets of SGF.
        table.engines[engine].send(&format!("kata-set-rules {rules}"))?;
        table.engines[engine].send(&format!("komi {komi}"))?;
    }
    table.referee.komi = Some(komi);
    let _ = std::fs::remove_file(path);
    table.compare_state(1 - writer)
}

/// Sends commands that change nothing, several at once.
fn send_neutral_commands(table: &mut Table) -> Result<(), Fault> {
    const COMMANDS: [&str; 16] = [
        "name",
        "version",
        "list_commands",
        "cputime",
        "known_command genmove",
        "captures b",
        "captures w",
        "printsgf",
        "shusaku-rules",
        "kata-list-params",
        "gogui-analyze_commands",
        "shusaku-ladders",
        "clear_cache",
        "kata-list_time_settings",
        "get_komi",
        "final_status_list seki",
    ];
    let engine = table.any_engine();
    let count = table.rng.random_range(1..8);
    let commands: Vec<&str> =
        (0..count).map(|_| COMMANDS[table.rng.random_range(0..COMMANDS.len())]).collect();
    let process = &mut table.engines[engine];
    for command in &commands {
        process.write(command)?;
    }
    for command in commands {
        process.read(command)?.map_err(|text| process.fault(FaultKind::Refused, command, text))?;
    }
    // Lines that an engine ignores or refuses.
    let garbage = ["# a comment", "", "genmove", "play b z99", "\u{1}\u{2}", "boardsize 99"];
    let line = garbage[table.rng.random_range(0..garbage.len())];
    process.write(line)?;
    if !line.trim().is_empty()
        && !line.starts_with('#')
        && line != "\u{1}\u{2}"
        && process.read(line)?.is_ok()
    {
        table.note(FaultKind::Garbage, engine, line, "accepted");
    }
    Ok(())
}
