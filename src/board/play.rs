//! Putting a stone on the board.
//!
//! Some steps are inlined whatever the compiler thinks: calls between them cost uniform playouts
//! a tenth of their speed.

use super::{Around, Board, Cell, Color, Ko, Point, Surroundings};

/// Is told of every stone that comes to the board and leaves it.
///
/// Whoever needs a hash or the prisoners passes an observer that keeps them; a playout passes `()`
/// and pays nothing.
pub trait Observer {
    /// A player put a stone on an empty point.
    fn placed(&mut self, point: Point, color: Color);
    /// A stone was taken off, by capture or by suicide.
    fn removed(&mut self, point: Point, color: Color);
}

impl Observer for () {
    #[inline]
    fn placed(&mut self, _: Point, _: Color) {}
    #[inline]
    fn removed(&mut self, _: Point, _: Color) {}
}

impl Board {
    /// Puts a stone on an empty point, takes off the opposing chains that this leaves without
    /// liberty and then, if it has none itself, the chain that the stone belongs to (suicide).
    ///
    /// Only emptiness is required; ko and suicide are for the caller to judge.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point, color: Color, observer: &mut impl Observer) {
        debug_assert!(self.is_empty(point), "a stone is put on an empty point");
        let around = self.look_around(point);
        self.take_empty(point);
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

    /// Takes `point` from the liberties of the chains around it; returns whether this leaves an
    /// opposing one without.
    #[inline(always)]
    fn fill_liberty(&mut self, point: Point, color: Color, around: &Around) -> bool {
        let mut has_captured = false;
        for (head, cell) in around.heads.into_iter().zip(around.cells) {
            // Places without a stone have `NOWHERE` as their head, whose liberties nobody reads.
            let left = self.remove_liberty(head, point);
            has_captured |= (cell == Cell::of(color.opponent())) & (left == 0);
        }
        has_captured
    }

    /// Makes the stone just put on `point` part of the chains of its colour around it, or a new
    /// chain; returns the head.
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
                // A chain that was merged already has given its stones to `head`.
                let other = self.head[other.index()];
                if other != head {
                    head = self.merge(head, other);
                }
            }
        }
        self.add_liberties(head, around);
        head
    }

    /// Takes off the opposing chains around `point` that have no liberty; returns how many stones
    /// they had, and a point of the last of them.
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

    /// Ends the turn without a stone: nothing stays forbidden by simple ko.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = Ko::NONE;
    }
}
