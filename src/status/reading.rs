//! The reading of one chain: a proof of its fate, or local searches.

use super::{
    Effort, MIN_PROBABILITY, chain_ownership,
    evidence::{Source, Weights},
    local_area::{ChainContext, LocalArea, empty_points},
    local_search::{LocalGoal, LocalOutcome, local_search},
    proof::{MAX_PROOF_EMPTY_POINTS, prove},
};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
};

/// Absolute ownership of a chain, 0 to 1, from which it counts as decided and is read only if it is in
/// a semeai or in atari.
pub(super) const MIN_DECIDED_OWNERSHIP: f64 = 0.97;

/// Ownership of a chain by its owner, 0 to 1, from which it bounds the reading of a less certain
/// chain, where decided chains alone leave too large an area.
const MIN_LIKELY_OWNERSHIP: f64 = 0.9;

/// Ownership by the opponent, 0 to 1, from which playouts outweigh every reading.
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
    source: Source,
    /// The outcome if the owner moves first, and if the opponent does; `None` where no outcome
    /// could change the verdict of the ownership.
    outcomes: Option<[LocalOutcome; 2]>,
    /// For a chain in atari that lives by the ownership: the outcome of a full-length search with the
    /// opponent moving first. Playouts and a search that stops early miss a single capturing move.
    threat: Option<LocalOutcome>,
    /// The probability, 0 to 1, that the chain's points stay its owner's.
    ownership: f64,
}

impl Reading {
    /// A chain that was not read.
    pub(super) fn unread(context: &ChainContext) -> Reading {
        let ChainContext { board, ownership, chain, owner, .. } = *context;
        Reading {
            chain,
            owner,
            area: Vec::new(),
            source: Source::Full,
            outcomes: None,
            threat: None,
            ownership: (1.0 + chain_ownership(board, ownership, chain)) / 2.0,
        }
    }

    /// The probability, 0 to 1, that the chain lives if its owner moves first, and if the opponent
    /// does.
    fn survival(&self) -> Option<[f64; 2]> {
        self.outcomes.map(|outcomes| outcomes.map(|outcome| outcome.survival))
    }

    /// The first move of `color` in the reading; `None` for a pass.
    pub(super) fn first_move(&self, color: Color) -> Option<Point> {
        let read = self.outcomes.map(|[own, other]| if color == self.owner { own } else { other });
        let threat = self.threat.filter(|_| color != self.owner);
        threat.or(read)?.first_move
    }

    /// Whether the chain lives even if the opponent moves first.
    pub(super) fn is_proven_alive(&self) -> bool {
        self.source == Source::Proof && self.survival().is_some_and(|[_, second]| second == 1.0)
    }

    /// Whether the chain was read with own stones taken for capturable that are proven alive, and
    /// is not the stone of a ko, which must stay capturable.
    pub(super) fn may_rely_on(&self, board: &Board, proven_alive: &PointSet) -> bool {
        let is_own = |point| board.stone(point) == Some(self.owner);
        let relies = self.area.iter().any(|&point| proven_alive.contains(point) && is_own(point));
        relies && self.source != Source::Proof && !may_be_in_ko(board, self.chain)
    }

    /// Whether the chain is dead by all evidence; `None` without outcomes.
    pub(super) fn is_dead(&self, weights: &Weights) -> Option<bool> {
        let survival = self.survival()?;
        Some(weights.life(self.ownership, self.source, survival) < 0.0)
    }

    pub(super) fn is_unsettled(&self) -> bool {
        let is_captured = |threat: LocalOutcome| threat.survival < 1.0 - MIN_UNSETTLED_DIFFERENCE;
        self.threat.is_some_and(is_captured)
            || match self.survival() {
                Some([first, second]) => first - second > MIN_UNSETTLED_DIFFERENCE,
                None => is_left_open(self.ownership),
            }
    }
}

/// Whether the ownership leaves a chain's fate open, given the probability, 0 to 1, that its points stay its owner's.
fn is_left_open(survival: f64) -> bool {
    (MIN_UNSETTLED_PROBABILITY..=1.0 - MIN_UNSETTLED_PROBABILITY).contains(&survival)
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

/// A chain to read. Own chains that are proven alive count as pass-alive; in a semeai the opposing
/// chains count as capturable whatever playouts say.
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
pub(super) fn read(context: &ChainContext, iterations: usize, weights: &Weights) -> Reading {
    let ChainContext { board, chain, owner, .. } = *context;
    let mean_ownership = chain_ownership(board, context.ownership, chain);
    let is_semeai = !context.vulnerable.is_empty();
    let mut area = reading_area(context, mean_ownership);
    let ownership = (1.0 + mean_ownership) / 2.0;
    let unread = |area| Reading { area, ..Reading::unread(context) };
    let may_be_in_ko = may_be_in_ko(board, chain);
    if !may_be_in_ko {
        if let Some(proven) = prove(context, &area) {
            let outcomes = Some(proven.map(LocalOutcome::from));
            return Reading { source: Source::Proof, outcomes, ..unread(area) };
        }
        if !is_large(board, &area) {
            for color in Color::ALL {
                area = context.with_weak_walls(&area, color);
            }
        }
    }
    let source = Source::of_search(empty_points(board, &area), is_semeai);
    let goal = LocalGoal {
        target: chain,
        owner,
        area: LocalArea::new(&area),
        has_strong_prior: !may_be_in_ko,
        stops_when_alive: !is_semeai,
        stops_when_dead: !is_semeai,
    };
    let outcomes = weights.can_matter(ownership, source).then(|| {
        [owner, owner.opponent()].map(|color| local_search(board, goal, color, iterations))
    });
    let is_threatened = mean_ownership >= 0.0 && is_in_atari(board, chain);
    let threat = is_threatened.then(|| {
        let goal = LocalGoal { stops_when_alive: false, ..goal };
        local_search(board, goal, owner.opponent(), iterations)
    });
    Reading { source, outcomes, threat, ..unread(area) }
}
