//! The session: the record, the players, the clock and the end of the game.
//!
//! It is a state machine without threads or a clock of its own: [`Session::handle`] takes an action
//! and the present time, [`Session::handle_output`] an output of the engine, and [`Session::tick`]
//! the time alone. `actor` runs it.

mod actor;
mod analysis;
#[cfg(test)]
mod autosave_tests;
mod clocks;
mod confirmation;
#[cfg(test)]
mod confirmation_tests;
mod count;
mod dispatch;
mod dispute;
#[cfg(test)]
mod edit_tests;
mod edits;
mod ending;
#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod engine_tests;
mod figures;
mod file;
mod find;
mod marks;
mod navigate;
mod new_game;
mod play;
#[cfg(test)]
mod play_tests;
mod players;
mod positions;
mod refused;
mod review;
#[cfg(test)]
mod review_tests;
mod schedule;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod time_tests;

use std::{
    collections::{HashMap, HashSet},
    sync::mpsc,
    time::Instant,
};

use serde::Serialize;

pub(super) use self::{
    actor::{Input, Reply, Request, run},
    count::{Count, Counted},
    ending::Phase,
    play::why_illegal,
    players::{Player, name_property},
    refused::Refused,
    review::Review,
};
use self::{confirmation::Confirmation, schedule::CurrentJob};
use super::{
    action::Mode,
    clock::{GameClock, PlayerTime},
    events::Hub,
    files::RecordFile,
    tree::GameTree,
    view::{AnalysisView, LargeParts},
    worker::{Job, JobKey},
};
use crate::{
    board::{Color, Point},
    sgf::{Collection, NodeId},
};

/// The result of an action.
type Outcome = Result<(), Refused>;

/// The values of a node by a search, from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeValues {
    pub(super) win_rate: f64,
    pub(super) score: Option<f64>,
    pub(super) visits: u32,
}

/// The end of the game that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameOver {
    /// The root of the game.
    pub(super) root: NodeId,
    /// The last node of the game, which may have been deleted.
    pub(super) node: NodeId,
    /// The value of RE, such as `B+3.5` or `W+T`.
    pub(super) result: String,
}

/// A node at which play was resumed after a stop.
#[derive(Clone, Copy, Debug)]
struct Resumption {
    node: NodeId,
    /// Number of moves on the way to the node.
    moves: usize,
}

/// The state of a session.
pub(super) struct Session {
    pub(super) tree: GameTree,
    pub(super) players: [Player; 2],
    pub(super) mode: Mode,
    pub(super) clock: GameClock,
    /// The times after each move that was played here.
    times: HashMap<NodeId, [PlayerTime; 2]>,
    /// The nodes that undo left, the last one on top.
    redo_line: Vec<NodeId>,
    /// The node at which a game that is played was interrupted for a look at the record.
    interrupted_at: Option<NodeId>,
    /// Number of handicap stones that Black places; 0 if they are set up.
    pub(super) free_handicap: u32,
    pub(super) count: Option<Count>,
    /// The node for which a count is wanted although play has not stopped.
    count_here: Option<NodeId>,
    /// The resumptions of play after a stop, in the order of the moves.
    resumptions: Vec<Resumption>,
    /// The chain whose life is played out; see [`confirmation`](Self::confirmation).
    confirmation: Option<Confirmation>,
    pub(super) over: Option<GameOver>,
    pub(super) file: RecordFile,
    clipboard: Option<Collection>,
    pub(super) values: HashMap<NodeId, NodeValues>,
    /// The nodes whose values in the record were found under other terms.
    outdated: HashSet<NodeId>,
    pub(super) analysis: Option<AnalysisView>,
    is_analyzing: bool,
    /// The points to which analyses and hints are restricted; empty for all.
    pub(super) region: Vec<Point>,
    /// The priors of the network at the node of a job.
    priors: Option<(JobKey, Vec<f32>)>,
    /// The last analysis that ended by itself.
    analyzed: Option<JobKey>,
    /// The node for which a hint is wanted.
    hint_at: Option<NodeId>,
    /// The node whose position is counted under all presets.
    count_all_at: Option<NodeId>,
    pub(super) review: Review,
    job: Option<CurrentJob>,
    /// Number of jobs so far.
    jobs_given: u64,
    jobs: mpsc::Sender<Job>,
    pub(super) engine: EngineInfo,
    hub: Hub,
    version: u64,
    /// The number of the record, which rises with each that is opened or begun.
    pub(super) record: u64,
    /// The root and the version of the tree that the pages know.
    sent_tree: Option<(NodeId, u64)>,
    /// The large parts of the state that the pages know.
    known_parts: LargeParts,
}

/// The state of the engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineInfo {
    /// Its version; empty before it is ready.
    pub(super) version: String,
    pub(super) takes_profile: bool,
    /// The reason why it cannot be used.
    pub(super) failure: Option<String>,
}

impl Session {
    /// A session that shows a record.
    pub(super) fn new(tree: GameTree, file: RecordFile, jobs: mpsc::Sender<Job>) -> Session {
        let mut session = Session {
            tree,
            players: [Player::default(), Player::default()],
            mode: Mode::Review,
            clock: GameClock::default(),
            times: HashMap::new(),
            redo_line: Vec::new(),
            interrupted_at: None,
            free_handicap: 0,
            count: None,
            count_here: None,
            resumptions: Vec::new(),
            confirmation: None,
            over: None,
            file,
            clipboard: None,
            values: HashMap::new(),
            outdated: HashSet::new(),
            analysis: None,
            is_analyzing: false,
            region: Vec::new(),
            priors: None,
            analyzed: None,
            hint_at: None,
            count_all_at: None,
            review: Review::default(),
            job: None,
            jobs_given: 0,
            jobs,
            engine: EngineInfo::default(),
            hub: Hub::default(),
            version: 0,
            record: 0,
            sent_tree: None,
            known_parts: LargeParts::default(),
        };
        session.read_review();
        session
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Color {
        if self.handicap_left() > 0 { Color::Black } else { self.tree.game().to_move() }
    }

    /// Shows another record. The engine, the pages, the clipboard and the settings of analyses
    /// stay.
    pub(in crate::web) fn replace(&mut self, mut tree: GameTree, file: RecordFile) {
        self.give_up_counts();
        let jobs = self.jobs.clone();
        tree.continue_versions(&self.tree);
        let fresh = Session::new(tree, file, jobs);
        let old = std::mem::replace(self, fresh);
        if let Some(job) = &old.job {
            job.stop();
        }
        self.engine = old.engine;
        self.jobs_given = old.jobs_given;
        self.hub = old.hub;
        self.clipboard = old.clipboard;
        self.is_analyzing = old.is_analyzing;
        self.review.thresholds = old.review.thresholds;
        self.known_parts = old.known_parts;
        self.version = old.version;
        self.record = old.record + 1;
        let review = self.review_view();
        self.send("review", &review);
    }

    /// Updates the session at a time that is due: the fall of a flag.
    pub(super) fn tick(&mut self, now: Instant) {
        self.update_after_change(now);
    }

    /// The instant at which [`tick`](Self::tick) is due next, if nothing else happens.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let is_played = self.mode == Mode::Play && self.over.is_none();
        self.clock.deadline().filter(|_| is_played)
    }

    /// Updates requests, the clock, the count, the review and the engine's job after a change, and
    /// sends the state.
    fn update_after_change(&mut self, now: Instant) {
        self.drop_stale_requests();
        self.check_flag(now);
        self.check_end(now);
        self.stop_review_if_done();
        self.schedule();
        self.publish(now);
    }
}
