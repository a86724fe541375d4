//! Which stones must be dead for the count of the board to be what playouts make of it.

use super::{LEAST_CHANCE, kept};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
    score::enclosed,
};

/// The dead stones under which the owners of all points, as a count tells them, are the likeliest
/// by where playouts end.
///
/// Judging chains one by one gives contradictions: a dead chain whose neighbour, connected with
/// it through empty points, is alive, or a territory with a living enemy in it. Here every point
/// has a say. The search begins with the chains that playouts lose more often than not and turns
/// over chains, or all chains of one colour that empty points connect, as long as that helps.
pub(super) fn dead_stones(
    board: &Board,
    ownership: &Ownership,
    alive: &PointSet,
    known_dead: &PointSet,
) -> PointSet {
    let fit = Fit { board, ownership };
    let is_open = |&point: &Point| !alive.contains(point) && !known_dead.contains(point);
    let chains: Vec<Point> = board.chains().filter(is_open).collect();
    let is_in_play = fit.is_in_play();
    let bound = if is_in_play { HOPELESS } else { 0.0 };
    let is_lost = |&chain: &Point| kept(board, ownership, chain) < bound;
    let lost = chains.iter().copied().filter(is_lost).flat_map(|chain| board.chain(chain));
    let mut dead: PointSet = lost.collect();
    dead.extend_from(known_dead);
    if is_in_play {
        return without_friends(board, &dead);
    }
    let mut error = fit.error(&dead);
    loop {
        let mut has_changed = false;
        for &chain in &chains {
            let camp = fit.camp(chain, &dead);
            let camp: PointSet = camp.iter().filter(is_open).collect();
            let alone = board.chain(chain).collect();
            for turned in [alone, camp] {
                let tried = turn_over(&dead, &turned, !dead.contains(chain));
                let tried_error = fit.error(&tried);
                if tried_error < error {
                    (dead, error, has_changed) = (tried, tried_error, true);
                }
            }
        }
        if !has_changed {
            return without_friends(board, &dead);
        }
    }
}

/// The dead stones but those whose points the count gives to their own side: whatever enclosed them
/// is dead itself.
fn without_friends(board: &Board, dead: &PointSet) -> PointSet {
    let enclosed = enclosed(board, dead);
    let is_at_home = |point: Point| {
        board.stone(point).is_some_and(|color| enclosed[color.index()].contains(point))
    };
    dead.iter().filter(|&stone| !is_at_home(stone)).collect()
}

/// The dead stones, once those of `turned` are dead or not.
fn turn_over(dead: &PointSet, turned: &PointSet, die: bool) -> PointSet {
    let mut dead = *dead;
    for stone in turned.iter() {
        if die {
            dead.insert(stone);
        } else {
            dead.remove(stone);
        }
    }
    dead
}

/// What a point costs that the count gives to nobody, beyond what its likelier owner would.
const NEUTRAL_COST: f64 = 0.3;

/// Mean certainty of who will own a point, from 0 to 1, below which a game is far from its end
/// (in an opening it is 0.1, where play could stop 0.5 to 1): then all stones stand but those
/// whose own points are lost nearly always.
const IN_PLAY: f64 = 0.3;
const HOPELESS: f64 = -0.8;

struct Fit<'a> {
    board: &'a Board,
    ownership: &'a Ownership,
}

impl Fit<'_> {
    /// Whether most of the board is still to be played for.
    fn is_in_play(&self) -> bool {
        let size = self.board.size();
        let certainty: f64 = size.points().map(|point| self.ownership.of(point).abs()).sum();
        certainty < IN_PLAY * size.area() as f64
    }

    /// How unlikely, by the playouts, the owners of all points are that a count finds: the sum of
    /// the negative logarithms of their probabilities.
    fn error(&self, dead: &PointSet) -> f64 {
        let enclosed = enclosed(self.board, dead);
        let owner = |point: Point| match self.board.stone(point) {
            Some(color) if dead.contains(point) => Some(color.opponent()),
            Some(color) => Some(color),
            None => Color::ALL.into_iter().find(|color| enclosed[color.index()].contains(point)),
        };
        self.board.size().points().map(|point| self.unlikelihood(point, owner(point))).sum()
    }

    fn unlikelihood(&self, point: Point, owner: Option<Color>) -> f64 {
        let black = (1.0 + self.ownership.of(point)) / 2.0;
        let cost = |chance: f64| -chance.max(LEAST_CHANCE).ln();
        match owner {
            Some(Color::Black) => cost(black),
            Some(Color::White) => cost(1.0 - black),
            None => cost(black).min(cost(1.0 - black)) + NEUTRAL_COST,
        }
    }

    /// The stones of a chain's colour that are connected with it through points without living
    /// opposing stones.
    fn camp(&self, chain: Point, dead: &PointSet) -> PointSet {
        let own = self.board.stone(chain);
        let opponent = own.map(Color::opponent);
        let mut seen = PointSet::EMPTY;
        let mut pending = vec![chain];
        while let Some(point) = pending.pop() {
            let is_blocked = self.board.stone(point) == opponent && !dead.contains(point);
            if !is_blocked && seen.insert(point) {
                pending.extend(self.board.neighbours(point));
            }
        }
        seen.iter().filter(|&point| self.board.stone(point) == own).collect()
    }
}
