//! A search for a proof of whose a chain's points will be, where there is little room.

use rustc_hash::FxHashMap;

use super::enclosure::{Continuation, Enclosure, Position};
use crate::board::{Board, Color, Point};

/// Positions looked into before a proof is given up: at least and at most so many, and so many times
/// the square of the chain's stones. The more they are, the more depends on them.
const LEAST_POSITIONS: usize = 20_000;
const MOST_POSITIONS: usize = 100_000;
const POSITIONS_PER_SQUARE: usize = 80;

/// The same where points are guarded: so many times the square of these.
const POSITIONS_PER_GUARDED_SQUARE: usize = 500;

/// How many times fewer they are where all beyond the arena is conceded: what can be proven even so
/// mostly takes few, and there are several such arenas for a chain.
const CONCEDED: usize = 4;

/// Turns of a line beyond which it counts as one that goes round in a circle.
const MOST_TURNS: usize = 150;

/// What is proven of a chain with one player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    /// Whether the chain's points stay its owner's.
    pub(super) survives: bool,
    /// Where the player who moves first begins if he reaches his aim and need not pass for it.
    pub(super) begins_at: Option<Point>,
}

impl Proven {
    /// The owner has nothing to do.
    pub(super) const SURVIVES: Proven = Proven { survives: true, begins_at: None };
}

/// How many positions at least must be solved to show that the player to move reaches his aim, and
/// that he does not.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const INFINITE: u32 = u32::MAX / 4;
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const WON: Numbers = Numbers { proof: 0, disproof: Numbers::INFINITE };
    const LOST: Numbers = Numbers { proof: Numbers::INFINITE, disproof: 0 };
}

/// What is known of a position.
struct Entry {
    numbers: Numbers,
    /// Whether it stands in the line that is being looked into.
    is_in_line: bool,
}

/// A proof-number search for one chain, which keeps what it finds.
pub(super) struct Prover {
    enclosure: Enclosure,
    table: FxHashMap<Position, Entry>,
    line_len: usize,
    most_positions: usize,
    positions_left: usize,
}

impl Prover {
    /// Prepares to prove what becomes of the chain of `target` within an arena, the empty points
    /// next to which are `beyond`'s; `None` if there are some and they are nobody's, or if it is too
    /// large.
    pub(super) fn new(
        board: &Board,
        arena: &[Point],
        target: Point,
        beyond: Option<Color>,
    ) -> Option<Prover> {
        let enclosure = Enclosure::new(board, arena, target, beyond)?;
        let table = FxHashMap::default();
        let most_positions = (POSITIONS_PER_SQUARE * board.chain_len(target).pow(2))
            .clamp(LEAST_POSITIONS, MOST_POSITIONS)
            / if beyond.is_some() { CONCEDED } else { 1 };
        Some(Prover { enclosure, table, line_len: 0, most_positions, positions_left: 0 })
    }

    /// The same where the chain only survives if no stone of the opponent stays on some points:
    /// these are what matters then, not the chain's length.
    pub(super) fn guarding(self, points: &[Point]) -> Prover {
        let enclosure = self.enclosure.guarding(points);
        let most_positions =
            (POSITIONS_PER_GUARDED_SQUARE * points.len().pow(2)).max(LEAST_POSITIONS / CONCEDED);
        Prover { enclosure, most_positions, ..self }
    }

    /// What becomes of the chain if `first` moves first; `None` if that takes too long to find.
    pub(super) fn prove(&mut self, first: Color) -> Option<Proven> {
        self.positions_left = self.most_positions;
        let start = self.enclosure.start(first);
        let limits = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        let is_reached = match self.search(start, limits) {
            Numbers { proof: 0, .. } => true,
            Numbers { disproof: 0, .. } => false,
            _ => return None,
        };
        let continuations = self.enclosure.continuations(&start);
        let winner =
            continuations.iter().find(|next| is_reached && self.numbers(next).disproof == 0);
        let survives = is_reached == (first == self.enclosure.owner());
        Some(Proven { survives, begins_at: winner.and_then(|next| next.point) })
    }

    /// What is known of where a turn leads to, for the player who is to move there.
    ///
    /// A repetition is for the player who has nothing to prove: the owner until the target has been
    /// captured, the opponent after that.
    fn numbers(&self, next: &Continuation) -> Numbers {
        let position = &next.after;
        let entry = self.table.get(position);
        let is_endless = entry.is_some_and(|entry| entry.is_in_line) || self.line_len > MOST_TURNS;
        let survives = next.verdict.or(is_endless.then_some(!position.was_captured));
        match survives {
            Some(survives) if survives == (position.to_move == self.enclosure.owner()) => {
                Numbers::WON
            }
            Some(_) => Numbers::LOST,
            None => entry.map_or_else(|| self.guess(next), |entry| entry.numbers),
        }
    }

    /// What to expect of a position that has not been looked into: it takes a turn for each liberty
    /// to capture the target (df-pn+, Nagai 2002).
    fn guess(&self, next: &Continuation) -> Numbers {
        let to_capture = if next.after.was_captured { 1 } else { next.liberties.max(1) };
        if next.after.to_move == self.enclosure.owner() {
            Numbers { proof: 1, disproof: to_capture }
        } else {
            Numbers { proof: to_capture, disproof: 1 }
        }
    }

