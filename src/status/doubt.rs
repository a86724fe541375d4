//! Chains whose fate the playouts leave open, or may be wrong about, and what proofs and reading
//! make of them.

use rayon::prelude::*;

use super::{
    LEAST_CHANCE,
    confined::Arena,
    kept,
    proof::{SMALL, prove},
    reading::{Goal, Outcome, outcome},
    walls::{ARENA, Surroundings, room},
};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
};

/// How surely, from 0 to 1, playouts must keep or lose a chain for it to need no reading.
const SURE: f64 = 0.97;

/// How surely, from 0 to 1, playouts must keep a chain for it to bound the reading of another that
/// they are less sure of, where sure ones leave too much room.
const LIKELY: f64 = 0.9;

/// How surely, from 0 to 1, playouts must lose a chain for a reading to be unable to say otherwise.
const LOST: f64 = 1.0 - 2.0 * LEAST_CHANCE;

/// Empty points up to which reading is exact; up to `SMALL` it nearly is.
const TINY: usize = 5;

/// Empty points up to which the reading of a race goes before playouts that are sure.
const RACE: usize = 7;

/// How much playouts are trusted beside a proof, and beside a reading of few points in a race that
/// they are sure of: a little less than it.
const LESS: f64 = 0.8;

/// Liberties up to which a chain can run out of them.
const SHORT: usize = 4;

/// How much surer a chain must be to live if its owner moves first, from 0 to 1, for a move to be
/// worth its while.
const WORTH_A_MOVE: f64 = 0.5;

/// How likely the rarer outcome of playouts must be for a chain that is not read to be unsettled.
const LEAST_DOUBT: f64 = 0.1;

/// Iterations of all readings of chains that playouts leave open, in one judgement.
const ITERATIONS: usize = 120_000;

/// Iterations of one reading.
const MOST_ITERATIONS: usize = 5000;

/// What was read.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    pub(super) alive: PointSet,
    pub(super) dead: PointSet,
    /// Stones of either kind that the player who moves first saves or takes, or whose territory he
    /// keeps or spoils.
    pub(super) unsettled: PointSet,
    /// By colour: where he does.
    pub(super) vital: [PointSet; 2],
}

/// Reads the chains that are neither certain nor sure, those that are sure to be lost but may be in a
/// seki, and those that are sure to be kept but are in atari, both players moving first.
pub(super) fn read_doubtful(board: &Board, ownership: &Ownership, certain: &PointSet) -> Verdicts {
    let open = board.chains().filter(|&chain| !certain.contains(chain));
    let (sure, doubtful): (Vec<Point>, Vec<Point>) =
        open.partition(|&chain| kept(board, ownership, chain).abs() >= SURE);
    let iterations = (ITERATIONS / (2 * doubtful.len().max(1))).min(MOST_ITERATIONS);
    let may_be_wrong = |&chain: &Point| {
        if kept(board, ownership, chain) < 0.0 {
            is_in_race(board, certain, chain)
        } else {
            is_in_atari(board, chain)
        }
    };
    let wrong = sure.into_iter().filter(may_be_wrong);
    let chains: Vec<Point> = doubtful.into_iter().chain(wrong).collect();
    let readings = read_all(board, chains, |chain, firm| {
        read(board, ownership, certain, firm, chain, iterations)
    });
    let stones = |is_wanted: fn(&Reading) -> bool| {
        let chosen = readings.iter().filter(move |reading| is_wanted(reading));
        chosen.flat_map(|reading| board.chain(reading.chain)).collect()
    };
    Verdicts {
        alive: stones(|reading| reading.outcomes.is_some() && !reading.is_dead()),
        dead: stones(|reading| reading.outcomes.is_some() && reading.is_dead()),
        unsettled: stones(Reading::is_unsettled),
        vital: Color::ALL.map(|color| {
            let unsettled = readings.iter().filter(|reading| reading.is_unsettled());
            unsettled.filter_map(|reading| reading.begins_at(color)).collect()
        }),
    }
}

/// Reads nothing: chains that playouts leave open are unsettled.
pub(super) fn leave_unread(board: &Board, ownership: &Ownership, certain: &PointSet) -> Verdicts {
    let open = board.chains().filter(|&chain| !certain.contains(chain));
    let unsettled = open.filter(|&chain| is_left_open((1.0 + kept(board, ownership, chain)) / 2.0));
    Verdicts {
        alive: PointSet::EMPTY,
        dead: PointSet::EMPTY,
        unsettled: unsettled.flat_map(|chain| board.chain(chain)).collect(),
        vital: [PointSet::EMPTY; 2],
    }
}

