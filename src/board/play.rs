//! Placing a stone on the board.
//!
//! Some steps are always inlined: calls between them slow down uniform playouts by a tenth.

use super::{Around, Board, Cell, Color, Ko, Point, Surroundings};

/// Receives every stone that is placed on the board or removed from it.
///
/// A caller that needs a hash or prisoners passes an observer that updates them; a playout passes
/// `()`, which costs nothing.
pub trait Observer {
    /// Called after a stone was placed on an empty point.
    fn placed(&mut self, point: Point, color: Color);
    /// Called after a stone was removed, by capture or by suicide.
    fn removed(&mut self, point: Point, color: Color);
}

impl Observer for () {
    #[inline]
    fn placed(&mut self, _: Point, _: Color) {}
    #[inline]
    fn removed(&mut self, _: Point, _: Color) {}
}

impl Board {
    /// Places a stone on an empty point, removes the opposing chains that have no liberty left and
    /// then, if it has none itself, the chain of the stone (suicide).
    ///
    /// The point must be empty. Ko and suicide are not checked.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point, color: Color, observer: &mut impl Observer) {
        debug_assert!(self.is_empty(point), "a stone is placed on an empty point");
        let around = self.read_around(point);
        self.remove_empty(point);
        self.cells[point.index()] = Cell::of(color);
        self.toggle_around(point, Surroundings::digit(color));
        observer.placed(point, color);
        let has_captured = self.fill_liberty(point, color, &around);
        let head = self.join_chains(point, color, &around);
        let (captured, last_captured) =
            if has_captured { self.capture_around(point, color, observer) } else { (0, point) };
        let (stones, liberties) = (self.stones[head.index()], self.liberties[head.index()]);
        let is_ko = captured == 1 && stones == 1 && liberties == 1;
        self.ko = if is_ko { Ko::new(last_captured, color.opponent()) } else { Ko::NONE };
        if liberties == 0 {
            self.remove_chain(head, color, observer);
        }
    }

    /// Removes `point` from the liberties of the chains around it; returns whether an opposing
    /// chain has none left.
    #[inline(always)]
    fn fill_liberty(&mut self, point: Point, color: Color, around: &Around) -> bool {
        let mut has_captured = false;
        for (head, cell) in around.heads.into_iter().zip(around.cells) {
            // Places without a stone have the head `NOWHERE`, whose liberties are never read.
            let left = self.remove_liberty(head, point);
            has_captured |= (cell == Cell::of(color.opponent())) & (left == 0);
        }
        has_captured
    }

    /// Joins the stone just placed on `point` with the chains of its color around it, or starts a
    /// new chain; returns the head.
    #[inline(always)]
    fn join_chains(&mut self, point: Point, color: Color, around: &Around) -> Point {
        let mut own = [Point::NOWHERE; 4];
        let mut count = 0;
        for (head, cell) in around.heads.into_iter().zip(around.cells) {
            own[count % 4] = head;
            count += usize::from(cell == Cell::of(color));
        }
        let mut head = point;
        if count == 0 {
            self.start_chain(point);
        } else {
            head = own[0];
            self.extend_chain(head, point);
            for &other in &own[1..count] {
                // The chain may have been merged into `head` already.
                let other = self.head[other.index()];
                if other != head {
                    head = self.merge(head, other);
                }
            }
        }
        self.add_liberties(head, around);
        head
    }

    /// Removes the opposing chains around `point` that have no liberty; returns the number of
    /// their stones, and a point of the last chain.
    #[inline]
    fn capture_around(
        &mut self,
        point: Point,
        color: Color,
        observer: &mut impl Observer,
    ) -> (u16, Point) {
        let mut captured = 0;
        let mut last_captured = point;
        for place in self.around(point) {
            let head = self.head[place.index()];
            let is_opponent = self.cells[place.index()] == Cell::of(color.opponent());
            if is_opponent & (self.liberties[head.index()] == 0) {
                captured += self.remove_chain(head, color.opponent(), observer);
                last_captured = place;
            }
        }
        (captured, last_captured)
    }

    /// Passes, which lifts simple ko.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = Ko::NONE;
    }
}
