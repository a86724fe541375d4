//! A minimal board for ladder reading, with fast undo.

use crate::board::{Board, CAPACITY, Color, Point, PointSet};

/// The contents of a location of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Border,
}

/// Stones and the ko point. Chains are searched when they are needed, which for the few queries of a
/// ladder costs less than to maintain them.
#[derive(Debug)]
pub(super) struct LadderBoard {
    stride: usize,
    cells: [Cell; CAPACITY],
    /// The point banned by simple ko.
    pub(super) ko: Option<Point>,
    /// Stones captured by the moves played so far.
    captured: Vec<Point>,
    /// By location, the number of the last search that visited it.
    visited: [u32; CAPACITY],
    search: u32,
    /// Stones of the chain searched last, in the order of the search.
    stones: Vec<Point>,
    /// By color, the stones of the board passed to [`set`](Self::set).
    pub(super) initial_stones: [PointSet; 2],
    /// Points passed to [`around`](Self::around) since the caller cleared this set: only these and
    /// their neighbors were examined.
    pub(super) examined: PointSet,
}

/// The data needed to undo a move.
pub(super) struct Undo {
    point: Point,
    color: Color,
    ko: Option<Point>,
    captured: usize,
}

/// The liberties of a chain, up to a maximum.
pub(super) struct Liberties {
    points: [Point; Liberties::MAX],
    len: usize,
}

impl Liberties {
    /// Maximum number of liberties counted; a chain may have more.
    pub(super) const MAX: usize = 3;

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

impl LadderBoard {
    pub(super) fn new() -> LadderBoard {
        LadderBoard {
            stride: 0,
            cells: [Cell::Border; CAPACITY],
            ko: None,
            captured: Vec::new(),
            visited: [0; CAPACITY],
            search: 0,
            stones: Vec::new(),
            initial_stones: [PointSet::EMPTY; 2],
            examined: PointSet::EMPTY,
        }
    }

    /// Copies the stones and the ko point of a board.
    pub(super) fn set(&mut self, board: &Board) {
        let size = board.size();
        self.stride = size.stride();
        self.cells[..size.layout_len()].fill(Cell::Border);
        self.initial_stones = [PointSet::EMPTY; 2];
        size.points().for_each(|point| {
            let stone = board.stone(point);
            self.cells[point.index()] = stone.map_or(Cell::Empty, Cell::Stone);
            for color in Color::ALL {
                self.initial_stones[color.index()].insert_if(point, stone == Some(color));
            }
        });
        self.ko = board.ko().map(|(point, _)| point);
        self.captured.clear();
        // Far more than the searches for one position are left before the number overflows.
        if self.search > u32::MAX / 2 {
            self.visited.fill(0);
            self.search = 0;
        }
    }

    pub(super) fn around(&mut self, point: Point) -> [Point; 4] {
        self.examined.insert(point);
        let index = point.index();
        [index - self.stride, index - 1, index + 1, index + self.stride].map(Point::from_index)
    }

    pub(super) fn cell(&self, place: Point) -> Cell {
        self.cells[place.index()]
    }

    /// Number of empty neighbors of a point.
    pub(super) fn empty_around(&mut self, point: Point) -> usize {
        self.around(point).into_iter().filter(|&place| self.cell(place) == Cell::Empty).count()
    }

    /// The liberties of the chain of a stone, at most `max` of them.
    pub(super) fn liberties(&mut self, stone: Point, max: usize) -> Liberties {
        let color = self.cell(stone);
        self.search += 1;
        self.visited[stone.index()] = self.search;
        self.stones.clear();
        self.stones.push(stone);
        let mut liberties = Liberties { points: [Point::NOWHERE; Liberties::MAX], len: 0 };
        let mut at = 0;
        while let Some(&stone) = self.stones.get(at) {
            at += 1;
            for place in self.around(stone) {
                let cell = self.cell(place);
                if self.visited[place.index()] == self.search
                    || cell != color && cell != Cell::Empty
                {
                    continue;
                }
                self.visited[place.index()] = self.search;
                if cell == color {
                    self.stones.push(place);
                    continue;
                }
                liberties.points[liberties.len] = place;
                liberties.len += 1;
                if liberties.len == max {
                    return liberties;
                }
            }
        }
        liberties
    }

    /// The stones of the chain that [`liberties`](Self::liberties) searched last; all of them if it
    /// has fewer liberties than the maximum.
    pub(super) fn searched_stones(&self) -> &[Point] {
        &self.stones
    }

    /// Number of searches so far.
    pub(super) fn searches(&self) -> u32 {
        self.search
    }

    /// Whether one of the searches after the first `searches` visited a location.
    pub(super) fn was_visited_since(&self, searches: u32, place: Point) -> bool {
        self.visited[place.index()] > searches
    }

    /// Whether a play is legal under simple ko without suicide.
    pub(super) fn is_legal(&mut self, point: Point, color: Color) -> bool {
        if self.cell(point) != Cell::Empty || self.ko == Some(point) {
            return false;
        }
        let around = self.around(point);
        around.into_iter().any(|place| self.cell(place) == Cell::Empty)
            || around.into_iter().any(|place| match self.cell(place) {
                Cell::Stone(other) => (self.liberties(place, 2).len() == 1) != (other == color),
                _ => false,
            })
    }

    /// Plays on an empty point; the play must not be suicide.
    pub(super) fn play(&mut self, point: Point, color: Color) -> Undo {
        let undo = Undo { point, color, ko: self.ko, captured: self.captured.len() };
        self.cells[point.index()] = Cell::Stone(color);
        let around = self.around(point);
        for place in around {
            if self.cell(place) == Cell::Stone(color.opponent())
                && self.liberties(place, 1).len() == 0
            {
                for &stone in &self.stones {
                    self.cells[stone.index()] = Cell::Empty;
                }
                self.captured.extend_from_slice(&self.stones);
            }
        }
        self.ko = match self.captured[undo.captured..] {
            [captured] if self.is_retakable(around, captured, color) => Some(captured),
            _ => None,
        };
        undo
    }

    /// Whether the stone between `around`, which has just captured one stone, is alone and has the
    /// captured stone's point as its only liberty.
    fn is_retakable(&self, around: [Point; 4], captured: Point, color: Color) -> bool {
        around.into_iter().all(|place| match self.cell(place) {
            Cell::Empty => place == captured,
            cell => cell != Cell::Stone(color),
        })
    }

    /// Undoes the last move.
    pub(super) fn undo(&mut self, undo: Undo) {
        self.cells[undo.point.index()] = Cell::Empty;
        for stone in self.captured.drain(undo.captured..) {
            self.cells[stone.index()] = Cell::Stone(undo.color.opponent());
        }
        self.ko = undo.ko;
    }
}
