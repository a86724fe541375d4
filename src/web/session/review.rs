//! The review of a whole game: every node of a line is searched, the nearest to the cursor first.

use serde::Serialize;

use super::{Outcome, Session};
use crate::{
    board::{Color, Vertex},
    search::Report,
    sgf::NodeId,
    web::properties::node_move,
};

/// Visits of a node if none are given.
const DEFAULT_VISITS: u64 = 200;

/// Limit of the visits.
const MAX_VISITS: u64 = 1_000_000;

/// The state of a review.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Review {
    is_running: bool,
    visits: u64,
    points: Vec<ReviewPoint>,
    /// The points that are to be searched, the next one last.
    queue: Vec<usize>,
}

/// A node of the line that is reviewed.
#[derive(Clone, Debug)]
struct ReviewPoint {
    node: NodeId,
    number: usize,
    /// The move that led to the node, and its player.
    played: Option<(Color, String)>,
    values: Option<ReviewValues>,
}

/// The values of a node, from Black's view.
#[derive(Clone, Debug)]
struct ReviewValues {
    win_rate: f64,
    score: f64,
    deviation: f64,
    best: String,
}

/// The review as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReviewView {
    running: bool,
    done: usize,
    total: usize,
    points: Vec<PointView>,
}

/// Node, move number, win rate, score, deviation, loss, the move played, the best one.
type PointView = (usize, usize, f64, f64, f64, Option<f64>, Option<String>, Option<String>);

impl Review {
    /// The node to be searched next.
    pub(super) fn next(&self) -> Option<NodeId> {
        let next = self.queue.last().filter(|_| self.is_running)?;
        Some(self.points[*next].node)
    }

    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    pub(super) const fn stop(&mut self) {
        self.is_running = false;
    }

    /// Whether there is something to show.
    pub(in crate::web) const fn is_shown(&self) -> bool {
        !self.points.is_empty()
    }

    /// Puts the points nearest to a node of the line last, so that they come next.
    fn turn_to(&mut self, node: NodeId) {
        let Some(at) = self.points.iter().position(|point| point.node == node) else { return };
        self.queue.sort_by_key(|&index| std::cmp::Reverse(index.abs_diff(at)));
    }

    fn view(&self) -> ReviewView {
        let done = self.points.iter().filter(|point| point.values.is_some()).count();
        let points = self.points.iter().enumerate().filter_map(|(index, point)| {
            let values = point.values.as_ref()?;
            let before = index.checked_sub(1).map(|before| &self.points[before]);
            let before = before.and_then(|before| before.values.as_ref());
            let loss = before.zip(point.played.as_ref()).map(|(before, (color, _))| {
                let gain = values.score - before.score;
                if *color == Color::Black { -gain } else { gain }
            });
            let played = point.played.as_ref().map(|(_, vertex)| vertex.clone());
            let best = before.map(|before| before.best.clone());
            let ReviewValues { win_rate, score, deviation, .. } = *values;
            Some((point.node.index(), point.number, win_rate, score, deviation, loss, played, best))
        });
        let (running, total) = (self.is_running, self.points.len());
        ReviewView { running, done, total, points: points.collect() }
    }
}

impl Session {
    /// Reviews the line of the cursor, or stops doing so.
    pub(super) fn start_review(&mut self, on: bool, visits: Option<u64>) -> Outcome {
        self.check_engine()?;
        if on {
            let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
            let mut line = collection.line_to(cursor);
            line.extend(collection.main_variation(cursor).skip(1));
            let (size, mut number) = (self.tree.size(), 0);
            let points = line.into_iter().map(|node| {
                let played = node_move(collection, node, size);
                number += usize::from(played.is_some());
                let played = played.map(|(color, mv)| (color, Vertex::new(size, mv).to_string()));
                ReviewPoint { node, number, played, values: None }
            });
            let points: Vec<ReviewPoint> = points.collect();
            let queue = (0..points.len()).collect();
            let visits = visits.unwrap_or(DEFAULT_VISITS).clamp(1, MAX_VISITS);
            self.review = Review { is_running: true, visits, points, queue };
            self.review.turn_to(cursor);
        } else {
            self.review.is_running = false;
        }
        let view = self.review.view();
        self.send("review", &view);
        Ok(())
    }

    /// Takes the values of a node of the review.
    pub(super) fn review_done(&mut self, node: NodeId, report: &Report) {
        let size = self.tree.size();
        let is_black = report.color == Color::Black;
        let score = report.score.map_or(0.0, |score| score.mean);
        let values = ReviewValues {
            win_rate: if is_black { report.value } else { 1.0 - report.value },
            score: if is_black { score } else { -score },
            deviation: report.score.map_or(0.0, |score| score.deviation),
            best: Vertex::new(size, report.best().mv).to_string(),
        };
        let review = &mut self.review;
        if let Some(at) = review.points.iter().position(|point| point.node == node) {
            review.points[at].values = Some(values);
            review.queue.retain(|&index| index != at);
        }
        review.turn_to(self.tree.cursor());
        review.is_running &= !review.queue.is_empty();
        let view = self.review.view();
        self.send("review", &view);
    }

    pub(super) fn review_view(&self) -> ReviewView {
        self.review.view()
    }
}
