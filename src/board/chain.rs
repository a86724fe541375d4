//! Chains: solidly connected stones of one color, with their liberties.

use super::{
    Around, Board, Cell, Color, Observer, Point, Surroundings,
    point_set::{bits, word_and_mask},
};

impl Board {
    /// The head of the chain that holds `stone`: two stones have the same head if and only if they
    /// belong to the same chain. Unspecified for a point without a stone.
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
        bits(&self.liberty_bits[self.bits_row(self.head(stone))])
    }

    /// One stone of every chain on the board.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| !self.is_empty(point) && self.head(point) == point)
    }

    #[inline]
    fn bits_row(&self, head: Point) -> std::ops::Range<usize> {
        let words = self.words as usize;
        let start = head.index() * words;
        start..start + words
    }

    #[inline]
    fn liberty_bit(&mut self, head: Point, liberty: Point) -> (&mut u64, u64) {
        let (word, mask) = word_and_mask(liberty);
        (&mut self.liberty_bits[head.index() * self.words as usize + word], mask)
    }

    #[inline]
    fn add_liberty(&mut self, head: Point, liberty: Point) {
        let (bits, mask) = self.liberty_bit(head, liberty);
        let is_new = *bits & mask == 0;
        *bits |= mask;
        self.liberties[head.index()] += u16::from(is_new);
    }

    /// Removes `liberty` from a chain's liberties if it is one; returns the number that remains.
    #[inline]
    pub(super) fn remove_liberty(&mut self, head: Point, liberty: Point) -> u16 {
        let (bits, mask) = self.liberty_bit(head, liberty);
        let was_in = *bits & mask != 0;
        *bits &= !mask;
        let left = self.liberties[head.index()] - u16::from(was_in);
        self.liberties[head.index()] = left;
        left
    }

    /// Makes the stone just placed on `point` a new chain. Its liberties are not yet set.
    #[inline]
    pub(super) fn start_chain(&mut self, point: Point) {
        self.head[point.index()] = point;
        self.next[point.index()] = point;
        self.stones[point.index()] = 1;
        self.liberties[point.index()] = 0;
        let row = self.bits_row(point);
        for word in &mut self.liberty_bits[row] {
            *word = 0;
        }
    }

    /// Adds the stone just placed on `point` to a chain. The liberties are not yet updated.
    #[inline]
    pub(super) fn extend_chain(&mut self, head: Point, point: Point) {
        self.head[point.index()] = head;
        self.next[point.index()] = self.next[head.index()];
        self.next[head.index()] = point;
        self.stones[head.index()] += 1;
    }

    /// Adds the empty places around a stone to the liberties of its chain. Branch-free, since
    /// which places are empty is unpredictable.
    #[inline(always)]
    pub(super) fn add_liberties(&mut self, head: Point, around: &Around) {
        let mut added = 0;
        for (place, cell) in around.places.into_iter().zip(around.cells) {
            let (bits, mask) = self.liberty_bit(head, place);
            let mask = if cell == Cell::Empty { mask } else { 0 };
            added += u16::from(*bits & mask != mask);
            *bits |= mask;
        }
        self.liberties[head.index()] += added;
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
        let words = self.words as usize;
        let (target, source) = (into.index() * words, from.index() * words);
        let mut count = 0;
        for word in 0..words {
            self.liberty_bits[target + word] |= self.liberty_bits[source + word];
            count += self.liberty_bits[target + word].count_ones();
        }
        self.liberties[into.index()] = count as u16;
        into
    }

    /// Removes a chain from the board and adds the freed points to the liberties of its neighbors.
    /// Returns the number of stones removed.
    #[inline]
    pub(super) fn remove_chain(
        &mut self,
        head: Point,
        color: Color,
        observer: &mut impl Observer,
    ) -> u16 {
        let mut stone = head;
        loop {
            self.add_empty(stone);
            self.toggle_around(stone, Surroundings::digit(color));
            observer.removed(stone, color);
            // Around it are opposing stones, stones of the chain itself, which no longer matter,
            // and places without a stone, whose liberty counts are never read.
            for place in self.around(stone) {
                self.add_liberty(self.head[place.index()], stone);
            }
            self.head[stone.index()] = Point::NOWHERE;
            stone = self.next[stone.index()];
            if stone == head {
                return self.stones[head.index()];
            }
        }
    }
}
