//! `shusaku score --all-rules`: one position counted under every preset.

use serde::Serialize;

use crate::{
    cli::records::RecordEntry,
    game::Game,
    status::{Ownership, PresetCount, count_under_presets},
};

/// The counts of a game.
#[derive(Serialize)]
pub(super) struct AllCounts {
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<String>,
    counts: Vec<PresetCount>,
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
    let (record, game) = entry.replay(None)?;
    let counts = count_under_presets(&game, &ownership(&game));
    Ok(AllCounts { recorded: record.result.clone(), counts })
}

/// A table of the counts.
pub(super) fn text(name: &str, all: &AllCounts) -> String {
    let recorded = all.recorded.as_deref().unwrap_or("nothing");
    let width = all.counts.iter().map(|count| count.rules.len()).max().unwrap_or(0);
    let heading = "rules";
    let mut text = format!(
        "{name}, recorded {recorded}\n\
         {heading:width$}  result      Black    White   komi  bonus  dead  counts\n"
    );
    for count in &all.counts {
        let PresetCount { rules, result, black, white, komi, handicap_bonus, dead, counts } = count;
        text += &format!(
            "{rules:width$}  {result:8}  {black:7}  {white:7}  {komi:5}  \
             {handicap_bonus:5}  {dead:4}  {counts}\n"
        );
    }
    text + "\n"
}
