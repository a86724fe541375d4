//! One position counted under every preset.

use super::{Effort, EvidenceWeights, Findings, Ownership, Verdict, findings::suicide_is_legal};
use crate::{
    game::Game,
    rules::{Removal, Rules, Tax, presets},
    score::Tally,
};

/// The count of a position under one preset.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize))]
pub struct PresetCount {
    /// The name of the preset.
    pub rules: &'static str,
    /// The result, such as `B+3.5`.
    pub result: String,
    /// Black's points.
    pub black: f64,
    /// White's points.
    pub white: f64,
    /// Komi, in points for White: the game's, else the preset's.
    pub komi: f64,
    /// Points for White as compensation for the handicap.
    #[cfg_attr(feature = "cli", serde(rename = "bonus"))]
    pub handicap_bonus: u32,
    /// Number of stones removed as dead.
    pub dead: usize,
    /// The rules that the count depends on, in words.
    pub counts: String,
}

/// Counts the position of a game under every preset. The ownership of the points is the same for all.
#[must_use]
pub fn count_under_presets(game: &Game, ownership: &Ownership) -> Vec<PresetCount> {
    let (mut game, weights) = (game.clone(), EvidenceWeights::for_ownership(ownership.source()));
    // The stones are read at most twice: without suicide, and with it.
    let mut findings: [Option<Findings>; 2] = [None, None];
    let count = |(name, rules)| {
        game.set_rules(rules);
        let found = &mut findings[usize::from(suicide_is_legal(game.rules()))];
        let new = || Findings::new(&game, ownership.clone(), Effort::Full, weights);
        let status = found.get_or_insert_with(new).weigh(&game, weights);
        PresetCount::of(name, &game, &status.verdict.under_rules(&game))
    };
    presets().map(count).collect()
}

impl PresetCount {
    fn of(name: &'static str, game: &Game, verdict: &Verdict) -> PresetCount {
        let score = verdict.score(game);
        PresetCount {
            rules: name,
            result: game.uncounted_result().unwrap_or_else(|| score.to_string()),
            black: score.black,
            white: score.white,
            komi: game.komi(),
            handicap_bonus: Tally::of(game).handicap_bonus,
            dead: verdict.judgment.dead.len(),
            counts: counted(game.rules()),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Color},
        score::Score,
        status::Status,
    };

    #[test]
    fn a_preset_counts_as_a_game_under_it_is_judged() {
        let board: Board = "
            . X . X O . O
            X X X X O O O
            . X O . X O .
            X X X X X O O
            O O O O X X X
            . O . O O O O
            O O O . O . O"
            .parse()
            .expect("a board");
        let mut game = Game::from_position(board, Color::Black, Rules::default());
        let ownership = Effort::Full.playout_ownership(game.board());
        let counts = count_under_presets(&game, &ownership);
        assert_eq!(counts.len(), presets().count());
        assert!(counts.iter().any(|count| count.dead > 0));
        for (count, (name, rules)) in counts.iter().zip(presets()) {
            game.set_rules(rules);
            let verdict = Status::judge_by(&game, ownership.clone()).verdict;
            let Score { black, white } = verdict.score(&game);
            assert_eq!((count.black, count.white), (black, white), "{name}");
            assert_eq!(count.dead, verdict.judgment.dead.len(), "{name}");
        }
    }
}
