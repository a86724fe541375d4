//! How long things take.

use std::time::{Duration, Instant};

use shusaku::{
    features::{Extractor, Manner},
    network::{Input, Network, Options, Workspace},
};

use super::{record::Record, replay};

/// How long to measure.
const TIME: Duration = Duration::from_millis(500);

/// Time of a call, over all records again and again.
fn mean(count: usize, mut call: impl FnMut(usize)) -> Duration {
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed() < TIME {
        (0..count).for_each(&mut call);
        calls += count as u32;
    }
    start.elapsed() / calls
}

/// Time to extract the features of a record.
pub fn features(records: &[Record]) -> Duration {
    let games: Vec<_> = records.iter().map(replay::game).collect();
    let (mut extractor, mut input) = (Extractor::default(), Input::new(1, 1));
    mean(games.len(), |at| {
        extractor.extract(&games[at], games[at].state(), &Manner::default(), &mut input);
    })
}

/// Time to evaluate the features of a record.
pub fn evaluation(records: &[Record], network: &Network) -> Duration {
    let mut extractor = Extractor::default();
    let inputs: Vec<_> = records.iter().map(|r| replay::features(r, &mut extractor)).collect();
    let mut workspace = Workspace::default();
    let count = inputs.len().min(8);
    mean(count, |at| {
        std::hint::black_box(network.evaluate(&inputs[at], Options::default(), &mut workspace));
    })
}
