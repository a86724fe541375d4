//! `shusaku score --all-rules`: one position counted under every preset.

use std::io::{self, Write};

use serde::Serialize;

use super::records::{JsonLine, RecordEntry};
use crate::{
    game::Game,
    playout::Ownership,
    rules::{Removal, Rules, Tax, presets},
    score::Tally,
    status::Status,
};

/// The counts of a game.
#[derive(Serialize)]
pub(super) struct AllCounts {
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<String>,
    counts: Vec<PresetCount>,
}

/// The count under one preset.
#[derive(Serialize)]
pub(super) struct PresetCount {
    rules: &'static str,
    result: String,
    black: f64,
    white: f64,
    /// Komi, in points for White: the record's, else the preset's.
    komi: f64,
    /// Points for White as compensation for the handicap.
    bonus: u32,
    /// Number of stones removed as dead.
    dead: usize,
    /// What counts.
    counts: String,
}

/// Counts the final position of a game under every preset. The ownership of the points is the same
/// for all; `ownership` gives it.
///
/// # Errors
/// The record cannot be read or replayed.
pub(super) fn count(
    entry: &RecordEntry,
    ownership: impl FnOnce(&Game) -> Ownership,
) -> Result<AllCounts, String> {
    let (record, mut game) = entry.replay(None)?;
    let ownership = ownership(&game);
    let counts = presets().map(|(name, rules)| {
        game.set_rules(rules);
        preset_count(name, &game, ownership.clone())
    });
    Ok(AllCounts { recorded: record.result.clone(), counts: counts.collect() })
}

fn preset_count(name: &'static str, game: &Game, ownership: Ownership) -> PresetCount {
    let status = Status::judge_by(game, ownership);
    let score = status.score(game);
    PresetCount {
        rules: name,
        result: score.to_string(),
        black: score.black,
        white: score.white,
        komi: game.komi(),
        bonus: Tally::of(game).bonus,
        dead: status.judgment.dead.iter().count(),
        counts: counted(game.rules()),
    }
}

/// The parts of a rule set that the count depends on, besides the compensation.
fn counted(rules: &Rules) -> String {
    let mut parts = vec![rules.scoring.to_string()];
    if rules.tax != Tax::None {
        parts.push(format!("tax {}", rules.tax));
    }
    if rules.removal == Removal::Never {
        parts.push("all stones stand".to_owned());
    }
    if rules.pass_stones {
        parts.push("pass stones".to_owned());
    }
    if rules.button {
        parts.push("button".to_owned());
    }
    parts.join(", ")
}

/// Prints a table of the counts.
pub(super) fn print(name: &str, all: &AllCounts, output: &mut impl Write) -> io::Result<()> {
    let recorded = all.recorded.as_deref().unwrap_or("nothing");
    writeln!(output, "{name}, recorded {recorded}")?;
    let width = all.counts.iter().map(|count| count.rules.len()).max().unwrap_or(0);
    let heading = "rules";
    writeln!(output, "{heading:width$}  result      Black    White   komi  bonus  dead  counts")?;
    for count in &all.counts {
        let PresetCount { rules, result, black, white, komi, bonus, dead, counts } = count;
        writeln!(
            output,
            "{rules:width$}  {result:8}  {black:7}  {white:7}  {komi:5}  {bonus:5}  {dead:4}  {counts}"
        )?;
    }
    writeln!(output)
}

/// Prints the counts, or why there are none, as one JSON object.
pub(super) fn print_json(
    entry: &RecordEntry,
    all: &Result<AllCounts, String>,
    output: &mut impl Write,
) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &JsonLine::new(entry, all))?;
    writeln!(output)
}
