use super::{Board, Cells, Color, Point};

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
        self.take_empty(point);
        self.cells[point.index()] = Cells::of(color);
        observer.placed(point, color);
        self.start_chain(point);
        let mut head = point;
        let mut captured = 0;
        let mut last_captured = point;
        for place in self.around(point) {
            let cell = self.cells[place.index()];
            if cell == Cells::of(color) {
                let neighbour = self.head[place.index()];
                if neighbour != head {
                    self.remove_liberty(neighbour, point);
                    head = self.merge(head, neighbour);
                }
            } else if cell == Cells::of(color.opponent()) {
                let neighbour = self.head[place.index()];
                self.remove_liberty(neighbour, point);
                if self.liberties[neighbour.index()] == 0 {
                    captured += self.remove_chain(neighbour, color.opponent(), observer);
                    last_captured = place;
                }
            }
        }
        let (stones, liberties) = (self.stones[head.index()], self.liberties[head.index()]);
        self.ko = (captured == 1 && stones == 1 && liberties == 1)
            .then_some((last_captured, color.opponent()));
        if liberties == 0 {
            self.remove_chain(head, color, observer);
        }
    }

    /// Ends the turn without a stone: nothing stays forbidden by simple ko.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = None;
    }
}
