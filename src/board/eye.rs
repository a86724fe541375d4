//! Eyes, as playouts need them: cheap and nearly always right.

use super::{Board, Color, Ko, Point};

impl Board {
    /// Whether every neighbour of an empty point is a stone of this colour (and there is one).
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, point: Point, color: Color) -> bool {
        self.surroundings(point).is_surrounded(color)
    }

    /// Whether an empty point is an eye of this colour that can hardly be false: it is surrounded,
    /// and the opponent holds at most one of the four diagonal points, none at the edge.
    ///
    /// The usual test of playouts (Gelly et al. 2006, "Modification of UCT with patterns in
    /// Monte-Carlo Go", section 3.2).
    #[inline]
    #[must_use]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        let around = self.surroundings(point);
        around.is_surrounded(color) && !around.has_broken_corners(color)
    }

    /// Whether a playout may consider an empty point: legal under simple ko without suicide, and no
    /// eye. The same as [`is_legal`](Self::is_legal) and not [`is_eye`](Self::is_eye), but with the
    /// commonest case, an empty neighbour, first (measured: playouts gain 5 %).
    #[inline(always)]
    #[must_use]
    pub fn is_candidate(&self, point: Point, color: Color) -> bool {
        let around = self.surroundings(point);
        if around.has_liberty() {
            return self.ko != Ko::new(point, color);
        }
        !self.is_eye(point, color)
            && self.ko != Ko::new(point, color)
            && !self.is_enclosed_suicide(point, color)
    }
}
