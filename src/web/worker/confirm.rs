//! The engine's moves in the confirmation of life and death.

use std::{sync::atomic::AtomicBool, time::Duration};

use crate::{
    board::{Board, Color, Move, PointSet, Size},
    engine::{Engine, SearchOptions},
    search::{Details, Limits, Report},
};

/// Time of the search for a move.
const TIME_PER_MOVE: Duration = Duration::from_millis(500);

/// The opponent's mean ownership of the chain's points, from -1 to 1, above which the player to move
/// gives up.
const HOPELESS_OWNERSHIP: f32 = 0.95;

/// The choice of a move in the confirmation of a chain's life. The engine plays by area scoring, with a
/// komi under which the life of the chain decides the game (`deciding_komi`).
pub(in crate::web) struct ConfirmTask {
    pub(in crate::web) color: Color,
    /// The color of the chain.
    pub(in crate::web) owner: Color,
    /// The points of the chain when play stopped.
    pub(in crate::web) chain: PointSet,
    /// The points on which a play would take back a ko without a pass for it.
    pub(in crate::web) banned: PointSet,
    /// Whether the opponent's last move was a pass, and not one for a ko.
    pub(in crate::web) has_opponent_passed: bool,
}

impl ConfirmTask {
    /// Chooses a move. Passes if the chain has been captured, the opponent has given up capturing it, or
    /// the search finds the player's side hopeless; and, as the pass for the ko, where it wants to retake
    /// a banned ko.
    pub(super) fn choose(&self, engine: &mut Engine, stop: &AtomicBool) -> Move {
        let size = engine.game().size();
        if self.is_settled(engine.game().board()) {
            return Move::Pass;
        }
        let limits = Limits { time: Some(TIME_PER_MOVE), ..Limits::default() };
        let details = Details { ownership: true, ..Details::default() };
        let options = SearchOptions { details, ..SearchOptions::default() };
        let report = engine.analyze_within(limits, self.color, &options, stop);
        match report.best().mv {
            Move::Play(point)
                if !self.is_hopeless(&report, size) && !self.banned.contains(point) =>
            {
                Move::Play(point)
            }
            _ => Move::Pass,
        }
    }

    /// Whether the chain has been captured, or the opponent has given up capturing it.
    fn is_settled(&self, board: &Board) -> bool {
        let is_captured = self.chain.iter().all(|point| board.stone(point) != Some(self.owner));
        let is_owner = self.color == self.owner;
        if is_owner { self.has_opponent_passed && !is_captured } else { is_captured }
    }

    fn is_hopeless(&self, report: &Report, size: Size) -> bool {
        let owners = size.points().zip(report.ownership.iter().flatten());
        let owners = owners.filter(|&(point, _)| self.chain.contains(point));
        let sum: f32 = owners.map(|(_, &owner)| owner).sum();
        sum < -HOPELESS_OWNERSHIP * self.chain.len() as f32
    }
}
