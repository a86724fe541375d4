//! The search finds the known values of small boards.
//!
//! Values from Drange's table (mathpuzzle.com/go): area scoring without komi, best play of both
//! players.

use std::{
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use rayon::ThreadPoolBuilder;
use shusaku::{
    board::Size,
    game::Game,
    rules::Rules,
    search::{Limits, PlayoutEvaluator, SearchRequest, Searcher},
};

/// Width, height, Black's margin in points, and the iterations needed to find it.
const VALUES: [(u8, u8, f64, u64); 8] = [
    (1, 3, 3.0, 20_000),
    (1, 4, 4.0, 20_000),
    (1, 5, 0.0, 20_000),
    (2, 2, 1.0, 20_000),
    (2, 3, 0.0, 300_000),
    (2, 4, 8.0, 100_000),
    (3, 3, 9.0, 20_000),
    (4, 4, 2.0, 500_000),
];

/// The same of the board that needs the most iterations.
const HARDEST: (u8, u8, f64, u64) = (3, 4, 4.0, 2_000_000);

/// Black's win rate with a komi, by a search in one thread.
fn black_value(width: u8, height: u8, komi: f64, iterations: u64) -> f64 {
    let size = Size::new(width, height).expect("a size");
    let mut game = Game::new(size, Rules::TROMP_TAYLOR);
    game.set_komi(Some(komi));
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"));
    let limits = Limits { iterations: Some(iterations), ..Limits::default() };
    let never = AtomicBool::new(false);
    let mut searcher = Searcher::new(pool, 256 << 20);
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let report = searcher
        .search(&game, game.to_move(), &request, &never, |seed| PlayoutEvaluator::new(&game, seed));
    report.best().win_rate
}

fn assert_best_play_is_found((width, height, value, iterations): (u8, u8, f64, u64)) {
    let [below, above] = thread::scope(|scope| {
        let search = |komi| scope.spawn(move || black_value(width, height, komi, iterations));
        let searches = [value - 0.5, value + 0.5].map(search);
        searches.map(|search| search.join().expect("the search ends"))
    });
    assert!(below > 0.5 && above < 0.5, "{width}x{height}: {below:.3}, {above:.3}");
}

#[test]
fn best_play_is_found_on_small_boards() {
    thread::scope(|scope| {
        for board in VALUES {
            scope.spawn(move || assert_best_play_is_found(board));
        }
    });
}

#[test]
#[ignore = "takes half a minute"]
fn best_play_is_found_on_the_hardest_small_board() {
    assert_best_play_is_found(HARDEST);
}
