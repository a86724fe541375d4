//! A proof-number search for the fate of a chain in a small area.

use rustc_hash::FxHashMap;

use super::{
    Effort,
    local_board::{LocalBoard, LocalPosition, Successor},
};
use crate::board::{Board, Color, Point};

/// Limits of the positions searched before a proof is given up. Between them, the limit grows with
/// the square of the chain's number of stones: more depends on a long chain.
const MIN_POSITIONS: usize = 20_000;
const MAX_POSITIONS: usize = 100_000;
const POSITIONS_PER_SQUARED_STONES: usize = 80;

/// Positions per squared number of guarded points, where points are guarded.
const POSITIONS_PER_SQUARED_GUARDED_POINTS: usize = 500;

/// Divisor of the limit where everything outside the area is conceded: such proofs are usually
/// short, and there are several such areas for a chain.
const CONCEDING_DIVISOR: usize = 4;

/// Moves of a line after which it counts as a cycle.
const MAX_LINE_LEN: usize = 150;

/// The proven fate of a chain with one player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    /// Whether the chain's points stay its owner's.
    pub(super) survives: bool,
    /// The first player's winning move; `None` if there is none, or if it is a pass.
    pub(super) first_move: Option<Point>,
}

impl Proven {
    /// The chain survives without a move.
    pub(super) const SURVIVES: Proven = Proven { survives: true, first_move: None };
}

/// Lower bounds of the positions to solve for a proof that the player to move wins, and for a
/// disproof.
#[derive(Clone, Copy)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const INFINITE: u32 = u32::MAX / 4;
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITE };
    const LOST: ProofNumbers = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: 0 };
}

/// A position in the table.
struct TableEntry {
    numbers: ProofNumbers,
    /// Whether it occurs in the line being searched.
    is_in_line: bool,
}

/// A proof-number search for one chain with its transposition table.
pub(super) struct Prover {
    local_board: LocalBoard,
    table: FxHashMap<LocalPosition, TableEntry>,
    line_len: usize,
    max_positions: usize,
    positions_left: usize,
    effort: Effort,
}

impl Prover {
    /// Prepares to prove the fate of the chain of `target` in an area. Empty points outside that
    /// touch the area count as stones of `conceded_to`. Returns `None` if there are such points and
    /// `conceded_to` is `None`, or if the area is too large.
    pub(super) fn new(
        board: &Board,
        area: &[Point],
        target: Point,
        conceded_to: Option<Color>,
        effort: Effort,
    ) -> Option<Prover> {
        let local_board = LocalBoard::new(board, area, target, conceded_to)?;
        let table = FxHashMap::default();
        let full = (POSITIONS_PER_SQUARED_STONES * board.chain_len(target).pow(2))
            .clamp(MIN_POSITIONS, MAX_POSITIONS)
            / if conceded_to.is_some() { CONCEDING_DIVISOR } else { 1 };
        let max_positions = effort.limit(full);
        Some(Prover { local_board, table, line_len: 0, max_positions, positions_left: 0, effort })
    }

    /// Requires also, for the chain to survive, that no opposing stone stays on the guarded points.
    /// Their number, not the chain's length, then sets the limit.
    pub(super) fn guarding(self, points: &[Point]) -> Prover {
        let local_board = self.local_board.guarding(points);
        let full = (POSITIONS_PER_SQUARED_GUARDED_POINTS * points.len().pow(2))
            .max(MIN_POSITIONS / CONCEDING_DIVISOR);
        let max_positions = self.effort.limit(full);
        Prover { local_board, max_positions, ..self }
    }

    /// Proves the chain's fate if `first` moves first; `None` if the limit is reached.
    pub(super) fn prove(&mut self, first: Color) -> Option<Proven> {
        self.positions_left = self.max_positions;
        let start = self.local_board.start(first);
        let thresholds =
            ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        let first_wins = match self.search(start, thresholds) {
            ProofNumbers { proof: 0, .. } => true,
            ProofNumbers { disproof: 0, .. } => false,
            _ => return None,
        };
        let successors = self.local_board.successors(&start);
        let winner = successors.iter().find(|next| first_wins && self.numbers(next).disproof == 0);
        let survives = first_wins == (first == self.local_board.owner());
        Some(Proven { survives, first_move: winner.and_then(|next| next.point) })
    }

