//! The values of a position as a review keeps them.

use crate::{
    board::{Color, Move},
    engine::RawEvaluation,
    search::{Candidate, Report},
};

/// Candidates that are kept.
const MAX_CANDIDATES: usize = 10;

/// Moves of a candidate's line that are kept.
const MAX_LINE: usize = 15;

/// Greatest lead that is read from a file, in points: more than any board and komi allow.
const MAX_SCORE: f64 = 2000.0;

/// Exponent of the visits as the weight of a move in the value of a position.
///
/// With 1 the bad moves that a search tries count against the player to move, so that moves seem to
/// gain; the best move alone is the one with the luckiest evaluation, so that moves seem to lose. In
/// between, the moves that the analysis prefers lose little on average: 0.3 points in 975 moves at 200
/// visits with `shusaku-b5c64-s4808320`.
const VISITS_EXPONENT: f64 = 1.5;

/// The values of a position. All are Black's.
///
/// They are rounded as files have them, so that a review is the same after it was read back.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionValues {
    /// The player to move.
    pub to_move: Color,
    /// Visits of the search.
    pub visits: u32,
    /// Black's win rate, from 0 to 1.
    pub win_rate: f64,
    /// Black's expected lead in points.
    pub score: f64,
    /// Standard deviation of the score.
    pub deviation: f64,
    /// The moves that were searched, the best first.
    pub candidates: Vec<CandidateValues>,
    /// Expected owner of each point in the order of [`Size::points`](crate::board::Size::points),
    /// from -1 (White) to 1 (Black); empty if unknown.
    pub ownership: Vec<f32>,
    /// Prior of each point and of the pass, -1 where a play is illegal; empty if unknown.
    pub policy: Vec<f32>,
}

/// A move that was searched. The values are Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateValues {
    /// Visits of the move.
    pub visits: u32,
    /// Black's win rate after it, from 0 to 1.
    pub win_rate: f64,
    /// Black's expected lead after it, in points.
    pub score: f64,
    /// Prior probability, from 0 to 1.
    pub prior: f64,
    /// The principal variation, this move first.
    pub line: Vec<Move>,
}

impl CandidateValues {
    /// The move; a pass if the line is unknown.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.line.first().copied().unwrap_or(Move::Pass)
    }
}

impl PositionValues {
    /// The values of a search; `raw` is the evaluation of its root by a network.
    ///
    /// The value of the position is the mean over its moves, weighted by a power of their visits.
    #[must_use]
    pub fn of(report: &Report, raw: Option<&RawEvaluation>) -> PositionValues {
        let found = report.ranked(&[]).into_iter().take(MAX_CANDIDATES);
        let visits = report.candidates.iter().map(|candidate| candidate.visits).sum::<u32>();
        let deviation = report.score_after(report.best()).deviation;
        let sign = report.color.sign() as f32;
        let ownership = report.ownership.iter().flatten();
        let policy = raw.map_or(&[][..], |raw| &raw.policy);
        PositionValues {
            to_move: report.color,
            visits: visits + 1,
            win_rate: black_rate(mean(report, |candidate| candidate.win_rate), report.color),
            score: black_points(mean(report, |c| report.score_after(c).mean), report.color),
            deviation: rounded(deviation, 1),
            candidates: found.map(|c| CandidateValues::of(c, report)).collect(),
            ownership: ownership.map(|&own| rounded_f32(sign * own, 2)).collect(),
            policy: policy.iter().map(|prior| rounded_f32(prior.unwrap_or(-1.0), 4)).collect(),
        }
    }

    /// The best move with its line, if it is known.
    #[must_use]
    pub fn best(&self) -> Option<&CandidateValues> {
        self.candidates.first()
    }

    /// The values as read from a file, within the ranges and lengths that those of a game have.
    pub(super) fn clamped(mut self) -> PositionValues {
        // A file can have a long list in a few bytes for each of its nodes.
        self.candidates.truncate(MAX_CANDIDATES);
        self.candidates.shrink_to_fit();
        self.win_rate = self.win_rate.clamp(0.0, 1.0);
        self.score = self.score.clamp(-MAX_SCORE, MAX_SCORE);
        self.deviation = self.deviation.clamp(0.0, MAX_SCORE);
        for candidate in &mut self.candidates {
            candidate.line.truncate(MAX_LINE);
            candidate.line.shrink_to_fit();
            candidate.win_rate = candidate.win_rate.clamp(0.0, 1.0);
            candidate.score = candidate.score.clamp(-MAX_SCORE, MAX_SCORE);
            candidate.prior = candidate.prior.clamp(0.0, 1.0);
        }
        self
    }
}

impl CandidateValues {
    fn of(candidate: &Candidate, report: &Report) -> CandidateValues {
        CandidateValues {
            visits: candidate.visits,
            win_rate: black_rate(candidate.win_rate, report.color),
            score: black_points(report.score_after(candidate).mean, report.color),
            prior: rounded(candidate.prior, 4),
            line: candidate.line.iter().take(MAX_LINE).map(|&(mv, _)| mv).collect(),
        }
    }
}

/// The mean over the moves of a position.
fn mean(report: &Report, value: impl Fn(&Candidate) -> f64) -> f64 {
    let weight = |candidate: &Candidate| f64::from(candidate.visits).powf(VISITS_EXPONENT);
    let weights: f64 = report.candidates.iter().map(weight).sum();
    let sum: f64 = report.candidates.iter().map(|c| weight(c) * value(c)).sum();
    if weights > 0.0 { sum / weights } else { value(report.best()) }
}

fn black_rate(rate: f64, color: Color) -> f64 {
    rounded(color.probability(rate), 4).clamp(0.0, 1.0)
}

fn black_points(points: f64, color: Color) -> f64 {
    rounded(color.points(points), 2)
}

/// Rounds to this number of decimals; there is no -0.
#[must_use]
pub fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale + 0.0
}

fn rounded_f32(value: f32, decimals: i32) -> f32 {
    rounded(value.into(), decimals) as f32
}
