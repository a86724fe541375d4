//! The fate of chains that playouts leave open, or may misjudge, by proof and local search.

use rayon::prelude::*;

use super::{
    Effort, MIN_PROBABILITY, chain_ownership,
    local_area::{ChainContext, FULL_AREA_EMPTY_POINTS, empty_points},
    local_playout::LocalArea,
    local_search::{LocalGoal, LocalOutcome, local_search},
    proof::{MAX_PROOF_EMPTY_POINTS, prove},
};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
};

/// Absolute ownership of a chain, 0 to 1, from which it counts as decided and is not read.
const MIN_DECIDED_OWNERSHIP: f64 = 0.97;

/// Ownership of a chain by its owner, 0 to 1, from which it bounds the reading of a less certain
/// chain, where decided chains alone leave too large an area.
const MIN_LIKELY_OWNERSHIP: f64 = 0.9;

/// Ownership by the opponent, 0 to 1, from which playouts outweigh every reading.
const MIN_LOST_OWNERSHIP: f64 = 1.0 - 2.0 * MIN_PROBABILITY;

/// Empty points up to which local search is exact. It nearly is up to [`MAX_PROOF_EMPTY_POINTS`].
const MAX_EXACT_EMPTY_POINTS: usize = 4;

/// Empty points up to which the reading of a semeai outweighs certain playouts.
const MAX_SEMEAI_EMPTY_POINTS: usize = 6;

/// Weight of the playouts' log-odds beside a proof, or beside the reading of a small semeai; below
/// 1, so that the proof wins.
const PLAYOUT_WEIGHT_BESIDE_PROOF: f64 = 0.8;

/// Liberties up to which a chain is short of liberties.
const MAX_SHORT_LIBERTIES: usize = 4;

/// Difference in a chain's survival, 0 to 1, between its owner and the opponent moving first, above
/// which it is unsettled.
const MIN_UNSETTLED_DIFFERENCE: f64 = 0.5;

/// Probability of the rarer playout result, 0 to 1, from which a chain that is not read is
/// unsettled.
const MIN_UNSETTLED_PROBABILITY: f64 = 0.1;

/// Iterations of all local searches of undecided chains in one judgment.
const MAX_TOTAL_ITERATIONS: usize = 120_000;

/// Iterations of one local search.
const MAX_ITERATIONS: usize = 5000;

/// The fates of chains that were read.
#[derive(Clone, Debug)]
pub(super) struct Fates {
    pub(super) alive: PointSet,
    pub(super) dead: PointSet,
    /// Stones, alive or dead above, whose fate or territory the player who moves first decides.
    pub(super) unsettled: PointSet,
    /// By color: the moves with which this player does.
    pub(super) vital: [PointSet; 2],
}

/// Reads, with each player moving first: the chains that are neither pass-alive nor decided by
/// playouts, decided dead chains in a semeai, which may be a seki, and decided live chains in
/// atari.
pub(super) fn read_fates(
    board: &Board,
    ownership: &Ownership,
    pass_alive: &PointSet,
    effort: Effort,
) -> Fates {
    let open = board.chains().filter(|&chain| !pass_alive.contains(chain));
    let (decided, undecided): (Vec<Point>, Vec<Point>) = open.partition(|&chain| {
        chain_ownership(board, ownership, chain).abs() >= MIN_DECIDED_OWNERSHIP
    });
    let per_search = MAX_TOTAL_ITERATIONS / (2 * undecided.len().max(1));
    let iterations = effort.limit(per_search.min(MAX_ITERATIONS));
    let may_be_wrong = |&chain: &Point| {
        if chain_ownership(board, ownership, chain) < 0.0 {
            is_in_semeai(board, pass_alive, chain)
        } else {
            is_in_atari(board, chain)
        }
    };
    let suspects = decided.into_iter().filter(may_be_wrong);
    let chains: Vec<Point> = undecided.into_iter().chain(suspects).collect();
    let readings = read_all(board, chains, |chain, proven_alive| {
        let context = context(board, ownership, pass_alive, proven_alive, chain, effort);
        read(&context, iterations)
    });
    let stones = |is_wanted: fn(&Reading) -> bool| {
        let chosen = readings.iter().filter(move |reading| is_wanted(reading));
        chosen.flat_map(|reading| board.chain(reading.chain)).collect()
    };
    Fates {
        alive: stones(|reading| reading.outcomes.is_some() && !reading.is_dead()),
        dead: stones(|reading| reading.outcomes.is_some() && reading.is_dead()),
        unsettled: stones(Reading::is_unsettled),
        vital: Color::ALL.map(|color| {
            let unsettled = readings.iter().filter(|reading| reading.is_unsettled());
            unsettled.filter_map(|reading| reading.first_move(color)).collect()
        }),
    }
}

