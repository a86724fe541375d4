//! The facts from which the rules decide.

use crate::{
    board::{Color, Move},
    engine::{SearchOptions, lazy_status::LazyStatus, level::Level},
    game::{Game, Stage},
    search::{Candidate, Report},
    status::Status,
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

/// The candidate of a move that the search visited.
pub(super) fn visited(report: &Report, mv: Move) -> Option<&Candidate> {
    report.candidates.iter().find(|candidate| candidate.mv == mv && candidate.visits > 0)
}

/// The visited candidates that are as good as the best one.
pub(super) fn equally_good_candidates(report: &Report) -> impl Iterator<Item = &Candidate> {
    let min_value = report.best().win_rate - EQUAL_VALUE;
    report.candidates.iter().filter(move |c| c.visits > 0 && c.win_rate >= min_value)
}
