//! A review as the page shows it.

use serde::{Serialize, Serializer};

use super::Review;
use crate::{
    board::{Color, Vertex},
    review::{Assessment, MoveAssessment, PositionValues, assess},
    sgf::{Collection, NodeId},
};

/// Number of worst moves of each player that are listed.
const WORST: usize = 5;

/// The review as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(in crate::web::session) struct ReviewView {
    running: bool,
    done: usize,
    total: usize,
    thresholds: [f64; 3],
    #[serde(rename = "points")]
    rows: Vec<PositionRow>,
    black: PlayerView,
    white: PlayerView,
}

/// A position with the move that led to it.
#[derive(Clone, Debug)]
struct PositionRow {
    node: usize,
    /// Number of moves before the position.
    moves: usize,
    win_rate: f64,
    score: f64,
    deviation: f64,
    loss: Option<f64>,
    played: Option<String>,
    best: Option<String>,
    quality: Option<&'static str>,
}

impl Serialize for PositionRow {
    /// Writes an array: it is shorter than an object, and a review has a row for each move.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PositionRow { node, moves, win_rate, score, deviation, .. } = self;
        let PositionRow { loss, played, best, quality, .. } = self;
        (node, moves, win_rate, score, deviation, loss, played, best, quality).serialize(serializer)
    }
}

/// The moves of a player.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayerView {
    accuracy: f64,
    mean_loss: f64,
    /// Number of moves of each quality, the best first.
    counts: [usize; 5],
    /// The nodes of the moves that lose most.
    worst: Vec<usize>,
}

impl Review {
    /// The review as pages show it beside the game with this root: only its own game shows it.
    pub(super) fn view(&self, collection: &Collection, root: NodeId) -> ReviewView {
        let is_own = self.is_of(root);
        let kept = if is_own { self.kept(collection) } else { 0 };
        let (positions, values) = (&self.positions[..kept], &self.values[..kept]);
        let assessment = assess(positions, values, &self.thresholds);
        let mut assessed: Vec<Option<&MoveAssessment>> = vec![None; kept];
        for assessment in &assessment.moves {
            assessed[assessment.position] = Some(assessment);
        }
        let rows = (0..kept).filter_map(|index| {
            let before = index.checked_sub(1).and_then(|before| self.values[before].as_ref());
            self.row(index, before, assessed[index])
        });
        let [black, white] = Color::ALL.map(|color| self.player(&assessment, color));
        ReviewView {
            running: self.is_running && is_own,
            done: values.iter().flatten().count(),
            total: kept,
            thresholds: self.thresholds.limits(),
            rows: rows.collect(),
            black,
            white,
        }
    }

    fn row(
        &self,
        index: usize,
        before: Option<&PositionValues>,
        assessed: Option<&MoveAssessment>,
    ) -> Option<PositionRow> {
        let size = self.size?;
        let (position, values) = (&self.positions[index], self.values[index].as_ref()?);
        let name = |mv| Vertex::new(size, mv).to_string();
        Some(PositionRow {
            node: position.node.index(),
            moves: position.moves,
            win_rate: values.win_rate,
            score: values.score,
            deviation: values.deviation,
            loss: assessed.map(|assessed| assessed.loss),
            played: position.played.map(|(_, mv)| name(mv)),
            best: before.and_then(PositionValues::best).map(|best| name(best.mv())),
            quality: assessed.map(|assessed| assessed.quality.name()),
        })
    }

    fn player(&self, assessment: &Assessment, color: Color) -> PlayerView {
        let summary = &assessment.players[color.index()];
        let worst = assessment.worst(color, WORST).into_iter();
        PlayerView {
            accuracy: summary.accuracy,
            mean_loss: summary.mean_loss,
            counts: summary.counts,
            worst: worst.map(|worst| self.positions[worst.position].node.index()).collect(),
        }
    }
}
