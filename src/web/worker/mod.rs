//! The thread of the engine. It does one job at a time, and a job that is not wanted any more ends
//! within an iteration of the search.

mod confirm;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use log::{debug, warn};

pub(super) use self::confirm::ConfirmTask;
use super::clock::GameClock;
use crate::{
    board::{Board, Color, Move},
    engine::{Decision, Engine, Options, SearchOptions, StartError},
    features::HumanProfile,
    game::Game,
    network::InferenceOptions,
    search::{
        ConstraintKind, Details, Limits, Report, ReportTimer, SearchConstraint, Watcher,
        root_policy,
    },
    sgf::NodeId,
    status::{PresetCount, Status, count_under_presets},
};

/// Time between two reports of an analysis.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The purpose of a job: its kind, the node, and the version of the record's positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobKey {
    pub(super) kind: JobKind,
    pub(super) node: NodeId,
    pub(super) version: u64,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    Move,
    Hint,
    Analyze,
    Review,
    Judge,
    CountAll,
}

/// A job.
pub(super) struct Job {
    /// A number that no other job has: a job that was stopped and one that is begun again have the
    /// same key.
    pub(super) id: u64,
    pub(super) key: JobKey,
    pub(super) game: Game,
    pub(super) task: Task,
    /// Set when the job is not wanted any more.
    pub(super) stop: Arc<AtomicBool>,
}

/// The task of a job, in the job's game.
pub(super) enum Task {
    /// A move is chosen for a player.
    Move(Box<MoveTask>),
    /// A move is chosen in the confirmation of a chain's life.
    Confirm(Box<ConfirmTask>),
    /// The position is searched for this player, up to a number of visits or without an end.
    Analyze {
        color: Color,
        visits: Option<u64>,
        /// The only moves to consider; all if there are none.
        region: Vec<Move>,
        /// Whether the ownership after each move and the priors of the network are wanted.
        is_detailed: bool,
    },
    /// The stones are judged.
    Judge { is_cleanup: bool },
    /// The position is counted under all presets.
    CountAll,
}

/// The task to choose a move.
pub(super) struct MoveTask {
    pub(super) color: Color,
    pub(super) level: u32,
    pub(super) profile: Option<HumanProfile>,
    pub(super) clock: GameClock,
    /// Whether dead stones have to be captured, after a dispute.
    pub(super) is_cleanup: bool,
}

/// A message of the worker.
pub(super) enum Output {
    /// The engine is ready.
    Ready { version: String, takes_profile: bool },
    /// The engine cannot be started.
    Failed(StartError),
    /// The thread has ended, expected or not.
    Ended,
    /// The network's policy at the node of the job with this number: by point, row by row from the
    /// top, then of the pass; -1 where a play is illegal.
    Priors(u64, Vec<f32>),
    /// The job with this number goes on.
    Progress(u64, Box<Report>),
    /// The job with this number has ended.
    Done(u64, Box<Finding>),
}

/// The result of a job.
pub(super) enum Finding {
    Move(Decision, Option<Report>),
    Report(Report),
    Status(Box<Status>),
    Counts(Vec<PresetCount>),
    /// The job failed.
    Nothing,
}

/// Starts the thread. It ends when the sender of jobs is dropped.
///
/// # Errors
/// The system refuses the thread.
pub(super) fn start(
    options: Options,
    send: impl Fn(Output) + Send + Sync + 'static,
) -> std::io::Result<mpsc::Sender<Job>> {
    let (jobs, received) = mpsc::channel::<Job>();
    thread::Builder::new().name("engine".to_owned()).spawn(move || {
        let send = SendEndedOnDrop(send);
        let send = |output| (send.0)(output);
        let mut engine = match Engine::new(options) {
            Ok(engine) => engine,
            Err(error) => return send(Output::Failed(error)),
        };
        let (version, takes_profile) = (engine.version(), engine.takes_human_profile());
        send(Output::Ready { version, takes_profile });
        let mut worker = Worker { engine: &mut engine, is_cleanup: false };
        for job in received {
            let id = job.id;
            let finding = worker.work(job, &send);
            send(Output::Done(id, Box::new(finding)));
        }
    })?;
    Ok(jobs)
}

/// Sends [`Output::Ended`] when the thread ends, even by a panic.
struct SendEndedOnDrop<F: Fn(Output)>(F);

impl<F: Fn(Output)> Drop for SendEndedOnDrop<F> {
    fn drop(&mut self) {
        (self.0)(Output::Ended);
    }
}

struct Worker<'e> {
    engine: &'e mut Engine,
    /// Whether the engine's last move was one of a clean-up.
    is_cleanup: bool,
}

