//! What can be proven of a chain, and in which arenas.

use super::{
    prover::{Proven, Prover},
    walls::{Surroundings, room},
};
use crate::board::{Color, Point};

/// Empty points from which on proofs take too long.
pub(super) const SMALL: usize = 12;

/// How surely, from -1 to 1, playouts must keep chains for them to bound an arena beyond which all is
/// conceded: those of who has something to prove, and those of the other player. The smallest come
/// first: they take the least time.
const CONCEDED: [(f64, f64); 5] = [(0.9, -0.9), (0.9, 0.0), (0.9, 0.5), (0.9, 0.9), (0.97, 0.97)];

/// What becomes of a chain if its owner moves first, and if the opponent does, where that can be
/// proven.
pub(super) fn prove(around: &Surroundings, arena: &[Point]) -> Option<[Proven; 2]> {
    let claimants = [around.owner, around.owner.opponent()];
    let mut attempts: Vec<Attempt> =
        claimants.into_iter().flat_map(|claimant| conceding(around, claimant)).collect();
    attempts.extend(enclosed(around, arena));
    let mut with_first =
        |first: Color| attempts.iter_mut().find_map(|attempt| attempt.prove(around.owner, first));
    let second = with_first(around.owner.opponent())?;
    let first = if second.survives { Proven::SURVIVES } else { with_first(around.owner)? };
    Some([first, second])
}

/// An arena in which some outcomes can be proven.
struct Attempt {
    /// Who has something to prove: the owner that the chain survives, or the opponent that it falls;
    /// `None` for either.
    claimant: Option<Color>,
    prover: Prover,
}

impl Attempt {
    fn new(
        around: &Surroundings,
        arena: &[Point],
        claimant: Option<Color>,
        beyond: Option<Color>,
    ) -> Option<Attempt> {
        let is_small = room(around.board, arena) < SMALL;
        let prover = is_small.then(|| Prover::new(around.board, arena, around.chain, beyond));
        Some(Attempt { claimant, prover: prover?? })
    }

    fn prove(&mut self, owner: Color, first: Color) -> Option<Proven> {
        let proven = self.prover.prove(first)?;
        let is_claimed = |claimant| proven.survives == (claimant == owner);
        self.claimant.is_none_or(is_claimed).then_some(proven)
    }
}

/// Attempts in an arena that walls close.
///
/// They are taken to stand, but some of them might fall. Who has something to prove only needs to
/// see to his own.
fn enclosed(around: &Surroundings, arena: &[Point]) -> Vec<Attempt> {
    if room(around.board, arena) >= SMALL {
        return Vec::new();
    }
    let claimants = [around.owner, around.owner.opponent()];
    let arenas = claimants.map(|claimant| around.with_weak_walls(arena, claimant));
    if arenas[0] == arenas[1] {
        return Attempt::new(around, &arenas[0], None, None).into_iter().collect();
    }
    let attempts = claimants.into_iter().zip(&arenas);
    attempts.filter_map(|(color, arena)| Attempt::new(around, arena, Some(color), None)).collect()
}

/// Attempts in arenas that are not closed, or leave out what may matter: all empty points beyond are
/// the other player's, and whatever chains of his bound the arena stand. What is proven even so holds
/// as far as the claimant's own walls do.
fn conceding(around: &Surroundings, claimant: Color) -> Vec<Attempt> {
    let mut arenas: Vec<Vec<Point>> = CONCEDED
        .iter()
        .map(|&(own, other)| {
            let arena = around.close_arena(|color| if color == claimant { own } else { other });
            around.with_short_walls(&arena, claimant)
        })
        .collect();
    arenas.dedup();
    let beyond = Some(claimant.opponent());
    let attempt = |arena: &Vec<Point>| Attempt::new(around, arena, Some(claimant), beyond);
    arenas.iter().filter_map(attempt).collect()
}
