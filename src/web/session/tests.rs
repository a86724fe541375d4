//! The session, with the test in place of the system's clock and the engine.

use std::{
    sync::mpsc::{self, Receiver},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::*;
use crate::{
    board::{Move, PointSet, Vertex},
    engine::Decision,
    status::Status,
    web::{
        files::{RecordFile, empty_tree},
        view,
        worker::{Finding, JobKind, Output, Task},
    },
};

/// A session, the jobs it gives, and the time.
pub(super) struct Table {
    pub(super) session: Session,
    pub(super) jobs: Receiver<Job>,
    pub(super) now: Instant,
}

impl Table {
    pub(super) fn new(game: &Value) -> Table {
        let (sender, jobs) = mpsc::channel();
        let session = Session::new(empty_tree(), RecordFile::default(), sender);
        let mut table = Table { session, jobs, now: Instant::now() };
        table.ok(game);
        table
    }

    pub(super) fn act(&mut self, action: &Value) -> Outcome {
        let action = serde_json::from_value(action.clone()).expect("an action");
        self.session.handle(action, self.now)
    }

    pub(super) fn ok(&mut self, action: &Value) {
        assert_eq!(self.act(action), Ok(()), "{action}");
    }

    pub(super) fn play(&mut self, point: &str) {
        self.ok(&json!({"do": "play", "point": point}));
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, seconds: f64) {
        self.now += Duration::from_secs_f64(seconds);
        if self.session.deadline().is_some_and(|deadline| deadline <= self.now) {
            self.session.tick(self.now);
        }
    }

    /// Gives two players 30 seconds each, of which White uses 10 and Black more than there are.
    pub(super) fn run_clock_for_two(&mut self) {
        let settings = json!({"kind": "absolute", "main": 30});
        for color in ["black", "white"] {
            self.ok(&json!({"do": "clock", "color": color, "settings": settings}));
        }
        self.ok(&json!({"do": "clock", "action": "start", "color": "white"}));
        self.wait(10.0);
        self.ok(&json!({"do": "clock", "action": "press", "color": "white"}));
        self.wait(40.0);
    }

    pub(super) fn state(&self) -> Value {
        serde_json::to_value(view::state(&self.session)).expect("plain data")
    }

    /// The seconds that are left to the players.
    pub(super) fn left(&self) -> [f64; 2] {
        self.session.clock.times(self.now).map(|time| time.left.as_secs_f64())
    }

    /// Plays a move as the engine.
    fn engine_plays(&mut self, vertex: &str) {
        let job = self.jobs.try_iter().last().expect("a job");
        assert_eq!(job.key.kind, JobKind::Move);
        let mv = Vertex::parse(job.game.size(), vertex).expect("a vertex");
        let finding = Finding::Move(Decision::Move(mv), None);
        self.session.handle_output(Output::Done(job.id, Box::new(finding)), self.now);
    }

    /// Lets the engine pass in this job.
    pub(super) fn engine_passes(&mut self, job: u64) {
        let finding = Finding::Move(Decision::Move(Move::Pass), None);
        self.session.handle_output(Output::Done(job, Box::new(finding)), self.now);
    }

    /// Judges the stones as the engine: all are alive.
    pub(super) fn judge(&mut self) {
        let job = self.jobs.try_iter().last().expect("a job");
        assert_eq!(job.key.kind, JobKind::Judge);
        let mut status = Status::judge(&job.game);
        status.verdict.judgment.dead = PointSet::EMPTY;
        let finding = Finding::Status(Box::new(status));
        self.session.handle_output(Output::Done(job.id, Box::new(finding)), self.now);
    }

    pub(super) fn record(&self) -> String {
        self.session.tree.collection().write()
    }
}

/// A game of two people, or of a person against the engine, with this clock for both.
fn game(white: &str, clock: &Value) -> Value {
    json!({"do": "new", "size": [9, 9], "white": {"kind": white}, "clock": {"black": clock, "white": clock}})
}

fn byo_yomi() -> Value {
    json!({"kind": "byo-yomi", "main": 10, "time": 5, "periods": 2})
}

#[test]
fn a_flag_falls_once_and_the_result_is_written() {
    let mut table = Table::new(&game("person", &byo_yomi()));
    table.wait(3.0);
    table.play("E5");
    // 10 s and two periods of 5 s.
    table.wait(19.9);
    assert_eq!(table.state()["phase"], "playing");
    table.wait(0.1);
    let state = table.state();
    assert_eq!((&state["phase"], &state["result"]), (&json!("over"), &json!("B+T")));
    assert!(table.record().contains("RE[B+T]"), "{}", table.record());
    let version = table.session.tree.version();
    table.wait(1000.0);
    assert_eq!((table.session.tree.version(), table.session.deadline()), (version, None));
    let late = table.act(&json!({"do": "play", "point": "C3"})).expect_err("too late");
    assert_eq!(late.kind, "over");
}

#[test]
fn a_move_at_the_last_moment_is_in_time_and_one_after_it_is_not() {
    let clock = json!({"kind": "move", "time": 10});
    let mut table = Table::new(&game("person", &clock));
    table.now += Duration::from_millis(9_999);
    table.play("E5");
    table.now += Duration::from_millis(10_000);
    // The deadline has passed, although nobody has looked at the clock.
    let late = table.act(&json!({"do": "play", "point": "C3"})).expect_err("too late");
    assert_eq!(late.kind, "over");
    assert_eq!(table.state()["result"], "B+T");
}

#[test]
fn the_times_are_written_and_come_back_with_undo() {
    let mut table = Table::new(&game("person", &byo_yomi()));
    table.wait(4.0);
    table.play("E5");
    table.wait(11.0);
    table.play("C3");
    assert!(
        table.record().contains(";B[ee]BL[6]WL[10];W[cg]BL[6]WL[5]OW[2]"),
        "{}",
        table.record()
    );
    assert!(table.record().contains("TM[10]OT[2x5 byo-yomi]"), "{}", table.record());
    table.wait(2.0);
    assert_eq!(table.left(), [4.0, 5.0]);
    table.ok(&json!({"do": "undo"}));
    assert_eq!((table.left(), table.state()["toMove"].clone()), ([6.0, 10.0], json!("white")));
    table.wait(1.0);
    assert_eq!(table.left(), [6.0, 9.0]);
    table.ok(&json!({"do": "undo"}));
    assert_eq!(table.left(), [10.0, 10.0]);
    table.ok(&json!({"do": "redo"}));
    table.ok(&json!({"do": "redo"}));
    assert_eq!(table.left(), [6.0, 5.0]);
}

#[test]
fn a_pause_stops_the_clock_and_the_engine() {
    let mut table = Table::new(&game("engine", &json!({"kind": "absolute", "main": 60})));
    table.wait(5.0);
    table.play("E5");
    assert!(table.session.is_thinking());
    table.wait(7.0);
    table.ok(&json!({"do": "clock", "action": "pause"}));
    assert!(!table.session.is_thinking());
    table.wait(1000.0);
    assert_eq!(table.left(), [55.0, 53.0]);
    // In a pause the clock of a player can be changed.
    let faster = json!({"kind": "fischer", "main": 20, "increment": 2});
    table.ok(&json!({"do": "clock", "color": "white", "settings": faster}));
    table.ok(&json!({"do": "clock", "action": "start"}));
    let error = table.act(&json!({"do": "clock", "color": "white", "settings": faster}));
    assert_eq!(error.expect_err("it runs").kind, "running");
    assert!(table.session.is_thinking());
    table.wait(3.0);
    table.engine_plays("C3");
    assert_eq!(table.left(), [55.0, 19.0]);
}

#[test]
fn the_engine_is_clocked_like_a_person() {
    let mut table = Table::new(&game("engine", &byo_yomi()));
    table.play("E5");
    table.wait(20.0);
    assert_eq!(table.state()["result"], "B+T");
    // A move that comes too late is not played.
    let mut table = Table::new(&game("engine", &byo_yomi()));
    table.play("E5");
    table.now += Duration::from_secs(21);
    table.engine_plays("C3");
    let state = table.state();
    assert_eq!((&state["result"], &state["moveNumber"]), (&json!("B+T"), &json!(1)));
}

#[test]
fn the_engine_is_told_its_time() {
    let mut table = Table::new(&game("engine", &byo_yomi()));
    table.play("E5");
    let job = table.jobs.try_iter().last().expect("a job");
    let Task::Move(task) = job.task else { panic!("not a move") };
    let mut clock = crate::clock::Clock::new(Some(Duration::ZERO));
    task.clock.set_engine_clock(Color::White, table.now + Duration::from_secs(12), &mut clock);
    let expected =
        crate::clock::TimeSettings::byo_yomi(Duration::from_secs(10), Duration::from_secs(5), 2);
    assert_eq!(clock.settings(), expected);
    // 3 s are left of the first period, which all go to the move.
    let budget = clock.budget(Color::White, job.game.size(), 1).expect("a limit");
    assert!(budget.max <= Duration::from_secs(8), "{budget:?}");
}

#[test]
fn the_clock_works_without_a_board() {
    let mut table =
        Table::new(&game("person", &json!({"kind": "bronstein", "main": 60, "increment": 5})));
    table.wait(8.0);
    table.ok(&json!({"do": "clock", "action": "press", "color": "black"}));
    assert_eq!(table.left(), [57.0, 60.0]);
    let error = table.act(&json!({"do": "clock", "action": "press", "color": "black"}));
    assert_eq!(error.expect_err("not his turn").kind, "turn");
    table.wait(2.0);
    table.ok(&json!({"do": "clock", "action": "press", "color": "white"}));
    assert_eq!(table.left(), [57.0, 60.0]);
    table.wait(57.0);
    assert_eq!(table.state()["result"], "W+T");
    // It works beside a game that is over, too, whose result stays.
    table.run_clock_for_two();
    assert_eq!((table.left(), table.state()["result"].clone()), ([0.0, 20.0], json!("W+T")));
}

#[test]
fn looking_at_the_record_pauses_and_playing_on_restores_the_clock_of_the_node() {
    let mut table = Table::new(&game("person", &json!({"kind": "absolute", "main": 60})));
    for (seconds, point) in [(1.0, "E5"), (2.0, "C3"), (3.0, "G7")] {
        table.wait(seconds);
        table.play(point);
    }
    // A look at the record and back costs the time of the turn so far.
    table.wait(5.0);
    table.ok(&json!({"do": "step", "by": "first"}));
    table.wait(1000.0);
    table.ok(&json!({"do": "step", "by": "last"}));
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert_eq!(table.left(), [56.0, 53.0]);
    table.ok(&json!({"do": "step", "by": -2}));
    table.wait(1000.0);
    assert_eq!(table.state()["mode"], "review");
    table.ok(&json!({"do": "mode", "mode": "play"}));
    table.wait(4.0);
    assert_eq!((table.left(), table.state()["toMove"].clone()), ([59.0, 56.0], json!("white")));
}

#[test]
fn jobs_of_nodes_that_were_left_are_stopped_and_their_moves_ignored() {
    let mut table = Table::new(&game("engine", &json!({"kind": "none"})));
    table.play("E5");
    let job = table.jobs.try_iter().last().expect("a job");
    table.ok(&json!({"do": "undo"}));
    assert!(job.stop.load(std::sync::atomic::Ordering::Relaxed));
    let finding = Finding::Move(Decision::Move(crate::board::Move::Pass), None);
    table.session.handle_output(Output::Done(job.id, Box::new(finding)), table.now);
    assert_eq!(table.state()["moveNumber"], 0);
}

#[test]
fn an_analysis_runs_only_while_a_page_shows_it_and_no_review_is_made() {
    let mut table = Table::new(&json!({"do": "new", "size": [5, 5]}));
    let kinds =
        |table: &Table| -> Vec<JobKind> { table.jobs.try_iter().map(|job| job.key.kind).collect() };
    table.ok(&json!({"do": "analyze", "on": true}));
    assert_eq!(kinds(&table), [], "nobody looks");
    let (page, events) = tokio::sync::mpsc::channel(100);
    table.session.add_page(page, table.now);
    assert_eq!(kinds(&table), [], "a game is played");
    table.ok(&json!({"do": "mode", "mode": "review"}));
    assert_eq!(kinds(&table), [JobKind::Analyze]);
    table.ok(&json!({"do": "review", "on": true}));
    assert_eq!(kinds(&table), [JobKind::Review]);
    table.ok(&json!({"do": "review", "on": false}));
    assert_eq!(kinds(&table), [JobKind::Analyze]);
    table.ok(&json!({"do": "mode", "mode": "play"}));
    assert!(table.session.job.is_none(), "the game goes on");
    table.ok(&json!({"do": "mode", "mode": "review"}));
    assert_eq!(kinds(&table), [JobKind::Analyze]);
    drop(events);
    table.session.schedule();
    assert!(table.session.job.is_none(), "the page is closed");
}

#[test]
fn a_review_that_is_stopped_and_begun_again_ignores_the_end_of_the_first_search() {
    let mut table = Table::new(&json!({"do": "new", "size": [5, 5]}));
    table.ok(&json!({"do": "review", "on": true}));
    table.ok(&json!({"do": "review", "on": false}));
    table.ok(&json!({"do": "review", "on": true}));
    let jobs: Vec<Job> = table.jobs.try_iter().collect();
    assert_eq!(jobs.len(), 2);
    assert_eq!(jobs[0].key, jobs[1].key);
    table.session.handle_output(Output::Done(jobs[0].id, Box::new(Finding::Nothing)), table.now);
    let is_running = |table: &Table| {
        let session = &table.session;
        session.review.next(session.tree.collection()).is_some()
    };
    assert!(is_running(&table), "the second search goes on");
    table.session.handle_output(Output::Done(jobs[1].id, Box::new(Finding::Nothing)), table.now);
    assert!(!is_running(&table));
}
