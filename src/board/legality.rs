//! Legality and effect of a move before it is played, and set-up of positions.

use thiserror::Error;

use super::{Board, Cell, Color, Hash, Ko, Observer, Point, Size};

/// The stones are not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetUpError {
    /// Two stones on one point.
    #[error("two stones on one point")]
    Occupied,
    /// A chain has no liberty.
    #[error("a chain of the set-up has no liberty")]
    NoLiberty,
}

impl Board {
    /// Returns the board with these stones set up.
    ///
    /// # Errors
    /// [`SetUpError`] if two stones share a point or a chain has no liberty.
    pub fn set_up(
        size: Size,
        stones: impl IntoIterator<Item = (Point, Color)>,
    ) -> Result<Board, SetUpError> {
        let mut board = Board::new(size);
        let mut removals = Removals(0);
        for (point, color) in stones {
            if !board.is_empty(point) {
                return Err(SetUpError::Occupied);
            }
            // Part of a chain has a liberty where the complete chain has one, or where a stone is
            // still missing. So stones are removed only if the complete position is illegal.
            board.play_unchecked(point, color, &mut removals);
            if removals.0 > 0 {
                return Err(SetUpError::NoLiberty);
            }
        }
        board.ko = Ko::NONE;
        Ok(board)
    }

    /// Whether `color` may play on `point` under simple ko without suicide, the rule of playouts.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.is_empty(point) && self.ko != Ko::new(point, color) && !self.is_suicide(point, color)
    }

    /// Whether a play of `color` on an empty point would be suicide.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        !self.surroundings(point).has_liberty() && self.is_enclosed_suicide(point, color)
    }

    /// [`is_suicide`](Self::is_suicide) for a point without an empty neighbor.
    #[inline]
    pub(super) fn is_enclosed_suicide(&self, point: Point, color: Color) -> bool {
        // No early exit: which of the four neighbors decides is unpredictable.
        !self.around(point).into_iter().fold(false, |is_safe, place| {
            let cell = self.cells[place.index()];
            let in_atari = self.liberties[self.head[place.index()].index()] == 1;
            let keeps_liberty = (cell == Cell::of(color)) & !in_atari;
            let is_captured = (cell == Cell::of(color.opponent())) & in_atari;
            is_safe | keeps_liberty | is_captured
        })
    }

    /// Whether a play of `color` on an empty point would be suicide of that single stone, which
    /// leaves the position unchanged.
    #[must_use]
    pub fn is_single_stone_suicide(&self, point: Point, color: Color) -> bool {
        self.is_suicide(point, color) && !self.touches(point, color)
    }

    /// The hash of the position after a play of `color` on an empty point, given the present
    /// `hash`.
    #[must_use]
    pub fn hash_after(&self, hash: Hash, point: Point, color: Color) -> Hash {
        let is_suicide = self.is_suicide(point, color);
        let removed = if is_suicide { color } else { color.opponent() };
        let mut after = if is_suicide { hash } else { hash.toggled(point, color) };
        let mut seen = [Point::NOWHERE; 4];
        for (slot, place) in self.around(point).into_iter().enumerate() {
            let head = self.head[place.index()];
            if self.cells[place.index()] != Cell::of(removed)
                || self.liberties[head.index()] != 1
                || seen.contains(&head)
            {
                continue;
            }
            seen[slot] = head;
            for stone in self.chain(head) {
                after = after.toggled(stone, removed);
            }
        }
        after
    }
}

struct Removals(usize);

impl Observer for Removals {
    fn placed(&mut self, _: Point, _: Color) {}
    fn removed(&mut self, _: Point, _: Color) {
        self.0 += 1;
    }
}
