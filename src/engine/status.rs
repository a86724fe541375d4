//! The status of the stones in the engine's game, for a count and for a move.

use std::sync::Arc;

use super::{
    Engine,
    evaluator::LeafEvaluator,
    lazy_status::LazyStatus,
    limits::{MIN_TIME_TO_JUDGE_PER_POINT, MIN_TIME_TO_READ, MoveLimits},
};
use crate::status::{Effort, Status};

impl Engine {
    /// The stones' status if play stops now.
    #[must_use]
    pub fn status(&self) -> Status {
        let status = self.lazy_status(Effort::Full);
        Status { verdict: status.if_play_stops(), ..status.if_play_goes_on().clone() }
    }

    /// The stones' status for a move, judged with the effort that the time allows; `None` if it
    /// allows none. It comes before the search, whose limits then take account of it.
    pub(super) fn timely_status(&self, limits: &MoveLimits) -> Option<LazyStatus> {
        let time = limits.left().time.unwrap_or(MIN_TIME_TO_READ);
        let min_time = MIN_TIME_TO_JUDGE_PER_POINT * self.game.size().area() as u32;
        let is_long = time >= MIN_TIME_TO_READ;
        let effort = if is_long { Effort::InPlay } else { Effort::Quick };
        let is_enough = time >= min_time && limits.can_judge_before_search();
        is_enough.then(|| self.lazy_status(effort))
    }

    fn lazy_status(&self, effort: Effort) -> LazyStatus {
        self.lazy_status_by(self.evaluator.clone(), effort)
    }

    /// The stones' status in the present position by the ownership of this evaluator, judged with this
    /// effort.
    pub(super) fn lazy_status_by(&self, evaluator: LeafEvaluator, effort: Effort) -> LazyStatus {
        let pool = Arc::clone(&self.pool);
        LazyStatus::new(self.game.clone(), evaluator, effort, self.cleans_up(), pool)
    }

    /// Whether the clean-up phase is on, in which all stones on the board count as alive.
    pub(super) const fn cleans_up(&self) -> bool {
        self.cleans_up_from.is_some()
    }
}
