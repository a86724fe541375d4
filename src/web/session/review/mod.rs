//! The review of a whole game: every position of a line is searched, the nearest to the cursor first.
//!
//! Values, losses and worst moves are those of [`crate::review`], as `shusaku review` has them.

mod view;

use self::view::ReviewView;
use super::{Outcome, Refused, Session};
use crate::{
    board::{Color, Size},
    review::{
        Overrides, PositionValues, ReviewGame, ReviewPosition, Thresholds, read_values,
        write_values,
    },
    search::Report,
    sgf::{Collection, NodeId},
    web::worker::{JobKey, JobKind},
};

/// Visits of a position if none are given.
const DEFAULT_VISITS: u64 = 200;

/// Limit of the visits.
const MAX_VISITS: u64 = 1_000_000;

/// The state of a review.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Review {
    is_running: bool,
    visits: u64,
    /// The losses at which inaccuracies, mistakes and blunders begin.
    pub(super) thresholds: Thresholds,
    /// The size of the board; `None` without positions.
    size: Option<Size>,
    positions: Vec<ReviewPosition>,
    /// The values of each position, if they are known.
    values: Vec<Option<PositionValues>>,
    /// The positions that are to be searched, the next one last.
    queue: Vec<usize>,
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

    /// Leaves out the positions from a node on, which have become impossible.
    fn skip(&mut self, node: NodeId) {
        if let Some(at) = self.index_of(node) {
            self.positions.truncate(at);
            self.values.truncate(at);
            self.queue.retain(|&index| index < at);
        }
    }

    /// Drops everything but the thresholds.
    fn clear(&mut self) {
        *self = Review { thresholds: self.thresholds, ..Review::default() };
    }

    /// Whether a node is on the line to the last position.
    fn leads_through(&self, collection: &Collection, node: NodeId) -> bool {
        let last = self.positions[..self.kept(collection)].last();
        last.is_some_and(|last| collection.ancestors(last.node).any(|above| above == node))
    }

    /// Whether the positions are those of the game with this root.
    fn is_of(&self, root: NodeId) -> bool {
        self.positions.first().is_some_and(|first| first.node == root)
    }

    /// Whether there is something to show.
    pub(in crate::web) const fn is_shown(&self) -> bool {
        !self.positions.is_empty()
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.positions.iter().position(|position| position.node == node)
    }

    /// Puts the positions nearest to a node of the line last, so that they come next.
    fn prioritize_near(&mut self, node: NodeId) {
        let Some(at) = self.index_of(node) else { return };
        self.queue.sort_by_key(|&index| std::cmp::Reverse(index.abs_diff(at)));
    }
}

impl Session {
    /// Reviews the line of the cursor, or stops doing so.
    pub(super) fn set_review_running(&mut self, on: bool, visits: Option<u64>) -> Outcome {
        if !on {
            self.stop_review();
            return Ok(());
        }
        self.check_engine()?;
        let game = self.game_through(self.tree.cursor())?;
        self.finish_review();
        self.run_review(game, visits.unwrap_or(DEFAULT_VISITS).clamp(1, MAX_VISITS));
        self.send_review();
        Ok(())
    }

    fn run_review(&mut self, game: ReviewGame, visits: u64) {
        let (size, positions) = (Some(game.size()), game.positions);
        let queue = (0..positions.len()).collect();
        let (values, thresholds) = (vec![None; positions.len()], self.review.thresholds);
        self.review =
            Review { is_running: true, visits, thresholds, size, positions, values, queue };
        self.review.prioritize_near(self.tree.cursor());
    }

    /// Ends a review that is running, and writes the values that it has.
    fn finish_review(&mut self) {
        if std::mem::take(&mut self.review.is_running) {
            self.write_review();
        }
    }

    /// Stops the review. The values that it has are written.
    pub(super) fn stop_review(&mut self) {
        self.finish_review();
        self.show_own_review();
    }