/// Whether playouts that leave a chain's points to its owner so often, from 0 to 1, leave its fate
/// open.
fn is_left_open(kept: f64) -> bool {
    (LEAST_DOUBT..=1.0 - LEAST_DOUBT).contains(&kept)
}

/// What `read` makes of chains, given the stones that are firm besides the certain ones: of chains
/// that live even if the opponent moves first, as is proven. Others of their owner may lean on them.
fn read_all(
    board: &Board,
    chains: Vec<Point>,
    read: impl Fn(Point, &PointSet) -> Reading + Sync,
) -> Vec<Reading> {
    let mut firm = PointSet::EMPTY;
    let mut readings: Vec<Reading> =
        chains.into_par_iter().map(|chain| read(chain, &firm)).collect();
    loop {
        let proven = readings.iter().filter(|reading| reading.is_proven_alive());
        let stones = proven.flat_map(|reading| board.chain(reading.chain));
        let fresh: PointSet = stones.filter(|&stone| !firm.contains(stone)).collect();
        if fresh.is_empty() {
            return readings;
        }
        firm.extend_from(&fresh);
        let leaning = readings.par_iter_mut().filter(|reading| reading.may_lean_on(board, &fresh));
        leaning.for_each(|reading| *reading = read(reading.chain, &firm));
    }
}

/// What reading and playouts tell of a chain.
struct Reading {
    chain: Point,
    owner: Color,
    /// The points that were read.
    arena: Vec<Point>,
    /// Whether the outcomes are proven rather than read.
    is_proven: bool,
    /// If its owner moves first, and if the opponent does; `None` where this could not change what
    /// playouts say.
    outcomes: Option<[Outcome; 2]>,
    /// What the opponent's first move does to a chain in atari that playouts keep: neither they nor
    /// a short reading find the one point that captures it.
    threat: Option<Outcome>,
    /// How often playouts leave its points to the owner, from 0 to 1.
    kept: f64,
    /// How much the playouts are trusted beside the reading.
    playout_weight: f64,
    /// What the log-odds of both together must reach for the chain to live.
    least_odds: f64,
}

impl Reading {
    /// How sure the chain is to live, from 0 to 1, if its owner moves first, and if the opponent does.
    fn survival(&self) -> Option<[f64; 2]> {
        self.outcomes.map(|outcomes| outcomes.map(|outcome| outcome.survival))
    }

    /// Where a player begins who moves first.
    fn begins_at(&self, color: Color) -> Option<Point> {
        let read = self.outcomes.map(|[own, other]| if color == self.owner { own } else { other });
        let threat = self.threat.filter(|_| color != self.owner);
        threat.or(read)?.begins_at
    }

    /// Whether the chain lives even if the opponent moves first.
    fn is_proven_alive(&self) -> bool {
        self.is_proven && self.survival().is_some_and(|[_, second]| second == 1.0)
    }

    /// Whether it was read as if own stones might fall that are firm. What a ko is about must be
    /// left to fall.
    fn may_lean_on(&self, board: &Board, firm: &PointSet) -> bool {
        let is_own = |point| board.stone(point) == Some(self.owner);
        let leans = self.arena.iter().any(|&point| firm.contains(point) && is_own(point));
        leans && !self.is_proven && !may_be_in_ko(board, self.chain)
    }

    fn is_dead(&self) -> bool {
        let [first, second] = self.survival().unwrap_or([0.5; 2]).map(log_odds);
        (first + second) / 2.0 + self.playout_weight * log_odds(self.kept) < self.least_odds
    }

    fn is_unsettled(&self) -> bool {
        let is_captured = |threat: Outcome| threat.survival < 1.0 - WORTH_A_MOVE;
        self.threat.is_some_and(is_captured)
            || match self.survival() {
                Some([first, second]) => first - second > WORTH_A_MOVE,
                None => is_left_open(self.kept),
            }
    }
}

fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
    (chance / (1.0 - chance)).ln()
}

/// Whether a chain has a liberty in common with an opposing one that is short of them. Playouts are
/// sure of too much there: in a seki they fill their own last liberties.
fn is_in_race(board: &Board, certain: &PointSet, chain: Point) -> bool {
    rivals(board, certain, chain).next().is_some()
}

