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
        let (board, rules) = (situation.board, &situation.rules);
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
        board.size().points().for_each(|point| {
            if let Some(color) = board.stone(point) {
                owners[point.index()].get_or_insert(color);
            }
        });
        owners
    }
}

/// Finds what is unconditionally alive, by Benson's algorithm (1976, "Life in the game of Go",
/// section 3) with KataGo's notion of what lies in its eyes.
#[derive(Debug)]
struct LifeReader {
    /// The regions that may matter.
    regions: Vec<Region>,
    /// The points of the regions, one region after another.
    points: Vec<Point>,
    /// By point: the number of the search that has been there, 0 for none.
    visited: [u16; CAPACITY],
    /// By head of a chain: regions vital to it. Two of them make it live.
    vital: [u16; CAPACITY],
}

impl Default for LifeReader {
    fn default() -> LifeReader {
        LifeReader {
            regions: Vec::new(),
            points: Vec::new(),
            visited: [0; CAPACITY],
            vital: [0; CAPACITY],
        }
    }
}

/// A maximal connected set of points without stones of one colour.
#[derive(Debug, Default)]
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

impl Default for Heads {
    fn default() -> Heads {
        Heads { heads: [Point::NOWHERE; 4], len: 0 }
    }
}

impl Heads {
    /// The chains of `color` that touch a point.
    fn around(board: &Board, point: Point, color: Color) -> Heads {
        let mut found = Heads::default();
        if !board.touches(point, color) {
            return found;
        }
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
        if !board.size().points().any(|point| board.stone(point) == Some(color)) {
            return;
        }
        self.find_regions(board, color, is_strict);
        self.open_regions(board, color);
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
            for &head in region.vital_to.get().iter().filter(|head| self.vital[head.index()] >= 2) {
                board.chain(head).for_each(|stone| owners[stone.index()] = Some(color));
            }
        }
    }

    fn find_regions(&mut self, board: &Board, color: Color, is_strict: bool) {
        self.regions.clear();
        self.points.clear();
        self.visited = [0; CAPACITY];
        let mut search = 0;
        for &point in board.empty_points() {
            if self.visited[point.index()] > 0 {
                continue;
            }
            // Most points lie next to what a search has left, and none next to a whole region.
            let was_there = |place: &Point| self.visited[place.index()] > 0;
            if board.around(point).iter().any(was_there) {
                self.visited[point.index()] = search;
            } else {
                search += 1;
                let start = self.points.len();
                match self.flood(board, point, color, is_strict, search) {
                    Some(region) => self.regions.push(region),
                    None => self.points.truncate(start),
                }
            }
        }
    }

    /// The region around an empty point, if it may matter: if it is vital to a chain, an eye, or
    /// without stones of the opponent. Search number `search` gives up as soon as it meets with what
    /// an earlier one has left, or sees itself that it is none of these: so it need not go all
    /// through what lies open.
    fn flood(
        &mut self,
        board: &Board,
        start: Point,
        color: Color,
        is_strict: bool,
        search: u16,
    ) -> Option<Region> {
        let mut region = Region { start: self.points.len(), ..Region::default() };
        self.visited[start.index()] = search;
        self.points.push(start);
        let mut at = region.start;
        while let Some(&point) = self.points.get(at) {
            at += 1;
            for place in board.neighbours(point).filter(|&place| board.stone(place) != Some(color))
            {
                match self.visited[place.index()] {
                    0 => self.points.push(place),
                    visited if visited == search => continue,
                    _ => return None,
                }
                self.visited[place.index()] = search;
            }
            region.has_opponent |= board.touches(point, color.opponent());
            region.inner += usize::from(!board.touches(point, color));
            if point == start {
                region.vital_to = Heads::around(board, point, color);
            } else if region.vital_to.len > 0 && (is_strict || board.is_empty(point)) {
                region.vital_to.retain(&Heads::around(board, point, color));
            }
            if region.vital_to.len == 0 && region.inner > 1 && region.has_opponent {
                return None;
            }
        }
        region.end = self.points.len();
        Some(region)
    }

    /// Opens the regions that a chain touches which does not live, until all chains that are left
    /// have two vital regions among those that are left.
    fn open_regions(&mut self, board: &Board, color: Color) {
        loop {
            self.vital = [0; CAPACITY];
            for region in self.regions.iter().filter(|region| !region.is_open) {
                region.vital_to.get().iter().for_each(|head| self.vital[head.index()] += 1);
            }
            let mut has_changed = false;
            for region in self.regions.iter_mut().filter(|region| !region.is_open) {
                let is_dead = |&place: &Point| {
                    board.stone(place) == Some(color) && self.vital[board.head(place).index()] < 2
                };
                let mut points = self.points[region.start..region.end].iter();
                region.is_open = points.any(|&point| board.around(point).iter().any(is_dead));
                has_changed |= region.is_open;
            }
            if !has_changed {
                return;
            }
        }
    }
}
