//! The words of a review's comments.

use std::fmt::Write;

use super::{
    assess::{Assessment, MoveAssessment},
    game::ReviewGame,
    summary::{rate, score_text},
    values::{CandidateValues, PositionValues},
};
use crate::board::{Color, Move, Size, Vertex};

/// The comment on a move: its loss, and a better line.
pub(super) fn on_move(
    assessed: &MoveAssessment,
    [before, after]: [&PositionValues; 2],
    size: Size,
) -> String {
    let MoveAssessment { color, mv, loss, .. } = *assessed;
    let [rate_before, rate_after] = [before, after].map(|values| rate(values.win_rate, color));
    let mut text = format!(
        "{color} {} loses {loss:.1} points ({} becomes {})",
        Vertex::new(size, mv),
        score_text(before.score),
        score_text(after.score),
    );
    if rate_after <= rate_before {
        let _ = write!(
            text,
            ", and {color}'s win rate falls from {rate_before:.0} % to {rate_after:.0} %"
        );
    }
    text.push('.');
    if let Some(best) = before.best() {
        let _ = write!(text, "\nBetter is {}.", line(best, size));
    }
    text
}

/// The comment on the first move of a variation.
pub(super) fn on_variation(candidate: &CandidateValues, color: Color, size: Size) -> String {
    let rate = rate(candidate.win_rate, color);
    let mv = Vertex::new(size, candidate.mv());
    format!("{mv} leads to {}, a win rate of {rate:.0} % for {color}.", score_text(candidate.score))
}

/// The comment on the game.
pub(super) fn on_game(
    game: &ReviewGame,
    values: &[Option<PositionValues>],
    assessment: &Assessment,
    worst: usize,
) -> String {
    let replayed = game.replay().game();
    let visits = values.iter().flatten().map(|values| values.visits).max().unwrap_or(0);
    let mut text = format!(
        "reviewed with {visits} visits a position, {} rules, komi {}.",
        replayed.rules().sgf_name(),
        replayed.komi()
    );
    for color in Color::ALL {
        let player = &assessment.players[color.index()];
        if player.moves > 0 {
            let _ = write!(
                text,
                "\n{color}: accuracy {:.1} %, {:.2} points lost a move.",
                player.accuracy, player.mean_loss
            );
        }
        let moves = assessment.worst(color, worst);
        let moves = moves.iter().map(|assessed| {
            let vertex = Vertex::new(game.size(), assessed.mv);
            format!("{} {vertex} ({:.1} points)", assessed.number, assessed.loss)
        });
        let moves: Vec<String> = moves.collect();
        if !moves.is_empty() {
            let _ = write!(text, " Worst moves: {}.", moves.join(", "));
        }
    }
    text
}

/// A line with its first move's score.
fn line(candidate: &CandidateValues, size: Size) -> String {
    let vertex = |mv: &Move| Vertex::new(size, *mv).to_string();
    let moves: Vec<String> = candidate.line.iter().map(vertex).collect();
    format!("{} ({}): {}", vertex(&candidate.mv()), score_text(candidate.score), moves.join(" "))
}
