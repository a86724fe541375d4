//! The pass at the end of play, where search and judged status agree that play is over.

use super::{
    Known, SideSearch, capture, dame,
    known::{VALUE_UNCERTAINTY, visited},
};
use crate::{
    board::{Color, Move},
    engine::Decision,
    game::Game,
    rules::{Rules, Scoring},
    score::enclosed,
    search::Report,
    status::{Status, Verdict},
};

/// Margin up to which a game is close, in points for each row of the board.
const CLOSE_MARGIN_PER_ROW: f64 = 0.5;

/// Value of the judged winner, from 0 to 1, from which on a search agrees with the judgment.
const MIN_VALUE_TO_AGREE: f64 = 0.75;

/// A pass, where nothing is left to play.
pub(super) fn pass(known: &Known, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let status = settled(known, report)?;
    let is_left = !capture::targets(known, status).is_empty()
        || dame::sound_dame(known, report, status).is_some()
        || counts_only_stones(known.game);
    (!is_left).then_some(Decision::Move(Move::Pass))
}

/// The status where play is quiet: it can be near its end, the best move of the search changes
/// nothing, a pass is about as good, and the search agrees with the judged result.
pub(super) fn quiet<'k>(known: &'k Known, report: &Report) -> Option<&'k Status> {
    if !may_pass(report, known.game.rules()) {
        return None;
    }
    let best = report.best().mv;
    let status = known.late_status_if_idle(best)?;
    let margin = status.verdict.score_if_play_goes_on(known.game).margin();
    let is_quiet = is_idle(best, &status.verdict) && agrees(report, margin, known.game);
    is_quiet.then_some(status)
}

/// The status where play is quiet and all stones are settled.
pub(super) fn settled<'k>(known: &'k Known, report: &Report) -> Option<&'k Status> {
    quiet(known, report).filter(|status| status.unsettled.is_empty())
}

/// Whether only stones on the board, and their eyes, count when play stops.
pub(super) fn counts_only_stones(game: &Game) -> bool {
    game.rules().scoring == Scoring::Stones || game.leads_to_second_count()
}

/// Whether a move changes nothing where all is settled: a pass, or a stone in a territory.
fn is_idle(mv: Move, verdict: &Verdict) -> bool {
    let territory = enclosed(&verdict.closed, &verdict.judgment.dead);
    match mv {
        Move::Pass => true,
        Move::Play(point) => territory.iter().any(|points| points.contains(point)),
    }
}

/// Whether a pass is about as good as the best move. A pass without a visit is taken to be so where
/// a stone in one's own territory costs a point.
fn may_pass(report: &Report, rules: &Rules) -> bool {
    match visited(report, Move::Pass) {
        Some(pass) => pass.value >= report.best().value - VALUE_UNCERTAINTY,
        None => rules.scoring == Scoring::Territory,
    }
}

/// Whether the search agrees with the clear winner of the judgment, if there is one by this margin,
/// in points, positive for Black. If not, one of them is wrong, and the game is better played on.
pub(super) fn agrees(report: &Report, margin: f64, game: &Game) -> bool {
    let is_close = margin.abs() < CLOSE_MARGIN_PER_ROW * (game.size().area() as f64).sqrt();
    let value = report.best().value;
    let winner = if margin > 0.0 { Color::Black } else { Color::White };
    let winner_value = if winner == report.color { value } else { 1.0 - value };
    is_close || winner_value >= MIN_VALUE_TO_AGREE
}
