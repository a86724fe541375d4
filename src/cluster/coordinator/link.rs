//! The link of a search to the other ranks.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{Command, SharedState};
use crate::{
    board::Color,
    cluster::job::SearchJob,
    game::Game,
    network::{InferenceOptions, Input, NetworkOutput},
    search::{Exchange, NetworkBackend, RemoteSearches, SearchRequest, TreeSums},
    tuning::{FIRST_SHARING_SECONDS, SHARING_GROWTH, SHARING_RATE},
};

/// The connection to the thread that exchanges messages with the other ranks.
pub(super) struct Link {
    pub(super) commands: Sender<Command>,
    pub(super) shared: Arc<SharedState>,
}

impl NetworkBackend for Link {
    fn evaluate(&self, input: &Input, options: InferenceOptions) -> Option<NetworkOutput> {
        let (reply, answer) = channel();
        let input = Box::new(input.clone());
        self.commands.send(Command::Evaluate { input, options, reply }).ok()?;
        answer.recv().ok().flatten()
    }
}

impl RemoteSearches for Link {
    fn begin(&self, game: &Game, color: Color, request: &SearchRequest) -> Arc<dyn Exchange> {
        let mut takes_part = self.shared.takes_part().clone();
        takes_part[0] = true;
        let number = {
            let mut pooled = self.shared.pooled();
            *pooled = pooled.next(&takes_part, Instant::now());
            // `CoordinatorExchange::wait` is for the other ranks only.
            pooled.end(0);
            pooled.number
        };
        let job = Box::new(SearchJob::new(number, game, color, request));
        // Nobody receives it if the thread has ended; then the search goes on alone.
        let _ = self.commands.send(Command::Search(job));
        let searches = takes_part.iter().filter(|takes_part| **takes_part).count() as u32;
        Arc::new(CoordinatorExchange {
            commands: self.commands.clone(),
            shared: Arc::clone(&self.shared),
            start: Instant::now(),
            number,
            searches,
            due: SharingTimer::default(),
        })
    }
}

/// Decides when processes share statistics: often at first, so that short searches do it too, and
/// later at a fixed rate.
#[derive(Debug, Default)]
pub(in crate::cluster) struct SharingTimer {
    /// Time of the search at which they share next, in microseconds; 0 before the first time.
    next: AtomicU64,
}

impl SharingTimer {
    /// Whether processes share now. If so, the next time is later by a share of the time so far, at
    /// most by a period. Called by one thread.
    pub(in crate::cluster) fn is_due(&self, elapsed: Duration) -> bool {
        let first = Duration::from_secs_f64(FIRST_SHARING_SECONDS.get());
        let next = Duration::from_micros(self.next.load(Ordering::Relaxed));
        if elapsed < next.max(first) {
            return false;
        }
        let period = Duration::from_secs_f64(SHARING_RATE.get().recip());
        let pause = elapsed.mul_f64(SHARING_GROWTH.get()).min(period);
        self.next.store((elapsed + pause).as_micros() as u64, Ordering::Relaxed);
        true
    }
}

/// The exchange of statistics of rank 0, in a search of all ranks.
struct CoordinatorExchange {
    commands: Sender<Command>,
    shared: Arc<SharedState>,
    start: Instant,
    number: u64,
    searches: u32,
    due: SharingTimer,
}

/// Time in which a rank sends its last statistics after it was stopped.
const MAX_TIME_TO_STOP: Duration = Duration::from_millis(30);

/// Shortest time for which rank 0 waits for the other ranks to complete their iterations.
const MIN_PATIENCE: Duration = Duration::from_secs(1);

/// Silence after which a searching rank has failed.
const MAX_SILENCE: Duration = Duration::from_secs(1);

impl Exchange for CoordinatorExchange {
    fn searches(&self) -> u32 {
        self.searches
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.due.is_due(elapsed)
    }

    fn exchange(&self, own: TreeSums) -> TreeSums {
        let mut pooled = self.shared.pooled();
        match pooled.number == self.number {
            true => pooled.exchange(0, &own, Instant::now()),
            false => TreeSums::default(),
        }
    }

    fn finish(&self, own: TreeSums, is_complete: bool) -> TreeSums {
        if is_complete {
            // Another rank may be half as fast as this one.
            self.wait(self.start.elapsed().max(MIN_PATIENCE));
        }
        let _ = self.commands.send(Command::Stop { search: self.number });
        self.wait(MAX_TIME_TO_STOP);
        let silent: Vec<usize> = {
            let pooled = self.shared.pooled();
            let is_silent = |heard: &Instant| heard.elapsed() >= MAX_SILENCE;
            pooled.searching().filter(|(_, heard)| is_silent(heard)).map(|(rank, _)| rank).collect()
        };
        if !silent.is_empty() {
            let (ranks, silence) = (silent, MAX_SILENCE);
            let _ = self.commands.send(Command::LeaveOut { ranks, silence });
        }
        self.exchange(own)
    }
}

impl CoordinatorExchange {
    /// Waits until no other rank searches, at most for `patience`.
    fn wait(&self, patience: Duration) {
        let start = Instant::now();
        while start.elapsed() < patience {
            // A rank that was silent for long is not waited for.
            let pooled = self.shared.pooled();
            let waits = pooled.searching().any(|(_, heard)| heard.elapsed() < MAX_SILENCE);
            drop(pooled);
            if !waits {
                return;
            }
            thread::sleep(Duration::from_micros(200));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_searches_share_too() {
        let timer = SharingTimer::default();
        let due = |millis: &u64| timer.is_due(Duration::from_millis(*millis));
        let first: Vec<u64> = (0..=60).filter(due).collect();
        assert_eq!(first, [3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48, 58]);
        let later: Vec<u64> = (61..=2000).filter(due).collect();
        assert!(later.ends_with(&[1107, 1329, 1579, 1829]), "{later:?}");
    }
}