/// The fates without reading: chains that playouts leave open are unsettled.
pub(super) fn playout_fates(board: &Board, ownership: &Ownership, pass_alive: &PointSet) -> Fates {
    let open = board.chains().filter(|&chain| !pass_alive.contains(chain));
    let unsettled =
        open.filter(|&chain| is_left_open((1.0 + chain_ownership(board, ownership, chain)) / 2.0));
    Fates {
        alive: PointSet::EMPTY,
        dead: PointSet::EMPTY,
        unsettled: unsettled.flat_map(|chain| board.chain(chain)).collect(),
        vital: [PointSet::EMPTY; 2],
    }
}

/// Whether playouts leave a chain's fate open, given its survival in them, 0 to 1.
fn is_left_open(survival: f64) -> bool {
    (MIN_UNSETTLED_PROBABILITY..=1.0 - MIN_UNSETTLED_PROBABILITY).contains(&survival)
}

/// Reads the chains, and reads some of them again once other chains are proven to live even if the
/// opponent moves first: chains of the same owner may then rely on those as on pass-alive ones.
fn read_all(
    board: &Board,
    chains: Vec<Point>,
    read: impl Fn(Point, &PointSet) -> Reading + Sync,
) -> Vec<Reading> {
    let mut proven_alive = PointSet::EMPTY;
    let mut readings: Vec<Reading> =
        chains.into_par_iter().map(|chain| read(chain, &proven_alive)).collect();
    loop {
        let proven = readings.iter().filter(|reading| reading.is_proven_alive());
        let stones = proven.flat_map(|reading| board.chain(reading.chain));
        let fresh: PointSet = stones.filter(|&stone| !proven_alive.contains(stone)).collect();
        if fresh.is_empty() {
            return readings;
        }
        proven_alive.extend_from(&fresh);
        let dependent =
            readings.par_iter_mut().filter(|reading| reading.may_rely_on(board, &fresh));
        dependent.for_each(|reading| *reading = read(reading.chain, &proven_alive));
    }
}

/// The result of reading a chain, with the evidence of the playouts.
struct Reading {
    chain: Point,
    owner: Color,
    /// The points that were read.
    area: Vec<Point>,
    /// Whether the outcomes are proven rather than read.
    is_proven: bool,
    /// The outcome if the owner moves first, and if the opponent does; `None` where no outcome
    /// could change the playouts' result.
    outcomes: Option<[LocalOutcome; 2]>,
    /// For a chain in atari that playouts keep: the outcome of a full-length search with the
    /// opponent moving first. Playouts and a search that stops early miss a single capturing move.
    threat: Option<LocalOutcome>,
    /// The probability, 0 to 1, that the chain's points stay its owner's in playouts.
    playout_survival: f64,
    /// Weight of the playouts' log-odds relative to those of the reading.
    playout_weight: f64,
    /// The sum of both log-odds from which the chain lives.
    min_log_odds: f64,
}

impl Reading {
    /// The probability, 0 to 1, that the chain lives if its owner moves first, and if the opponent
    /// does.
    fn survival(&self) -> Option<[f64; 2]> {
        self.outcomes.map(|outcomes| outcomes.map(|outcome| outcome.survival))
    }

    /// The first move of `color` in the reading; `None` for a pass.
    fn first_move(&self, color: Color) -> Option<Point> {
        let read = self.outcomes.map(|[own, other]| if color == self.owner { own } else { other });
        let threat = self.threat.filter(|_| color != self.owner);
        threat.or(read)?.first_move
    }

    /// Whether the chain lives even if the opponent moves first.
    fn is_proven_alive(&self) -> bool {
        self.is_proven && self.survival().is_some_and(|[_, second]| second == 1.0)
    }

    /// Whether the chain was read with own stones taken for capturable that are proven alive, and
    /// is not the stone of a ko, which must stay capturable.
    fn may_rely_on(&self, board: &Board, proven_alive: &PointSet) -> bool {
        let is_own = |point| board.stone(point) == Some(self.owner);
        let relies = self.area.iter().any(|&point| proven_alive.contains(point) && is_own(point));
        relies && !self.is_proven && !may_be_in_ko(board, self.chain)
    }

    fn is_dead(&self) -> bool {
        let [first, second] = self.survival().unwrap_or([0.5; 2]).map(log_odds);
        (first + second) / 2.0 + self.playout_weight * log_odds(self.playout_survival)
            < self.min_log_odds
    }

    fn is_unsettled(&self) -> bool {
        let is_captured = |threat: LocalOutcome| threat.survival < 1.0 - MIN_UNSETTLED_DIFFERENCE;
        self.threat.is_some_and(is_captured)
            || match self.survival() {
                Some([first, second]) => first - second > MIN_UNSETTLED_DIFFERENCE,
                None => is_left_open(self.playout_survival),
            }
    }
}

fn log_odds(probability: f64) -> f64 {
    let probability = probability.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (probability / (1.0 - probability)).ln()
}

