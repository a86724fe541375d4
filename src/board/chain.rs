//! Chains: solidly connected stones of one colour, with their liberties.

use super::{
    Board, Cells, Color, Point,
    point::{WORD_BITS, bits},
};

impl Board {
    /// The head of the chain that holds the stone on `stone`: equal for two stones exactly if they
    /// are of one chain. Meaningless for a point without a stone.
    #[inline]
    #[must_use]
    pub fn head(&self, stone: Point) -> Point {
        self.head[stone.index()]
    }

    /// Number of stones of the chain that holds `stone`.
    #[inline]
    #[must_use]
    pub fn chain_len(&self, stone: Point) -> usize {
        self.stones[self.head(stone).index()] as usize
    }

    /// Number of liberties of the chain that holds `stone`.
    #[inline]
    #[must_use]
    pub fn liberty_count(&self, stone: Point) -> usize {
        self.liberties[self.head(stone).index()] as usize
    }

    /// The stones of the chain that holds `stone`, in no particular order.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let end = stone;
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let point = at?;
            let next = self.next[point.index()];
            at = (next != end).then_some(next);
            Some(point)
        })
    }

    /// The liberties of the chain that holds `stone`, in the order of [`super::Size::points`].
    pub fn liberties(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let row = self.bits_row(self.head(stone));
        bits(&self.liberty_bits[row], self.size.first())
    }

    /// One stone of every chain on the board.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| !self.is_empty(point) && self.head(point) == point)
    }

    #[inline]
    pub(super) fn bits_row(&self, head: Point) -> std::ops::Range<usize> {
        let words = self.size.words();
        let start = head.index() * words;
        start..start + words
    }

    #[inline]
    fn liberty_bit(&self, head: Point, liberty: Point) -> (usize, u64) {
        let bit = liberty.index() - self.size.first();
        (head.index() * self.size.words() + bit / WORD_BITS, 1 << (bit % WORD_BITS))
    }

    #[inline]
    pub(super) fn add_liberty(&mut self, head: Point, liberty: Point) {
        let (word, mask) = self.liberty_bit(head, liberty);
        self.liberties[head.index()] += u16::from(self.liberty_bits[word] & mask == 0);
        self.liberty_bits[word] |= mask;
    }

    #[inline]
    pub(super) fn remove_liberty(&mut self, head: Point, liberty: Point) {
        let (word, mask) = self.liberty_bit(head, liberty);
        self.liberties[head.index()] -= u16::from(self.liberty_bits[word] & mask != 0);
        self.liberty_bits[word] &= !mask;
    }

    /// Makes the stone just put on `point` a chain of its own.
    #[inline]
    pub(super) fn start_chain(&mut self, point: Point) {
        self.head[point.index()] = point;
        self.next[point.index()] = point;
        self.stones[point.index()] = 1;
        self.liberties[point.index()] = 0;
        let row = self.bits_row(point);
        self.liberty_bits[row].fill(0);
        for place in self.around(point) {
            if self.cells[place.index()] == Cells::EMPTY {
                self.add_liberty(point, place);
            }
        }
    }

    /// Joins two chains, the smaller into the larger, and returns the head that remains.
    #[inline]
    pub(super) fn merge(&mut self, a: Point, b: Point) -> Point {
        let (into, from) =
            if self.stones[a.index()] >= self.stones[b.index()] { (a, b) } else { (b, a) };
        let mut stone = from;
        loop {
            self.head[stone.index()] = into;
            stone = self.next[stone.index()];
            if stone == from {
                break;
            }
        }
        self.next.swap(into.index(), from.index());
        self.stones[into.index()] += self.stones[from.index()];
        let (mut target, mut source) = (self.bits_row(into).start, self.bits_row(from).start);
        let mut count = 0;
        for _ in 0..self.size.words() {
            self.liberty_bits[target] |= self.liberty_bits[source];
            count += self.liberty_bits[target].count_ones();
            target += 1;
            source += 1;
        }
        self.liberties[into.index()] = count as u16;
        into
    }

    /// Takes a chain off the board and gives the liberties that this opens to its neighbours.
    /// Returns the number of stones taken off.
    #[inline]
    pub(super) fn remove_chain(
        &mut self,
        head: Point,
        color: Color,
        observer: &mut impl super::Observer,
    ) -> u16 {
        let mut stone = head;
        loop {
            self.add_empty(stone);
            observer.removed(stone, color);
            for place in self.around(stone) {
                if self.cells[place.index()] == Cells::of(color.opponent()) {
                    self.add_liberty(self.head[place.index()], stone);
                }
            }
            stone = self.next[stone.index()];
            if stone == head {
                return self.stones[head.index()];
            }
        }
    }
}