    /// Depth-first proof-number search (Nagai, Df-pn algorithm for searching AND/OR trees, 2002), in
    /// which positions that must all be solved count as the hardest and one for each other: many of
    /// them lead to the same ones (weak proof numbers, Ueda et al. 2008).
    fn search(&mut self, position: Position, limits: Numbers) -> Numbers {
        self.positions_left = self.positions_left.saturating_sub(1);
        self.table.insert(position, Entry { numbers: Numbers::UNKNOWN, is_in_line: true });
        self.line_len += 1;
        let continuations = self.enclosure.continuations(&position);
        let numbers = loop {
            let summary = Summary::of(continuations.iter().map(|next| self.numbers(next)));
            let found = summary.numbers();
            let is_within = found.proof < limits.proof && found.disproof < limits.disproof;
            if !is_within || self.positions_left == 0 {
                break found;
            }
            self.search(continuations[summary.best].after, summary.limits(limits));
        };
        self.line_len -= 1;
        self.table.insert(position, Entry { numbers, is_in_line: false });
        numbers
    }
}

/// What the turns of a position say about it.
struct Summary {
    /// Which of them, from 0, is the easiest to be shown to reach its player's aim.
    best: usize,
    /// How hard that is, and how hard it is for the next best.
    least: u32,
    second: u32,
    /// How hard the hardest of them is to be shown to fail.
    hardest: u32,
    /// How many beside the hardest are still to be shown to fail.
    others: u32,
}

impl Summary {
    fn of(turns: impl Iterator<Item = Numbers>) -> Summary {
        let (least, second) = (Numbers::INFINITE, Numbers::INFINITE);
        let mut summary = Summary { best: 0, least, second, hardest: 0, others: 0 };
        let mut open: u32 = 0;
        for (index, numbers) in turns.enumerate() {
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

    fn numbers(&self) -> Numbers {
        if self.least == 0 {
            return Numbers::WON;
        }
        let disproof = (self.hardest + self.others).min(Numbers::INFINITE);
        Numbers { proof: self.least, disproof }
    }

    /// How far the best turn is looked into before another may be better.
    fn limits(&self, limits: Numbers) -> Numbers {
        Numbers {
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

    fn proven(diagram: &str, target: &str, arena: &str, first: Color) -> (bool, Option<String>) {
        let board: Board = diagram.parse().unwrap();
        let at = |name: &str| Vertex::parse(board.size(), name).unwrap().point().unwrap();
        let mut arena: Vec<Point> = arena.split(' ').map(at).collect();
        arena.extend(board.chain(at(target)));
        let proven = Prover::new(&board, &arena, at(target), None).unwrap().prove(first).unwrap();
        let begins_at = proven.begins_at.map(|point| Vertex::of(board.size(), point).to_string());
        (proven.survives, begins_at)
    }

    #[test]
    fn a_bulky_five_dies_at_its_centre() {
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
    fn what_is_proven_is_what_searching_every_line_finds() {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(7);
        let mut proofs = 0;
        for (width, height) in [(3, 2), (4, 2)].repeat(8) {
            let board = random_board(Size::new(width, height).unwrap(), &mut rng);
            let arena: Vec<Point> = board.size().points().collect();
            for target in board.chains().collect::<Vec<_>>() {
                let guards = rng.random_bool(0.5);
                let is_guarded = |_: &Point| guards && rng.random_bool(0.5);
                let guarded: Vec<Point> = arena.iter().copied().filter(is_guarded).collect();
                let reference = Reference::new(&board, target, &guarded);
                for first in Color::ALL {
                    let prover = Prover::new(&board, &arena, target, None).unwrap();
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
    fn what_is_proven_though_other_points_are_conceded_holds_on_the_whole_board() {
        let mut rng = Xoroshiro128PlusPlus::seed_from_u64(11);
        let mut proofs = 0;
        for (width, height) in [(6, 1), (7, 1)].repeat(8) {
            let board = random_board(Size::new(width, height).unwrap(), &mut rng);
            for target in board.chains().collect::<Vec<_>>() {
                let reference = Reference::new(&board, target, &[]);
                let owner = board.stone(target).unwrap();
                for (claimant, first) in [(0, 0), (0, 1), (1, 0), (1, 1)].repeat(4) {
                    let (claimant, first) = (Color::ALL[claimant], Color::ALL[first]);
                    let arena = random_arena(&board, target, claimant, &mut rng);
                    let beyond = Some(claimant.opponent());
                    let mut prover = Prover::new(&board, &arena, target, beyond).unwrap();
                    let claim = claimant == owner;
                    if prover.prove(first).is_some_and(|proven| proven.survives == claim) {
                        proofs += usize::from(arena.len() < board.size().area());
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

    /// The target, all stones of the claimant and some others, the liberties of these stones, and
    /// some other empty points.
    fn random_arena(
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
        let arena: PointSet = stones.chain(liberties).chain(others).collect();
        arena.iter().collect()
    }

    /// Stones at random, which all have liberties.
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

    /// A diagram, where simple ko forbids a play, who is to move, how many turns before were passes,
    /// and whether the target has been captured.
    type Key = (String, Option<(Point, Color)>, Color, u32, bool);

    /// Every position that play can lead to, and whether the target's point is its owner's there, and
    /// what is guarded free of the opponent.
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
            // First what its owner must win by force, having lost the target; then what the opponent
            // must, to capture it.
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
                let falls = after.stone(target) != Some(owner);
                (after.to_string(), after.ko(), opponent, 0, *was_captured || falls)
            });
            let pass = (diagram.clone(), None, opponent, passes + 1, *was_captured);
            plays.chain([pass]).collect()
        }

        fn survives(&self, board: &Board, first: Color) -> bool {
            self.survives[self.numbers[&(board.to_string(), board.ko(), first, 0, false)]]
        }
    }
}