/// Whether a chain shares a liberty with an opposing chain that is short of liberties. Playouts are
/// too certain there: in a seki they fill their own last liberties.
fn is_in_semeai(board: &Board, pass_alive: &PointSet, chain: Point) -> bool {
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

fn is_in_atari(board: &Board, chain: Point) -> bool {
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
fn context<'a>(
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
    let is_lost = chain_ownership(board, ownership, chain) <= -MIN_LOST_OWNERSHIP;
    let vulnerable = match is_lost {
        true => semeai_opponents(board, pass_alive, chain).collect(),
        false => PointSet::EMPTY,
    };
    ChainContext { board, ownership, chain, owner, safe, vulnerable, effort }
}

/// Proves the fate of a chain, or reads it.
///
/// The larger the area, the smaller the weight of the reading. The weights, except those of a
/// semeai and of a proof, were fitted to some 5,000 chains of finished games.
fn read(context: &ChainContext, iterations: usize) -> Reading {
    let ChainContext { board, ownership, chain, owner, .. } = *context;
    let mean_ownership = chain_ownership(board, ownership, chain);
    let is_semeai = !context.vulnerable.is_empty();
    let mut area = context.area(MIN_DECIDED_OWNERSHIP);
    let is_large = |area: &[Point]| empty_points(board, area) > MAX_PROOF_EMPTY_POINTS;
    if is_large(&area) && mean_ownership.abs() < MIN_LIKELY_OWNERSHIP {
        let smaller = context.area(MIN_LIKELY_OWNERSHIP);
        if !is_large(&smaller) {
            area = smaller;
        }
    }
    let playout_survival = (1.0 + mean_ownership) / 2.0;
    let unread = |area| Reading {
        chain,
        owner,
        area,
        is_proven: false,
        outcomes: None,
        threat: None,
        playout_survival,
        playout_weight: PLAYOUT_WEIGHT_BESIDE_PROOF,
        min_log_odds: 0.0,
    };
    let may_be_in_ko = may_be_in_ko(board, chain);
    if !may_be_in_ko {
        if let Some(proven) = prove(context, &area) {
            let outcomes = Some(proven.map(LocalOutcome::from));
            return Reading { is_proven: true, outcomes, ..unread(area) };
        }
        if !is_large(&area) {
            for color in Color::ALL {
                area = context.with_weak_walls(&area, color);
            }
        }
    }
    let empty = empty_points(board, &area);
    let (playout_weight, min_log_odds) = match empty {
        _ if is_semeai && empty <= MAX_SEMEAI_EMPTY_POINTS => (PLAYOUT_WEIGHT_BESIDE_PROOF, 0.0),
        _ if empty <= MAX_EXACT_EMPTY_POINTS => (1.0, 0.0),
        _ if empty <= MAX_PROOF_EMPTY_POINTS => (2.0, 0.4),
        _ if empty < FULL_AREA_EMPTY_POINTS => (4.0, 2.0),
        _ => (7.0, 2.4),
    };
    let goal = LocalGoal {
        target: chain,
        owner,
        area: LocalArea::new(&area),
        has_strong_prior: !may_be_in_ko,
        stops_when_alive: !is_semeai,
        stops_when_dead: !is_semeai,
    };
    let can_matter =
        playout_weight * log_odds(playout_survival).abs() < log_odds(1.0) + min_log_odds;
    let outcomes = can_matter.then(|| {
        [owner, owner.opponent()].map(|color| local_search(board, goal, color, iterations))
    });
    let is_threatened = mean_ownership >= 0.0 && is_in_atari(board, chain);
    let threat = is_threatened.then(|| {
        let goal = LocalGoal { stops_when_alive: false, ..goal };
        local_search(board, goal, owner.opponent(), iterations)
    });
    Reading { outcomes, threat, playout_weight, min_log_odds, ..unread(area) }
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Color, Vertex},
        game::Game,
        rules::Rules,
        status::Status,
    };

    #[test]
    fn chains_in_atari_are_read_though_playouts_keep_them() {
        let board: Board = "
            . X X X X X O . .
            X X O X X . X O O
            O O O O X X O O O
            O O O X X X X X O
            O . O O X X O X X
            O O O X X O O O O
            . . . O O . . O .
            . O . . O . . . O
            O O O O O O O . O"
            .parse()
            .unwrap();
        let at = |vertex| Vertex::parse(board.size(), vertex).unwrap().point().unwrap();
        let game =
            Game::from_position(board.clone(), Color::White, Rules::preset("chinese").unwrap());
        let status = Status::judge(&game);
        assert!(status.unsettled.contains(at("G8")));
        assert!(status.vital[Color::White.index()].contains(at("F8")));
        assert!(!status.judgment.dead.contains(at("E7")));
    }

    #[test]
    fn weak_walls_may_be_captured() {
        let board: Board = "
            O X X X X O . X .
            O O O O X O . X X
            X O . O X O O O O
            X X O O X X O O .
            . X X O O X O O O
            . . . X O X X X X
            . . . X O O O O X
            . . X . X O . X X
            . . . X X O O X ."
            .parse()
            .unwrap();
        let at = |vertex| Vertex::parse(board.size(), vertex).unwrap().point().unwrap();
        let game =
            Game::from_position(board.clone(), Color::White, Rules::preset("japanese").unwrap());
        let judgment = Status::judge(&game).judgment;
        assert!(!judgment.dead.contains(at("B9")), "nobody can fill G2");
        assert!(judgment.seki.unwrap().contains(at("B9")));
    }
}
