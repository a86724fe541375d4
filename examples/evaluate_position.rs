//! Evaluates a position with the embedded network, without a search.
//!
//! `cargo run --release --example evaluate_position -- [MOVE]...`, such as `E5 C3`, on 9x9

use std::{env, error::Error};

use shusaku::{
    Game, Move, Network, Rules, Size, Vertex,
    features::{Extractor, FeatureOptions},
    network::{InferenceOptions, Input, Precision, Workspace},
};

/// Moves of the policy that are printed.
const MOVES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let size = Size::square(9)?;
    let moves = env::args().skip(1).map(|text| Vertex::parse(size, &text));
    let moves = moves.collect::<Result<Vec<Move>, _>>()?;
    evaluate(size, &moves)?;
    Ok(())
}

fn evaluate(size: Size, moves: &[Move]) -> Result<(), shusaku::IllegalMove> {
    let mut game = Game::new(size, Rules::CHINESE);
    for &mv in moves {
        game.play(game.to_move(), mv)?;
    }
    let network = Network::embedded(Precision::Auto);
    let mut input = Input::default();
    let feature_options = FeatureOptions::of(&network);
    Extractor::default().extract(&game, game.state(), &feature_options, &mut input);
    let output = network.evaluate(&input, InferenceOptions::default(), &mut Workspace::default());
    let points: Vec<_> = size.points().collect();
    let color = game.to_move();
    let is_legal = |index: usize| game.check(color, Move::Play(points[index])).is_ok();
    let policy = output.probabilities(is_legal, 1.0);
    let mut order: Vec<usize> = (0..policy.len()).collect();
    order.sort_by(|&a, &b| policy[b].total_cmp(&policy[a]));
    println!("{}", game.board());
    let (win_rate, lead) = (output.win_rate(), output.lead);
    println!("{color} to move: win rate {win_rate:.2}, lead {lead:.1}");
    for index in order.into_iter().take(MOVES) {
        let mv = points.get(index).map_or(Move::Pass, |&point| Move::Play(point));
        println!("{} {:.3}", Vertex::new(size, mv), policy[index]);
    }
    Ok(())
}
