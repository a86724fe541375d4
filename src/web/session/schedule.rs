//! The choice of the engine's job, and the effects of its findings.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use serde_json::json;

use super::{NodeValues, Player, Session};
use crate::{
    board::{Color, Move},
    engine::Decision,
    game::Game,
    review::PositionValues,
    search::Report,
    stderr,
    web::{
        action::Mode,
        tree::Position,
        view::{AnalysisView, SearchedPosition},
        worker::{Finding, Job, JobKey, JobKind, MoveTask, Output, Task},
    },
};

/// Visits of the search for a hint.
const HINT_VISITS: u64 = 400;

/// The job that the engine does.
#[derive(Debug)]
pub(super) struct CurrentJob {
    id: u64,
    pub(super) key: JobKey,
    stop: Arc<AtomicBool>,
}

impl CurrentJob {
    /// Signals the engine to end the job.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Session {
    /// Whether the engine thinks about its move.
    pub(in crate::web) fn is_thinking(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.key.kind == JobKind::Move)
    }

    /// Gives the engine the job that is wanted most, and stops another one.
    pub(super) fn schedule(&mut self) {
        let is_watched = !self.hub.is_empty();
        let wanted = self.wanted_job(is_watched);
        if self.job.as_ref().map(|job| job.key) == wanted {
            return;
        }
        if let Some(job) = self.job.take() {
            job.stop();
        }
        if wanted.is_none_or(|key| key.kind != JobKind::Analyze) {
            self.analysis = None;
        }
        let Some(key) = wanted else { return };
        let Some((game, task)) = self.task(key) else { return self.drop_impossible_positions(key) };
        let stop = Arc::new(AtomicBool::new(false));
        self.jobs_given += 1;
        let id = self.jobs_given;
        let job = Job { id, key, game, task, stop: Arc::clone(&stop) };
        if self.jobs.send(job).is_ok() {
            self.job = Some(CurrentJob { id, key, stop });
        }
    }

    /// The job that is wanted most. An analysis goes on only while a page shows it, which it does not in
    /// a game that is played, and waits for a review, which ends.
    fn wanted_job(&self, is_watched: bool) -> Option<JobKey> {
        let (node, version) = (self.tree.cursor(), self.tree.position_version());
        let key = |kind| JobKey { kind, node, version };
        if self.engine.failure.is_some() {
            return None;
        }
        if self.count.as_ref().is_some_and(|count| count.verdict.is_none()) {
            return Some(key(JobKind::Judge));
        }
        if self.is_engines_turn() {
            return Some(key(JobKind::Move));
        }
        if self.count_all_at == Some(node) {
            return Some(key(JobKind::CountAll));
        }
        if self.hint_at == Some(node) {
            return Some(key(JobKind::Hint));
        }
        if let Some(node) = self.review.next(self.tree.collection()) {
            return Some(JobKey { node, ..key(JobKind::Review) });
        }
        let analysis = key(JobKind::Analyze);
        let is_shown = is_watched && self.mode == Mode::Review;
        (self.is_analyzing && is_shown && self.analyzed != Some(analysis)).then_some(analysis)
    }

    /// Whether the engine is to move in a game that is played.
    fn is_engines_turn(&self) -> bool {
        if self.confirmation().is_some() {
            return self.is_engine(self.to_move());
        }
        self.mode == Mode::Play
            && self.over.is_none()
            && self.handicap_left() == 0
            && !self.clock.is_paused()
            && !self.has_stopped()
            && self.is_engine(self.to_move())
    }

    /// The game and the task of a job; `None` if its node cannot be shown.
    fn task(&self, key: JobKey) -> Option<(Game, Task)> {
        if let (JobKind::Move, Some((game, task))) = (key.kind, self.confirm_task()) {
            return Some((game, Task::Confirm(Box::new(task))));
        }
        let game = match key.kind {
            JobKind::Review => Position::at(self.tree.collection(), key.node).ok()?.game,
            _ => self.tree.game().clone(),
        };
        let color = game.to_move();
        let is_cleanup = self.is_cleanup();
        let task = match key.kind {
            JobKind::Move => {
                let Player::Engine { level, profile } = self.players[color.index()].clone() else {
                    return None;
                };
                let profile = profile.map(|(_, profile)| profile);
                let clock = self.clock.clone();
                Task::Move(Box::new(MoveTask { color, level, profile, clock, is_cleanup }))
            }
            JobKind::Hint => self.search(color, Some(HINT_VISITS), false),
            JobKind::Analyze => self.search(color, None, true),
            JobKind::Review => {
                let color = self.review.to_move(key.node).unwrap_or(color);
                // The root's own evaluation is the first visit.
                let visits = Some(self.review.visits().saturating_sub(1).max(1));
                Task::Analyze { color, visits, region: Vec::new(), is_detailed: false }
            }
            JobKind::Judge => Task::Judge { is_cleanup },
            JobKind::CountAll => Task::CountAll,
        };
        Some((game, task))
    }

    /// A search of the position at the cursor, within the region.
    fn search(&self, color: Color, visits: Option<u64>, is_detailed: bool) -> Task {
        let game = self.tree.game();
        let moves = self.region.iter().map(|&point| Move::Play(point));
        let region = moves.filter(|&mv| game.check(color, mv).is_ok()).collect();
        Task::Analyze { color, visits, region, is_detailed }
    }

    /// Takes an output of the engine.
    pub(in crate::web) fn handle_output(&mut self, output: Output, now: Instant) {
        match output {
            Output::Ready { version, takes_profile } => {
                self.engine.version = version;
                self.engine.takes_profile = takes_profile;
                self.warn_of_profiles(now);
            }
            Output::Failed(error) => {
                let message = format!("the engine cannot be started: {error}");
                stderr::line(format_args!("error: {message}"));
                self.show_error(&message);
                self.engine.failure = Some(message);
            }
            Output::Ended => {
                let message = "the engine has ended: save the record and start the board again";
                self.show_error(message);
                self.engine.failure.get_or_insert(message.to_owned());
                self.job = None;
            }
            Output::Priors(id, priors) => {
                self.priors = self.current(id).map(|key| (key, priors));
                return;
            }
            Output::Progress(id, report) => {
                if let Some(key) = self.current(id) {
                    self.take_report(key, &report, false);
                    self.schedule();
                }
                // The state is the same.
                return;
            }
            Output::Done(id, finding) => {
                let Some(key) = self.current(id) else { return };
                self.job = None;
                self.take_finding(key, *finding, now);
            }
        }
        self.update_after_change(now);
    }

    /// The key of the job with this number, if it is still wanted.
    fn current(&self, id: u64) -> Option<JobKey> {
        self.job.as_ref().filter(|job| job.id == id).map(|job| job.key)
    }

    fn take_finding(&mut self, key: JobKey, finding: Finding, now: Instant) {
        match finding {
            Finding::Move(decision, report) => {
                if let Some(report) = report {
                    self.keep_values(key, &report);
                }
                self.carry_out(decision, now);
            }
            Finding::Report(report) => self.take_report(key, &report, true),
            Finding::Status(status) => {
                if let Some(count) = &mut self.count {
                    count.judge(status.verdict);
                }
            }
            Finding::Counts(counts) => {
                self.count_all_at = None;
                self.send("counts", &json!({ "counts": counts }));
            }
            Finding::Nothing => self.abandon_failed_job(key),
        }
    }

    /// Plays the engine's move.
    fn carry_out(&mut self, decision: Decision, now: Instant) {
        let color = self.to_move();
        match decision {
            Decision::Resign => self.finish(format!("{}+R", color.opponent().letter()), now),
            Decision::Move(mv) => {
                let is_legal = self.tree.game().check(color, mv).is_ok();
                // An illegal move is played all the same: else the engine would be asked for it again.
                match self.play_move(color, mv, now) {
                    Ok(()) if is_legal => {}
                    // The flag fell: the game ends next.
                    Err(refused) if refused.kind == "time" => {}
                    Ok(()) => self.show_error("the engine played an illegal move"),
                    Err(refused) => {
                        self.show_error(&refused.message);
                        // The record cannot have the move: the engine would be asked for it again and again.
                        self.interrupt_game(self.tree.cursor(), now);
                    }
                }
            }
        }
    }

    /// Takes a report of a search, the last one of its job or not.
    fn take_report(&mut self, key: JobKey, report: &Report, is_last: bool) {
        self.keep_values(key, report);
        match key.kind {
            JobKind::Review if is_last => self.take_review_report(key.node, report),
            JobKind::Review => {}
            JobKind::Hint if !is_last => {}
            kind => {
                let priors = self.priors.as_ref().filter(|(known, _)| *known == key);
                let priors = priors.map(|(_, priors)| priors.clone());
                let (record, size) = (self.record, self.tree.size());
                let (node, version) = (key.node, key.version);
                let position = SearchedPosition { record, version, node, size };
                let view = AnalysisView::of(position, report, priors);
                if kind == JobKind::Hint {
                    self.hint_at = None;
                    self.send("hint", &view);
                } else {
                    // A search ends by itself where its memory is full.
                    self.analyzed = is_last.then_some(key);
                    self.send("analysis", &view);
                    self.analysis = Some(view);
                }
            }
        }
    }

    /// Keeps the values of a node, unless it has those of more visits.
    fn keep_values(&mut self, key: JobKey, report: &Report) {
        if report.visits == 0 {
            return;
        }
        let PositionValues { win_rate, score, visits, .. } = PositionValues::of(report, None);
        if self.values.get(&key.node).is_some_and(|known| known.visits > visits) {
            return;
        }
        let score = report.score.is_some().then_some(score);
        self.values.insert(key.node, NodeValues { win_rate, score, visits });
    }

    /// Drops the request of a job that failed.
    fn abandon_failed_job(&mut self, key: JobKey) {
        match key.kind {
            JobKind::Hint => self.hint_at = None,
            JobKind::CountAll => self.give_up_counts(),
            JobKind::Analyze => self.is_analyzing = false,
            JobKind::Review => self.stop_review(),
            JobKind::Move | JobKind::Judge => {}
        }
    }
}
