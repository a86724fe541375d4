//! A position with its history, on which legality and the end of a game depend.

use super::history::{History, Turn};
use crate::board::{Board, Color, Hash, Move, Observer, Point, PointSet};

/// A position with everything that rules depend on: the stones, the number of stones removed, and
/// the history.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    stones: StoneObserver,
    pub(super) history: History,
    /// The player to move, if it was set since the last move.
    declared_to_move: Option<Color>,
}

/// Updates the hash, the numbers of stones removed, and the points that have had a stone.
#[derive(Clone, Copy, Debug)]
struct StoneObserver {
    hash: Hash,
    removed: [u32; 2],
    had_stone: PointSet,
}

impl Observer for StoneObserver {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        self.hash.placed(point, color);
        self.had_stone.insert(point);
    }

    #[inline]
    fn removed(&mut self, point: Point, color: Color) {
        self.hash.removed(point, color);
        self.removed[color.index()] += 1;
    }
}

impl State {
    pub(super) fn new(board: Board, first: Color) -> State {
        let (hash, removed, had_stone) = (Hash::EMPTY, [0; 2], PointSet::EMPTY);
        let mut stones = StoneObserver { hash, removed, had_stone };
        for point in board.size().points() {
            if let Some(color) = board.stone(point) {
                stones.placed(point, color);
            }
        }
        State { history: History::new(stones.hash, first), board, stones, declared_to_move: None }
    }

    /// The same state with these numbers of stones, by color, counted as removed before its start.
    pub(super) fn with_removed(mut self, removed: [u32; 2]) -> State {
        self.stones.removed = removed;
        self
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The hash of the present position.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> Hash {
        self.stones.hash
    }

    /// Number of stones of `color` removed in the whole game, by capture and by suicide.
    #[inline]
    #[must_use]
    pub const fn removed(&self, color: Color) -> u32 {
        self.stones.removed[color.index()]
    }

    /// Number of the opponent's stones that are prisoners of `color`, see [`removed`](Self::removed).
    #[inline]
    #[must_use]
    pub const fn captures(&self, color: Color) -> u32 {
        self.removed(color.opponent())
    }

    /// Whether there has been a stone on the point, from the start on; the stone of a suicide counts.
    #[inline]
    pub(super) fn had_stone(&self, point: Point) -> bool {
        self.stones.had_stone.contains(point)
    }

    /// The moves since the start.
    #[inline]
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.history.turns()
    }

    /// The player to move: the opponent of the last player, unless set otherwise.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Color {
        let by_alternation = || self.turns().last().map(|turn| turn.color.opponent());
        self.declared_to_move.or_else(by_alternation).unwrap_or(self.history.first())
    }

    pub(super) fn set_to_move(&mut self, color: Color) {
        if self.turns().is_empty() {
            self.history.set_first(color);
        } else {
            self.declared_to_move = Some(color);
        }
    }

    /// Plays a move without checking its legality; the point must be empty.
    pub(super) fn play_unchecked(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Play(point) => self.board.play_unchecked(point, color, &mut self.stones),
            Move::Pass => self.board.pass(),
        }
        self.history.push(Turn { color, mv, hash: self.stones.hash });
        self.declared_to_move = None;
    }

    /// Goes back to `source`, of which this state is a clone with further moves.
    pub(super) fn rewind_to(&mut self, source: &State) {
        self.board.clone_from(&source.board);
        self.stones = source.stones;
        self.declared_to_move = source.declared_to_move;
        self.history.truncate(source.turns().len());
    }
}
