//! Chains whose fate the playouts leave open, and what reading makes of them.

use rayon::prelude::*;

use super::reading::{Goal, survival};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
};

/// How surely, from 0 to 1, playouts must keep or lose a chain for it to need no reading.
const SURE: f64 = 0.97;

/// Empty points on which a chain's fate is read; where there are more, reading tells little.
const ARENA: usize = 20;

/// Empty points up to which reading is nearly exact.
const SMALL: usize = 12;

/// Most points of an arena, stones included.
const REACH: usize = 150;

/// What reading, from 0 to 1, and playouts together must reach for a chain to live: less than a
/// half, since players end a game when all that matters is settled; so what can be saved is.
/// This and the weights of the playouts were fitted to some 4,000 chains of finished games.
const BIAS: f64 = 0.25;

/// What was read: stones that are alive, and stones that are dead.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    pub(super) alive: PointSet,
    pub(super) dead: PointSet,
}

/// Reads the chains that are neither certain nor sure, both players moving first.
pub(super) fn read_doubtful(board: &Board, ownership: &Ownership, certain: &PointSet) -> Verdicts {
    let chains: Vec<Point> = board
        .chains()
        .filter(|&chain| !certain.contains(chain) && !is_sure(board, ownership, chain))
        .collect();
    let verdicts: Vec<(Point, bool)> = chains
        .into_par_iter()
        .filter_map(|chain| Some((chain, is_dead(board, ownership, certain, chain)?)))
        .collect();
    let stones = |wanted: bool| {
        let chosen = verdicts.iter().filter(move |(_, dead)| *dead == wanted);
        chosen.flat_map(|&(chain, _)| board.chain(chain)).collect()
    };
    Verdicts { alive: stones(false), dead: stones(true) }
}

/// From -1 to 1, how surely playouts leave a chain's points to its owner.
fn kept(board: &Board, ownership: &Ownership, chain: Point) -> f64 {
    let sum: f64 = board.chain(chain).map(|stone| ownership.of(stone)).sum();
    let mean = sum / board.chain_len(chain) as f64;
    if board.stone(chain) == Some(Color::Black) { mean } else { -mean }
}

fn is_sure(board: &Board, ownership: &Ownership, chain: Point) -> bool {
    kept(board, ownership, chain).abs() >= SURE
}

/// Whether a chain is dead, if reading can change what playouts say.
fn is_dead(board: &Board, ownership: &Ownership, certain: &PointSet, chain: Point) -> Option<bool> {
    let owner = board.stone(chain)?;
    let is_wall =
        |stone: Point| certain.contains(stone) || kept(board, ownership, board.head(stone)) >= SURE;
    let arena = arena(board, chain, is_wall);
    let empty = arena.iter().filter(|&&point| board.is_empty(point)).count();
    let kept = kept(board, ownership, chain);
    let weight = match empty {
        0..SMALL => 0.5,
        SMALL..ARENA => 2.0,
        _ => 3.0,
    };
    if weight * kept.abs() > 1.0 {
        return None;
    }
    let goal = Goal { target: chain, owner, arena: &arena };
    let [first, second] = [owner, owner.opponent()].map(|color| survival(board, goal, color));
    Some((first + second) / 2.0 + weight * kept < BIAS)
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
