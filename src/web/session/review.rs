//! The review of a whole game: every node of a line is searched, the nearest to the cursor first.

use serde::Serialize;

use super::{Outcome, Session};
use crate::{
    board::{Color, Vertex},
    review::{read_values, write_summary},
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
    /// The best move, if it is known.
    best: Option<String>,
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
            let best = before.and_then(|before| before.best.clone());
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
            let cursor = self.tree.cursor();
            let points = self.points_of_line(cursor);
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

    /// The nodes of the line through a node, without values.
    fn points_of_line(&self, node: NodeId) -> Vec<ReviewPoint> {
        let collection = self.tree.collection();
        let mut line = collection.line_to(node);
        line.extend(collection.main_variation(node).skip(1));
        let (size, mut number) = (self.tree.size(), 0);
        let points = line.into_iter().map(|node| {
            let played = node_move(collection, node, size);
            number += usize::from(played.is_some());
            let played = played.map(|(color, mv)| (color, Vertex::new(size, mv).to_string()));
            ReviewPoint { node, number, played, values: None }
        });
        points.collect()
    }

    /// Shows the values that the record has of its main variation: those of an earlier review, or of
    /// another program.
    pub(super) fn read_review(&mut self) {
        let size = self.tree.size();
        let mut points = self.points_of_line(self.tree.root());
        for point in &mut points {
            let to_move = point.played.as_ref().map_or(Color::Black, |(color, _)| color.opponent());
            let values = read_values(self.tree.collection(), point.node, size, to_move);
            point.values = values.map(|values| ReviewValues {
                win_rate: values.win_rate,
                score: values.score,
                deviation: values.deviation,
                best: values.best().map(|best| Vertex::new(size, best.mv()).to_string()),
            });
        }
        if points.iter().any(|point| point.values.is_some()) {
            self.review = Review { points, ..Review::default() };
        }
    }

    /// Writes the values of the review into the record, as one edit.
    fn write_review(&mut self) {
        let points = self.review.points.iter();
        let known = points.filter_map(|point| Some((point.node, point.values.clone()?)));
        let known: Vec<(NodeId, ReviewValues)> = known.collect();
        let written = self.tree.edit(|editor| {
            known.iter().try_for_each(|(node, ReviewValues { win_rate, score, .. })| {
                write_summary(editor, *node, *win_rate, *score)
            })
        });
        if let Err(reason) = written {
            self.show_error(&reason);
        }
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
            best: Some(Vertex::new(size, report.best().mv).to_string()),
        };
        let review = &mut self.review;
        if let Some(at) = review.points.iter().position(|point| point.node == node) {
            review.points[at].values = Some(values);
            review.queue.retain(|&index| index != at);
        }
        review.turn_to(self.tree.cursor());
        if review.queue.is_empty() && review.is_running {
            review.is_running = false;
            self.write_review();
        }
        let view = self.review.view();
        self.send("review", &view);
    }

    pub(super) fn review_view(&self) -> ReviewView {
        self.review.view()
    }
}
