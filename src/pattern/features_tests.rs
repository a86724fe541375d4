use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::board::{Board, Color, Size};

/// Collects the features of each move, in no particular order.
#[derive(Default)]
struct Lists(Vec<Vec<FeatureKey>>);

impl FeatureSink for Lists {
    fn begin(&mut self, candidates: usize) {
        self.0.resize(candidates, Vec::new());
    }

    fn add(&mut self, index: usize, key: FeatureKey) -> bool {
        self.0[index].push(key);
        true
    }
}

fn features(position: &Position, candidates: &[Point]) -> Vec<Vec<FeatureKey>> {
    let mut lists = Lists::default();
    PatternExtractor::default().extract(position, candidates, &mut lists);
    lists.0.iter_mut().for_each(|keys| keys.sort_unstable());
    lists.0
}

/// Maps a point of a square board by one of the eight symmetries.
fn map_point(size: Size, point: Point, symmetry: usize) -> Point {
    let side = size.width() - 1;
    let (mut column, mut row) = (size.column(point), size.row(point));
    if symmetry & 1 != 0 {
        column = side - column;
    }
    if symmetry & 2 != 0 {
        row = side - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    size.point(column, row).expect("a point of the board")
}

/// The plays of a random game of at most `len` moves, with their colors.
fn random_game(size: Size, len: usize, seed: u64) -> Vec<(Point, Color)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(size);
    let mut color = Color::Black;
    let mut moves = Vec::new();
    for _ in 0..len {
        let empty = board.empty_points();
        let point = empty[rng.random_range(0..empty.len())];
        if board.is_candidate(point, color) {
            board.play_unchecked(point, color, &mut ());
            moves.push((point, color));
            color = color.opponent();
        }
    }
    moves
}

fn play_all(size: Size, moves: &[(Point, Color)]) -> Board {
    let mut board = Board::new(size);
    for &(point, color) in moves {
        board.play_unchecked(point, color, &mut ());
    }
    board
}

fn position<'a>(board: &'a Board, moves: &[(Point, Color)]) -> Position<'a> {
    let [.., (before, _), (last, other)] = moves else { panic!("two moves at least") };
    Position { board, color: other.opponent(), last: Some(*last), before: Some(*before) }
}

#[test]
fn features_do_not_depend_on_symmetry_or_color() {
    for (side, len, seed) in [(9, 20, 1), (9, 60, 2), (19, 60, 3), (19, 250, 4), (13, 120, 5)] {
        let size = Size::square(side).unwrap();
        let moves = random_game(size, len, seed);
        let board = play_all(size, &moves);
        let candidates = board.empty_points().to_vec();
        let expected = features(&position(&board, &moves), &candidates);
        for symmetry in 0..8 {
            let map = |point: Point| map_point(size, point, symmetry);
            let moves: Vec<_> = moves.iter().map(|&(p, c)| (map(p), c.opponent())).collect();
            let board = play_all(size, &moves);
            let candidates: Vec<_> = candidates.iter().map(|&point| map(point)).collect();
            assert_eq!(features(&position(&board, &moves), &candidates), expected);
        }
    }
}

#[test]
fn all_board_sizes_have_features() {
    for (width, height) in [(1, 1), (2, 1), (1, 25), (25, 25), (7, 3)] {
        let board = Board::new(Size::new(width, height).unwrap());
        let position = Position { board: &board, color: Color::White, last: None, before: None };
        let lists = features(&position, board.empty_points());
        assert_eq!(lists.len(), board.size().area());
        assert!(lists.iter().all(|keys| !keys.is_empty()));
    }
}
