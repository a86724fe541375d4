//! Whose each point is if play stopped here, as networks are told.

use super::{Situation, independent};
use crate::{
    board::{Board, CAPACITY, Color, Point},
    rules::Tax,
};

/// By point: its owner.
pub(super) type Owners = [Option<Color>; CAPACITY];

/// Nobody owns anything.
pub(super) const NOBODYS: Owners = [None; CAPACITY];

/// Finds out who owns what.
#[derive(Debug, Default)]
pub(super) struct AreaReader {
    life: LifeReader,
    scratch: Vec<Point>,
}

impl AreaReader {
    /// Who owns what by the rules of a situation; nobody anything while territory is only being
    /// played for.
    pub(super) fn owners(&mut self, situation: &Situation, is_strict: bool) -> Owners {
        let (board, rules) = (situation.boards[0], &situation.rules);
        let is_strict = is_strict || rules.suicide;
        let second = situation.clean_up.as_ref().filter(|clean_up| clean_up.is_second);
        if !rules.territory {
            let area = self.area(board, is_strict);
            return match rules.tax {
                Tax::None => area,
                _ => {
                    let keeps = |point| area[Point::index(point)] == board.stone(point);
                    independent::without_seki(board, &area, keeps, &mut self.scratch)
                }
            };
        }
        let Some(clean_up) = second else { return NOBODYS };
        let area = self.area(board, is_strict);
        let is_territory =
            |point| rules.tax == Tax::None && area[Point::index(point)] != board.stone(point);
        let mut owners = independent::without_seki(board, &area, is_territory, &mut self.scratch);
        for color in Color::ALL {
            for point in clean_up.start[color.index()].iter() {
                if board.stone(point) == Some(color) {
                    owners[point.index()].get_or_insert(color);
                }
            }
        }
        owners
    }

    /// Pass-alive chains with their eyes, empty regions that touch one colour only, and all other
    /// stones.
    fn area(&mut self, board: &Board, is_strict: bool) -> Owners {
        let mut owners = NOBODYS;
        for color in Color::ALL {
            self.life.claim(board, color, is_strict, &mut owners);
        }
        for point in board.size().points() {
            if let Some(color) = board.stone(point) {
                owners[point.index()].get_or_insert(color);
            }
        }
        owners
    }
}

/// Finds what is unconditionally alive, by Benson's algorithm (1976, "Life in the game of Go",
/// section 3) with KataGo's notion of what lies in its eyes.
#[derive(Debug)]
struct LifeReader {
    /// The heads of the chains of one colour.
    chains: Vec<Point>,
    regions: Vec<Region>,
    /// The points of the regions, one region after another.
    points: Vec<Point>,
    visited: [bool; CAPACITY],
    /// By head of a chain: regions vital to it.
    vital: [u16; CAPACITY],
    /// By head of a chain.
    is_dead: [bool; CAPACITY],
}

impl Default for LifeReader {
    fn default() -> LifeReader {
        LifeReader {
            chains: Vec::new(),
            regions: Vec::new(),
            points: Vec::new(),
            visited: [false; CAPACITY],
            vital: [0; CAPACITY],
            is_dead: [false; CAPACITY],
        }
    }
}

/// A maximal connected set of points without stones of one colour.
#[derive(Debug)]
struct Region {
    /// Where its points begin and end.
    start: usize,
    end: usize,
    has_opponent: bool,
    /// How many of its points no stone of the colour touches.
    inner: usize,
    /// Whether a chain around it is not alive.
    is_open: bool,
    /// The chains that it is vital to, by their heads.
    vital_to: Heads,
}

/// Up to four heads of chains: as many as can touch one point.
#[derive(Clone, Copy, Debug)]
struct Heads {
    heads: [Point; 4],
    len: usize,
}

impl Heads {
    /// The chains of `color` that touch a point.
    fn around(board: &Board, point: Point, color: Color) -> Heads {
        let mut found = Heads { heads: [Point::NOWHERE; 4], len: 0 };
        for place in board.around(point) {
            if board.stone(place) == Some(color) && !found.get().contains(&board.head(place)) {
                found.heads[found.len] = board.head(place);
                found.len += 1;
            }
        }
        found
    }

