//! Quiet positions: search and judged status agree that play is over.

use super::{
    Facts,
    facts::{VALUE_UNCERTAINTY, visited},
};
use crate::{
    board::{Color, Move},
    game::Game,
    rules::{Rules, Scoring},
    score::enclosed,
    search::Report,
    status::{Status, Verdict},
};

/// Margin up to which a game is close, in points for each row of the board.
const CLOSE_MARGIN_PER_ROW: f64 = 0.5;

/// Value of the judged winner, from 0 to 1, from which on a search confirms a clear result.
const MIN_VALUE_TO_AGREE: f64 = 0.75;

/// Value of the judged loser of a close game, from 0 to 1, from which on a search by playouts
/// contradicts the judgment.
const MIN_VALUE_TO_DISAGREE: f64 = 0.75;

/// [`MIN_VALUE_TO_DISAGREE`] of a search with a network, whose values are more certain.
const MIN_NETWORK_VALUE_TO_DISAGREE: f64 = 0.5;

/// A judged result, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JudgedResult {
    ClearWin,
    CloseWin,
    CloseLoss,
    ClearLoss,
}

/// The status where play is quiet: it can be near its end, the best move of the search changes
/// nothing, a pass is about as good, and the search agrees with the judged result.
pub(super) fn quiet<'f>(facts: &'f Facts, report: &Report) -> Option<&'f Status> {
    if !may_pass(report, facts.game.rules()) {
        return None;
    }
    let best = report.best().mv;
    let status = facts.late_status_if_idle(best)?;
    let margin = status.verdict.score_if_play_goes_on(facts.game).margin();
    let is_quiet = is_idle(best, &status.verdict) && agrees(facts, report, margin);
    is_quiet.then_some(status)
}

/// The status where play is quiet and all stones are settled.
pub(super) fn settled<'f>(facts: &'f Facts, report: &Report) -> Option<&'f Status> {
    quiet(facts, report).filter(|status| status.unsettled.is_empty())
}

/// Whether only stones on the board, and their eyes, count when play stops.
pub(super) fn counts_only_stones(game: &Game) -> bool {
    game.rules().scoring == Scoring::Stones || game.leads_to_second_count()
}

/// Whether a move changes nothing where all is settled: a pass, or a stone in a territory.
fn is_idle(mv: Move, verdict: &Verdict) -> bool {
    let territory = enclosed(&verdict.counted_board, &verdict.judgment.dead);
    match mv {
        Move::Pass => true,
        Move::Play(point) => territory.iter().any(|points| points.contains(point)),
    }
}

/// Whether a pass is about as good as the best move. A pass without a visit is taken to be so where
/// a stone in one's own territory costs a point.
fn may_pass(report: &Report, rules: &Rules) -> bool {
    match visited(report, Move::Pass) {
        Some(pass) => pass.win_rate >= report.best().win_rate - VALUE_UNCERTAINTY,
        None => rules.scoring == Scoring::Territory,
    }
}

/// Whether the search agrees with the judged margin, in points, positive for Black. If not, one of them
/// is wrong, and the game is better played on. They also disagree where a network expects far more points
/// than a judged win has: stones that count as alive can be killed.
pub(super) fn agrees(facts: &Facts, report: &Report, margin: f64) -> bool {
    let close_margin = CLOSE_MARGIN_PER_ROW * (facts.game.size().area() as f64).sqrt();
    let winner = if margin > 0.0 { Color::Black } else { Color::White };
    let judged = match (winner == report.color, margin.abs() < close_margin) {
        (true, false) => JudgedResult::ClearWin,
        (true, true) => JudgedResult::CloseWin,
        (false, true) => JudgedResult::CloseLoss,
        (false, false) => JudgedResult::ClearLoss,
    };
    let best = report.best();
    let expected = best.score.filter(|_| facts.has_network);
    let is_far_more = expected.is_some_and(|score| score.mean > margin.abs() + close_margin);
    if judged == JudgedResult::ClearWin && is_far_more {
        return false;
    }
    value_agrees(best.win_rate, judged, facts.has_network)
}

/// Whether the value of the best move agrees with a judged result. In a close game only the loser plays
/// on, where the search finds a win: a stone in one's own territory can cost a game that is won.
fn value_agrees(value: f64, judged: JudgedResult, has_network: bool) -> bool {
    match judged {
        JudgedResult::ClearWin => value >= MIN_VALUE_TO_AGREE,
        JudgedResult::CloseWin => true,
        JudgedResult::CloseLoss if has_network => value < MIN_NETWORK_VALUE_TO_DISAGREE,
        JudgedResult::CloseLoss => value < MIN_VALUE_TO_DISAGREE,
        JudgedResult::ClearLoss => value <= 1.0 - MIN_VALUE_TO_AGREE,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        JudgedResult::{ClearLoss, ClearWin, CloseLoss, CloseWin},
        *,
    };

    /// White's group in the corner was judged dead, a loss by 2.5 points. The search found how it
    /// lives, with a value of 0.82, and White passed.
    #[test]
    fn a_winning_move_was_not_played_where_the_judgment_was_a_close_loss() {
        assert!(!value_agrees(0.82, CloseLoss, true));
        assert!(!value_agrees(0.82, CloseLoss, false));
    }

    #[test]
    fn a_close_game_is_not_played_on_by_its_winner_nor_by_a_loser_without_a_win() {
        for value in [0.1, 0.5, 0.9] {
            assert!(value_agrees(value, CloseWin, true), "{value}");
        }
        assert!(value_agrees(0.6, CloseLoss, false) && value_agrees(0.4, CloseLoss, true));
    }

    #[test]
    fn a_clear_game_is_played_on_unless_the_search_is_as_clear() {
        for (value, judged) in
            [(0.5, ClearWin), (0.5, ClearLoss), (0.1, ClearWin), (0.9, ClearLoss)]
        {
            assert!(!value_agrees(value, judged, true), "{value} {judged:?}");
        }
        assert!(value_agrees(0.9, ClearWin, true) && value_agrees(0.1, ClearLoss, true));
    }
}
