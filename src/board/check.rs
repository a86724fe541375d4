//! Slow checks of the board's invariants, for tests.

use super::{Board, Cell, Point, PointSet, point::CAPACITY};

impl Board {
    /// Whether chains, liberties, surroundings and the list of empty points agree with the stones.
    ///
    /// Always true unless this module has a bug. Costs about as much as a hundred plays.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.empty_points_are_consistent()
            && self.surroundings_are_consistent()
            && self.chains_are_consistent()
    }

    fn surroundings_are_consistent(&self) -> bool {
        self.size.points().all(|point| self.surroundings(point) == self.compute_surroundings(point))
    }

    fn empty_points_are_consistent(&self) -> bool {
        let count = self.size.points().filter(|&point| self.is_empty(point)).count();
        count == self.empty_points().len()
            && self.empty_points().iter().enumerate().all(|(index, &point)| {
                self.is_empty(point)
                    && self.head(point) == Point::NOWHERE
                    && self.empty_index[point.index()] as usize == index
            })
    }

    fn chains_are_consistent(&self) -> bool {
        let mut visited = [false; CAPACITY];
        self.size
            .points()
            .filter(|&point| !self.is_empty(point))
            .all(|point| visited[point.index()] || self.chain_is_consistent(point, &mut visited))
    }

    /// Compares one chain's data with a flood fill from one of its stones.
    fn chain_is_consistent(&self, start: Point, visited: &mut [bool; CAPACITY]) -> bool {
        let color = self.cells[start.index()];
        let mut stones = vec![start];
        let mut liberties = PointSet::EMPTY;
        visited[start.index()] = true;
        let mut at = 0;
        while at < stones.len() {
            for place in self.around(stones[at]) {
                let cell = self.cells[place.index()];
                if cell == Cell::Empty {
                    liberties.insert(place);
                } else if cell == color && !visited[place.index()] {
                    visited[place.index()] = true;
                    stones.push(place);
                }
            }
            at += 1;
        }
        let head = self.head(start);
        stones.iter().all(|&stone| self.head(stone) == head)
            && self.chain(start).count() == stones.len()
            && self.chain_len(start) == stones.len()
            && self.liberty_count(start) == liberties.len()
            && liberties.iter().eq(self.liberties(start))
            && !liberties.is_empty()
    }
}
