//! What a turn would do, asked before it is played.

use thiserror::Error;

use super::{Board, Cell, Color, Hash, Ko, Observer, Point, Size};

/// The stones cannot stand like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetUpError {
    /// Two stones on one point.
    #[error("two stones on one point")]
    Occupied,
    /// A chain would stand without liberty.
    #[error("a chain of the set-up has no liberty")]
    NoLiberty,
}

impl Board {
    /// The board with these stones set up.
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
            // Part of a chain has a liberty wherever the whole has one, or where a stone is
            // still missing: so stones come off exactly if the finished position is impossible.
            board.play_unchecked(point, color, &mut removals);
            if removals.0 > 0 {
                return Err(SetUpError::NoLiberty);
            }
        }
        board.ko = Ko::NONE;
        Ok(board)
    }

    /// Whether `color` may play on `point` under simple ko without suicide: the rule of playouts,
    /// and the strictest common ground of the rule sets.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.is_empty(point) && self.ko != Ko::new(point, color) && !self.is_suicide(point, color)
    }

    /// Whether a stone of `color` put on an empty point would leave the board with its chain.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        !self.surroundings(point).has_liberty() && self.is_enclosed_suicide(point, color)
    }

    /// [`is_suicide`](Self::is_suicide) on a point without an empty neighbour.
    #[inline]
    pub(super) fn is_enclosed_suicide(&self, point: Point, color: Color) -> bool {
        // No short cut among the four: which of them helps cannot be predicted.
        !self.around(point).into_iter().fold(false, |is_safe, place| {
            let cell = self.cells[place.index()];
            let in_atari = self.liberties[self.head[place.index()].index()] == 1;
            let breathes = (cell == Cell::of(color)) & !in_atari;
            let dies = (cell == Cell::of(color.opponent())) & in_atari;
            is_safe | breathes | dies
        })
    }

    /// Whether a stone of `color` put on an empty point would be a suicide of just that stone,
    /// which leaves the grid as it was.
    #[must_use]
    pub fn is_single_stone_suicide(&self, point: Point, color: Color) -> bool {
        self.is_suicide(point, color) && !self.touches(point, color)
    }

    /// The hash of the grid that a play of `color` on an empty point makes, given the present
    /// `hash`.
    #[must_use]
    pub fn hash_after(&self, hash: Hash, point: Point, color: Color) -> Hash {
        let is_suicide = self.is_suicide(point, color);
        let leaving = if is_suicide { color } else { color.opponent() };
        let mut after = if is_suicide { hash } else { hash.toggled(point, color) };
        let mut seen = [Point::NOWHERE; 4];
        for (slot, place) in self.around(point).into_iter().enumerate() {
            let head = self.head[place.index()];
            if self.cells[place.index()] != Cell::of(leaving)
                || self.liberties[head.index()] != 1
                || seen.contains(&head)
            {
                continue;
            }
            seen[slot] = head;
            for stone in self.chain(head) {
                after = after.toggled(stone, leaving);
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
