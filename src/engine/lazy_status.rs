//! The status of the stones in one position, of which only what is asked for is judged.

use std::{cell::OnceCell, sync::Arc};

use rayon::ThreadPool;

use super::evaluator::LeafEvaluator;
use crate::{
    board::PointSet,
    game::Game,
    status::{Effort, Ownership, Status, Verdict},
};

/// The status of the stones in one position, judged at its first use.
pub(super) struct LazyStatus {
    game: Game,
    evaluator: LeafEvaluator,
    effort: Effort,
    cleans_up: bool,
    pool: Arc<ThreadPool>,
    ownership: OnceCell<Ownership>,
    status: OnceCell<Status>,
    for_count: OnceCell<Verdict>,
}

impl LazyStatus {
    /// The status in the present position of `game`, judged on the threads of `pool` by the ownership
    /// of an evaluator. While players clean up, all stones count as alive where play stops.
    pub(super) fn new(
        game: Game,
        evaluator: LeafEvaluator,
        effort: Effort,
        cleans_up: bool,
        pool: Arc<ThreadPool>,
    ) -> LazyStatus {
        LazyStatus {
            game,
            evaluator,
            effort,
            cleans_up,
            pool,
            ownership: OnceCell::new(),
            status: OnceCell::new(),
            for_count: OnceCell::new(),
        }
    }

    /// Whether the expected owners of the points are known already.
    pub(super) fn has_ownership(&self) -> bool {
        self.ownership.get().is_some()
    }

    /// The expected owner of each point.
    pub(super) fn ownership(&self) -> &Ownership {
        let (game, evaluator, effort) = (&self.game, &self.evaluator, self.effort);
        self.ownership.get_or_init(|| self.pool.install(|| evaluator.ownership(game, effort)))
    }

    /// If play goes on.
    pub(super) fn if_play_goes_on(&self) -> &Status {
        let (game, effort) = (&self.game, self.effort);
        self.status.get_or_init(|| {
            let ownership = self.ownership().clone();
            self.pool.install(|| Status::estimate(game, ownership, effort))
        })
    }

    /// If play stops here.
    pub(super) fn if_play_stops(&self) -> Verdict {
        let verdict = self.if_play_goes_on().verdict.clone().under_rules(&self.game);
        if !self.cleans_up {
            return verdict;
        }
        let seki = verdict.judgment.seki.unwrap_or(PointSet::EMPTY);
        Verdict::all_alive(&self.game, seki)
    }

    /// If play stops here, judged with the effort of a final count where that can make a difference.
    pub(super) fn for_count(&self) -> &Verdict {
        self.for_count.get_or_init(|| {
            // For a count a network's ownership is another one; that of playouts is the same.
            let can_differ = match self.effort {
                Effort::Full => false,
                Effort::InPlay if self.evaluator.network().is_none() => {
                    self.if_play_goes_on().has_open_chains
                }
                Effort::InPlay | Effort::Quick => true,
            };
            if !can_differ {
                return self.if_play_stops();
            }
            let (game, evaluator) = (self.game.clone(), self.evaluator.clone());
            let pool = Arc::clone(&self.pool);
            LazyStatus::new(game, evaluator, Effort::Full, self.cleans_up, pool).if_play_stops()
        })
    }

    /// The verdict of [`for_count`](Self::for_count), if it was asked for before.
    pub(super) fn known_for_count(&self) -> Option<&Verdict> {
        self.for_count.get()
    }
}