impl Worker<'_> {
    fn work(&mut self, job: Job, send: &(impl Fn(Output) + Sync)) -> Finding {
        let Job { id, key, game, task, stop } = job;
        debug!("job {id}: {key:?}");
        if stop.load(Ordering::Relaxed) {
            return Finding::Nothing;
        }
        let is_cleanup = match &task {
            Task::Move(task) => task.is_cleanup,
            Task::Judge { is_cleanup } => *is_cleanup,
            Task::Confirm(_) => false,
            Task::Analyze { .. } | Task::CountAll => self.is_cleanup,
        };
        self.follow(&game, is_cleanup);
        match task {
            Task::Move(task) => self.choose(&task, &stop),
            Task::Confirm(task) => {
                Finding::Move(Decision::Move(task.choose(self.engine, &stop)), None)
            }
            Task::Analyze { color, visits, region, is_detailed } => {
                if let Some(priors) = is_detailed.then(|| self.priors(color)).flatten() {
                    send(Output::Priors(id, priors));
                }
                let limits =
                    Limits { iterations: visits, runs_to_limit: true, ..Limits::default() };
                let options = search_options(color, region, is_detailed);
                let watcher = Reporter {
                    stop: &stop,
                    send: &|report: &Report| {
                        send(Output::Progress(id, Box::new(report.clone())));
                    },
                    timer: ReportTimer::new(Duration::ZERO),
                };
                Finding::Report(self.engine.analyze_within(limits, color, &options, &watcher))
            }
            Task::Judge { .. } => Finding::Status(Box::new(self.engine.status())),
            Task::CountAll => {
                Finding::Counts(count_under_presets(&game, &self.engine.status().ownership))
            }
        }
    }

    fn choose(&mut self, task: &MoveTask, stop: &AtomicBool) -> Finding {
        let MoveTask { color, level, profile, clock, is_cleanup } = task;
        self.engine.set_level(*level);
        if let Err(error) = self.engine.set_human_profile(*profile) {
            warn!("{error}");
        }
        clock.set_engine_clock(*color, Instant::now(), &mut self.engine.clock);
        if *is_cleanup {
            return Finding::Move(self.engine.genmove_cleanup(*color, stop), None);
        }
        let details = Details { score: true, ..Details::default() };
        let options = SearchOptions { details, ..SearchOptions::default() };
        let (decision, report) = self.engine.genmove(*color, &options, stop);
        Finding::Move(decision, Some(report))
    }

    /// The network's policy without a search; `None` without a network.
    fn priors(&self, color: Color) -> Option<Vec<f32>> {
        let output = self.engine.raw_network_output(InferenceOptions::default())?;
        let policy = root_policy(&output, self.engine.game(), color);
        Some(policy.iter().map(|prior| prior.unwrap_or(-1.0)).collect())
    }

    /// Brings the engine's game to this one, by moves where possible, so that the search tree is
    /// kept.
    fn follow(&mut self, game: &Game, is_cleanup: bool) {
        let was_cleanup = std::mem::replace(&mut self.is_cleanup, is_cleanup);
        if (was_cleanup && !is_cleanup) || !self.follow_by_moves(game) {
            self.engine.replace_game(game.clone());
        }
    }

    /// As [`follow`](Self::follow). Returns whether moves lead to the game.
    fn follow_by_moves(&mut self, game: &Game) -> bool {
        let own = self.engine.game();
        let has_same_start = own.size() == game.size()
            && same_stones(own.start(), game.start())
            && own.removed_before() == game.removed_before();
        let has_same_terms = own.rules() == game.rules()
            && own.agreed_komi() == game.agreed_komi()
            && own.first_to_move() == game.first_to_move();
        if !has_same_start || !has_same_terms {
            return false;
        }
        let pairs = own.turns().iter().zip(game.turns());
        let common = pairs.take_while(|(own, other)| own == other).count();
        let surplus = own.turns().len() - common;
        if surplus > 0 && self.engine.undo(surplus).is_err() {
            return false;
        }
        let mut new = game.turns()[common..].iter();
        if !new.all(|turn| self.engine.play(turn.color, turn.mv).is_ok()) {
            return false;
        }
        let own = self.engine.game();
        own.to_move() == game.to_move() && own.handicap() == game.handicap()
    }
}

fn same_stones(a: &Board, b: &Board) -> bool {
    a.size().points().all(|point| a.stone(point) == b.stone(point))
}

/// The options of a search.
fn search_options(color: Color, region: Vec<Move>, is_detailed: bool) -> SearchOptions {
    let details = Details { score: true, ownership: true, move_ownership: is_detailed };
    let kind = ConstraintKind::Allow;
    let only = SearchConstraint { color, moves: region, kind, until_depth: 1 };
    let constraints = if only.moves.is_empty() { Vec::new() } else { vec![only] };
    SearchOptions { constraints, details }
}

/// Passes on the reports of a search.
struct Reporter<'a, F: Fn(&Report) + Sync> {
    stop: &'a AtomicBool,
    send: &'a F,
    timer: ReportTimer,
}

impl<F: Fn(&Report) + Sync> Watcher for Reporter<'_, F> {
    fn wants_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.timer.is_due(elapsed)
    }

    fn report(&self, report: &Report) {
        (self.send)(report);
        self.timer.restart(report.elapsed, REPORT_INTERVAL);
    }
}
