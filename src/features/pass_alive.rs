//! Pass-alive chains as KataGo finds them, for the areas that networks take as input.

use super::point_owners::PointOwners;
use crate::board::{Board, CAPACITY, Color, Point};

/// Finds pass-alive chains by Benson's algorithm (1976, "Life in the game of Go", section 3), with
/// KataGo's definition of the eyes that belong to them.
#[derive(Debug)]
pub(super) struct PassAliveFinder {
    /// The regions that may be vital, eyes or territory.
    regions: Vec<Region>,
    /// The points of the regions, one region after another.
    points: Vec<Point>,
    /// By point, the number of the search that visited it; 0 for none.
    visited: [u16; CAPACITY],
    /// By head of a chain, the number of regions vital to it. Two make it alive.
    vital: [u16; CAPACITY],
}

impl Default for PassAliveFinder {
    fn default() -> PassAliveFinder {
        PassAliveFinder {
            regions: Vec::new(),
            points: Vec::new(),
            visited: [0; CAPACITY],
            vital: [0; CAPACITY],
        }
    }
}

/// A maximal connected set of points without stones of one color.
#[derive(Debug, Default)]
struct Region {
    /// The range of its points.
    start: usize,
    end: usize,
    has_opponent: bool,
    /// Number of its points that no stone of the color touches.
    inner: usize,
    /// Whether it touches a chain that is not alive.
    is_open: bool,
    /// Heads of the chains to which it is vital.
    vital_to: ChainHeads,
}

/// Heads of up to four chains, the maximum that can touch a point.
#[derive(Clone, Copy, Debug)]
struct ChainHeads {
    heads: [Point; 4],
    len: usize,
}

impl Default for ChainHeads {
    fn default() -> ChainHeads {
        ChainHeads { heads: [Point::NOWHERE; 4], len: 0 }
    }
}

impl ChainHeads {
    /// The chains of `color` that touch a point.
    fn around(board: &Board, point: Point, color: Color) -> ChainHeads {
        let mut chains = ChainHeads::default();
        if !board.touches(point, color) {
            return chains;
        }
        for place in board.around(point) {
            if board.stone(place) == Some(color) && !chains.get().contains(&board.head(place)) {
                chains.heads[chains.len] = board.head(place);
                chains.len += 1;
            }
        }
        chains
    }

    fn get(&self) -> &[Point] {
        &self.heads[..self.len]
    }

    /// Removes the heads that are not in `others`.
    fn retain(&mut self, others: &ChainHeads) {
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

impl PassAliveFinder {
    /// Sets `color` as the owner of its pass-alive chains and their eyes, even if these points have
    /// another owner, and of its other empty regions where there is none.
    ///
    /// `strict`: a region is vital to a chain only if every point of it, opponent stones included,
    /// touches the chain; otherwise only its empty points must.
    pub(super) fn claim(
        &mut self,
        board: &Board,
        color: Color,
        strict: bool,
        owners: &mut PointOwners,
    ) {
        if !board.size().points().any(|point| board.stone(point) == Some(color)) {
            return;
        }
        self.find_regions(board, color, strict);
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

    fn find_regions(&mut self, board: &Board, color: Color, strict: bool) {
        self.regions.clear();
        self.points.clear();
        self.visited[..board.size().layout_len()].fill(0);
        let mut search = 0;
        for &point in board.empty_points() {
            if self.visited[point.index()] > 0 {
                continue;
            }
            // An empty point next to a visited one is of a region whose search gave up: a completed
            // search has visited all of its region.
            let is_visited = |place: &Point| self.visited[place.index()] > 0;
            if board.around(point).iter().any(is_visited) {
                self.visited[point.index()] = search;
            } else {
                search += 1;
                let start = self.points.len();
                match self.flood(board, point, color, strict, search) {
                    Some(region) => self.regions.push(region),
                    None => self.points.truncate(start),
                }
            }
        }
    }

    /// The region that contains an empty point, if it may be vital to a chain, an eye, or without
    /// stones of the opponent; otherwise `None`. Search number `search` gives up as soon as it is none
    /// of these, or meets an earlier search that gave up, so that large open regions cost little.
    fn flood(
        &mut self,
        board: &Board,
        start: Point,
        color: Color,
        strict: bool,
        search: u16,
    ) -> Option<Region> {
        let mut region = Region { start: self.points.len(), ..Region::default() };
        self.visited[start.index()] = search;
        self.points.push(start);
        let mut at = region.start;
        while let Some(&point) = self.points.get(at) {
            at += 1;
            for place in board.neighbors(point).filter(|&place| board.stone(place) != Some(color)) {
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
                region.vital_to = ChainHeads::around(board, point, color);
            } else if region.vital_to.len > 0 && (strict || board.is_empty(point)) {
                region.vital_to.retain(&ChainHeads::around(board, point, color));
            }
            if region.vital_to.len == 0 && region.inner > 1 && region.has_opponent {
                return None;
            }
        }
        region.end = self.points.len();
        Some(region)
    }

    /// Marks the regions that touch a chain with fewer than two vital regions as open, and repeats
    /// this until no region changes.
    fn open_regions(&mut self, board: &Board, color: Color) {
        loop {
            self.vital[..board.size().layout_len()].fill(0);
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
