use std::collections::HashMap;

use crate::board::{Color, Hash, Move};

/// One turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The hash of the grid after it.
    pub grid: Hash,
}

impl Turn {
    /// Whether the turn was a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.mv == Move::Pass
    }
}

/// The turns of a game with an index of the grids that they left, so that looking for a repetition
/// takes the same time after a thousand turns as after ten.
#[derive(Clone, Debug)]
pub(super) struct History {
    start: Hash,
    first: Color,
    turns: Vec<Turn>,
    /// By grid: the last turn that left it.
    latest: HashMap<Hash, usize>,
    /// By turn: the turn before that left the same grid.
    same_before: Vec<Option<usize>>,
}

impl History {
    pub(super) fn new(start: Hash, first: Color) -> History {
        let (turns, latest, same_before) = Default::default();
        History { start, first, turns, latest, same_before }
    }

    /// The hash of the grid on which the first turn was played.
    pub(super) const fn start(&self) -> Hash {
        self.start
    }

    /// Who moved first, or who is to.
    pub(super) fn first(&self) -> Color {
        self.turns.first().map_or(self.first, |turn| turn.color)
    }

    /// Who was said to move first, whoever did.
    pub(super) const fn declared_first(&self) -> Color {
        self.first
    }

    /// Says who is to move first.
    pub(super) fn set_first(&mut self, color: Color) {
        self.first = color;
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The grid before turn number `index`, counted from 0.
    pub(super) fn grid_before(&self, index: usize) -> Hash {
        index.checked_sub(1).map_or(self.start, |before| self.turns[before].grid)
    }

    /// The turns that left `grid`, latest first, as indices from 0.
    pub(super) fn turns_that_left(&self, grid: Hash) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.latest.get(&grid).copied(), |&index| self.same_before[index])
    }

    pub(super) fn push(&mut self, turn: Turn) {
        let index = self.turns.len();
        self.turns.push(turn);
        self.same_before.push(self.latest.insert(turn.grid, index));
    }

    /// Forgets the turns after the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.turns.len() > len {
            let (turn, before) = (self.turns.pop(), self.same_before.pop());
            let grid = turn.expect("there are more turns than `len`").grid;
            match before.flatten() {
                Some(before) => self.latest.insert(grid, before),
                None => self.latest.remove(&grid),
            };
        }
    }
}
