//! The local search area in which the fate of a chain is read, and the walls that bound it.

use rand::Rng;

use super::{Effort, Ownership, chain_ownership};
use crate::{
    board::{Board, Color, Point, PointSet},
    tactics::is_bad_self_atari,
};

/// Empty points at which an area stops growing; the reading of a larger one is of little use.
pub(super) const FULL_AREA_EMPTY_POINTS: usize = 20;

/// Points, stones included, at which an area stops growing.
const FULL_AREA_POINTS: usize = 150;

/// Liberties outside an area up to which a chain that bounds it may run out of liberties.
const MAX_WEAK_WALL_LIBERTIES: usize = 2;

/// Moves after which a line counts as a cycle, per point of the area.
const MAX_MOVES_PER_POINT: usize = 3;

/// A chain to read, and the facts about the stones around it.
pub(super) struct ChainContext<'a> {
    pub(super) board: &'a Board,
    pub(super) ownership: &'a Ownership,
    pub(super) chain: Point,
    pub(super) owner: Color,
    /// Stones that cannot be captured.
    pub(super) safe: PointSet,
    /// Heads of chains that count as capturable whatever playouts say.
    pub(super) vulnerable: PointSet,
    pub(super) effort: Effort,
}

impl ChainContext<'_> {
    /// The chain and the points nearest to it on paths that no wall blocks: about
    /// [`FULL_AREA_EMPTY_POINTS`] empty points and the stones between them. Walls are the safe
    /// stones and the chains whose owner has at least `min_ownership`, from -1 to 1.
    pub(super) fn area(&self, min_ownership: f64) -> Vec<Point> {
        self.grow(false, |_| min_ownership)
    }

    /// Like [`Self::area`], but it ends at the liberties of its stones, and the minimum ownership of walls
    /// is given by color.
    pub(super) fn tight_area(&self, min_ownership: impl Fn(Color) -> f64) -> Vec<Point> {
        self.grow(true, min_ownership)
    }

    fn grow(&self, ends_at_liberties: bool, min_ownership: impl Fn(Color) -> f64) -> Vec<Point> {
        let board = self.board;
        let mut area: Vec<Point> = board.chain(self.chain).collect();
        let mut seen: PointSet = area.iter().copied().collect();
        let (mut at, mut empty) = (0, 0);
        while at < area.len() && area.len() < FULL_AREA_POINTS && empty < FULL_AREA_EMPTY_POINTS {
            let is_expanded = !ends_at_liberties || !board.is_empty(area[at]);
            for place in board.neighbors(area[at]) {
                match board.stone(place) {
                    None if is_expanded && seen.insert(place) => {
                        empty += 1;
                        area.push(place);
                    }
                    Some(color)
                        if seen.insert(place) && !self.is_wall(place, min_ownership(color)) =>
                    {
                        area.extend(board.chain(place).inspect(|&stone| _ = seen.insert(stone)));
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        area
    }

    fn is_wall(&self, stone: Point, min_ownership: f64) -> bool {
        let head = self.board.head(stone);
        self.safe.contains(stone)
            || (chain_ownership(self.board, self.ownership, head) >= min_ownership
                && !self.vulnerable.contains(head))
    }

    /// Adds to an area the weak walls of a player, which may be captured: chains with few liberties
    /// outside and no room to extend there. Also adds the dead opposing chains next to those
    /// liberties, whose capture may be the only way to save such a wall.
    pub(super) fn with_weak_walls(&self, area: &[Point], color: Color) -> Vec<Point> {
        self.with_walls(area, color, false)
    }

    /// Like [`Self::with_weak_walls`], but adds also the chains that have room to extend outside.
    pub(super) fn with_short_walls(&self, area: &[Point], color: Color) -> Vec<Point> {
        self.with_walls(area, color, true)
    }

    fn with_walls(&self, area: &[Point], color: Color, may_have_room: bool) -> Vec<Point> {
        let board = self.board;
        let inside: PointSet = area.iter().copied().collect();
        let outside = |chain: Point| -> PointSet {
            board.liberties(chain).filter(|&liberty| !inside.contains(liberty)).collect()
        };
        let chains_around = |points: &PointSet, color: Color| -> PointSet {
            let around = points.iter().flat_map(|point| board.neighbors(point));
            let is_open = |&place: &Point| {
                board.stone(place) == Some(color)
                    && !inside.contains(place)
                    && !self.safe.contains(place)
            };
            around.filter(is_open).map(|stone| board.head(stone)).collect()
        };
        let is_dead = |&chain: &Point| chain_ownership(board, self.ownership, chain) < 0.0;
        let mut added = PointSet::EMPTY;
        for wall in chains_around(&inside, color).iter() {
            let mut beyond = outside(wall);
            let opposing = chains_around(&beyond, color.opponent());
            let dead: Vec<Point> = opposing.iter().filter(is_dead).collect();
            dead.iter().for_each(|&chain| beyond.extend_from(&outside(chain)));
            let is_known = |place: Point| {
                !board.is_empty(place) || inside.contains(place) || beyond.contains(place)
            };
            let has_room = beyond.iter().any(|liberty| !board.neighbors(liberty).all(is_known));
            if beyond.len() <= MAX_WEAK_WALL_LIBERTIES && (may_have_room || !has_room) {
                added.extend_from(&beyond);
                let chains = dead.into_iter().chain([wall]);
                added.extend_from(&chains.flat_map(|chain| board.chain(chain)).collect());
            }
        }
        area.iter().copied().chain(added.iter()).collect()
    }
}

/// The points on which both players may play.
#[derive(Clone, Copy)]
pub(super) struct LocalArea<'a> {
    points: &'a [Point],
}

impl<'a> LocalArea<'a> {
    pub(super) fn new(points: &'a [Point]) -> LocalArea<'a> {
        LocalArea { points }
    }

    pub(super) fn points(self) -> &'a [Point] {
        self.points
    }

    /// Moves after which a line counts as a cycle.
    pub(super) fn max_moves(self) -> usize {
        MAX_MOVES_PER_POINT * self.points.len()
    }

    /// The first point from a random start (not uniform) where a stone of `color` is legal, fills no
    /// own eye and is no bad self-atari.
    pub(super) fn draw(self, board: &Board, color: Color, rng: &mut impl Rng) -> Option<Point> {
        let start = rng.next_u32() as usize % self.points.len();
        let (before, after) = self.points.split_at(start);
        after.iter().chain(before).copied().find(|&point| {
            board.is_empty(point)
                && board.is_candidate(point, color)
                && !is_bad_self_atari(board, point, color)
        })
    }
}

/// The number of empty points of an area.
pub(super) fn empty_points(board: &Board, area: &[Point]) -> usize {
    area.iter().filter(|&&point| board.is_empty(point)).count()
}
