//! The status of every stone on a board where play could stop: alive, dead, or alive in seki.
//!
//! 1. The caller gives the ownership (`ownership`): by playouts, by a network, or a mean of both.
//! 2. Pass-alive stones are alive. The fate of chains that the ownership leaves open, or may misjudge
//!    because of a semeai or an atari, is proven (`proof`) or read (`local_search`) in a local
//!    search area (`fates`).
//! 3. Of all other stones, those are dead whose removal makes the count likeliest by the
//!    ownership (`dead_stones`).
//! 4. Filling the dame shows which stones are in seki and what a player must still protect (`dame`,
//!    `seki`). A bent four in the corner is dead all the same (`bent_four`).
//! 5. Small territories may still need a defensive move (`invasion`).

mod bent_four;
mod borders;
mod by_first;
mod dame;
mod dead_stones;
mod evidence;
mod fates;
mod findings;
mod invasion;
mod local_area;
mod local_board;
mod local_playout;
mod local_search;
mod ownership;
mod preset_count;
mod prisoners;
mod proof;
mod prover;
mod reading;
mod seki;
mod verdict;
mod weights;

pub use self::{
    evidence::EvidenceSource,
    findings::Findings,
    ownership::{Ownership, OwnershipSource},
    preset_count::{PresetCount, count_under_presets},
    seki::seki_given_dead,
    verdict::Verdict,
    weights::{EvidenceWeights, SourceWeights},
};
use crate::{
    board::{Board, Point, PointSet},
    game::Game,
};

/// Lower bound of every probability that playouts or reading estimate; one minus it is the upper.
const MIN_PROBABILITY: f64 = 0.02;

/// Divisor of the limits on work for [`Effort::InPlay`], so that the slowest judgments take 0.1 s.
const IN_PLAY_DIVISOR: usize = 12;

/// The amount of work spent on a judgment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// For a final count: all chains that the ownership leaves open are proven or read; typically
    /// 0.1 s, on a large board up to some seconds in one thread.
    Full,
    /// For a move: proofs are given up early.
    InPlay,
    /// No reading: 256 playouts take some milliseconds on 9×9, usually below 0.1 s on 19×19. May
    /// miss sekis.
    Quick,
}

impl Effort {
    /// A limit on work, given for [`Effort::Full`], at this effort.
    fn limit(self, full: usize) -> usize {
        if self == Effort::Full { full } else { full / IN_PLAY_DIVISOR }
    }

    /// The ownership by as many playouts as the effort allows.
    #[must_use]
    pub fn playout_ownership(self, board: &Board) -> Ownership {
        let playouts = if self == Effort::Quick { 256 } else { 1024 };
        Ownership::by_playouts(board, playouts)
    }
}

/// The judged status of all stones on a board where play could stop.
#[derive(Clone, Debug)]
pub struct Status {
    /// The expected owner of each point, the main evidence.
    pub ownership: Ownership,
    /// The dead stones, the stones in seki, and the board to count: by [`judge`](Self::judge) as the
    /// rule set counts, by [`estimate`](Self::estimate) with dead stones even where the rule set lets
    /// all stones stand.
    pub verdict: Verdict,
    /// The chains whose fate, or whose territory, one more move decides.
    pub unsettled: Unsettled,
    /// Whether the ownership leaves chains open or may misjudge them, so that more effort can lead to
    /// another verdict.
    pub has_open_chains: bool,
}

impl Status {
    /// Judges the current position of a game by playouts. The result is deterministic.
    ///
    /// No stone is dead where the rule set never removes stones, or in the count after a dispute.
    #[must_use]
    pub fn judge(game: &Game) -> Status {
        Status::judge_by(game, Effort::Full.playout_ownership(game.board()))
    }

    /// Judges the current position of a game by this ownership, as [`judge`](Self::judge) does.
    #[must_use]
    pub fn judge_by(game: &Game, ownership: Ownership) -> Status {
        let status = Status::estimate(game, ownership, Effort::Full);
        Status { verdict: status.verdict.under_rules(game), ..status }
    }

    /// Estimates the status of the stones by this ownership if play goes on. Stones can be dead here
    /// even where the rule set lets all stones stand.
    #[must_use]
    pub fn estimate(game: &Game, ownership: Ownership, effort: Effort) -> Status {
        let weights = EvidenceWeights::for_ownership(ownership.source());
        Findings::new(game, ownership, effort, weights).weigh(game, weights)
    }
}

/// Chains that live or die, or keep or lose territory, by which player moves first.
#[derive(Clone, Debug)]
pub struct Unsettled {
    /// The stones of these chains.
    pub stones: PointSet,
    /// By color: the moves with which this player decides about them.
    pub vital: [PointSet; 2],
}

impl Unsettled {
    /// Whether everything is settled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }
}

/// The mean ownership of a chain's points from its owner's side, from -1 (dead) to 1 (alive).
fn chain_ownership(board: &Board, ownership: &Ownership, chain: Point) -> f64 {
    let sum: f64 = board.chain(chain).map(|stone| ownership.of(stone)).sum();
    let owner = board.stone(chain).expect("a chain of stones");
    f64::from(owner.sign()) * sum / board.chain_len(chain) as f64
}
