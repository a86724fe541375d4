//! Stones on a grid: a vector and a flood fill.

use std::ops::Range;

use shusaku::board::Color;

/// A point: its number, from 0, row by row from the top left.
pub type Point = usize;

/// What stands on every point. Any stones may stand anywhere, liberties or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    pub width: usize,
    pub height: usize,
    stones: Vec<Option<Color>>,
}

impl Grid {
    pub fn empty(width: usize, height: usize) -> Grid {
        Grid { width, height, stones: vec![None; width * height] }
    }

    /// Reads rows of `.`, `X` and `O`, the top row first; `None` if they are no such rows.
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Option<Grid> {
        let width = rows.first()?.as_ref().len();
        let mut grid = Grid::empty(width, rows.len());
        for (row, text) in rows.iter().enumerate() {
            if text.as_ref().len() != width {
                return None;
            }
            for (column, symbol) in text.as_ref().chars().enumerate() {
                grid.stones[row * width + column] = match symbol {
                    '.' => None,
                    'X' => Some(Color::Black),
                    'O' => Some(Color::White),
                    _ => return None,
                };
            }
        }
        Some(grid)
    }

    pub fn rows(&self) -> Vec<String> {
        let symbol = |stone: &Option<Color>| stone.map_or('.', Color::symbol);
        self.stones.chunks(self.width).map(|row| row.iter().map(symbol).collect()).collect()
    }

    /// Every grid of this size, also those on which no game can stand.
    pub fn all(width: usize, height: usize) -> impl Iterator<Item = Grid> {
        let grids = 3_u64.pow((width * height) as u32);
        (0..grids).map(move |number| Grid::numbered(width, height, number))
    }

    /// One of all grids: its stones are the digits of `number` to the base of three.
    pub fn numbered(width: usize, height: usize, number: u64) -> Grid {
        let mut grid = Grid::empty(width, height);
        let mut rest = number;
        for stone in &mut grid.stones {
            *stone = [None, Some(Color::Black), Some(Color::White)][(rest % 3) as usize];
            rest /= 3;
        }
        grid
    }

    pub fn points(&self) -> Range<Point> {
        0..self.stones.len()
    }

    pub fn get(&self, point: Point) -> Option<Color> {
        self.stones[point]
    }

    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[point] = stone;
    }

    pub fn stones_of(&self, color: Color) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(color)).count()
    }

    pub fn is_empty_board(&self) -> bool {
        self.stones.iter().all(Option::is_none)
    }

    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (row, column) = (point / self.width, point % self.width);
        let up = (row > 0).then(|| point - self.width);
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < self.width).then_some(point + 1);
        let down = (row + 1 < self.height).then_some(point + self.width);
        [up, left, right, down].into_iter().flatten()
    }

    /// The points that can be reached from one of them by stepping to neighbours that `belong`.
    pub fn connected(&self, from: Point, belongs: impl Fn(Option<Color>) -> bool) -> Vec<Point> {
        let mut found = vec![from];
        let mut is_found = vec![false; self.stones.len()];
        is_found[from] = true;
        let mut next = 0;
        while next < found.len() {
            for neighbour in self.neighbours(found[next]) {
                if belongs(self.stones[neighbour]) && !is_found[neighbour] {
                    is_found[neighbour] = true;
                    found.push(neighbour);
                }
            }
            next += 1;
        }
        found
    }

    /// The stones connected to a stone, in order.
    pub fn chain(&self, stone: Point) -> Vec<Point> {
        let mut chain = self.connected(stone, |other| other == self.stones[stone]);
        chain.sort_unstable();
        chain
    }

    /// The empty points next to a chain, in order.
    pub fn liberties(&self, chain: &[Point]) -> Vec<Point> {
        let around = chain.iter().flat_map(|&stone| self.neighbours(stone));
        let mut liberties: Vec<Point> =
            around.filter(|&point| self.stones[point].is_none()).collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// The maximal sets of connected points that `belong`.
    pub fn components(&self, belongs: impl Fn(Option<Color>) -> bool) -> Vec<Vec<Point>> {
        let mut components: Vec<Vec<Point>> = Vec::new();
        let mut is_seen = vec![false; self.stones.len()];
        for point in self.points() {
            if belongs(self.stones[point]) && !is_seen[point] {
                let component = self.connected(point, &belongs);
                component.iter().for_each(|&member| is_seen[member] = true);
                components.push(component);
            }
        }
        components
    }

    /// The chains of a colour.
    pub fn chains(&self, color: Color) -> Vec<Vec<Point>> {
        self.components(|stone| stone == Some(color))
    }

    /// Whether every chain has a liberty.
    pub fn is_legal(&self) -> bool {
        let chains = Color::ALL.into_iter().flat_map(|color| self.chains(color));
        chains.into_iter().all(|chain| !self.liberties(&chain).is_empty())
    }

    /// The grid that a play makes: a stone comes onto an empty point, opposing chains without
    /// liberty go, then own chains without liberty.
    pub fn after_play(&self, point: Point, color: Color) -> Grid {
        assert!(self.stones[point].is_none(), "a stone is put on an empty point");
        let mut grid = self.clone();
        grid.stones[point] = Some(color);
        for loser in [color.opponent(), color] {
            // Every chain had a liberty; only one that the new stone touches can have lost it.
            for place in grid.neighbours(point).chain([point]) {
                if grid.stones[place] == Some(loser) {
                    let chain = grid.chain(place);
                    if grid.liberties(&chain).is_empty() {
                        grid.remove(&chain);
                    }
                }
            }
        }
        grid
    }

    pub fn remove(&mut self, points: &[Point]) {
        points.iter().for_each(|&point| self.stones[point] = None);
    }
}
