//! The reading of one chain: a proof of its fate, or local searches.

use super::{
    Effort, MIN_PROBABILITY, Ownership,
    by_first::ByFirst,
    chain_ownership,
    evidence::EvidenceSource,
    local_area::{ChainContext, LocalArea, empty_points},
    local_search::{LocalGoal, LocalOutcome, local_search},
    proof::{MAX_PROOF_EMPTY_POINTS, prove},
    weights::EvidenceWeights,
};
use crate::board::{Board, Color, Point, PointSet};

/// Absolute ownership of a chain, 0 to 1, from which it counts as decided and is read only if it is in
/// a semeai or in atari.
pub(super) const MIN_DECIDED_OWNERSHIP: f64 = 0.97;

/// Ownership of a chain by its owner, 0 to 1, from which it bounds the reading of a less certain
/// chain, where decided chains alone leave too large an area.
const MIN_LIKELY_OWNERSHIP: f64 = 0.9;

/// Ownership by the opponent, 0 to 1, at which its log-odds reach the bound that
/// [`MIN_PROBABILITY`] sets.
const MIN_DEAD_OWNERSHIP: f64 = 1.0 - 2.0 * MIN_PROBABILITY;

/// Liberties up to which a chain is short of liberties.
const MAX_SHORT_LIBERTIES: usize = 4;

/// Difference in a chain's survival, 0 to 1, between its owner and the opponent moving first, above
/// which it is unsettled.
const MIN_UNSETTLED_DIFFERENCE: f64 = 0.5;

/// Probability of the rarer playout result, 0 to 1, from which a chain that is not read is
/// unsettled.
const MIN_UNSETTLED_PROBABILITY: f64 = 0.1;

/// The evidence on a chain by reading and ownership.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) chain: Point,
    owner: Color,
    /// The points that were read.
    area: Vec<Point>,
    /// The source of the outcomes.
    source: EvidenceSource,
    /// `None` where no outcome could change the verdict of the ownership.
    outcomes: Option<ByFirst<LocalOutcome>>,
    /// For a chain in atari that lives by the ownership: the outcome of a full-length search with the
    /// opponent moving first. Playouts and a search that stops early miss a single capturing move.
    threat: Option<LocalOutcome>,
    /// Probability, 0 to 1, that the chain's points stay its owner's, by the ownership:
    /// (1 + mean ownership) / 2.
    survival_by_ownership: f64,
}

impl Reading {
    /// A chain that was not read.
    pub(super) fn unread(context: &ChainContext) -> Reading {
        let ChainContext { board, ownership, chain, owner, .. } = *context;
        Reading {
            chain,
            owner,
            area: Vec::new(),
            source: EvidenceSource::Full,
            outcomes: None,
            threat: None,
            survival_by_ownership: (1.0 + chain_ownership(board, ownership, chain)) / 2.0,
        }
    }

    /// The probability, 0 to 1, that the chain lives.
    fn survival(&self) -> Option<ByFirst<f64>> {
        self.outcomes.map(|outcomes| outcomes.map(|outcome| outcome.survival))
    }

    /// The first move of `color` in the reading; `None` for a pass.
    pub(super) fn first_move(&self, color: Color) -> Option<Point> {
        let is_owner = color == self.owner;
        let read = self.outcomes.map(|outcomes| match is_owner {
            true => outcomes.owner_first,
            false => outcomes.opponent_first,
        });
        let threat = self.threat.filter(|_| !is_owner);
        threat.or(read)?.first_move
    }

    /// Whether the chain lives even if the opponent moves first.
    pub(super) fn is_proven_alive(&self) -> bool {
        self.source == EvidenceSource::Proof
            && self.survival().is_some_and(|survival| survival.opponent_first == 1.0)
    }

    /// Whether the chain was read with own stones taken for capturable that are proven alive, and
    /// is not the stone of a ko, which must stay capturable.
    pub(super) fn may_rely_on(&self, board: &Board, proven_alive: &PointSet) -> bool {
        let is_own = |point| board.stone(point) == Some(self.owner);
        let relies = self.area.iter().any(|&point| proven_alive.contains(point) && is_own(point));
        relies && self.source != EvidenceSource::Proof && !may_be_in_ko(board, self.chain)
    }

    /// Whether the chain is dead by all evidence; `None` without outcomes.
    pub(super) fn is_dead(&self, weights: &EvidenceWeights) -> Option<bool> {
        let survival = self.survival()?;
        let life = weights.log_odds_of_life(self.survival_by_ownership, self.source, survival);
        Some(life < 0.0)
    }

    pub(super) fn is_unsettled(&self) -> bool {
        let is_captured = |threat: LocalOutcome| threat.survival < 1.0 - MIN_UNSETTLED_DIFFERENCE;
        self.threat.is_some_and(is_captured)
            || match self.survival() {
                Some(ByFirst { owner_first, opponent_first }) => {
                    owner_first - opponent_first > MIN_UNSETTLED_DIFFERENCE
                }
                None => is_left_open(self.survival_by_ownership),
            }
    }
}

/// Whether the ownership leaves a chain's fate open.
fn is_left_open(survival_by_ownership: f64) -> bool {
    (MIN_UNSETTLED_PROBABILITY..=1.0 - MIN_UNSETTLED_PROBABILITY).contains(&survival_by_ownership)
}

