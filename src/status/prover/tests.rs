use std::collections::HashMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::prelude::*;

use super::*;
use crate::board::{PointSet, Size, Vertex};

fn proven(diagram: &str, target: &str, area: &str, first: Color) -> (bool, Option<String>) {
    let board: Board = diagram.parse().unwrap();
    let at = |name: &str| Vertex::parse(board.size(), name).unwrap().point().unwrap();
    let mut area: Vec<Point> = area.split(' ').map(at).collect();
    area.extend(board.chain(at(target)));
    let proven =
        Prover::new(&board, &area, at(target), None, Effort::Full).unwrap().prove(first).unwrap();
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
    let mut cases = Vec::new();
    for (width, height) in [(3, 2), (4, 2)].repeat(8) {
        let board = random_board(Size::new(width, height).unwrap(), &mut rng);
        for target in board.chains() {
            let guards = rng.random_bool(0.5);
            let is_guarded = |_: &Point| guards && rng.random_bool(0.5);
            let guarded: Vec<Point> = board.size().points().filter(is_guarded).collect();
            cases.push((board.clone(), target, guarded));
        }
    }
    let count = |(board, target, guarded): &(_, _, Vec<_>)| count_proofs(board, *target, guarded);
    let counts: Result<Vec<usize>, String> = cases.par_iter().map(count).collect();
    let proofs: usize = counts.unwrap_or_else(|error| panic!("{error}")).iter().sum();
    assert!(proofs > 50, "{proofs}");
}

/// The number of proofs about a chain, or the first that differs from exhaustive search.
fn count_proofs(board: &Board, target: Point, guarded: &[Point]) -> Result<usize, String> {
    let area: Vec<Point> = board.size().points().collect();
    let reference = Reference::new(board, target, guarded);
    let mut proofs = 0;
    for first in Color::ALL {
        let prover = Prover::new(board, &area, target, None, Effort::Full).unwrap();
        let Some(proven) = prover.guarding(guarded).prove(first) else { continue };
        proofs += 1;
        if proven.survives != reference.survives(board, first) {
            let (target, count) = (Vertex::of(board.size(), target), guarded.len());
            return Err(format!("{first} first, target {target}, {count} guarded:\n{board}"));
        }
    }
    Ok(proofs)
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
                let conceded_to = Some(claimant.opponent());
                let mut prover =
                    Prover::new(&board, &area, target, conceded_to, Effort::Full).unwrap();
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
fn random_area(board: &Board, target: Point, claimant: Color, rng: &mut impl Rng) -> Vec<Point> {
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
