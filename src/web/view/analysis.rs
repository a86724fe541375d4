//! A search as pages show it.

use serde::Serialize;

use crate::{
    board::{Size, Vertex},
    review::rounded,
    search::{Candidate, Report},
    sgf::NodeId,
};

/// Maximum number of moves that are shown.
const MAX_MOVES: usize = 20;

/// Number of moves of which the ownership is sent.
const MAX_OWNERSHIPS: usize = 8;

/// Maximum length of a line.
const MAX_LINE_LEN: usize = 20;

/// The position that is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::web) struct SearchedPosition {
    /// The number of the record.
    pub(in crate::web) record: u64,
    /// The version of the positions of the record.
    pub(in crate::web) version: u64,
    pub(in crate::web) node: NodeId,
    pub(in crate::web) size: Size,
}

/// A search of a node, from Black's view.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct AnalysisView {
    record: u64,
    /// The version of the positions of the record.
    positions: u64,
    node: usize,
    visits: u32,
    win_rate: f64,
    score: Option<f64>,
    moves: Vec<MoveView>,
    /// By point, row by row from the top: from -1 (White) to 1 (Black).
    ownership: Option<Vec<f32>>,
    /// The network's policy: by point, row by row from the top, then of the pass; -1 where a play is
    /// illegal.
    priors: Option<Vec<f32>>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveView {
    #[serde(rename = "move")]
    vertex: String,
    visits: u32,
    win_rate: f64,
    score: Option<f64>,
    prior: f64,
    pv: Vec<String>,
    /// As that of the position, but after the move and in hundredths; only of the first moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<i8>>,
}

impl AnalysisView {
    pub(in crate::web) fn of(
        position: SearchedPosition,
        report: &Report,
        priors: Option<Vec<f32>>,
    ) -> AnalysisView {
        let SearchedPosition { record, version: positions, node, size } = position;
        let sign = f64::from(report.color.sign());
        let win_rate = |value: f64| rounded(report.color.probability(value), 4);
        let candidate = |candidate: &Candidate| {
            let line = candidate.line.iter().take(MAX_LINE_LEN);
            MoveView {
                vertex: Vertex::new(size, candidate.mv).to_string(),
                visits: candidate.visits,
                win_rate: win_rate(candidate.win_rate),
                score: candidate.score.map(|score| rounded(sign * score.mean, 2)),
                prior: rounded(candidate.prior, 4),
                pv: line.map(|&(mv, _)| Vertex::new(size, mv).to_string()).collect(),
                ownership: None,
            }
        };
        let hundredths = |owner: &f32| (100.0 * sign as f32 * owner).round() as i8;
        let visited = report.candidates.iter().filter(|candidate| candidate.visits > 0);
        let ownership = report.ownership.as_ref().map(|ownership| {
            ownership.iter().map(|&owner| rounded(sign * f64::from(owner), 2) as f32).collect()
        });
        let with_ownership = |(index, shown): (usize, &Candidate)| {
            let ownership = shown.ownership.as_ref().filter(|_| index < MAX_OWNERSHIPS);
            let ownership = ownership.map(|points| points.iter().map(hundredths).collect());
            MoveView { ownership, ..candidate(shown) }
        };
        AnalysisView {
            record,
            positions,
            node: node.index(),
            visits: report.visits,
            win_rate: win_rate(report.win_rate),
            score: report.score.map(|score| rounded(sign * score.mean, 2)),
            moves: visited.take(MAX_MOVES).enumerate().map(with_ownership).collect(),
            ownership,
            priors: priors
                .map(|priors| priors.iter().map(|&p| rounded(p.into(), 4) as f32).collect()),
        }
    }
}
