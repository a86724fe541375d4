//! Many games of the engine with a clock, in simulated time.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::json;

use super::tests::Table;
use crate::{
    board::{Color, Vertex},
    clock::Clock,
    engine::Decision,
    web::worker::{Finding, Output, Task},
};

/// Seconds a move that the engine of a board keeps back.
const LAG: Duration = Duration::from_millis(100);

/// Plays a game of the engine against itself in which every move takes the time that the engine may
/// use at most, and the time that the threads need to wake up and to answer.
fn play_game(table: &mut Table, rng: &mut SmallRng) -> usize {
    let clock = json!({"kind": "byo-yomi", "main": 0, "time": 1, "periods": 1});
    let engine = json!({"kind": "engine"});
    table.ok(&json!({
        "do": "new", "size": [7, 7], "black": engine, "white": engine,
        "clock": {"black": clock, "white": clock},
    }));
    let mut clock = Clock::new(Some(LAG));
    let mut moves = 0;
    while table.session.is_thinking() {
        let job = table.jobs.try_iter().last().expect("a job");
        let Task::Move(task) = job.task else { panic!("not a move") };
        table.wait(rng.random_range(0.0..0.03));
        task.clock.set_engine_clock(task.color, table.now, &mut clock);
        let size = job.game.size();
        let budget = clock.budget(task.color, size, moves).expect("a limit");
        let share: f64 = if rng.random_bool(0.5) { 1.0 } else { rng.random_range(0.0..1.0) };
        table.wait(budget.max.mul_f64(share).as_secs_f64() + rng.random_range(0.0..0.069));
        // Points two apart, then two passes.
        let point = (moves < 16).then(|| size.points().nth(3 * moves).expect("a point"));
        let vertex = point.map_or_else(|| "pass".to_owned(), |p| Vertex::of(size, p).to_string());
        let mv = Vertex::parse(size, &vertex).expect("a vertex");
        let finding = Finding::Move(Decision::Move(mv), None);
        table.session.handle_output(Output::Done(job.id, Box::new(finding)), table.now);
        moves += 1;
    }
    moves
}

#[test]
fn the_engine_never_loses_on_time_in_a_thousand_games_of_one_second_a_move() {
    let mut table = Table::new(&json!({"do": "new"}));
    let mut rng = SmallRng::seed_from_u64(1);
    for game in 0..1000 {
        assert_eq!(play_game(&mut table, &mut rng), 18, "game {game}: {}", table.state());
        assert_eq!(table.session.phase(), super::Phase::Stopped, "game {game}");
        assert_eq!(table.session.clock.flagged(table.now), None);
    }
}

#[test]
fn an_engine_that_takes_too_long_loses_on_time() {
    let mut table = Table::new(&json!({"do": "new"}));
    let clock = json!({"kind": "byo-yomi", "main": 0, "time": 1, "periods": 1});
    table.ok(&json!({
        "do": "new", "black": {"kind": "engine"}, "clock": {"black": clock, "white": clock},
    }));
    table.wait(1.0);
    assert_eq!(table.state()["result"], "W+T");
    assert_eq!(table.session.clock.flagged(table.now), Some(Color::Black));
}
