//! Self-play games of the embedded network, on boards of many sizes and under all rule sets: every
//! move is legal, every game ends, and both players count the same score.
//!
//! `SHUSAKU_EMBEDDED_GAMES` selects the games, such as `0..1000`; by default two small ones.

use std::{env, ops::Range, sync::atomic::AtomicBool};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Color, Size},
    engine::{Decision, Engine, Options, SearchOptions},
    game::Stage,
    rules::{Rules, presets},
    sgf::{self, Record},
};

use crate::parallel;

const VISITS: u64 = 30;

/// Number of the first games that are on boards with sides of at most 7.
const SMALL_GAMES: u64 = 2;

/// Maximum length of a game, in moves per point of the board.
const MAX_MOVES_PER_POINT: usize = 4;

/// The board and the rule set of a game.
fn setting(game: u64) -> (Size, Rules) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
    let max_side = if game < SMALL_GAMES { 7 } else { 19 };
    let width = rng.random_range(5..=max_side);
    let height = if rng.random_bool(0.3) { rng.random_range(5..=max_side) } else { width };
    let count = presets().count();
    let rules = presets().nth(rng.random_range(0..count)).expect("in range").1;
    (Size::new(width, height).expect("a size"), rules)
}

/// Plays a game; returns a description of its fault, if there is one.
fn fault(game: u64) -> Option<String> {
    let (size, rules) = setting(game);
    let mut players = [0, 1].map(|player| {
        let mut engine = Engine::new(Options {
            rules: rules.clone(),
            threads: 1,
            playouts: Some(VISITS),
            resign_below: 0.0,
            memory: 16 << 20,
            seed: Some(2 * game + player),
            ..Options::default()
        })
        .expect("a thread");
        engine.new_game(size);
        engine
    });
    let never = AtomicBool::new(false);
    let mut fault = None;
    while players[0].game().stage() != Stage::Over && !players[0].game().has_no_result() {
        if players[0].game().turns().len() > MAX_MOVES_PER_POINT * size.area() {
            fault = Some("no end".to_string());
            break;
        }
        let color = players[0].game().to_move();
        let (own, other) = if color == Color::Black { (0, 1) } else { (1, 0) };
        let (decision, _) = players[own].genmove(color, &SearchOptions::default(), &never);
        let Decision::Move(mv) = decision else { panic!("{color} resigned") };
        if let Err(error) = players[other].play(color, mv) {
            fault = Some(format!("an illegal move: {error}"));
            break;
        }
    }
    let scores =
        [0, 1].map(|at| players[at].status().verdict.score(players[at].game()).to_string());
    if fault.is_none() && scores[0] != scores[1] {
        fault = Some(format!("{} or {}", scores[0], scores[1]));
    }
    fault.map(|fault| {
        format!("game {game}: {fault}\n{}", sgf::write(&Record::of(players[0].game())))
    })
}

/// The games selected by the environment.
fn games() -> Range<u64> {
    let Ok(text) = env::var("SHUSAKU_EMBEDDED_GAMES") else { return 0..SMALL_GAMES };
    let bounds = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (start, end) = bounds.expect("SHUSAKU_EMBEDDED_GAMES is for example 0..1000");
    start..end
}

#[test]
fn games_end_and_both_players_count_the_same() {
    let games: Vec<u64> = games().collect();
    let faults = parallel::map(&games, |&game| {
        let fault = fault(game);
        eprintln!("{game} {:?}: {}", setting(game).0, fault.as_deref().unwrap_or("fine"));
        fault
    });
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