/// The opposing chains, by their heads, that have a liberty in common with this one and are short of
/// them, some perhaps more than once.
fn rivals(board: &Board, certain: &PointSet, chain: Point) -> impl Iterator<Item = Point> {
    let opponent = board.stone(chain).map(Color::opponent);
    let around = board.liberties(chain).flat_map(|liberty| board.neighbours(liberty));
    let opposing = around.filter(move |&place| board.stone(place) == opponent);
    opposing.filter(|&place| is_short(board, certain, place)).map(|place| board.head(place))
}

fn is_in_atari(board: &Board, chain: Point) -> bool {
    board.liberty_count(chain) == 1
}

/// Whether a chain is like a stone in a ko, which whoever wins a fight elsewhere holds in the end.
fn may_be_in_ko(board: &Board, chain: Point) -> bool {
    board.chain_len(chain) == 1 && is_in_atari(board, chain)
}

/// Whether the chain of a stone could run out of liberties.
fn is_short(board: &Board, certain: &PointSet, stone: Point) -> bool {
    !certain.contains(stone) && board.liberty_count(stone) <= SHORT
}

/// Proves what becomes of a chain, or reads it, where own firm stones stand as certain ones do. In a
/// race none of its rivals is sure to stand, whatever playouts say. The larger its arena, the less
/// the reading is to be trusted: the weights, but for those of a race and of a proof, were fitted to
/// some 5,000 chains of finished games.
fn read(
    board: &Board,
    ownership: &Ownership,
    certain: &PointSet,
    firm: &PointSet,
    chain: Point,
    iterations: usize,
) -> Reading {
    let owner = board.stone(chain).expect("a chain of stones");
    let belief = kept(board, ownership, chain);
    let rivals: PointSet = rivals(board, certain, chain).collect();
    let own_firm = firm.iter().filter(|&stone| board.stone(stone) == Some(owner));
    let standing = certain.iter().chain(own_firm).collect();
    let is_race = belief <= -LOST && !rivals.is_empty();
    let shaky = if is_race { rivals } else { PointSet::EMPTY };
    let around = Surroundings { board, ownership, chain, owner, standing, shaky };
    let mut arena = around.arena(SURE);
    if room(board, &arena) >= SMALL && belief.abs() < LIKELY {
        let smaller = around.arena(LIKELY);
        if room(board, &smaller) < SMALL {
            arena = smaller;
        }
    }
    let kept = (1.0 + belief) / 2.0;
    let unread = |arena| Reading {
        chain,
        owner,
        arena,
        is_proven: false,
        outcomes: None,
        threat: None,
        kept,
        playout_weight: LESS,
        least_odds: 0.0,
    };
    let may_be_in_ko = may_be_in_ko(board, chain);
    if !may_be_in_ko {
        if let Some(proven) = prove(&around, &arena) {
            let outcomes = Some(proven.map(Outcome::from));
            return Reading { is_proven: true, outcomes, ..unread(arena) };
        }
        if room(board, &arena) < SMALL {
            for color in Color::ALL {
                arena = around.with_weak_walls(&arena, color);
            }
        }
    }
    let empty = room(board, &arena);
    let (playout_weight, least_odds) = match empty {
        0..RACE if is_race => (LESS, 0.0),
        0..TINY => (1.0, 0.0),
        TINY..SMALL => (2.0, 0.4),
        SMALL..ARENA => (4.0, 2.0),
        _ => (7.0, 2.4),
    };
    let goal = Goal {
        target: chain,
        owner,
        arena: Arena::new(&arena),
        is_patient: !may_be_in_ko,
        settles_alive: !is_race,
        settles_dead: !is_race,
    };
    let can_matter = playout_weight * log_odds(kept).abs() < log_odds(1.0) + least_odds;
    let outcomes = can_matter
        .then(|| [owner, owner.opponent()].map(|color| outcome(board, goal, color, iterations)));
    let is_threatened = belief >= 0.0 && is_in_atari(board, chain);
    let threat = is_threatened.then(|| {
        let goal = Goal { settles_alive: false, ..goal };
        outcome(board, goal, owner.opponent(), iterations)
    });
    Reading { outcomes, threat, playout_weight, least_odds, ..unread(arena) }
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
        assert!(!status.judgement.dead.contains(at("E7")));
    }

    #[test]
    fn walls_short_of_liberties_may_fall() {
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
        let judgement = Status::judge(&game).judgement;
        assert!(!judgement.dead.contains(at("B9")), "nobody can fill G2");
        assert!(judgement.seki.unwrap().contains(at("B9")));
    }
}
