//! A review as the page shows it.

use serde::Serialize;

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
    points: Vec<PointView>,
    black: PlayerView,
    white: PlayerView,
}

/// Node, move number, win rate, score, deviation, loss, the move played, the best one, quality.
type PointView = (
    usize,
    usize,
    f64,
    f64,
    f64,
    Option<f64>,
    Option<String>,
    Option<String>,
    Option<&'static str>,
);

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
        let points = (0..kept).filter_map(|index| {
            let before = index.checked_sub(1).and_then(|before| self.values[before].as_ref());
            self.point(index, before, assessed[index])
        });
        let [black, white] = Color::ALL.map(|color| self.player(&assessment, color));
        ReviewView {
            running: self.is_running && is_own,
            done: values.iter().flatten().count(),
            total: kept,
            thresholds: self.thresholds.limits(),
            points: points.collect(),
            black,
            white,
        }
    }

    fn point(
        &self,
        index: usize,
        before: Option<&PositionValues>,
        assessed: Option<&MoveAssessment>,
    ) -> Option<PointView> {
        let size = self.size?;
        let (position, values) = (&self.positions[index], self.values[index].as_ref()?);
        let name = |mv| Vertex::new(size, mv).to_string();
        Some((
            position.node.index(),
            position.moves,
            values.win_rate,
            values.score,
            values.deviation,
            assessed.map(|assessed| assessed.loss),
            position.played.map(|(_, mv)| name(mv)),
            before.and_then(PositionValues::best).map(|best| name(best.mv())),
            assessed.map(|assessed| assessed.quality.name()),
        ))
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
