//! What bounds the reading of a chain.

use super::kept;
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
};

/// Empty points on which a chain's fate is read; where there are more, reading tells little.
pub(super) const ARENA: usize = 20;

/// Most points of an arena, stones included.
const REACH: usize = 150;

/// Liberties beyond an arena up to which a chain that bounds it may run out of them.
const FEW: usize = 2;

/// A chain, and what stands around it.
pub(super) struct Surroundings<'a> {
    pub(super) board: &'a Board,
    pub(super) ownership: &'a Ownership,
    pub(super) chain: Point,
    pub(super) owner: Color,
    /// Stones that nobody can capture.
    pub(super) standing: PointSet,
    /// Heads of chains that might fall, whatever playouts say.
    pub(super) shaky: PointSet,
}

impl Surroundings<'_> {
    /// The points nearest to the chain on ways that no wall blocks: so many empty ones, and the
    /// stones among them, under which there may be room to play. Walls are the stones that stand,
    /// and those of chains that playouts keep so `surely`, from 0 to 1.
    pub(super) fn arena(&self, surely: f64) -> Vec<Point> {
        self.reach(false, |_| surely)
    }

    /// The same without the points that are only next to other empty ones, so that it ends at the
    /// liberties of its stones. How surely playouts must keep chains depends on their colour.
    pub(super) fn close_arena(&self, surely: impl Fn(Color) -> f64) -> Vec<Point> {
        self.reach(true, surely)
    }

    fn reach(&self, ends_at_liberties: bool, surely: impl Fn(Color) -> f64) -> Vec<Point> {
        let board = self.board;
        let mut arena: Vec<Point> = board.chain(self.chain).collect();
        let mut seen: PointSet = arena.iter().copied().collect();
        let (mut at, mut empty) = (0, 0);
        while at < arena.len() && arena.len() < REACH && empty < ARENA {
            let leads_on = !ends_at_liberties || !board.is_empty(arena[at]);
            for place in board.neighbours(arena[at]) {
                match board.stone(place) {
                    None if leads_on && seen.insert(place) => {
                        empty += 1;
                        arena.push(place);
                    }
                    Some(color) if seen.insert(place) && !self.is_wall(place, surely(color)) => {
                        arena.extend(board.chain(place).inspect(|&stone| _ = seen.insert(stone)));
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        arena
    }

    fn is_wall(&self, stone: Point, surely: f64) -> bool {
        let head = self.board.head(stone);
        self.standing.contains(stone)
            || (kept(self.board, self.ownership, head) >= surely && !self.shaky.contains(head))
    }

    /// An arena, and the chains of a player around it that might fall, since they have few liberties
    /// beyond it and no room there, with the lost opposing chains next to those liberties: to take
    /// them may be their only chance.
    pub(super) fn with_weak_walls(&self, arena: &[Point], color: Color) -> Vec<Point> {
        self.with_walls(arena, color, false)
    }

    /// The same with those that have room there.
    pub(super) fn with_short_walls(&self, arena: &[Point], color: Color) -> Vec<Point> {
        self.with_walls(arena, color, true)
    }

    fn with_walls(&self, arena: &[Point], color: Color, may_have_room: bool) -> Vec<Point> {
        let board = self.board;
        let inside: PointSet = arena.iter().copied().collect();
        let outside = |chain: Point| -> PointSet {
            board.liberties(chain).filter(|&liberty| !inside.contains(liberty)).collect()
        };
        let chains_around = |points: &PointSet, color: Color| -> PointSet {
            let around = points.iter().flat_map(|point| board.neighbours(point));
            let is_open = |&place: &Point| {
                board.stone(place) == Some(color)
                    && !inside.contains(place)
                    && !self.standing.contains(place)
            };
            around.filter(is_open).map(|stone| board.head(stone)).collect()
        };
        let is_lost = |&chain: &Point| kept(board, self.ownership, chain) < 0.0;
        let mut added = PointSet::EMPTY;
        for wall in chains_around(&inside, color).iter() {
            let mut beyond = outside(wall);
            let opposing = chains_around(&beyond, color.opponent());
            let lost: Vec<Point> = opposing.iter().filter(is_lost).collect();
            lost.iter().for_each(|&chain| beyond.extend_from(&outside(chain)));
            let is_known = |place: Point| {
                !board.is_empty(place) || inside.contains(place) || beyond.contains(place)
            };
            let has_room = beyond.iter().any(|liberty| !board.neighbours(liberty).all(is_known));
            if beyond.len() <= FEW && (may_have_room || !has_room) {
                added.extend_from(&beyond);
                let chains = lost.into_iter().chain([wall]);
                added.extend_from(&chains.flat_map(|chain| board.chain(chain)).collect());
            }
        }
        arena.iter().copied().chain(added.iter()).collect()
    }
}

/// The number of empty points of an arena.
pub(super) fn room(board: &Board, arena: &[Point]) -> usize {
    arena.iter().filter(|&&point| board.is_empty(point)).count()
}
