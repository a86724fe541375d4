//! The facts from which the rules decide.

use std::{cell::OnceCell, sync::Arc};

use rayon::ThreadPool;

use crate::{
    board::{Color, Move, PointSet},
    engine::{SearchOptions, evaluator::LeafEvaluator, level::Level},
    game::{Game, Stage},
    search::{Candidate, Report},
    status::{Effort, Ownership, Status, Verdict},
};

/// Share of the points that are occupied from which on play can be near its end.
const MIN_OCCUPIED_SHARE: f64 = 0.5;

/// Ownership, 0 to 1, from which a play on a point may change nothing.
const MIN_IDLE_OWNERSHIP: f64 = 0.7;

/// Difference in value from the best move up to which a move is as good.
pub(super) const EQUAL_VALUE: f64 = 0.02;

/// Difference in value up to which a pass, or a move that decides a fate, can be as good as the best
/// move: searches visit both seldom, so that their values are uncertain.
pub(super) const VALUE_UNCERTAINTY: f64 = 0.1;

/// The facts from which the rules decide, besides the report of the search.
pub(in crate::engine) struct Facts<'f> {
    pub(in crate::engine) game: &'f Game,
    pub(in crate::engine) color: Color,
    /// The stones' status; `None` where there is no time to judge them.
    pub(in crate::engine) status: Option<&'f LazyStatus>,
    /// The constraints of the request, and the details of its report.
    pub(in crate::engine) options: &'f SearchOptions,
    /// Whether the clean-up phase after a dispute is on: dead stones must be captured.
    pub(in crate::engine) cleans_up: bool,
    /// Whether a network evaluates positions.
    pub(in crate::engine) has_network: bool,
    /// Whether the engine may resign now.
    pub(in crate::engine) may_resign: bool,
    /// The choice among the good moves.
    pub(in crate::engine) strength: Strength,
    /// A random number from 0 to 1.
    pub(in crate::engine) sample: f64,
}

/// The choice of a move among the good ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum Strength {
    /// The best one.
    Full,
    /// As a level below the full one allows.
    Level(Level),
    /// As the person of a [`HumanProfile`](crate::features::HumanProfile) chooses.
    Human,
}

impl Facts<'_> {
    /// Whether the constraints permit a move.
    pub(super) fn permits(&self, mv: Move) -> bool {
        self.options.permits(self.color, mv)
    }

    /// Whether play can be near its end.
    pub(in crate::engine) fn is_late(&self) -> bool {
        let board = self.game.board();
        let empty_share = board.empty_points().len() as f64 / board.size().area() as f64;
        1.0 - empty_share >= MIN_OCCUPIED_SHARE
    }

    /// The status if play goes on, where play can be near its end and a move may change nothing: a
    /// pass, or a play on a point with an owner. With a network, most moves are decided without judging
    /// the stones.
    pub(super) fn late_status_if_idle(&self, mv: Move) -> Option<&Status> {
        let status = self.status.filter(|_| self.is_late())?;
        let has_owner = |point| status.ownership().of(point).abs() >= MIN_IDLE_OWNERSHIP;
        let may_be_idle = match mv {
            Move::Pass => true,
            Move::Play(point) => !self.has_network || has_owner(point),
        };
        may_be_idle.then(|| status.if_play_goes_on())
    }

    /// The game after a pass.
    pub(super) fn after_pass(&self) -> Game {
        let mut after = self.game.clone();
        after.play(self.color, Move::Pass).expect("a pass is legal");
        after
    }

    /// Whether a pass ends or stops the game.
    pub(super) fn pass_ends_play(&self) -> bool {
        self.after_pass().stage() != Stage::Playing
    }
}

/// The status of the stones in one position, judged at its first use.
pub(in crate::engine) struct LazyStatus {
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
    pub(in crate::engine) fn new(
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
    pub(in crate::engine) fn has_ownership(&self) -> bool {
        self.ownership.get().is_some()
    }

    /// The expected owner of each point.
    fn ownership(&self) -> &Ownership {
        let (game, evaluator, effort) = (&self.game, &self.evaluator, self.effort);
        self.ownership.get_or_init(|| self.pool.install(|| evaluator.ownership(game, effort)))
    }

    /// If play goes on.
    pub(in crate::engine) fn if_play_goes_on(&self) -> &Status {
        let (game, effort) = (&self.game, self.effort);
        self.status.get_or_init(|| {
            let ownership = self.ownership().clone();
            self.pool.install(|| Status::estimate(game, ownership, effort))
        })
    }

    /// If play stops here.
    pub(in crate::engine) fn if_play_stops(&self) -> Verdict {
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

/// The candidate of a move that the search visited.
pub(super) fn visited(report: &Report, mv: Move) -> Option<&Candidate> {
    report.candidates.iter().find(|candidate| candidate.mv == mv && candidate.visits > 0)
}

/// The visited candidates that are as good as the best one.
pub(super) fn equally_good_candidates(report: &Report) -> impl Iterator<Item = &Candidate> {
    let min_value = report.best().win_rate - EQUAL_VALUE;
    report.candidates.iter().filter(move |c| c.visits > 0 && c.win_rate >= min_value)
}
