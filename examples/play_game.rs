//! Plays a game on 7x7 between the embedded network (Black) and playouts (White).
//!
//! `cargo run --release --example play_game -- [VISITS]`

use std::{
    env,
    error::Error,
    sync::{Arc, atomic::AtomicBool},
};

use shusaku::{
    Color, Game, Network, Rules, Searcher, Size, Vertex,
    game::Stage,
    network::Precision,
    search::{EvalCache, EvalOptions, Limits, NetworkEvaluators, PlayoutEvaluator, SearchRequest},
    status::Status,
};

/// Bytes of each search tree, and of the cached evaluations.
const MEMORY: usize = 32 << 20;

/// Playouts that take about as long as a visit.
const PLAYOUTS_PER_VISIT: u64 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let visits = env::args().nth(1).map_or(Ok(50), |text| text.parse())?;
    play(visits);
    Ok(())
}

fn play(visits: u64) {
    let size = Size::square(7).expect("7 is a size");
    let mut game = Game::new(size, Rules::CHINESE);
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().build().expect("threads"));
    let mut by_network = Searcher::new(Arc::clone(&pool), MEMORY);
    let mut by_playouts = Searcher::new(pool, MEMORY);
    let cache = EvalCache::new(Network::embedded(Precision::Auto), size, MEMORY, Some(1));
    while game.stage() == Stage::Playing {
        let color = game.to_move();
        let mv = if color == Color::Black {
            let network =
                NetworkEvaluators::new(&cache, None, EvalOptions::default(), &game, color);
            let (request, never) = (request(visits), AtomicBool::new(false));
            by_network.search(&game, color, &request, &never, |_| network.evaluator()).best().mv
        } else {
            let evaluator = |seed| PlayoutEvaluator::new(&game, seed);
            let never = AtomicBool::new(false);
            let request = request(PLAYOUTS_PER_VISIT * visits);
            by_playouts.search(&game, color, &request, &never, evaluator).best().mv
        };
        println!("{color} {}", Vertex::new(size, mv));
        game.play(color, mv).expect("a search chooses legal moves");
    }
    println!("{}\n{}", game.board(), Status::judge(&game).verdict.score(&game));
}

fn request(iterations: u64) -> SearchRequest {
    let limits = Limits { iterations: Some(iterations), ..Limits::default() };
    SearchRequest { limits, seed: 1, ..SearchRequest::default() }
}
