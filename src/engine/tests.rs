use std::{sync::atomic::AtomicBool, time::Instant};

use super::*;
use crate::{clock::TimeSettings, search::Report};

#[test]
fn playouts_of_a_handicap_game_serve_its_analysis_too() {
    const PLAYOUTS: u64 = 200;
    let options = Options { playouts: Some(PLAYOUTS), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    engine.game.declare_handicap(2);
    let never = AtomicBool::new(false);
    let options = SearchOptions::default();
    let (_, report) = engine.find_move(Color::White, &options, &never);
    assert_eq!(u64::from(report.visits), PLAYOUTS);
    let report = engine.search_briefly(Color::White, 1, &options);
    assert!(u64::from(report.visits) > PLAYOUTS);
}

#[test]
fn a_game_that_goes_on_after_a_resignation_is_not_resigned() {
    let mut engine = Engine::new(Options::of_playouts()).expect("a thread");
    let center = Move::Play(engine.game.size().point(9, 9).expect("a point"));
    engine.play(Color::Black, center).expect("a legal move");
    engine.resigned_by = Some(Color::White);
    engine.undo(1).expect("a move to take back");
    assert_eq!(engine.resigned_by(), None);
    engine.resigned_by = Some(Color::White);
    engine.play(Color::Black, center).expect("a legal move");
    assert_eq!(engine.resigned_by(), None);
}

#[test]
fn a_resignation_was_forgotten_although_the_game_did_not_go_on() {
    let mut engine = Engine::new(Options::of_playouts()).expect("a thread");
    engine.resigned_by = Some(Color::White);
    engine.undo(0).expect("nothing to take back");
    engine.play_all(&[]).expect("nothing to play");
    assert_eq!(engine.resigned_by(), Some(Color::White));
    engine.play_all(&[(Color::Black, Move::Pass)]).expect("a legal move");
    assert_eq!(engine.resigned_by(), None);
}

/// An engine with a new game on 7×7, and the report of a search that is lost for White.
fn lost_for_white() -> (Engine, Report) {
    let options = Options { playouts: Some(600), seed: Some(1), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    engine.new_game(Size::square(7).expect("a size"));
    engine.game.set_komi(Some(-60.0));
    let never = AtomicBool::new(false);
    let (_, report) = engine.find_move(Color::White, &SearchOptions::default(), &never);
    engine.new_game(Size::square(7).expect("a size"));
    (engine, report)
}

#[test]
fn white_does_not_resign_a_handicap_game_early() {
    let (mut engine, report) = lost_for_white();
    for (handicap, moves, resigns) in [(0, 0, true), (2, 0, false), (2, 20, false), (2, 30, true)] {
        engine.new_game(Size::square(7).expect("a size"));
        engine.game.declare_handicap(handicap);
        for _ in 0..moves {
            let color = engine.game.to_move();
            let game = &mut engine.game;
            let point = game.state().legal_points(game.rules(), color).next().expect("a point");
            game.play(color, Move::Play(point)).expect("a legal move");
        }
        let may_resign = (0..5).any(|_| {
            engine.count_losing_move(&report);
            engine.may_resign(Color::White)
        });
        assert_eq!(may_resign, resigns, "{handicap} stones, {moves} moves");
    }
}

#[test]
fn the_third_lost_move_in_a_row_resigns_unless_the_opponent_may_lose_on_time() {
    let (mut engine, report) = lost_for_white();
    let verdicts = [(); 3].map(|()| {
        engine.count_losing_move(&report);
        engine.may_resign(Color::White)
    });
    assert_eq!(verdicts, [false, false, true]);
    engine.clock.set(TimeSettings::absolute(Duration::from_secs(600)));
    assert!(engine.may_resign(Color::White));
    engine.clock.set_left(Color::Black, Duration::from_secs(1), 0);
    assert!(!engine.may_resign(Color::White), "Black may lose on time");
}

#[test]
fn a_level_does_not_repeat_its_last_game() {
    let options = Options { level: 1, model: ModelChoice::Embedded, ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    let never = AtomicBool::new(false);
    let mut first_move = || {
        engine.new_game(Size::square(9).expect("a size"));
        let options = SearchOptions::default();
        match engine.genmove(Color::Black, &options, &never).0 {
            Decision::Move(mv) => mv,
            Decision::Resign => panic!("nothing is lost"),
        }
    };
    let first = first_move();
    assert!((0..20).any(|_| first_move() != first), "{first:?} in every game");
}

#[test]
fn without_a_limit_a_level_takes_no_longer_than_full_strength() {
    let time = |options| {
        let engine = Engine::new(options).expect("a thread");
        engine.move_limits(Color::Black, Instant::now()).from_request.time
    };
    for level in [11, FULL_LEVEL] {
        assert_eq!(time(Options { level, ..Options::of_playouts() }), Some(Duration::from_secs(1)));
        assert_eq!(time(Options { level, playouts: Some(9), ..Options::of_playouts() }), None);
    }
}

#[test]
fn only_games_with_a_seed_are_searched_alike() {
    let visits = |seed| {
        let options = Options { seed, playouts: Some(300), ..Options::of_playouts() };
        let mut engine = Engine::new(options).expect("a thread");
        [(); 2].map(|()| {
            engine.new_game(Size::square(9).expect("a size"));
            let never = AtomicBool::new(false);
            let (_, report) = engine.find_move(Color::Black, &SearchOptions::default(), &never);
            report.candidates.iter().map(|candidate| candidate.visits).collect::<Vec<_>>()
        })
    };
    let [first, second] = visits(Some(1));
    assert_eq!(first, second);
    let [first, second] = visits(None);
    assert_ne!(first, second);
}

#[test]
fn a_forfeit_stays_whatever_is_not_taken_back() {
    let mut engine = Engine::new(Options::of_playouts()).expect("a thread");
    engine.set_rules(Rules::preset("weiqi-chinese").expect("a preset"));
    let point = Move::Play(engine.game.size().point(9, 9).expect("a point"));
    let illegal = [(Color::Black, point), (Color::White, point)];
    engine.play_all(&illegal).expect_err("an occupied point");
    assert!(engine.game.turns().is_empty());
    assert_eq!(engine.game.forfeited_by(), Some(Color::White));
    engine.undo(0).expect("nothing to take back");
    assert_eq!(engine.game.forfeited_by(), Some(Color::White));
}

#[test]
fn lost_positions_that_are_taken_back_are_not_in_a_row() {
    // A search whose choice is settled ends early, and one of too few playouts does not count as lost.
    let options = Options { playouts: Some(1200), seed: Some(1), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    engine.new_game(Size::square(7).expect("a size"));
    engine.game.set_komi(Some(60.0));
    let never = AtomicBool::new(false);
    for _ in 0..5 {
        let (decision, _) = engine.genmove(Color::Black, &SearchOptions::default(), &never);
        assert_ne!(decision, Decision::Resign);
        assert_eq!(engine.losing_moves[Color::Black.index()], 1, "the position looks lost");
        engine.undo(1).expect("a move to take back");
    }
}

#[test]
fn a_suggestion_is_the_move_of_the_level_and_does_not_change() {
    let options =
        Options { level: 1, model: ModelChoice::Embedded, seed: Some(1), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    let never = AtomicBool::new(false);
    let mut suggestions = Vec::new();
    for side in 7..=13 {
        engine.new_game(Size::square(side).expect("a size"));
        let [first, second] = [(); 2].map(|()| engine.suggest(Color::Black, &never));
        assert_eq!(first, second);
        let (_, report) = engine.find_move(Color::Black, &SearchOptions::default(), &never);
        suggestions.push((first, report.best().mv));
    }
    assert!(suggestions.iter().any(|(sampled, best)| sampled != best), "{suggestions:?}");
}

#[test]
fn a_suggestion_in_a_lost_game_depended_on_the_moves_before_it() {
    let options = Options { level: 6, seed: Some(1), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    let never = AtomicBool::new(false);
    for side in 7..=13 {
        engine.new_game(Size::square(side).expect("a size"));
        engine.game.set_komi(Some(200.0));
        let suggestions = [0, 2].map(|losing_moves| {
            engine.losing_moves = [losing_moves; 2];
            engine.suggest(Color::Black, &never)
        });
        assert_eq!(suggestions[0], suggestions[1], "{side}");
        assert_eq!(engine.losing_moves, [2; 2]);
    }
}

/// Two walls on a small board, with a gap between them in the last row.
fn walls_with_a_gap() -> Engine {
    let options = Options { playouts: Some(40), seed: Some(1), ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    let size = Size::square(7).expect("a size");
    engine.new_game(size);
    engine.game.set_komi(Some(0.0));
    let stones = (0..6).flat_map(|row| [(2, row, Color::Black), (3, row, Color::White)]);
    let stones =
        stones.map(|(column, row, color)| (size.point(column, row).expect("a point"), color));
    let position = Board::set_up(size, stones).expect("a position");
    engine.set_up(position, Color::Black).expect("an empty board");
    engine
}

#[test]
fn after_a_clean_up_the_board_was_still_counted_with_closed_borders() {
    let mut engine = walls_with_a_gap();
    assert_ne!(engine.status().verdict.score(engine.game()).margin(), 0.0);
    engine.genmove_cleanup(Color::Black, &AtomicBool::new(false));
    engine.undo(1).expect("a move");
    assert_eq!(engine.status().verdict.score(engine.game()).margin(), 0.0);
}

#[test]
fn a_clean_up_that_was_taken_back_went_on() {
    let mut engine = walls_with_a_gap();
    engine.play(Color::Black, Move::Pass).expect("a pass");
    engine.genmove_cleanup(Color::White, &AtomicBool::new(false));
    engine.undo(2).expect("two moves");
    assert!(!engine.cleans_up());
}

#[test]
fn a_playout_doubling_advantage_is_that_of_the_player_to_move() {
    let options = Options { pda: 1.0, model: ModelChoice::Embedded, ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    engine.new_game(Size::square(9).expect("a size"));
    engine.game.declare_handicap(2);
    for (color, white_pda) in [(Color::White, 1.0), (Color::Black, -1.0)] {
        let options = engine.eval_options(color, true);
        assert_eq!((options.white_pda, options.pda_per_point), (white_pda, 0.0), "{color}");
    }
}

#[test]
fn a_level_below_full_strength_pondered() {
    for level in [1, FULL_LEVEL] {
        let playouts = Some(10);
        let options = Options { level, playouts, ponder: true, ..Options::of_playouts() };
        let mut engine = Engine::new(options).expect("a thread");
        engine.new_game(Size::square(7).expect("a size"));
        engine.genmove(Color::Black, &SearchOptions::default(), &AtomicBool::new(false));
        engine.resume_pondering();
        assert_eq!(engine.is_pondering(), level == FULL_LEVEL, "level {level}");
    }
}

#[test]
fn a_slow_network_judged_stones_without_the_time_for_it() {
    let (model, seconds) = (ModelChoice::Embedded, Some(60.0));
    let options = Options { model, seconds, ..Options::of_playouts() };
    let mut engine = Engine::new(options).expect("a thread");
    engine.new_game(Size::square(9).expect("a size"));
    let mut report = engine.search_briefly(Color::Black, 1, &SearchOptions::default());
    let can_judge = |engine: &Engine| {
        let limits = engine.move_limits(Color::Black, Instant::now());
        [engine.timely_status(&limits).is_some(), limits.can_judge_after_search()]
    };
    assert_eq!(can_judge(&engine), [true; 2], "the speed is not known");
    report.elapsed = Duration::from_secs(1000);
    for (visits, iterations, reason) in
        [(10, 10, "slow"), (10_000, 10, "reused visits"), (0, 0, "not one visit")]
    {
        (report.visits, report.iterations) = (visits, iterations);
        engine.update_evaluation_time(&report);
        assert_eq!(can_judge(&engine), [false; 2], "{reason}");
    }
    (engine.options.seconds, engine.options.playouts) = (None, Some(10));
    assert_eq!(can_judge(&engine), [true; 2], "there is no limit");
}
