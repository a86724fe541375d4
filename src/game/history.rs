//! The moves of a game, and the positions that they led to.

use rustc_hash::FxHashMap;

use crate::board::{Color, Hash, Move};

/// A move that was played, with its player and the position it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The hash of the position after the move.
    pub hash: Hash,
}

impl Turn {
    /// Whether the move was a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.mv == Move::Pass
    }
}

/// The moves of a game, indexed by the positions they led to, so that repetitions are found in
/// constant time.
#[derive(Clone, Debug)]
pub(super) struct History {
    start: Hash,
    first: Color,
    turns: Vec<Turn>,
    /// By position: the last move that led to it.
    latest: FxHashMap<Hash, usize>,
    /// By move: the previous move that led to the same position.
    previous_same: Vec<Option<usize>>,
}

impl History {
    pub(super) fn new(start: Hash, first: Color) -> History {
        History {
            start,
            first,
            turns: Vec::new(),
            latest: FxHashMap::default(),
            previous_same: Vec::new(),
        }
    }

    /// The hash of the position before the first move.
    pub(super) const fn start(&self) -> Hash {
        self.start
    }

    /// The player who moved first, or is to move first.
    pub(super) fn first(&self) -> Color {
        self.turns.first().map_or(self.first, |turn| turn.color)
    }

    /// The player declared to move first, even if the other one did.
    pub(super) const fn declared_first(&self) -> Color {
        self.first
    }

    /// Declares the player to move first.
    pub(super) fn set_first(&mut self, color: Color) {
        self.first = color;
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The hash of the position before the move at `index`.
    pub(super) fn hash_before(&self, index: usize) -> Hash {
        index.checked_sub(1).map_or(self.start, |before| self.turns[before].hash)
    }

    /// The indices of the moves that led to the position `hash`, latest first.
    pub(super) fn moves_to(&self, hash: Hash) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.latest.get(&hash).copied(), |&index| self.previous_same[index])
    }

    pub(super) fn push(&mut self, turn: Turn) {
        let index = self.turns.len();
        self.turns.push(turn);
        self.previous_same.push(self.latest.insert(turn.hash, index));
    }

    /// Drops the moves after the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.turns.len() > len {
            let (turn, previous) = (self.turns.pop(), self.previous_same.pop());
            let hash = turn.expect("there are more moves than `len`").hash;
            match previous.flatten() {
                Some(previous) => self.latest.insert(hash, previous),
                None => self.latest.remove(&hash),
            };
        }
    }
}
