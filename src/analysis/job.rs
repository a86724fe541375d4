//! The analysis of one position.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
    time::Duration,
};

use rayon::ThreadPool;
use serde_json::Value;

use super::{
    query::Query,
    queue::{Queue, RunningJob},
    response::{PositionContext, answer},
    settings::Settings,
    symmetry_pruning::SymmetricMoves,
};
use crate::{
    board::{Color, Move},
    engine::Analyzer,
    game::Game,
    search::{
        ConstraintKind, Details, EvalOptions, Limits, Report, ReportTimer, SearchConstraint,
        SearchRequest, Watcher,
    },
};

/// Playouts in place of a network's evaluation where one visit is requested.
const RAW_PLAYOUTS: u64 = 64;

/// Analyzes a position on the threads of the pool and returns the answer; `write` gets the reports
/// during the search.
pub(super) fn analyze(
    analyzer: &Analyzer,
    queue: &Queue,
    running: &RunningJob,
    pool: &Arc<ThreadPool>,
    write: &(dyn Fn(&Value) + Sync),
) -> Value {
    let (query, turn) = (&*running.job.query, running.job.turn);
    let game = query.game(turn);
    let color = game.to_move();
    let symmetric_moves = symmetric_moves(query, &game, color);
    let has_network = analyzer.network().is_some();
    let mut request = request(query, color, has_network, symmetric_moves.moves());
    let profile = query.settings.human_profile;
    let raw = analyzer.raw(&game, color, &request, profile);
    let status =
        query.includes.status.then(|| super::status::describe(&game, &analyzer.status(&game)));
    let options = request.eval_options;
    let human = profile.and_then(|profile| analyzer.raw_human(&game, color, options, profile));
    let (raw, human) = (raw.as_ref(), human.as_ref());
    let position =
        PositionContext { query, turn, game: &game, color, raw, human, status, symmetric_moves };
    let is_raw = request.limits.iterations == Some(0);
    if is_raw && position.raw.is_some() {
        return answer(&position, None, false);
    }
    let watcher = JobWatcher {
        queue,
        running,
        position: &position,
        write,
        timer: ReportTimer::new(duration(query.first_report)),
    };
    if is_raw {
        request.limits.iterations = Some(RAW_PLAYOUTS);
    }
    let report = analyzer.search(pool, (&game, color), &request, profile, &watcher);
    answer(&position, Some(&report), false)
}

/// The moves that symmetry pruning excludes: none without `rootSymmetryPruning`, with constraints, or with
/// `wideRootNoise` above 0 (as by default), which samples moves at random.
fn symmetric_moves(query: &Query, game: &Game, color: Color) -> SymmetricMoves {
    let settings = &query.settings;
    let is_free = query.constraints.is_empty() && settings.wide_root_noise == 0.0;
    match settings.prunes_symmetry && is_free {
        true => SymmetricMoves::new(game, color),
        false => SymmetricMoves::default(),
    }
}

/// The search of a position with `color` to move, without the moves that are `excluded`.
fn request(query: &Query, color: Color, has_network: bool, excluded: Vec<Move>) -> SearchRequest {
    let mut constraints = query.constraints.clone();
    if !excluded.is_empty() {
        let kind = ConstraintKind::Avoid;
        constraints.push(SearchConstraint { color, moves: excluded, kind, until_depth: 1 });
    }
    let settings: &Settings = &query.settings;
    let includes = query.includes;
    // The root's own evaluation is the first visit.
    let iterations = settings.visit_limit().map(|visits| visits - 1);
    let max_time = settings.time_limit();
    let pda_color = settings.pda_color.unwrap_or(color);
    let white_pda = if pda_color == Color::White { settings.pda } else { -settings.pda };
    SearchRequest {
        limits: Limits { iterations, max_time, runs_to_limit: true, ..Limits::default() },
        seed: if settings.is_random { rand::random() } else { 0 },
        constraints,
        wide_root: settings.wide_root_noise.min(1.0),
        eval_options: EvalOptions {
            pda_per_point: 0.0,
            white_pda: if has_network { white_pda } else { 0.0 },
            policy_temperature: settings.policy_temperature,
            root_policy_temperature_factor: settings.root_policy_temperature,
            hides_game_history: settings.ignores_history,
            conservative_root: settings.conservative_pass,
        },
        details: Details {
            score: true,
            ownership: includes.ownership || includes.ownership_deviation,
            move_ownership: includes.moves_ownership || includes.moves_ownership_deviation,
        },
    }
}

/// Ends a search on request, reports on it, and makes it leave the processor to others.
struct JobWatcher<'j> {
    queue: &'j Queue,
    running: &'j RunningJob,
    position: &'j PositionContext<'j>,
    write: &'j (dyn Fn(&Value) + Sync),
    timer: ReportTimer,
}

/// Pause after each iteration of a search that leaves the processor to another.
const YIELD_PAUSE: Duration = Duration::from_millis(10);

impl Watcher for JobWatcher<'_> {
    fn wants_stop(&self) -> bool {
        if self.queue.yields(self.running) {
            thread::sleep(YIELD_PAUSE);
        }
        self.running.is_stopped.load(Relaxed)
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.timer.is_due(elapsed)
    }

    fn report(&self, report: &Report) {
        (self.write)(&answer(self.position, Some(report), true));
        self.timer.advance(report.elapsed, duration(self.position.query.report_every));
    }
}

/// A time in seconds as a duration; the longest for `None`.
fn duration(seconds: Option<f64>) -> Duration {
    seconds.map_or(Duration::MAX, Duration::from_secs_f64)
}
