//! Input features, and evaluations of the embedded network.

use divan::{Bencher, counter::ItemsCount};
use shusaku::{
    Color, Game, Move, Network,
    features::{Extractor, FeatureOptions},
    network::{InferenceOptions, Input, Precision, Workspace},
};

use crate::{SIDES, new_game, playing::record_playout, size};

/// Moves of the measured games.
const MOVES: usize = 40;

/// The features of each position of a game, with empty caches at its start.
#[divan::bench(args = SIDES)]
fn features(bencher: Bencher, side: u8) {
    let positions = positions(side);
    let mut input = Input::default();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let mut extractor = Extractor::default();
        for game in &positions {
            extract(&mut extractor, game, &mut input);
        }
    });
}

#[divan::bench(args = SIDES, sample_count = 20)]
fn evaluation(bencher: Bencher, side: u8) {
    let network = Network::embedded(Precision::Auto);
    let (mut input, mut workspace) = (Input::default(), Workspace::default());
    let positions = positions(side);
    let last = positions.last().expect("a game has positions");
    extract(&mut Extractor::default(), last, &mut input);
    let options = InferenceOptions::default();
    bencher.bench_local(|| network.evaluate(&input, options, &mut workspace));
}

fn extract(extractor: &mut Extractor, game: &Game, input: &mut Input) {
    extractor.extract(game, game.state(), &FeatureOptions::default(), input);
}

/// The positions of a random game.
fn positions(side: u8) -> Vec<Game> {
    let mut game = new_game(side);
    let moves = record_playout(size(side)).into_iter().take(MOVES);
    let play = |(point, color): (_, Color)| {
        game.play(color, Move::Play(point)).ok()?;
        Some(game.clone())
    };
    moves.filter_map(play).collect()
}
