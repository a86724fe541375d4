//! Self-play games, checked by the reference implementation of the rules.
//!
//! `NETWORK_GAMES=1000 cargo test --release --test network_play games` plays more of them.

use std::{env, num::NonZero, sync::atomic::AtomicBool, thread};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Color, Move, Size},
    engine::{Decision, Engine, FULL_LEVEL, ModelChoice, Options, SearchOptions},
    game::Stage,
    rules::{self, Rules},
    score::{Tally, count},
};

use crate::{
    FILES, file,
    reference::{Reference, bridge, grid::Grid, score::Agreement},
};

const GAMES: u64 = 20;

/// Iterations for a move.
const ITERATIONS: u64 = 30;

#[test]
fn games_are_legal_and_counted_as_the_reference_counts() {
    let games = env::var("NETWORK_GAMES").ok().and_then(|count| count.parse().ok());
    let games: u64 = games.unwrap_or(GAMES);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = |first| (first..games).step_by(threads).filter(|&seed| play(seed)).count() as u64;
    let ended: u64 = thread::scope(|scope| {
        let own = |first| scope.spawn(move || share(first));
        let players: Vec<_> = (0..threads as u64).map(own).collect();
        players.into_iter().map(|player| player.join().expect("a game failed")).sum()
    });
    assert!(2 * ended > games, "only {ended} of {games} games came to an end");
}

/// Plays a game; returns whether it came to an end.
fn play(seed: u64) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let presets: Vec<Rules> = rules::presets().map(|(_, rules)| rules).collect();
    let rules = presets[rng.random_range(0..presets.len())].clone();
    let size = random_size(&mut rng);
    let mut engine = engine(seed, &rules);
    engine.new_game(size);
    let grid = Grid::empty(size.width().into(), size.height().into());
    let mut reference = Reference::new(grid, Color::Black, rules.clone());
    for number in 0..2 * size.area() + 20 {
        if engine.game().stage() == Stage::Over {
            break;
        }
        let color = engine.game().to_move();
        let (decision, report) =
            engine.genmove(color, &SearchOptions::default(), &AtomicBool::new(false));
        engine.resume_pondering();
        std::thread::sleep(std::time::Duration::from_millis(engine.options().ponder.into()));
        engine.stop_pondering();
        let Decision::Move(mv) = decision else { panic!("resignation is turned off") };
        assert!((0.0..=1.0).contains(&report.win_rate), "{report:?}");
        let played = mv.point().map(|point| bridge::number(size, point));
        let verdict = reference.play(color, played);
        assert_eq!(verdict, Ok(()), "game {seed}, move {number}: {mv:?} under {rules:?}");
    }
    check_count(&engine, &reference, seed);
    engine.game().stage() == Stage::Over
}

/// Compares the score of the board as it stands, whether or not the game is over.
fn check_count(engine: &Engine, reference: &Reference, seed: u64) {
    let size = engine.game().size();
    let judgment = engine.status().verdict.judgment;
    let numbers = |points: shusaku::board::PointSet| -> Vec<usize> {
        points.iter().map(|point| bridge::number(size, point)).collect()
    };
    let agreement = Agreement {
        dead: numbers(judgment.dead),
        seki: judgment.seki.map(numbers),
        handicap: engine.game().handicap(),
        is_second_count: reference.is_second_count(),
    };
    let tally = Tally::of(engine.game());
    let score = count(engine.game().board(), engine.game().rules(), &judgment, &tally);
    assert_eq!([score.black, score.white], reference.score(&agreement), "game {seed}");
}

fn engine(seed: u64, rules: &Rules) -> Engine {
    let options = Options {
        rules: rules.clone(),
        model: ModelChoice::File(file(FILES[(seed % FILES.len() as u64) as usize])),
        playouts: Some(ITERATIONS),
        threads: 1 + (seed % 2) as usize,
        resign_below: 0.0,
        memory: 4 << 20,
        level: if seed.is_multiple_of(5) { 3 } else { FULL_LEVEL },
        ponder: seed.is_multiple_of(7),
        seed: Some(seed),
        ..Options::default()
    };
    Engine::new(options).expect("good options")
}

/// A size: usually small, sometimes elongated, rarely large.
fn random_size(rng: &mut Xoshiro256PlusPlus) -> Size {
    let (width, height) = match rng.random_range(0..40) {
        0 => (19, 19),
        1..3 => (13, 13),
        3..6 => (1, rng.random_range(1..=9)),
        6..9 => (rng.random_range(7..=13), rng.random_range(2..=4)),
        _ => (rng.random_range(2..=9), rng.random_range(2..=9)),
    };
    Size::new(width, height).expect("a size")
}

#[test]
fn dead_stones_that_decide_the_game_are_captured_before_a_pass() {
    // Black owns everything except a white stone that has to be captured.
    let mut engine = engine(1, &Rules::preset("tromp-taylor").expect("a preset"));
    engine.new_game(Size::square(5).expect("a size"));
    let board: shusaku::board::Board = "
        . X . X .
        X X X X X
        X . O . X
        X X X X X
        . X . X ."
        .parse()
        .expect("a diagram");
    engine.set_up(board, Color::Black).expect("the board is empty");
    engine.set_komi(Some(24.5));
    engine.set_to_move(Color::White);
    engine.play(Color::White, Move::Pass).expect("legal");
    let (decision, _) =
        engine.genmove(Color::Black, &SearchOptions::default(), &AtomicBool::new(false));
    assert_ne!(decision, Decision::Move(Move::Pass), "24 points do not win, 25 do");
}