    /// The proof numbers of a successor for the player to move there.
    ///
    /// A repetition counts as a success of the player who need not act: the owner until the target
    /// has been captured, the opponent afterwards.
    fn numbers(&self, next: &Successor) -> ProofNumbers {
        let position = &next.after;
        let entry = self.table.get(position);
        let is_endless =
            entry.is_some_and(|entry| entry.is_in_line) || self.line_len > MAX_LINE_LEN;
        let survives = next.survives.or(is_endless.then_some(!position.was_captured));
        match survives {
            Some(survives) if survives == (position.to_move == self.local_board.owner()) => {
                ProofNumbers::WON
            }
            Some(_) => ProofNumbers::LOST,
            None => entry.map_or_else(|| self.initial_numbers(next), |entry| entry.numbers),
        }
    }

    /// Initial proof numbers of a position that was not searched: capturing the target takes a move
    /// for each liberty (df-pn+, Nagai 2002).
    fn initial_numbers(&self, next: &Successor) -> ProofNumbers {
        let to_capture = if next.after.was_captured { 1 } else { next.liberties.max(1) };
        if next.after.to_move == self.local_board.owner() {
            ProofNumbers { proof: 1, disproof: to_capture }
        } else {
            ProofNumbers { proof: to_capture, disproof: 1 }
        }
    }

    /// Depth-first proof-number search (Nagai, Df-pn algorithm for searching AND/OR trees, 2002)
    /// with weak proof numbers (Ueda et al. 2008): successors that must all be solved count as the
    /// hardest of them plus one for each other, since many lead to the same positions.
    ///
    /// Results that rest on a repetition are stored like others, although another line to the position
    /// may not repeat (the graph-history interaction problem: Kishimoto and Müller 2004); `tests.rs`
    /// compares small boards with exhaustive search.
    fn search(&mut self, position: LocalPosition, thresholds: ProofNumbers) -> ProofNumbers {
        self.positions_left = self.positions_left.saturating_sub(1);
        self.table
            .insert(position, TableEntry { numbers: ProofNumbers::UNKNOWN, is_in_line: true });
        self.line_len += 1;
        let successors = self.local_board.successors(&position);
        let numbers = loop {
            let summary = ChildSummary::of(successors.iter().map(|next| self.numbers(next)));
            let found = summary.numbers();
            let is_within = found.proof < thresholds.proof && found.disproof < thresholds.disproof;
            if !is_within || self.positions_left == 0 {
                break found;
            }
            self.search(successors[summary.best].after, summary.thresholds(thresholds));
        };
        self.line_len -= 1;
        self.table.insert(position, TableEntry { numbers, is_in_line: false });
        numbers
    }
}

/// The proof numbers of a position's successors, summarized.
struct ChildSummary {
    /// Index of the successor with the lowest disproof number: the easiest way to a win.
    best: usize,
    /// That number, and the second lowest.
    least: u32,
    second: u32,
    /// The highest proof number of a successor.
    hardest: u32,
    /// Number of other successors whose proof is open.
    others: u32,
}

impl ChildSummary {
    fn of(successors: impl Iterator<Item = ProofNumbers>) -> ChildSummary {
        let (least, second) = (ProofNumbers::INFINITE, ProofNumbers::INFINITE);
        let mut summary = ChildSummary { best: 0, least, second, hardest: 0, others: 0 };
        let mut open: u32 = 0;
        for (index, numbers) in successors.enumerate() {
            if numbers.disproof < summary.least {
                summary.second = summary.least;
                (summary.best, summary.least) = (index, numbers.disproof);
            } else {
                summary.second = summary.second.min(numbers.disproof);
            }
            summary.hardest = summary.hardest.max(numbers.proof);
            open += u32::from(numbers.proof > 0);
        }
        summary.others = open.saturating_sub(1);
        summary
    }

    fn numbers(&self) -> ProofNumbers {
        if self.least == 0 {
            return ProofNumbers::WON;
        }
        let disproof = (self.hardest + self.others).min(ProofNumbers::INFINITE);
        ProofNumbers { proof: self.least, disproof }
    }

    /// The thresholds within which the best successor is searched before another may be better.
    fn thresholds(&self, thresholds: ProofNumbers) -> ProofNumbers {
        ProofNumbers {
            proof: thresholds.disproof.saturating_sub(self.others),
            disproof: thresholds.proof.min(self.second + 1),
        }
    }
}

#[cfg(test)]
mod tests;
