//! Moves on a board, and playouts.

use divan::{Bencher, counter::ItemsCount};
use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use shusaku::{
    Board, Color, Point, Size,
    board::Observer,
    playout::{LastMoves, Policy, Tactical, Uniform, play_out},
};

use crate::{SIDES, size};

/// The moves of a random game on a board, without choosing them.
#[divan::bench(args = SIDES)]
fn moves(bencher: Bencher, side: u8) {
    let moves = record_playout(size(side));
    let empty = Board::new(size(side));
    let mut board = empty.clone();
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        board.clone_from(&empty);
        for &(point, color) in &moves {
            board.play_unchecked(point, color, &mut ());
        }
    });
}

#[divan::bench(args = SIDES)]
fn uniform_playout(bencher: Bencher, side: u8) {
    playout(bencher, side, Uniform);
}

#[divan::bench(args = SIDES)]
fn tactical_playout(bencher: Bencher, side: u8) {
    playout(bencher, side, Tactical::default());
}

fn playout(bencher: Bencher, side: u8, mut policy: impl Policy) {
    let empty = Board::new(size(side));
    let mut board = empty.clone();
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    let last_moves = LastMoves::default();
    bencher.bench_local(|| {
        board.clone_from(&empty);
        play_out(&mut board, Color::Black, last_moves, &mut policy, &mut rng, &mut ())
    });
}

/// The plays of a uniform playout from the empty board.
pub(crate) fn record_playout(size: Size) -> Vec<(Point, Color)> {
    struct Recorder(Vec<(Point, Color)>);

    impl Observer for Recorder {
        fn placed(&mut self, point: Point, color: Color) {
            self.0.push((point, color));
        }
        fn removed(&mut self, _: Point, _: Color) {}
    }

    let mut recorder = Recorder(Vec::new());
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    let (mut board, last_moves) = (Board::new(size), LastMoves::default());
    play_out(&mut board, Color::Black, last_moves, &mut Uniform, &mut rng, &mut recorder);
    recorder.0
}