    fn get(&self) -> &[Point] {
        &self.heads[..self.len]
    }

    /// Keeps those that are in both.
    fn retain(&mut self, others: &Heads) {
        let mut len = 0;
        for at in 0..self.len {
            if others.get().contains(&self.heads[at]) {
                self.heads[len] = self.heads[at];
                len += 1;
            }
        }
        self.len = len;
    }
}

impl LifeReader {
    /// Gives `color` what it owns. What is unconditional is taken even from the other colour, what
    /// is merely surrounded only if nobody has it.
    fn claim(&mut self, board: &Board, color: Color, is_strict: bool, owners: &mut Owners) {
        self.chains.clear();
        self.chains.extend(board.chains().filter(|&head| board.stone(head) == Some(color)));
        if self.chains.is_empty() {
            return;
        }
        self.find_regions(board, color, is_strict);
        self.kill(board, color);
        for &head in self.chains.iter().filter(|head| !self.is_dead[head.index()]) {
            board.chain(head).for_each(|stone| owners[stone.index()] = Some(color));
        }
        for region in &self.regions {
            let points = &self.points[region.start..region.end];
            let is_eye = region.inner <= 1 || !region.has_opponent;
            if is_eye && !region.is_open {
                points.iter().for_each(|point| owners[point.index()] = Some(color));
            } else if !region.has_opponent {
                points.iter().for_each(|point| {
                    owners[point.index()].get_or_insert(color);
                });
            }
        }
    }

    fn find_regions(&mut self, board: &Board, color: Color, is_strict: bool) {
        self.regions.clear();
        self.points.clear();
        self.visited = [false; CAPACITY];
        for point in board.size().points() {
            if board.is_empty(point) && !self.visited[point.index()] {
                let region = self.flood(board, point, color, is_strict);
                self.regions.push(region);
            }
        }
    }

    /// The region around an empty point.
    fn flood(&mut self, board: &Board, start: Point, color: Color, is_strict: bool) -> Region {
        let mut region = Region {
            start: self.points.len(),
            end: 0,
            has_opponent: false,
            inner: 0,
            is_open: false,
            vital_to: Heads::around(board, start, color),
        };
        self.visited[start.index()] = true;
        self.points.push(start);
        let mut at = region.start;
        while let Some(&point) = self.points.get(at) {
            at += 1;
            region.has_opponent |= !board.is_empty(point);
            region.inner += usize::from(!board.touches(point, color));
            if region.vital_to.len > 0 && (is_strict || board.is_empty(point)) {
                region.vital_to.retain(&Heads::around(board, point, color));
            }
            for place in board.neighbours(point) {
                if board.stone(place) != Some(color) && !self.visited[place.index()] {
                    self.visited[place.index()] = true;
                    self.points.push(place);
                }
            }
        }
        region.end = self.points.len();
        region
    }

    /// Finds out which chains are not alive: those without two vital regions that only living
    /// chains surround.
    fn kill(&mut self, board: &Board, color: Color) {
        self.chains.iter().for_each(|head| self.is_dead[head.index()] = false);
        loop {
            self.chains.iter().for_each(|head| self.vital[head.index()] = 0);
            for region in self.regions.iter().filter(|region| !region.is_open) {
                for head in region.vital_to.get() {
                    self.vital[head.index()] += 1;
                }
            }
            let mut has_changed = false;
            for head in &self.chains {
                if self.vital[head.index()] < 2 && !self.is_dead[head.index()] {
                    self.is_dead[head.index()] = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
            for region in self.regions.iter_mut().filter(|region| !region.is_open) {
                let is_dead = |&place: &Point| {
                    board.stone(place) == Some(color) && self.is_dead[board.head(place).index()]
                };
                let mut points = self.points[region.start..region.end].iter();
                region.is_open = points.any(|&point| board.around(point).iter().any(is_dead));
            }
        }
    }
}
