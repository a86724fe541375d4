//! Whole games of the embedded network against itself, on boards of every size and under every rule
//! set: each move legal, an end, and one score.
//!
//! `SHUSAKU_EMBEDDED_GAMES` sets which games are played, such as `0..1000`; two small ones by
//! default.

use std::{env, ops::Range, sync::atomic::AtomicBool};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Color, Size},
    engine::{Decision, Engine, Options, SearchOptions, with_large_stack},
    game::Stage,
    rules::{Rules, presets},
    sgf::{self, Record},
};

const VISITS: u64 = 30;

/// Games on boards of at most 7 points a side, of which the first are.
const SMALL_GAMES: u64 = 2;

/// Turns of the longest game, in points of the board.
const LONGEST: usize = 4;

/// The board and the rule set of a game.
fn setting(game: u64) -> (Size, Rules) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
    let longest = if game < SMALL_GAMES { 7 } else { 19 };
    let width = rng.random_range(5..=longest);
    let height = if rng.random_bool(0.3) { rng.random_range(5..=longest) } else { width };
    let count = presets().count();
    let rules = presets().nth(rng.random_range(0..count)).expect("in range").1;
    (Size::new(width, height).expect("a size"), rules)
}

/// What is wrong with a game, if anything is.
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
    while players[0].game.stage() != Stage::Over && !players[0].game.has_no_result() {
        if players[0].game.turns().len() > LONGEST * size.area() {
            fault = Some("no end".to_string());
            break;
        }
        let color = players[0].game.to_move();
        let (own, other) = if color == Color::Black { (0, 1) } else { (1, 0) };
        let (decision, _) = players[own].genmove(color, &SearchOptions::default(), &never);
        let Decision::Turn(mv) = decision else { panic!("{color} resigned") };
        if let Err(error) = players[other].game.play(color, mv) {
            fault = Some(format!("an illegal move: {error}"));
            break;
        }
    }
    let scores = [0, 1].map(|at| players[at].status().score(&players[at].game).to_string());
    if fault.is_none() && scores[0] != scores[1] {
        fault = Some(format!("{} or {}", scores[0], scores[1]));
    }
    fault
        .map(|fault| format!("game {game}: {fault}\n{}", sgf::write(&Record::of(&players[0].game))))
}

/// The games that are asked for.
fn games() -> Range<u64> {
    let Ok(text) = env::var("SHUSAKU_EMBEDDED_GAMES") else { return 0..SMALL_GAMES };
    let bounds = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (start, end) = bounds.expect("SHUSAKU_EMBEDDED_GAMES is for example 0..1000");
    start..end
}

#[test]
fn games_end_and_both_players_count_the_same() {
    let faults: Vec<String> = with_large_stack(|| {
        games()
            .filter_map(|game| {
                let fault = fault(game);
                eprintln!("{game} {:?}: {}", setting(game).0, fault.as_deref().unwrap_or("fine"));
                fault
            })
            .collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
