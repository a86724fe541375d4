//! A board for reading: quick to play on and to take back.

use crate::board::{Board, CAPACITY, Color, Point, PointSet};

/// What is on a place of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Border,
}

/// Stones and the ko point. Chains are found when they are asked for, which for the few questions
/// of a ladder costs less than keeping them.
#[derive(Debug)]
pub(super) struct Grid {
    stride: usize,
    cells: [Cell; CAPACITY],
    /// Where nobody may retake a ko.
    pub(super) ko: Option<Point>,
    /// Stones taken off by the turns played so far.
    captured: Vec<Point>,
    /// By place: the number of the search that has been there.
    visited: [u32; CAPACITY],
    search: u32,
    /// Stones of the chain searched last, in the order in which they were found.
    stones: Vec<Point>,
    /// By colour: the stones of the board that was set.
    pub(super) stones_set: [PointSet; 2],
    /// Where [`around`](Self::around) was asked about since somebody emptied it: nothing that is
    /// neither here nor next to it has been looked at.
    pub(super) looks: PointSet,
}

/// What taking back a turn needs.
pub(super) struct Played {
    point: Point,
    color: Color,
    ko: Option<Point>,
    captured: usize,
}

/// Liberties of a chain, as far as they were asked for.
pub(super) struct Liberties {
    points: [Point; Liberties::MOST],
    len: usize,
}

impl Liberties {
    /// Most liberties that are told apart: so many or more.
    pub(super) const MOST: usize = 3;

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

impl Grid {
    pub(super) fn new() -> Grid {
        Grid {
            stride: 0,
            cells: [Cell::Border; CAPACITY],
            ko: None,
            captured: Vec::new(),
            visited: [0; CAPACITY],
            search: 0,
            stones: Vec::new(),
            stones_set: [PointSet::EMPTY; 2],
            looks: PointSet::EMPTY,
        }
    }

    /// Starts from the stones and the ko point of a board.
    pub(super) fn set(&mut self, board: &Board) {
        let size = board.size();
        self.stride = size.stride();
        self.cells[..size.layout_len()].fill(Cell::Border);
        self.stones_set = [PointSet::EMPTY; 2];
        size.points().for_each(|point| {
            let stone = board.stone(point);
            self.cells[point.index()] = stone.map_or(Cell::Empty, Cell::Stone);
            for color in Color::ALL {
                self.stones_set[color.index()].insert_if(point, stone == Some(color));
            }
        });
        self.ko = board.ko().map(|(point, _)| point);
        self.captured.clear();
    }

    pub(super) fn around(&mut self, point: Point) -> [Point; 4] {
        self.looks.insert(point);
        let index = point.index();
        [index - self.stride, index - 1, index + 1, index + self.stride].map(Point::from_index)
    }

    pub(super) fn cell(&self, place: Point) -> Cell {
        self.cells[place.index()]
    }

    /// How many of the places around a point are empty.
    pub(super) fn empty_around(&mut self, point: Point) -> usize {
        self.around(point).into_iter().filter(|&place| self.cell(place) == Cell::Empty).count()
    }

    /// The liberties of the chain of a stone, the search for which ends at the `enough`th.
    pub(super) fn liberties(&mut self, stone: Point, enough: usize) -> Liberties {
        let color = self.cell(stone);
        self.search += 1;
        self.visited[stone.index()] = self.search;
        self.stones.clear();
        self.stones.push(stone);
        let mut liberties = Liberties { points: [Point::NOWHERE; Liberties::MOST], len: 0 };
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
                if liberties.len == enough {
                    return liberties;
                }
            }
        }
        liberties
    }

    /// The stones of the chain that [`liberties`](Self::liberties) was asked for last, all of them
    /// if it had fewer than enough.
    pub(super) fn searched_stones(&self) -> &[Point] {
        &self.stones
    }

    /// How many chains were searched so far.
    pub(super) fn searches(&self) -> u32 {
        self.search
    }

    /// Whether one of the searches after the first `searches` has been at a place.
    pub(super) fn was_there_since(&self, searches: u32, place: Point) -> bool {
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

    /// Plays on an empty point; the play is no suicide.
    pub(super) fn play(&mut self, point: Point, color: Color) -> Played {
        let played = Played { point, color, ko: self.ko, captured: self.captured.len() };
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
        self.ko = match self.captured[played.captured..] {
            [captured] if self.is_retakable(around, captured, color) => Some(captured),
            _ => None,
        };
        played
    }

    /// Whether the stone amid `around`, which has just captured one, stands alone with the captured
    /// one's point as its only liberty.
    fn is_retakable(&self, around: [Point; 4], captured: Point, color: Color) -> bool {
        around.into_iter().all(|place| match self.cell(place) {
            Cell::Empty => place == captured,
            cell => cell != Cell::Stone(color),
        })
    }

    /// Takes back the latest turn.
    pub(super) fn take_back(&mut self, played: Played) {
        self.cells[played.point.index()] = Cell::Empty;
        for stone in self.captured.drain(played.captured..) {
            self.cells[stone.index()] = Cell::Stone(played.color.opponent());
        }
        self.ko = played.ko;
    }
}
