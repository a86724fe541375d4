//! Stones on a grid: a vector, with chains and liberties by flood fill.

use std::ops::Range;

use shusaku::board::Color;

/// The number of a point, from 0, row by row from the top left.
pub type Point = usize;

/// The contents of every point. Chains without liberty are allowed.
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

    /// Reads rows of `.`, `X` and `O`, the top row first; `None` for other text.
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

    /// Every grid of this size, illegal ones included.
    pub fn all(width: usize, height: usize) -> impl Iterator<Item = Grid> {
        let grids = 3_u64.pow((width * height) as u32);
        (0..grids).map(move |number| Grid::numbered(width, height, number))
    }

    /// The grid whose stones are the digits of `number` to the base of three.
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

    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (row, column) = (point / self.width, point % self.width);
        let up = (row > 0).then(|| point - self.width);
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < self.width).then_some(point + 1);
        let down = (row + 1 < self.height).then_some(point + self.width);
        [up, left, right, down].into_iter().flatten()
    }

    /// The points connected to `from` by neighbors for which `belongs` holds.
    pub fn connected(&self, from: Point, belongs: impl Fn(Option<Color>) -> bool) -> Vec<Point> {
        let mut found = vec![from];
        let mut is_found = vec![false; self.stones.len()];
        is_found[from] = true;
        let mut next = 0;
        while next < found.len() {
            for neighbor in self.neighbors(found[next]) {
                if belongs(self.stones[neighbor]) && !is_found[neighbor] {
                    is_found[neighbor] = true;
                    found.push(neighbor);
                }
            }
            next += 1;
        }
        found
    }

    /// The chain of a stone, in order.
    pub fn chain(&self, stone: Point) -> Vec<Point> {
        let mut chain = self.connected(stone, |other| other == self.stones[stone]);
        chain.sort_unstable();
        chain
    }

    /// The liberties of a chain, in order.
    pub fn liberties(&self, chain: &[Point]) -> Vec<Point> {
        let around = chain.iter().flat_map(|&stone| self.neighbors(stone));
        let mut liberties: Vec<Point> =
            around.filter(|&point| self.stones[point].is_none()).collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// The maximal connected sets of points for which `belongs` holds.
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

    /// The chains of a color.
    pub fn chains(&self, color: Color) -> Vec<Vec<Point>> {
        self.components(|stone| stone == Some(color))
    }

    /// Whether every chain has a liberty.
    pub fn is_legal(&self) -> bool {
        let chains = Color::ALL.into_iter().flat_map(|color| self.chains(color));
        chains.into_iter().all(|chain| !self.liberties(&chain).is_empty())
    }

    /// The grid after a play: a stone is placed on an empty point, then opposing chains without
    /// liberty are removed, then own chains without liberty.
    pub fn after_play(&self, point: Point, color: Color) -> Grid {
        assert!(self.stones[point].is_none(), "a stone is placed on an empty point");
        let mut grid = self.clone();
        grid.stones[point] = Some(color);
        for removed in [color.opponent(), color] {
            // Every chain had a liberty; only chains next to the new stone can have lost it.
            for place in grid.neighbors(point).chain([point]) {
                if grid.stones[place] == Some(removed) {
                    let chain = grid.chain(place);
                    if grid.liberties(&chain).is_empty() {
                        grid.remove(&chain);
                    }
                }
            }
        }
        grid
    }

    /// The grid after a play; `None` where there is a stone.
    pub fn result(&self, point: Point, color: Color) -> Option<Grid> {
        self.get(point).is_none().then(|| self.after_play(point, color))
    }

    /// Removes the chains without liberties, Black's first.
    pub fn remove_chains_without_liberties(&mut self) {
        for color in Color::ALL {
            for chain in self.chains(color) {
                if self.liberties(&chain).is_empty() {
                    self.remove(&chain);
                }
            }
        }
    }

    pub fn remove(&mut self, points: &[Point]) {
        points.iter().for_each(|&point| self.stones[point] = None);
    }
}