/// Whether a chain shares a liberty with an opposing chain that is short of liberties. Playouts are
/// too certain there: in a seki they fill their own last liberties.
pub(super) fn is_in_semeai(board: &Board, pass_alive: &PointSet, chain: Point) -> bool {
    semeai_opponents(board, pass_alive, chain).next().is_some()
}

/// The heads of the opposing chains that share a liberty with this one and are short of liberties;
/// one may occur several times.
fn semeai_opponents(
    board: &Board,
    pass_alive: &PointSet,
    chain: Point,
) -> impl Iterator<Item = Point> {
    let opponent = board.stone(chain).map(Color::opponent);
    let around = board.liberties(chain).flat_map(|liberty| board.neighbors(liberty));
    let opposing = around.filter(move |&place| board.stone(place) == opponent);
    opposing.filter(|&place| is_short(board, pass_alive, place)).map(|place| board.head(place))
}

pub(super) fn is_in_atari(board: &Board, chain: Point) -> bool {
    board.liberty_count(chain) == 1
}

/// Whether a chain may be the stone of a ko, whose fate is decided by ko threats elsewhere.
fn may_be_in_ko(board: &Board, chain: Point) -> bool {
    board.chain_len(chain) == 1 && is_in_atari(board, chain)
}

/// Whether the chain of a stone is short of liberties.
fn is_short(board: &Board, pass_alive: &PointSet, stone: Point) -> bool {
    !pass_alive.contains(stone) && board.liberty_count(stone) <= MAX_SHORT_LIBERTIES
}

/// The context for reading a chain. Own chains proven alive count as pass-alive. If the ownership
/// judges the chain dead, opposing chains in a semeai with it count as capturable.
pub(super) fn context<'a>(
    board: &'a Board,
    ownership: &'a Ownership,
    pass_alive: &PointSet,
    proven_alive: &PointSet,
    chain: Point,
    effort: Effort,
) -> ChainContext<'a> {
    let owner = board.stone(chain).expect("a chain of stones");
    let own_proven = proven_alive.iter().filter(|&stone| board.stone(stone) == Some(owner));
    let safe = pass_alive.iter().chain(own_proven).collect();
    let is_dead = chain_ownership(board, ownership, chain) <= -MIN_DEAD_OWNERSHIP;
    let vulnerable = match is_dead {
        true => semeai_opponents(board, pass_alive, chain).collect(),
        false => PointSet::EMPTY,
    };
    ChainContext { board, ownership, chain, owner, safe, vulnerable, effort }
}

/// The area in which a chain of this ownership is read: bounded by decided chains, or by likely ones if
/// the chain is less certain than they are and only those leave an area that is small enough for a
/// proof.
fn reading_area(context: &ChainContext, mean_ownership: f64) -> Vec<Point> {
    let area = context.area(MIN_DECIDED_OWNERSHIP);
    if is_large(context.board, &area) && mean_ownership.abs() < MIN_LIKELY_OWNERSHIP {
        let smaller = context.area(MIN_LIKELY_OWNERSHIP);
        if !is_large(context.board, &smaller) {
            return smaller;
        }
    }
    area
}

/// Whether an area is too large for a proof.
fn is_large(board: &Board, area: &[Point]) -> bool {
    empty_points(board, area) > MAX_PROOF_EMPTY_POINTS
}

/// Proves the fate of a chain, or reads it where that can change the verdict of the ownership.
pub(super) fn read(
    context: &ChainContext,
    iterations: usize,
    weights: &EvidenceWeights,
) -> Reading {
    let ChainContext { board, chain, owner, .. } = *context;
    let mean_ownership = chain_ownership(board, context.ownership, chain);
    let is_dead_in_semeai = !context.vulnerable.is_empty();
    let mut area = reading_area(context, mean_ownership);
    let unread = Reading::unread(context);
    let may_be_in_ko = may_be_in_ko(board, chain);
    if !may_be_in_ko {
        if let Some(proven) = prove(context, &area) {
            let outcomes = Some(proven.map(LocalOutcome::from));
            return Reading { area, source: EvidenceSource::Proof, outcomes, ..unread };
        }
        if !is_large(board, &area) {
            for color in Color::ALL {
                area = context.with_weak_walls(&area, color);
            }
        }
    }
    let source = EvidenceSource::of_search(empty_points(board, &area), is_dead_in_semeai);
    let goal = LocalGoal {
        target: chain,
        owner,
        area: LocalArea::new(&area),
        has_strong_prior: !may_be_in_ko,
        stops_when_alive: !is_dead_in_semeai,
        stops_when_dead: !is_dead_in_semeai,
    };
    let search = |first| local_search(board, goal, first, iterations);
    let outcomes = weights
        .can_matter(unread.survival_by_ownership, source)
        .then(|| ByFirst { owner_first: search(owner), opponent_first: search(owner.opponent()) });
    let is_threatened = mean_ownership >= 0.0 && is_in_atari(board, chain);
    let threat = is_threatened.then(|| {
        let goal = LocalGoal { stops_when_alive: false, ..goal };
        local_search(board, goal, owner.opponent(), iterations)
    });
    Reading { area, source, outcomes, threat, ..unread }
}
