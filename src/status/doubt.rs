//! Chains whose fate the playouts leave open, and what reading makes of them.

use rayon::prelude::*;

use super::{
    LEAST_CHANCE,
    confined::Arena,
    kept,
    reading::{Goal, survival},
};
use crate::{
    board::{Board, Point, PointSet},
    playout::Ownership,
};

/// How surely, from 0 to 1, playouts must keep or lose a chain for it to need no reading.
const SURE: f64 = 0.97;

/// Empty points on which a chain's fate is read; where there are more, reading tells little.
const ARENA: usize = 20;

/// Empty points up to which reading is exact, and nearly so.
const TINY: usize = 5;
const SMALL: usize = 12;

/// Most points of an arena, stones included.
const REACH: usize = 150;

/// How much surer a chain must be to live if its owner moves first, from 0 to 1, for a move to be
/// worth its while.
const WORTH_A_MOVE: f64 = 0.5;

/// How likely the rarer outcome of playouts must be for a chain that is not read to be unsettled.
const LEAST_DOUBT: f64 = 0.1;

/// Iterations of all readings of one judgement.
const ITERATIONS: usize = 120_000;

/// Iterations of one reading.
const MOST_ITERATIONS: usize = 5000;

/// What was read.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    pub(super) alive: PointSet,
    pub(super) dead: PointSet,
    /// Stones of either kind that the player who moves first saves or takes.
    pub(super) unsettled: PointSet,
}

/// Reads the chains that are neither certain nor sure, both players moving first.
pub(super) fn read_doubtful(board: &Board, ownership: &Ownership, certain: &PointSet) -> Verdicts {
    let chains: Vec<Point> = board
        .chains()
        .filter(|&chain| !certain.contains(chain) && !is_sure(board, ownership, chain))
        .collect();
    let iterations = (ITERATIONS / (2 * chains.len().max(1))).min(MOST_ITERATIONS);
    let readings: Vec<(Point, Reading)> = chains
        .into_par_iter()
        .map(|chain| (chain, read(board, ownership, certain, chain, iterations)))
        .collect();
    let stones = |is_wanted: fn(&Reading) -> bool| {
        let chosen = readings.iter().filter(move |(_, reading)| is_wanted(reading));
        chosen.flat_map(|&(chain, _)| board.chain(chain)).collect()
    };
    Verdicts {
        alive: stones(|reading| reading.survival.is_some() && !reading.is_dead()),
        dead: stones(|reading| reading.survival.is_some() && reading.is_dead()),
        unsettled: stones(Reading::is_unsettled),
    }
}

/// What reading and playouts tell of a chain.
struct Reading {
    /// How sure it is to live, from 0 to 1, if its owner moves first, and if the opponent does;
    /// `None` where this could not change what playouts say.
    survival: Option<[f64; 2]>,
    /// How often playouts leave its points to the owner, from 0 to 1.
    kept: f64,
    /// How much the playouts are trusted beside the reading.
    playout_weight: f64,
    /// What the log-odds of both together must reach for the chain to live.
    least_odds: f64,
}

impl Reading {
    fn is_dead(&self) -> bool {
        let [first, second] = self.survival.unwrap_or([0.5; 2]).map(log_odds);
        (first + second) / 2.0 + self.playout_weight * log_odds(self.kept) < self.least_odds
    }

    fn is_unsettled(&self) -> bool {
        match self.survival {
            Some([first, second]) => first - second > WORTH_A_MOVE,
            None => (LEAST_DOUBT..=1.0 - LEAST_DOUBT).contains(&self.kept),
        }
    }
}

fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
    (chance / (1.0 - chance)).ln()
}

fn is_sure(board: &Board, ownership: &Ownership, chain: Point) -> bool {
    kept(board, ownership, chain).abs() >= SURE
}

/// Reads a chain. The larger its arena, the less the reading is to be trusted: the weights were
/// fitted to some 5,000 chains of finished games.
fn read(
    board: &Board,
    ownership: &Ownership,
    certain: &PointSet,
    chain: Point,
    iterations: usize,
) -> Reading {
    let owner = board.stone(chain).expect("a chain of stones");
    let is_wall =
        |stone: Point| certain.contains(stone) || kept(board, ownership, board.head(stone)) >= SURE;
    let arena = arena(board, chain, is_wall);
    let empty = arena.iter().filter(|&&point| board.is_empty(point)).count();
    let (playout_weight, least_odds) = match empty {
        0..TINY => (1.0, 0.0),
        TINY..SMALL => (2.0, 0.4),
        SMALL..ARENA => (4.0, 2.0),
        _ => (7.0, 2.4),
    };
    let kept = (1.0 + kept(board, ownership, chain)) / 2.0;
    let can_matter = playout_weight * log_odds(kept).abs() < log_odds(1.0) + least_odds;
    let survival = can_matter.then(|| {
        let goal = Goal { target: chain, owner, arena: Arena::new(&arena) };
        [owner, owner.opponent()].map(|color| survival(board, goal, color, iterations))
    });
    Reading { survival, kept, playout_weight, least_odds }
}

/// The points nearest to a chain on ways that no sure stone blocks: so many empty ones, and the
/// stones among them, under which there may be room to play.
fn arena(board: &Board, chain: Point, is_wall: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut arena: Vec<Point> = board.chain(chain).collect();
    let mut seen: PointSet = arena.iter().copied().collect();
    let (mut at, mut empty) = (0, 0);
    while at < arena.len() && arena.len() < REACH && empty < ARENA {
        for place in board.neighbours(arena[at]) {
            if !seen.insert(place) {
                continue;
            }
            if board.is_empty(place) {
                empty += 1;
                arena.push(place);
            } else if !is_wall(place) {
                arena.extend(board.chain(place).inspect(|&stone| _ = seen.insert(stone)));
            }
        }
        at += 1;
    }
    arena
}
