//! One game from its opening to its end.

use std::{
    thread,
    time::{Duration, Instant},
};

use rand::RngExt;
use shusaku::board::Color;

use crate::{
    Settings, disturb,
    fault::{Fault, FaultKind},
    plan::Opening,
    referee::Stage,
    reference::grid::Grid,
    table::{Summary, Table},
};

/// Plays the game of a seed. A fault after which it cannot go on ends it.
pub fn play(settings: &Settings, seed: u64) -> Summary {
    let start = Instant::now();
    let mut table = match Table::new(settings, seed) {
        Ok(table) => table,
        Err(fault) => return Summary { seed, faults: vec![fault], ..Summary::default() },
    };
    match play_to_end(&mut table) {
        Ok(end) => table.summary.end = end,
        Err(fault) => {
            table.summary.end = "fault".to_string();
            table.summary.faults.push(fault);
        }
    }
    let Table { engines, mut summary, referee, .. } = table;
    summary.moves = referee.game.entries().len();
    for engine in engines {
        summary.commands += engine.commands;
        if summary.end != "fault"
            && let Err(fault) = engine.quit()
        {
            summary.faults.push(fault);
        }
    }
    summary.seconds = start.elapsed().as_secs_f64();
    summary
}

fn play_to_end(table: &mut Table) -> Result<String, Fault> {
    open(table)?;
    let end = loop {
        if table.referee.stage() == Stage::Over {
            break "over";
        }
        if table.referee.game.entries().len() >= table.plan.max_moves {
            break "long";
        }
        while table.rng.random_bool(table.plan.disturbance) {
            disturb::disturb(table)?;
        }
        if !make_move(table)? {
            break "resigned";
        }
    };
    for engine in table.own_engines() {
        table.compare_state(engine)?;
        table.compare_result(engine)?;
    }
    Ok(end.to_string())
}

/// Sets up the game on both engines.
fn open(table: &mut Table) -> Result<(), Fault> {
    let (width, height) = (table.plan.width, table.plan.height);
    let sides = if width == height { width.to_string() } else { format!("{width} {height}") };
    table.send_both(&format!("boardsize {sides}"))?;
    table.send_both(&format!("kata-set-rules {}", table.plan.rules.to_json()))?;
    if let Some(komi) = table.plan.komi {
        table.send_both(&format!("komi {komi}"))?;
    }
    table.send_both(&format!("kata-time_settings {}", table.plan.time.0))?;
    match table.plan.opening {
        Opening::Even => {}
        Opening::Fixed(stones) => {
            let [places, _] = table.send_both(&format!("fixed_handicap {stones}"))?;
            place_handicap(table, &places, stones, "fixed_handicap")?;
        }
        Opening::Free(stones) => {
            let command = format!("place_free_handicap {stones}");
            let places = table.engines[0].send(&command)?;
            table.engines[1].send(&format!("set_free_handicap {places}"))?;
            place_handicap(table, &places, stones, &command)?;
        }
        Opening::Given(stones) => {
            let places = random_points(table, stones);
            let command = format!("set_free_handicap {}", places.join(" "));
            table.send_both(&command)?;
            place_handicap(table, &places.join(" "), stones, &command)?;
        }
        Opening::SetUp(stones) => set_up(table, stones)?,
    }
    Ok(())
}

fn random_points(table: &mut Table, count: u32) -> Vec<String> {
    let mut places: Vec<usize> = Vec::new();
    while places.len() < count as usize {
        let point = table.rng.random_range(0..table.plan.width * table.plan.height);
        if !places.contains(&point) {
            places.push(point);
        }
    }
    places.iter().map(|&point| table.referee.vertex(Some(point))).collect()
}

/// Starts from handicap stones that the engines have placed.
fn place_handicap(
    table: &mut Table,
    places: &str,
    stones: u32,
    command: &str,
) -> Result<(), Fault> {
    let mut grid = Grid::empty(table.plan.width, table.plan.height);
    let mut count = 0;
    for word in places.split_whitespace() {
        if let Ok(Some(point)) = table.referee.parse(word)
            && grid.get(point).is_none()
        {
            grid.set(point, Some(Color::Black));
            count += 1;
        }
    }
    if count != stones {
        return Err(table.engines[0].fault(FaultKind::Garbage, command, places));
    }
    table.referee.start_from(grid, Color::White, Some(stones));
    Ok(())
}

/// Sets up a random position, a player at random to move.
fn set_up(table: &mut Table, stones: u32) -> Result<(), Fault> {
    let mut grid = Grid::empty(table.plan.width, table.plan.height);
    for _ in 0..stones {
        let point = table.rng.random_range(0..grid.points().len());
        grid.set(point, Some(Color::ALL[table.rng.random_range(0..2)]));
    }
    grid.remove_chains_without_liberties();
    if grid.is_empty_board() {
        return Ok(());
    }
    let mut command = "gogui-setup".to_string();
    for point in grid.points() {
        if let Some(color) = grid.get(point) {
            command += &format!(" {} {}", color.letter(), table.referee.vertex(Some(point)));
        }
    }
    table.send_both(&command)?;
    let first = Color::ALL[table.rng.random_range(0..2)];
    table.send_both(&format!("gogui-setup_player {first}"))?;
    table.referee.start_from(grid, first, None);
    Ok(())
}

/// Lets the player to move generate a move. Returns false if that player resigns.
fn make_move(table: &mut Table) -> Result<bool, Fault> {
    let color = table.to_move();
    let engine = color.index();
    if table.plan.sends_time_left && table.plan.time.0 != "none" {
        let command = table.time_left_command(color);
        table.engines[engine].send(&command)?;
    }
    let is_foreign = table.plan.foreign == Some(engine);
    let (command, answers_last) = match table.rng.random_range(0..20) {
        _ if is_foreign => (format!("genmove {color}"), false),
        0 => (format!("lz-genmove_analyze {color} 5"), true),
        1 => (format!("kata-genmove_analyze {color} 5 ownership true"), true),
        2 => (format!("cgos-genmove_analyze {color}"), true),
        3 => (format!("kgs-genmove_cleanup {color}"), false),
        _ => (format!("genmove {color}"), false),
    };
    let stopwatch = table.stopwatch(color);
    table.engines[engine].write(&command)?;
    if !is_foreign && table.rng.random_bool(0.05) {
        thread::sleep(Duration::from_millis(table.rng.random_range(0..20)));
        // Not a command: it has no response.
        table.engines[engine].write("# interrupt")?;
    }
    let answer = table.engines[engine].read(&command)?;
    table.spend(color, &stopwatch, &command);
    let text = answer
        .map_err(|message| table.engines[engine].fault(FaultKind::Refused, &command, message))?;
    let vertex = match answers_last {
        false => text.as_str(),
        true => text.lines().last().and_then(|line| line.strip_prefix("play ")).unwrap_or(&text),
    };
    if vertex == "resign" {
        return Ok(false);
    }
    table.apply(color, vertex, &command)?;
    Ok(true)
}
