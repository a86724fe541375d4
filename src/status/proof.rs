//! Proofs of a chain's fate in several local search areas.

use super::{
    Effort,
    by_first::ByFirst,
    local_area::{ChainContext, empty_points},
    prover::{Proven, Prover},
};
use crate::board::{Color, Point};

/// Empty points of an area up to which a proof is attempted; in larger ones it takes too long.
pub(super) const MAX_PROOF_EMPTY_POINTS: usize = 11;

/// Minimum ownership, from -1 to 1, by its owner, of a chain that bounds a conceding area: (for the
/// claimant's chains, for the other player's). Everything outside the area is conceded to the other
/// player. Smallest areas first: they take the least time.
const WALL_OWNERSHIPS: [(f64, f64); 5] =
    [(0.9, -0.9), (0.9, 0.0), (0.9, 0.5), (0.9, 0.9), (0.97, 0.97)];

/// The same for a seki, where playouts doubt the claimant's walls too. Only for a final count: during
/// play it takes too long.
const WALL_OWNERSHIPS_OF_SEKI: (f64, f64) = (0.5, 0.5);

/// Proves the fate of a chain; `None` unless it can be proven for each player moving first.
pub(super) fn prove(context: &ChainContext, area: &[Point]) -> Option<ByFirst<Proven>> {
    let claimants = [context.owner, context.owner.opponent()];
    let mut attempts: Vec<Attempt> =
        claimants.into_iter().flat_map(|claimant| conceding_attempts(context, claimant)).collect();
    attempts.extend(closed_attempts(context, area));
    let mut with_first =
        |first: Color| attempts.iter_mut().find_map(|attempt| attempt.prove(context.owner, first));
    let opponent_first = with_first(context.owner.opponent())?;
    let owner_first =
        if opponent_first.survives { Proven::SURVIVES } else { with_first(context.owner)? };
    Some(ByFirst { owner_first, opponent_first })
}

/// An area in which a claim may be provable.
struct Attempt {
    /// The player with a claim: the owner that the chain survives, or the opponent that it is
    /// captured; `None` if both results are valid.
    claimant: Option<Color>,
    prover: Prover,
}

impl Attempt {
    /// An attempt in an area closed by walls.
    fn closed(context: &ChainContext, area: &[Point], claimant: Option<Color>) -> Option<Attempt> {
        Some(Attempt { claimant, prover: prover(context, area, None)? })
    }

    /// An attempt in an area outside which everything is conceded to the claimant's opponent.
    fn conceding(context: &ChainContext, area: &[Point], claimant: Color) -> Option<Attempt> {
        let prover = prover(context, area, Some(claimant.opponent()))?;
        Some(Attempt { claimant: Some(claimant), prover })
    }

    fn prove(&mut self, owner: Color, first: Color) -> Option<Proven> {
        let proven = self.prover.prove(first)?;
        let is_claimed = |claimant| proven.survives == (claimant == owner);
        self.claimant.is_none_or(is_claimed).then_some(proven)
    }
}

/// A prover in an area, unless the area is too large. Empty points outside that touch the area count
/// as stones of `conceded_to`.
fn prover(context: &ChainContext, area: &[Point], conceded_to: Option<Color>) -> Option<Prover> {
    if empty_points(context.board, area) > MAX_PROOF_EMPTY_POINTS {
        return None;
    }
    Prover::new(context.board, area, context.chain, conceded_to, context.effort)
}

/// Attempts in an area closed by walls.
///
/// The walls count as uncapturable. Where some may be captured after all, a claim holds only in the
/// area with the claimant's own weak walls added.
fn closed_attempts(context: &ChainContext, area: &[Point]) -> Vec<Attempt> {
    if empty_points(context.board, area) > MAX_PROOF_EMPTY_POINTS {
        return Vec::new();
    }
    let claimants = [context.owner, context.owner.opponent()];
    let areas = claimants.map(|claimant| context.with_weak_walls(area, claimant));
    if areas[0] == areas[1] {
        return Attempt::closed(context, &areas[0], None).into_iter().collect();
    }
    let attempts = claimants.into_iter().zip(&areas);
    attempts.filter_map(|(claimant, area)| Attempt::closed(context, area, Some(claimant))).collect()
}

/// Attempts in smaller areas, which need not be closed: all empty points outside and all bounding
/// chains of the other player are conceded to that player. A claim proven even so holds as long as
/// the claimant's own walls do.
fn conceding_attempts(context: &ChainContext, claimant: Color) -> Vec<Attempt> {
    let of_seki = (context.effort == Effort::Full).then_some(WALL_OWNERSHIPS_OF_SEKI);
    let mut areas: Vec<Vec<Point>> = WALL_OWNERSHIPS
        .into_iter()
        .chain(of_seki)
        .map(|(own, other)| {
            let area = context.tight_area(|color| if color == claimant { own } else { other });
            context.with_short_walls(&area, claimant)
        })
        .collect();
    areas.dedup();
    areas.iter().filter_map(|area| Attempt::conceding(context, area, claimant)).collect()
}
