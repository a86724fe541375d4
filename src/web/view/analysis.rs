use serde::Serialize;

use crate::{
    board::{Color, Size, Vertex},
    search::{Candidate, Report},
    sgf::NodeId,
};

/// Maximum number of moves that are shown.
const MAX_MOVES: usize = 20;

/// Maximum length of a line.
const MAX_LINE_LEN: usize = 20;

/// A search of a node, from Black's view.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct AnalysisView {
    node: usize,
    visits: u32,
    win_rate: f64,
    score: Option<f64>,
    deviation: Option<f64>,
    moves: Vec<MoveView>,
    /// By point, row by row from the top: from -1 (White) to 1 (Black).
    ownership: Option<Vec<f32>>,
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
}

impl AnalysisView {
    pub(in crate::web) fn of(node: NodeId, size: Size, report: &Report) -> AnalysisView {
        let is_black = report.color == Color::Black;
        let sign = if is_black { 1.0 } else { -1.0 };
        let win_rate = |value: f64| round(if is_black { value } else { 1.0 - value }, 4);
        let candidate = |candidate: &Candidate| {
            let line = candidate.line.iter().take(MAX_LINE_LEN);
            MoveView {
                vertex: Vertex::new(size, candidate.mv).to_string(),
                visits: candidate.visits,
                win_rate: win_rate(candidate.value),
                score: candidate.score.map(|score| round(sign * score.mean, 2)),
                prior: round(candidate.prior, 4),
                pv: line.map(|&(mv, _)| Vertex::new(size, mv).to_string()).collect(),
            }
        };
        let visited = report.candidates.iter().filter(|candidate| candidate.visits > 0);
        let ownership = report.ownership.as_ref().map(|ownership| {
            ownership.iter().map(|&owner| ((owner * sign as f32) * 100.0).round() / 100.0).collect()
        });
        AnalysisView {
            node: node.index(),
            visits: report.visits,
            win_rate: win_rate(report.value),
            score: report.score.map(|score| round(sign * score.mean, 2)),
            deviation: report.score.map(|score| round(score.deviation, 2)),
            moves: visited.take(MAX_MOVES).map(candidate).collect(),
            ownership,
        }
    }
}

fn round(value: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (value * unit).round() / unit
}
