//! The positions that wait for analysis, and those in progress.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::query::Query;

/// One position of a query.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    /// Number of moves before the position.
    pub(super) turn: usize,
    priority: i64,
}

/// A position in progress.
pub(super) struct RunningJob {
    pub(super) job: Job,
    /// Threads that its search may use.
    pub(super) threads: usize,
    pub(super) is_stopped: AtomicBool,
    is_express: bool,
}

/// The numbers of positions that are analyzed at the same time, and of their threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    /// Positions in order of priority.
    pub(super) ordinary: usize,
    /// Further positions, each of a higher priority than all in progress.
    pub(super) express: usize,
    /// Threads of all searches together.
    pub(super) threads: usize,
}

impl Lanes {
    /// Number of all lanes.
    pub(super) const fn count(&self) -> usize {
        self.ordinary + self.express
    }
}

/// The queue, shared by the reader of the input and the lanes.
pub(super) struct Queue {
    lanes: Lanes,
    state: Mutex<State>,
    changed: Condvar,
    start: Instant,
    /// The end of the express position's precedence, in milliseconds after `start`; 0 without one.
    express_until: AtomicU64,
}

#[derive(Default)]
struct State {
    /// The highest priority first, then by arrival and turn.
    waiting: BTreeMap<(Reverse<i64>, u64, usize), Job>,
    running: Vec<Arc<RunningJob>>,
    arrivals: u64,
    is_closed: bool,
}

/// Time for which an express position has precedence. A longer search then shares the processor
/// evenly.
const EXPRESS_TIME: Duration = Duration::from_secs(2);

impl Queue {
    pub(super) fn new(lanes: Lanes) -> Queue {
        Queue {
            lanes,
            state: Mutex::default(),
            changed: Condvar::new(),
            start: Instant::now(),
            express_until: AtomicU64::new(0),
        }
    }

    /// Adds all positions of a query, unless the queue is closed.
    pub(super) fn add(&self, query: Query) {
        let query = Arc::new(query);
        let mut state = self.state();
        if state.is_closed {
            return;
        }
        let arrival = state.arrivals;
        state.arrivals += 1;
        for &(turn, priority) in &query.turns {
            let job = Job { query: Arc::clone(&query), turn, priority };
            state.waiting.insert((Reverse(priority), arrival, turn), job);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for a position to analyze; `None` once the queue is closed and empty.
    pub(super) fn take(&self) -> Option<Arc<RunningJob>> {
        let mut state = self.state();
        loop {
            if let Some(running) = self.start_next(&mut state) {
                return Some(running);
            }
            if state.is_closed && state.waiting.is_empty() {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn start_next(&self, state: &mut State) -> Option<Arc<RunningJob>> {
        let (&key, job) = state.waiting.first_key_value()?;
        let express = state.running.iter().filter(|other| other.is_express).count();
        let is_express = state.running.len() - express >= self.lanes.ordinary;
        if is_express {
            let has_lane = express < self.lanes.express;
            let is_first = state.running.iter().all(|other| other.job.priority < job.priority);
            if !has_lane || !is_first {
                return None;
            }
            let until = (self.start.elapsed() + EXPRESS_TIME).as_millis() as u64;
            self.express_until.store(until, Relaxed);
        }
        let at_once = (state.running.len() + state.waiting.len()).min(self.lanes.ordinary);
        let free = if is_express { self.lanes.threads } else { self.lanes.threads / at_once };
        let max = job.query.settings.search_threads.unwrap_or(usize::MAX);
        let threads = free.clamp(1, max);
        let job = state.waiting.remove(&key).expect("the first one was found");
        let is_stopped = AtomicBool::new(false);
        let running = Arc::new(RunningJob { job, threads, is_stopped, is_express });
        state.running.push(Arc::clone(&running));
        Some(running)
    }

    /// Removes a position that is answered.
    pub(super) fn finish(&self, done: &Arc<RunningJob>) {
        let mut state = self.state();
        state.running.retain(|other| !Arc::ptr_eq(other, done));
        if !state.running.iter().any(|other| other.is_express) {
            self.express_until.store(0, Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Whether a search should leave the processor to an express position for a moment.
    pub(super) fn yields(&self, running: &RunningJob) -> bool {
        let until = self.express_until.load(Relaxed);
        until > 0 && !running.is_express && (self.start.elapsed().as_millis() as u64) < until
    }

    /// Removes the waiting positions that match and passes them to `answer` in order; then calls
    /// `echo`, and ends the searches that match.
    pub(super) fn terminate(
        &self,
        matches: impl Fn(&Job) -> bool,
        mut answer: impl FnMut(&Job),
        echo: impl FnOnce(),
    ) {
        let mut state = self.state();
        state.waiting.retain(|_, job| {
            let is_ended = matches(job);
            if is_ended {
                answer(job);
            }
            !is_ended
        });
        echo();
        for running in state.running.iter().filter(|running| matches(&running.job)) {
            running.is_stopped.store(true, Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the lanes when nothing waits any more.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