    /// Begins a review that is running anew if the terms of its positions have changed from a node on.
    /// One that is over keeps the values of the positions before.
    pub(super) fn restart_review(&mut self, node: NodeId) {
        let collection = self.tree.collection();
        if !self.review.leads_through(collection, node) {
            return;
        }
        let (visits, kept) = (self.review.visits, self.review.kept(collection));
        let last = self.review.positions[..kept].last().filter(|_| self.review.is_running);
        match last.and_then(|last| self.game_through(last.node).ok()) {
            Some(game) => self.run_review(game, visits),
            None => self.review.clear(),
        }
        self.show_own_review();
    }

    /// Shows the values of the game that is shown, unless a review is running: it goes on in its own
    /// game.
    pub(super) fn show_own_review(&mut self) {
        if !self.review.is_running && !self.review.is_of(self.tree.root()) {
            self.review.clear();
            self.read_review();
        }
        self.send_review();
    }

    /// Leaves out the positions of the review from that of a job on, which have become impossible.
    pub(super) fn drop_impossible_positions(&mut self, key: JobKey) {
        if key.kind == JobKind::Review {
            self.review.skip(key.node);
            self.stop_review_if_done();
            self.schedule();
        }
    }

    /// Sets the losses at which inaccuracies, mistakes and blunders begin.
    pub(super) fn set_thresholds(&mut self, limits: [f64; 3]) -> Outcome {
        let thresholds = Thresholds::try_from(limits);
        self.review.thresholds =
            thresholds.map_err(|error| Refused::invalid(format!("thresholds: {error}")))?;
        self.send_review();
        Ok(())
    }

    /// The line through a node, up to its first fault.
    fn game_through(&self, node: NodeId) -> Result<ReviewGame, Refused> {
        let game = ReviewGame::through(self.tree.collection(), node, &Overrides::default());
        Ok(game.map_err(|error| error.to_string())?)
    }

    /// Shows the values that the record has of the main variation of the game that is shown: those of
    /// an earlier review, or of another program, found under the present terms.
    pub(super) fn read_review(&mut self) {
        // A root that cannot be shown has no values either.
        let Ok(game) = self.game_through(self.tree.root()) else { return };
        let (collection, size, positions) = (self.tree.collection(), game.size(), game.positions);
        let read = |position: &ReviewPosition| {
            let is_outdated = self.outdated.contains(&position.node);
            let values = read_values(collection, position.node, size, position.to_move);
            values.filter(|_| !is_outdated)
        };
        let values: Vec<Option<PositionValues>> = positions.iter().map(read).collect();
        if values.iter().any(Option::is_some) {
            let (size, thresholds) = (Some(size), self.review.thresholds);
            self.review = Review { thresholds, size, positions, values, ..Review::default() };
        }
    }

    /// Stops the review where nothing is left to be searched, and writes its values.
    pub(super) fn stop_review_if_done(&mut self) {
        if self.review.is_running && self.review.next(self.tree.collection()).is_none() {
            self.stop_review();
        }
    }

    /// Writes the values of the review into the record, as one edit.
    fn write_review(&mut self) {
        let Some(size) = self.review.size else { return };
        let kept = self.review.kept(self.tree.collection());
        let Review { positions, values, .. } = &self.review;
        let kept = positions.iter().zip(values).take(kept);
        let known = kept.filter_map(|(position, values)| Some((position.node, values.as_ref()?)));
        let written = self.tree.edit(|editor| {
            known.clone().try_for_each(|(node, values)| {
                write_values(editor, node, values, size, env!("CARGO_PKG_NAME"))
            })
        });
        match written {
            Ok(()) => {
                for (node, _) in known {
                    self.outdated.remove(&node);
                }
            }
            Err(reason) => self.show_error(&reason),
        }
    }

    /// Takes the values of a position of the review.
    pub(super) fn take_review_report(&mut self, node: NodeId, report: &Report) {
        if let Some(at) = self.review.index_of(node) {
            self.review.values[at] = Some(PositionValues::of(report, None));
            self.review.queue.retain(|&index| index != at);
        }
        self.review.prioritize_near(self.tree.cursor());
        self.send_review();
    }

    pub(super) fn review_view(&self) -> ReviewView {
        self.review.view(self.tree.collection(), self.tree.root())
    }

    fn send_review(&mut self) {
        let view = self.review_view();
        self.send("review", &view);
    }
}
