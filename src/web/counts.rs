//! One position counted under every preset.

use serde::Serialize;

use crate::{game::Game, rules::presets, score::Tally, status::Status};

/// The counts of a position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PresetCounts {
    counts: Vec<PresetCount>,
}

/// The count under one preset.
#[derive(Clone, Debug, Serialize)]
struct PresetCount {
    rules: &'static str,
    result: String,
    black: f64,
    white: f64,
    komi: f64,
    bonus: u32,
    dead: usize,
}

impl PresetCounts {
    /// Counts the position of a game. The ownership of the points is that of `status` for all.
    pub(super) fn of(game: &Game, status: &Status) -> PresetCounts {
        let mut game = game.clone();
        let counts = presets().map(|(rules, preset)| {
            game.set_rules(preset);
            let status = Status::judge_by(&game, status.ownership.clone());
            let score = status.score(&game);
            PresetCount {
                rules,
                result: score.to_string(),
                black: score.black,
                white: score.white,
                komi: game.komi(),
                bonus: Tally::of(&game).bonus,
                dead: status.judgment.dead.len(),
            }
        });
        PresetCounts { counts: counts.collect() }
    }
}
