//! The engine's moves in the confirmation of life and death.

use std::{sync::atomic::AtomicBool, time::Duration};

use crate::{
    board::{Board, Color, Move, PointSet, Size},
    engine::{Engine, SearchOptions},
    search::{Details, Limits, Report},
};

/// Time for a move.
const TIME: Duration = Duration::from_millis(500);

/// The expected share of the opponent in the chain's points, from -1 to 1, at which the player to move
/// gives up.
const HOPELESS: f32 = 0.95;

/// A move that shows whether a chain lives. The engine's game is one by area scoring that the life of this
/// chain decides.
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
    /// Chooses a move: a pass if the chain's fate does not depend on it, or for a ko that a search would
    /// take back.
    pub(super) fn choose(&self, engine: &mut Engine, stop: &AtomicBool) -> Move {
        let size = engine.game().size();
        if self.is_settled(engine.game().board()) {
            return Move::Pass;
        }
        let limits = Limits { time: Some(TIME), ..Limits::default() };
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
        sum < -HOPELESS * self.chain.len() as f32
    }
}
