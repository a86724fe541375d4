//! The thread of a worker that searches by playouts.

use std::{
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use crate::{
    cluster::{coordinator::SharingTimer, job::SearchJob, message::Message},
    search::{Exchange, PlayoutEvaluator, Rave, SearchRequest, Searcher, TreeSums},
    threads,
};

/// The options of the searches of a rank.
#[derive(Clone, Copy)]
pub(super) struct SearchThreadOptions {
    /// The number of this rank.
    pub(super) rank: usize,
    /// Number of all ranks.
    pub(super) ranks: u32,
    /// Number of threads that search.
    pub(super) threads: usize,
    /// Bytes for the tree.
    pub(super) memory: usize,
}

/// A thread that searches by playouts. Dropped, it ends.
pub(super) struct SearchThread {
    jobs: Option<Sender<(SearchJob, Arc<WorkerExchange>)>>,
    thread: Option<JoinHandle<()>>,
    outbox: Sender<Message>,
    ranks: u32,
    /// The search begun last.
    last: Mutex<Option<Arc<WorkerExchange>>>,
}

/// The search of this rank within one of all ranks, and its exchange of statistics with the others.
struct WorkerExchange {
    number: u64,
    stop: AtomicBool,
    outbox: Sender<Message>,
    ranks: u32,
    due: SharingTimer,
    /// Statistics of other ranks that the search has not taken yet.
    inbox: Mutex<TreeSums>,
}

impl SearchThread {
    /// Starts the thread, which sends its statistics to `outbox`.
    pub(super) fn start(options: SearchThreadOptions, outbox: &Sender<Message>) -> SearchThread {
        let (jobs, queue) = channel();
        let thread = thread::spawn(move || search_all(options, &queue));
        SearchThread {
            jobs: Some(jobs),
            thread: Some(thread),
            outbox: outbox.clone(),
            ranks: options.ranks,
            last: Mutex::new(None),
        }
    }

    /// Ends the present search, and begins another.
    pub(super) fn begin(&self, job: SearchJob) {
        let search = Arc::new(WorkerExchange {
            number: job.number,
            stop: AtomicBool::new(false),
            outbox: self.outbox.clone(),
            ranks: self.ranks,
            due: SharingTimer::default(),
            inbox: Mutex::default(),
        });
        if let Some(old) = self.last().replace(Arc::clone(&search)) {
            old.stop.store(true, Ordering::Relaxed);
        }
        if let Some(jobs) = &self.jobs {
            // The thread receives until the sender is dropped.
            let _ = jobs.send((job, search));
        }
    }

    /// Ends the search with this number.
    pub(super) fn stop(&self, number: u64) {
        if let Some(search) = self.last().as_ref().filter(|search| search.number == number) {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Gives statistics of other ranks to the search with this number.
    pub(super) fn give(&self, number: u64, sums: &TreeSums) {
        if let Some(search) = self.last().as_ref().filter(|search| search.number == number) {
            search.inbox().add_all(sums);
        }
    }

    fn last(&self) -> MutexGuard<'_, Option<Arc<WorkerExchange>>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        if let Some(search) = &*self.last() {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic has printed its message.
            let _ = thread.join();
        }
    }
}

/// Makes searches until there are no more. The tree is kept from one to the next.
fn search_all(options: SearchThreadOptions, queue: &Receiver<(SearchJob, Arc<WorkerExchange>)>) {
    let SearchThreadOptions { rank, threads, memory, .. } = options;
    let mut searcher: Option<Searcher<Rave>> = None;
    for (job, search) in queue {
        if searcher.is_none() {
            match threads::pool(threads) {
                Ok(pool) => searcher = Some(Searcher::new(pool, memory)),
                Err(error) => log::error!("rank {rank} cannot start its threads: {error}"),
            }
        }
        let Some(searcher) = &mut searcher else { continue };
        searcher.share_with(Some(Arc::clone(&search) as Arc<dyn Exchange>));
        let seed = job.seed ^ (rank as u64).wrapping_mul(SEED_STEP);
        let request = SearchRequest { seed, ..job.request() };
        let evaluator = |seed| PlayoutEvaluator::new(&job.game, seed);
        searcher.search(&job.game, job.color, &request, &search.stop, evaluator);
    }
}

/// Makes the seeds of ranks differ in most of their bits.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl WorkerExchange {
    fn inbox(&self) -> MutexGuard<'_, TreeSums> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, sums: TreeSums, is_last: bool) {
        // Nobody receives it at the end of the program.
        let _ = self.outbox.send(Message::RankStats { search: self.number, is_last, sums });
    }
}

impl Exchange for WorkerExchange {
    fn searches(&self) -> u32 {
        self.ranks
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.due.is_due(elapsed)
    }

    fn exchange(&self, own: TreeSums) -> TreeSums {
        self.send(own, false);
        mem::take(&mut *self.inbox())
    }

    fn finish(&self, own: TreeSums, _is_complete: bool) -> TreeSums {
        self.send(own, true);
        mem::take(&mut *self.inbox())
    }
}
