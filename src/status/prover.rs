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
    /// Prepares to prove the fate of the chain of `target` in an area. Empty points next to the
    /// area count as stones of `beyond`. Returns `None` if there are such points and `beyond` is
    /// `None`, or if the area is too large.
    pub(super) fn new(
        board: &Board,
        area: &[Point],
        target: Point,
        beyond: Option<Color>,
        effort: Effort,
    ) -> Option<Prover> {
        let local_board = LocalBoard::new(board, area, target, beyond)?;
        let table = FxHashMap::default();
        let full = (POSITIONS_PER_SQUARED_STONES * board.chain_len(target).pow(2))
            .clamp(MIN_POSITIONS, MAX_POSITIONS)
            / if beyond.is_some() { CONCEDING_DIVISOR } else { 1 };
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
        let limits =
            ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        let is_reached = match self.search(start, limits) {
            ProofNumbers { proof: 0, .. } => true,
            ProofNumbers { disproof: 0, .. } => false,
            _ => return None,
        };
        let successors = self.local_board.successors(&start);
        let winner = successors.iter().find(|next| is_reached && self.numbers(next).disproof == 0);
        let survives = is_reached == (first == self.local_board.owner());
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
    fn search(&mut self, position: LocalPosition, limits: ProofNumbers) -> ProofNumbers {
        self.positions_left = self.positions_left.saturating_sub(1);
        self.table
            .insert(position, TableEntry { numbers: ProofNumbers::UNKNOWN, is_in_line: true });
        self.line_len += 1;
        let successors = self.local_board.successors(&position);
        let numbers = loop {
            let summary = ChildSummary::of(successors.iter().map(|next| self.numbers(next)));
            let found = summary.numbers();
            let is_within = found.proof < limits.proof && found.disproof < limits.disproof;
            if !is_within || self.positions_left == 0 {
                break found;
            }
            self.search(successors[summary.best].after, summary.limits(limits));
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

    /// The limits within which the best successor is searched before another may be better.
    fn limits(&self, limits: ProofNumbers) -> ProofNumbers {
        ProofNumbers {
            proof: limits.disproof.saturating_sub(self.others),
            disproof: limits.proof.min(self.second + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoroshiro128PlusPlus;

    use super::*;
    use crate::board::{PointSet, Size, Vertex};

    fn proven(diagram: &str, target: &str, area: &str, first: Color) -> (bool, Option<String>) {
        let board: Board = diagram.parse().unwrap();
        let at = |name: &str| Vertex::parse(board.size(), name).unwrap().point().unwrap();
        let mut area: Vec<Point> = area.split(' ').map(at).collect();
        area.extend(board.chain(at(target)));
        let proven = Prover::new(&board, &area, at(target), None, Effort::Full)
            .unwrap()
            .prove(first)
            .unwrap();
        let first_move = proven.first_move.map(|point| Vertex::of(board.size(), point).to_string());
        (proven.survives, first_move)
    }

    #[test]
    fn a_bulky_five_dies_at_its_center() {
        let eye = "
            . O O X O O
            . . O X O .
            . . O X O O
            O O O X O .
            X X X X O .
            . . . . O .";
        let eye_space = "A6 A5 B5 A4 B4 B6";
        for (first, survives) in [(Color::White, true), (Color::Black, false)] {
            assert_eq!(proven(eye, "C6", eye_space, first), (survives, Some("A5".to_string())));
        }
    }

    #[test]
    fn proofs_agree_with_exhaustive_search() {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(7);
        let mut proofs = 0;
        for (width, height) in [(3, 2), (4, 2)].repeat(8) {
            let board = random_board(Size::new(width, height).unwrap(), &mut rng);
            let area: Vec<Point> = board.size().points().collect();
            for target in board.chains().collect::<Vec<_>>() {
                let guards = rng.random_bool(0.5);
                let is_guarded = |_: &Point| guards && rng.random_bool(0.5);
                let guarded: Vec<Point> = area.iter().copied().filter(is_guarded).collect();
                let reference = Reference::new(&board, target, &guarded);
                for first in Color::ALL {
                    let prover = Prover::new(&board, &area, target, None, Effort::Full).unwrap();
                    let Some(proven) = prover.guarding(&guarded).prove(first) else { continue };
                    proofs += 1;
                    assert_eq!(
                        proven.survives,
                        reference.survives(&board, first),
                        "{first} first, target {}, {} guarded:\n{board}",
                        Vertex::of(board.size(), target),
                        guarded.len()
                    );
                }
            }
        }
        assert!(proofs > 50, "{proofs}");
    }

    #[test]
    fn proofs_in_conceding_areas_hold_on_the_whole_board() {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(11);
        let mut proofs = 0;
        for (width, height) in [(6, 1), (7, 1)].repeat(8) {
            let board = random_board(Size::new(width, height).unwrap(), &mut rng);
            for target in board.chains().collect::<Vec<_>>() {
                let reference = Reference::new(&board, target, &[]);
                let owner = board.stone(target).unwrap();
                for (claimant, first) in [(0, 0), (0, 1), (1, 0), (1, 1)].repeat(4) {
                    let (claimant, first) = (Color::ALL[claimant], Color::ALL[first]);
                    let area = random_area(&board, target, claimant, &mut rng);
                    let beyond = Some(claimant.opponent());
                    let mut prover =
                        Prover::new(&board, &area, target, beyond, Effort::Full).unwrap();
                    let claim = claimant == owner;
                    if prover.prove(first).is_some_and(|proven| proven.survives == claim) {
                        proofs += usize::from(area.len() < board.size().area());
                        assert_eq!(
                            reference.survives(&board, first),
                            claim,
                            "{first} first, target {}:\n{board}",
                            Vertex::of(board.size(), target)
                        );
                    }
                }
            }
        }
        assert!(proofs > 30, "{proofs}");
    }

    /// An area of the target, all stones of the claimant, some other chains, the liberties of all
    /// these, and some other empty points.
    fn random_area(
        board: &Board,
        target: Point,
        claimant: Color,
        rng: &mut impl Rng,
    ) -> Vec<Point> {
        let chains = board.chains().filter(|&chain| {
            chain == target || board.stone(chain) == Some(claimant) || rng.random_bool(0.3)
        });
        let chains: Vec<Point> = chains.collect();
        let stones = chains.iter().flat_map(|&chain| board.chain(chain));
        let liberties = chains.iter().flat_map(|&chain| board.liberties(chain));
        let empty = board.size().points().filter(|&point| board.is_empty(point));
        let others: Vec<Point> = empty.filter(|_| rng.random_bool(0.3)).collect();
        let area: PointSet = stones.chain(liberties).chain(others).collect();
        area.iter().collect()
    }

    /// Random stones that all have liberties.
    fn random_board(size: Size, rng: &mut impl Rng) -> Board {
        loop {
            let stones = size.points().filter_map(|point| match rng.random_range(0..3) {
                0 => None,
                color => Some((point, Color::ALL[color - 1])),
            });
            let stones: Vec<_> = stones.collect();
            if let Ok(board) = Board::set_up(size, stones) {
                return board;
            }
        }
    }

    /// A diagram, the play that simple ko forbids, the player to move, the number of passes just
    /// made, and whether the target has been captured.
    type Key = (String, Option<(Point, Color)>, Color, u32, bool);

    /// All reachable positions, and whether the chain survives there: its owner holds the target's
    /// point and no opposing stone stands on a guarded point.
    struct Reference {
        numbers: HashMap<Key, usize>,
        survives: Vec<bool>,
    }

    impl Reference {
        fn new(board: &Board, target: Point, guarded: &[Point]) -> Reference {
            let owner = board.stone(target).unwrap();
            let mut keys: Vec<Key> =
                Color::ALL.map(|first| (board.to_string(), board.ko(), first, 0, false)).to_vec();
            let mut numbers: HashMap<Key, usize> =
                keys.iter().cloned().enumerate().map(|(number, key)| (key, number)).collect();
            let mut following = Vec::new();
            while following.len() < keys.len() {
                let next = Reference::next(&keys[following.len()], target, owner);
                following.push(
                    next.into_iter()
                        .map(|key| {
                            *numbers.entry(key).or_insert_with_key(|key| {
                                keys.push(key.clone());
                                keys.len() - 1
                            })
                        })
                        .collect::<Vec<usize>>(),
                );
            }
            let is_owners: Vec<bool> = keys
                .iter()
                .map(|key| {
                    let board: Board = key.0.parse().unwrap();
                    let is_free = |&point: &Point| board.stone(point) != Some(owner.opponent());
                    board.stone(target) == Some(owner) && guarded.iter().all(is_free)
                })
                .collect();
            let mut survives: Vec<bool> = keys.iter().map(|key| !key.4).collect();
            // First the positions after the target's capture, where its owner must force the win;
            // then those before it, where the opponent must force the capture.
            for captured in [true, false] {
                loop {
                    let solve = |at: usize| match keys[at] {
                        (.., is) if is != captured => survives[at],
                        (_, _, _, 2, _) => is_owners[at],
                        (_, _, to_move, ..) if to_move == owner => {
                            following[at].iter().any(|&next| survives[next])
                        }
                        _ => following[at].iter().all(|&next| survives[next]),
                    };
                    let solved: Vec<bool> = (0..keys.len()).map(solve).collect();
                    if solved == survives {
                        break;
                    }
                    survives = solved;
                }
            }
            Reference { numbers, survives }
        }

        fn next(key: &Key, target: Point, owner: Color) -> Vec<Key> {
            let (diagram, ko, to_move, passes, was_captured) = key;
            if *passes == 2 {
                return Vec::new();
            }
            let (board, opponent): (Board, Color) = (diagram.parse().unwrap(), to_move.opponent());
            let is_legal =
                |point: &Point| board.is_legal(*point, *to_move) && *ko != Some((*point, *to_move));
            let plays = board.size().points().filter(is_legal).map(|point| {
                let mut after = board.clone();
                after.play_unchecked(point, *to_move, &mut ());
                let is_captured = after.stone(target) != Some(owner);
                (after.to_string(), after.ko(), opponent, 0, *was_captured || is_captured)
            });
            let pass = (diagram.clone(), None, opponent, passes + 1, *was_captured);
            plays.chain([pass]).collect()
        }

        fn survives(&self, board: &Board, first: Color) -> bool {
            self.survives[self.numbers[&(board.to_string(), board.ko(), first, 0, false)]]
        }
    }
}
