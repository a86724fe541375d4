//! Input from outside keeps its invariants, for known inputs and for random changes of them.
//!
//! The folder `invariants` has one function for each kind of input, and `fuzz/` runs the same
//! functions with inputs chosen by coverage.

#[path = "invariants/analysis.rs"]
mod analysis;
#[path = "invariants/board.rs"]
mod board;
#[path = "invariants/config.rs"]
mod config;
#[path = "invariants/gtp.rs"]
mod gtp;
mod mutator;
#[path = "invariants/network.rs"]
mod network;
#[path = "invariants/review.rs"]
mod review;
#[path = "invariants/rules.rs"]
mod rules;
mod seeds;
#[path = "invariants/session.rs"]
mod session;
#[path = "invariants/sgf.rs"]
mod sgf;
#[path = "invariants/weights.rs"]
mod weights;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::web::OfflineBoard;

/// Checks an invariant on its seeds and on `count` random changes of them. A failure shows the input.
fn fuzz(target: &str, count: usize, check: fn(&[u8])) {
    let (seeds, words) = (seeds::of(target), seeds::words(target));
    seeds.iter().for_each(|seed| show_failure(seed, check));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..count {
        let mut input = seeds[rng.random_range(0..seeds.len())].clone();
        let other = &seeds[rng.random_range(0..seeds.len())];
        mutator::mutate(&mut input, other, &words, &mut rng);
        show_failure(&input, check);
    }
}

fn show_failure(input: &[u8], check: fn(&[u8])) {
    const MAX_SHOWN: usize = 4000;
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(input))) {
        eprintln!("the input is \"{}\"", input[..input.len().min(MAX_SHOWN)].escape_ascii());
        resume_unwind(panic);
    }
}

#[test]
fn game_records() {
    fuzz("sgf", 1000, sgf::check);
}

#[test]
fn gtp_sessions() {
    fuzz("gtp", 40, gtp::check);
}

#[test]
fn rule_sets() {
    fuzz("rules", 1000, rules::check);
}

#[test]
fn network_files() {
    fuzz("network", 100, network::check);
}

#[test]
fn configurations() {
    fuzz("config", 200, config::check);
}

#[test]
fn weights_of_the_predictor() {
    fuzz("weights", 300, weights::check);
}

#[test]
fn analysis_queries() {
    fuzz("analysis", 1000, analysis::check);
}

#[test]
fn actions_on_the_board() {
    fuzz("board", 300, board::check);
}

#[test]
fn a_seed_of_the_board_ends_by_the_count() {
    let ends_by_count = |seed: &Vec<u8>| {
        let board = board::play(seed).expect("a record");
        board.view()["state"]["phase"] == "over" && board.record().contains("RE[B+17.5]")
    };
    assert!(seeds::of("board").iter().any(ends_by_count));
}

#[test]
fn values_of_reviews() {
    fuzz("review", 500, review::check);
}

#[test]
fn seeds_of_sessions_are_restored() {
    for seed in seeds::of("session") {
        let refused = OfflineBoard::restore(&seed).err();
        assert_eq!(refused, None, "{}", seed.escape_ascii());
    }
}

#[test]
fn kept_sessions() {
    fuzz("session", 500, session::check);
}
