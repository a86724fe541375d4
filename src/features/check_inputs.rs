//! Input features on which the accuracy of a precision is checked.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{Extractor, FeatureOptions};
use crate::{
    board::{Move, Point, Size},
    game::Game,
    network::Input,
    rules::Rules,
};

/// Side of the boards: small ones take less time, and one size for all takes less memory.
const SIDE: u8 = 9;

/// Number of positions.
const POSITIONS: usize = 20;

/// The input features of some simple positions, on which
/// [`Network::load`](crate::network::Network::load) checks the accuracy of a precision.
///
/// They are those of games of isolated stones, from one or two stones to a full board.
#[must_use]
pub fn check_inputs() -> Vec<Input> {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    let mut extractor = Extractor::default();
    let inputs = (1..=POSITIONS).map(|turns| {
        let game = scatter(2 * turns, &mut rng);
        let mut input = Input::default();
        extractor.extract(&game, game.state(), &FeatureOptions::default(), &mut input);
        input
    });
    inputs.collect()
}

/// A game of plays on random points; those next to a stone are left out.
fn scatter(points: usize, rng: &mut Xoroshiro128PlusPlus) -> Game {
    let size = Size::square(SIDE).expect("a size");
    let all: Vec<Point> = size.points().collect();
    let mut game = Game::new(size, Rules::CHINESE);
    for _ in 0..points {
        let point = all[rng.random_range(0..all.len())];
        let board = game.board();
        let is_isolated = board.neighbors(point).all(|next| board.is_empty(next));
        if is_isolated && board.is_empty(point) {
            game.play(game.to_move(), Move::Play(point)).expect("its liberties are empty");
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_differ() {
        let inputs = check_inputs();
        assert_eq!(inputs.len(), POSITIONS);
        assert!(inputs.iter().enumerate().all(|(at, input)| !inputs[..at].contains(input)));
    }
}
