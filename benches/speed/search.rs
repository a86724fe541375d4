//! Searches of the empty board in one thread.

use std::sync::{Arc, atomic::AtomicBool};

use divan::{Bencher, counter::ItemsCount};
use rayon::ThreadPoolBuilder;
use shusaku::{
    Color, Game, Network,
    network::Precision,
    search::{
        EvalCache, EvalOptions, Evaluator, Limits, NetworkEvaluators, PlayoutEvaluator, Report,
        SearchRequest, Searcher, Selection,
    },
};

use crate::{SIDES, new_game, size};

/// Bytes of a tree, and of the cached evaluations.
const MEMORY: usize = 16 << 20;

const ITERATIONS_BY_PLAYOUTS: u64 = 1000;

const ITERATIONS_WITH_NETWORK: u64 = 20;

#[divan::bench(args = SIDES, sample_count = 10)]
fn by_playouts(bencher: Bencher, side: u8) {
    let game = new_game(side);
    let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
    bencher
        .counter(ItemsCount::new(ITERATIONS_BY_PLAYOUTS))
        .with_inputs(searcher)
        .bench_local_refs(|searcher| search(searcher, &game, ITERATIONS_BY_PLAYOUTS, evaluator));
}

#[divan::bench(args = SIDES, sample_count = 10)]
fn with_network(bencher: Bencher, side: u8) {
    let (game, network) = (new_game(side), Network::embedded(Precision::Auto));
    let new = || (searcher(), EvalCache::new(Arc::clone(&network), size(side), MEMORY, Some(1)));
    let options = EvalOptions::default();
    bencher.counter(ItemsCount::new(ITERATIONS_WITH_NETWORK)).with_inputs(new).bench_local_refs(
        |(searcher, cache)| {
            let cache = &*cache;
            let network = NetworkEvaluators::new(cache, None, options, &game, Color::Black);
            search(searcher, &game, ITERATIONS_WITH_NETWORK, |_| network.evaluator())
        },
    );
}

/// A searcher without a tree, in one thread.
fn searcher<S: Selection>() -> Searcher<S> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    Searcher::new(Arc::new(pool), MEMORY)
}

fn search<E: Evaluator>(
    searcher: &mut Searcher<E::Selection>,
    game: &Game,
    iterations: u64,
    evaluator: impl Fn(u64) -> E + Sync,
) -> Report {
    let limits = Limits { iterations: Some(iterations), ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    searcher.search(game, Color::Black, &request, &AtomicBool::new(false), evaluator)
}
