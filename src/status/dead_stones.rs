//! The set of dead stones under which the count agrees best with the ownership.

use super::{MIN_PROBABILITY, Ownership, chain_ownership};
use crate::{
    board::{Board, Color, Point, PointSet},
    score::enclosed,
};

/// Negative log-likelihood of a point without an owner in the count, beyond that of its likelier
/// owner.
const NO_OWNER_COST: f64 = 0.3;

/// Mean absolute ownership, 0 to 1, below which a game is far from its end: in an opening it is
/// about 0.1, where play could stop 0.5 to 1.
const MIN_OWNERSHIP_AT_END: f64 = 0.3;

/// Ownership below which a chain is dead in a game far from its end; all others are alive.
const MAX_DEAD_OWNERSHIP_FAR_FROM_END: f64 = -0.8;

/// Returns the dead stones that maximize the likelihood, by the ownership, of the owners of all
/// points in the count.
///
/// Judging each chain alone gives contradictions: a dead chain connected through empty points with
/// a live one, or a territory with live opposing stones inside. Here all points count. Hill climbing
/// starts with the chains whose ownership is negative and flips the status of single chains, or of
/// all chains of a group, as long as the likelihood grows.
pub(super) fn dead_stones(
    board: &Board,
    ownership: &Ownership,
    alive: &PointSet,
    known_dead: &PointSet,
) -> PointSet {
    let fit = OwnershipFit { board, ownership };
    let is_open = |&point: &Point| !alive.contains(point) && !known_dead.contains(point);
    let chains: Vec<Point> = board.chains().filter(is_open).collect();
    let is_far_from_end = fit.is_far_from_end();
    let bound = if is_far_from_end { MAX_DEAD_OWNERSHIP_FAR_FROM_END } else { 0.0 };
    let is_dead = |&chain: &Point| chain_ownership(board, ownership, chain) < bound;
    let stones = chains.iter().copied().filter(is_dead).flat_map(|chain| board.chain(chain));
    let mut dead: PointSet = stones.collect();
    dead.extend_from(known_dead);
    if !is_far_from_end {
        dead = fit.climb(dead, &chains, is_open);
    }
    without_own_territory(board, &fit.without_touching(&dead))
}

/// The dead stones without those in their own side's territory: the stones that enclosed them are
/// dead themselves.
fn without_own_territory(board: &Board, dead: &PointSet) -> PointSet {
    let enclosed = enclosed(board, dead);
    let is_at_home = |point: Point| {
        board.stone(point).is_some_and(|color| enclosed[color.index()].contains(point))
    };
    dead.iter().filter(|&stone| !is_at_home(stone)).collect()
}

/// Two dead chains of different colors that touch.
fn touching_pair(board: &Board, dead: &PointSet) -> Option<[Point; 2]> {
    dead.iter().find_map(|stone| {
        let opponent = board.stone(stone).map(Color::opponent);
        let is_dead_opponent =
            |&place: &Point| dead.contains(place) && board.stone(place) == opponent;
        let other = board.neighbors(stone).find(is_dead_opponent)?;
        Some([board.head(stone), board.head(other)])
    })
}

/// The dead stones after the stones of `changed` become dead or alive.
fn with_status(dead: &PointSet, changed: &PointSet, are_dead: bool) -> PointSet {
    let mut dead = *dead;
    for stone in changed.iter() {
        if are_dead {
            dead.insert(stone);
        } else {
            dead.remove(stone);
        }
    }
    dead
}

/// The likelihood of counts by the ownership.
struct OwnershipFit<'a> {
    board: &'a Board,
    ownership: &'a Ownership,
}

impl OwnershipFit<'_> {
    /// Whether the game is far from its end.
    fn is_far_from_end(&self) -> bool {
        let size = self.board.size();
        let certainty: f64 = size.points().map(|point| self.ownership.of(point).abs()).sum();
        certainty < MIN_OWNERSHIP_AT_END * size.area() as f64
    }

    /// The dead stones after hill climbing: flips the status of `chains`, and that of the open stones
    /// of their groups, until no flip makes the count likelier.
    fn climb(
        &self,
        mut dead: PointSet,
        chains: &[Point],
        is_open: impl Fn(&Point) -> bool,
    ) -> PointSet {
        let mut cost = self.negative_log_likelihood(&dead);
        loop {
            let mut has_changed = false;
            for &chain in chains {
                let group: PointSet = self.group(chain, &dead).iter().filter(&is_open).collect();
                let alone = self.board.chain(chain).collect();
                for flipped in [alone, group] {
                    let tried = with_status(&dead, &flipped, !dead.contains(chain));
                    let tried_cost = self.negative_log_likelihood(&tried);
                    if tried_cost < cost {
                        (dead, cost, has_changed) = (tried, tried_cost, true);
                    }
                }
            }
            if !has_changed {
                return dead;
            }
        }
    }

    /// The dead stones without those that touch dead stones of the other color, since one side
    /// captures the other: the side lives with which the count is likelier.
    fn without_touching(&self, dead: &PointSet) -> PointSet {
        let mut dead = *dead;
        while let Some(chains) = touching_pair(self.board, &dead) {
            let with_alive = |chain| with_status(&dead, &self.board.chain(chain).collect(), false);
            let [one, other] = chains.map(with_alive);
            let [cost, other_cost] = [one, other].map(|dead| self.negative_log_likelihood(&dead));
            dead = if cost <= other_cost { one } else { other };
        }
        dead
    }

    /// The negative log-likelihood of the owners of all points in the count.
    fn negative_log_likelihood(&self, dead: &PointSet) -> f64 {
        let enclosed = enclosed(self.board, dead);
        let owner = |point: Point| match self.board.stone(point) {
            Some(color) if dead.contains(point) => Some(color.opponent()),
            Some(color) => Some(color),
            None => Color::ALL.into_iter().find(|color| enclosed[color.index()].contains(point)),
        };
        self.board.size().points().map(|point| self.cost(point, owner(point))).sum()
    }

    /// The negative log-likelihood of a point's owner.
    fn cost(&self, point: Point, owner: Option<Color>) -> f64 {
        let black = (1.0 + self.ownership.of(point)) / 2.0;
        let cost = |probability: f64| -probability.max(MIN_PROBABILITY).ln();
        match owner {
            Some(Color::Black) => cost(black),
            Some(Color::White) => cost(1.0 - black),
            None => cost(black).min(cost(1.0 - black)) + NO_OWNER_COST,
        }
    }

    /// The group of a chain: the stones of its color that are connected with it through points
    /// without live opposing stones.
    fn group(&self, chain: Point, dead: &PointSet) -> PointSet {
        let own = self.board.stone(chain);
        let opponent = own.map(Color::opponent);
        let is_open = |point| self.board.stone(point) != opponent || dead.contains(point);
        let connected = self.board.component(chain, is_open).into_iter();
        connected.filter(|&point| self.board.stone(point) == own).collect()
    }
}
