//! The review of a whole game: every position of a line is searched, the nearest to the cursor first.
//!
//! Values, losses and worst moves are those of [`crate::review`], as `shusaku review` has them.

use serde::Serialize;

use super::{Outcome, Refused, Session};
use crate::{
    board::{Color, Size, Vertex},
    review::{
        Assessment, MoveAssessment, Overrides, PositionValues, ReviewGame, ReviewPosition,
        Thresholds, assess, read_values, write_values,
    },
    search::Report,
    sgf::{Collection, NodeId},
};

/// Visits of a position if none are given.
const DEFAULT_VISITS: u64 = 200;

/// Limit of the visits.
const MAX_VISITS: u64 = 1_000_000;

/// Number of worst moves of each player that are listed.
const WORST: usize = 5;

/// The state of a review.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Review {
    is_running: bool,
    visits: u64,
    /// The losses at which inaccuracies, mistakes and blunders begin.
    pub(super) thresholds: Thresholds,
    positions: Vec<ReviewPosition>,
    /// The values of each position, if they are known.
    values: Vec<Option<PositionValues>>,
    /// The positions that are to be searched, the next one last.
    queue: Vec<usize>,
}

/// The review as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReviewView {
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
    /// The node to be searched next. Nodes that were removed are skipped.
    pub(super) fn next(&self, collection: &Collection) -> Option<NodeId> {
        if !self.is_running {
            return None;
        }
        let kept = self.kept(collection);
        let next = self.queue.iter().rev().find(|&&index| index < kept)?;
        Some(self.positions[*next].node)
    }

    /// Number of positions whose nodes are in the record, the first ones: a node of the line is
    /// removed with all that follow.
    fn kept(&self, collection: &Collection) -> usize {
        self.positions.partition_point(|position| collection.contains(position.node))
    }

    /// The player to move at a node.
    pub(super) fn to_move(&self, node: NodeId) -> Option<Color> {
        Some(self.positions[self.index_of(node)?].to_move)
    }

    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    pub(super) const fn stop(&mut self) {
        self.is_running = false;
    }

    /// Whether there is something to show.
    pub(in crate::web) const fn is_shown(&self) -> bool {
        !self.positions.is_empty()
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.positions.iter().position(|position| position.node == node)
    }

    /// Puts the positions nearest to a node of the line last, so that they come next.
    fn turn_to(&mut self, node: NodeId) {
        let Some(at) = self.index_of(node) else { return };
        self.queue.sort_by_key(|&index| std::cmp::Reverse(index.abs_diff(at)));
    }

    fn view(&self, collection: &Collection, size: Size) -> ReviewView {
        let kept = self.kept(collection);
        let (positions, values) = (&self.positions[..kept], &self.values[..kept]);
        let assessment = assess(positions, values, &self.thresholds);
        let mut assessed: Vec<Option<&MoveAssessment>> = vec![None; kept];
        for assessment in &assessment.moves {
            assessed[assessment.position] = Some(assessment);
        }
        let points = (0..kept).filter_map(|index| {
            let before = index.checked_sub(1).and_then(|before| self.values[before].as_ref());
            self.point(index, before, assessed[index], size)
        });
        let [black, white] = Color::ALL.map(|color| self.player(&assessment, color));
        ReviewView {
            running: self.is_running,
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
        size: Size,
    ) -> Option<PointView> {
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

impl Session {
    /// Reviews the line of the cursor, or stops doing so.
    pub(super) fn start_review(&mut self, on: bool, visits: Option<u64>) -> Outcome {
        self.check_engine()?;
        if on {
            let cursor = self.tree.cursor();
            let positions = self.positions_of_line(cursor)?;
            let queue = (0..positions.len()).collect();
            let visits = visits.unwrap_or(DEFAULT_VISITS).clamp(1, MAX_VISITS);
            let (values, thresholds) = (vec![None; positions.len()], self.review.thresholds);
            self.review = Review { is_running: true, visits, thresholds, positions, values, queue };
            self.review.turn_to(cursor);
        } else {
            self.review.is_running = false;
        }
        self.send_review();
        Ok(())
    }

    /// Sets the losses at which inaccuracies, mistakes and blunders begin.
    pub(super) fn set_thresholds(&mut self, limits: [f64; 3]) -> Outcome {
        let thresholds = Thresholds::try_from(limits);
        self.review.thresholds =
            thresholds.map_err(|error| Refused::invalid(format!("thresholds: {error}")))?;
        self.send_review();
        Ok(())
    }

    /// The positions of the line through a node.
    fn positions_of_line(&self, node: NodeId) -> Result<Vec<ReviewPosition>, Refused> {
        let game = ReviewGame::through(self.tree.collection(), node, &Overrides::default());
        Ok(game.map_err(|error| error.to_string())?.positions)
    }

    /// Shows the values that the record has of its main variation: those of an earlier review, or of
    /// another program.
    pub(super) fn read_review(&mut self) {
        // A root that cannot be shown has no values either.
        let Ok(positions) = self.positions_of_line(self.tree.root()) else { return };
        let (collection, size) = (self.tree.collection(), self.tree.size());
        let read = |position: &ReviewPosition| {
            read_values(collection, position.node, size, position.to_move)
        };
        let values: Vec<Option<PositionValues>> = positions.iter().map(read).collect();
        if values.iter().any(Option::is_some) {
            self.review = Review { positions, values, ..Review::default() };
        }
    }

    /// Ends the review where nothing is left to be searched, and writes its values.
    pub(super) fn end_review(&mut self) {
        if self.review.is_running && self.review.next(self.tree.collection()).is_none() {
            self.review.is_running = false;
            self.write_review();
            self.send_review();
        }
    }

    /// Writes the values of the review into the record, as one edit.
    fn write_review(&mut self) {
        let (size, kept) = (self.tree.size(), self.review.kept(self.tree.collection()));
        let Review { positions, values, .. } = &self.review;
        let kept = positions.iter().zip(values).take(kept);
        let mut known =
            kept.filter_map(|(position, values)| Some((position.node, values.as_ref()?)));
        let written = self.tree.edit(|editor| {
            known.try_for_each(|(node, values)| {
                write_values(editor, node, values, size, env!("CARGO_PKG_NAME"))
            })
        });
        if let Err(reason) = written {
            self.show_error(&reason);
        }
    }

    /// Takes the values of a position of the review.
    pub(super) fn review_done(&mut self, node: NodeId, report: &Report) {
        if let Some(at) = self.review.index_of(node) {
            self.review.values[at] = Some(PositionValues::of(report, None));
            self.review.queue.retain(|&index| index != at);
        }
        self.review.turn_to(self.tree.cursor());
        self.send_review();
    }

    pub(super) fn review_view(&self) -> ReviewView {
        self.review.view(self.tree.collection(), self.tree.size())
    }

    fn send_review(&mut self) {
        let view = self.review_view();
        self.send("review", &view);
    }
}
