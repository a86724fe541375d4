//! The searcher of the engine's main searches, which also ponders on the opponent's time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use log::error;

use super::evaluator::LeafSearcher;
use crate::{board::Color, game::Game, search::SearchRequest};

/// The main searcher, which can also search in the background (ponder).
pub(super) struct MainSearcher {
    /// Makes another searcher, if a background search fails.
    renew: Box<dyn Fn() -> LeafSearcher + Send>,
    state: PonderState,
}

enum PonderState {
    Idle(Box<LeafSearcher>),
    Pondering {
        stop: Arc<AtomicBool>,
        thread: JoinHandle<Box<LeafSearcher>>,
    },
    /// No searcher: it is being moved, or the system refused the thread that took it.
    Lost,
}

impl MainSearcher {
    pub(super) fn new(renew: impl Fn() -> LeafSearcher + Send + 'static) -> MainSearcher {
        MainSearcher { state: PonderState::Idle(Box::new(renew())), renew: Box::new(renew) }
    }

    /// The searcher. Ends pondering first, which takes about a batch of iterations, or a
    /// millisecond of a collection of its tree.
    pub(super) fn searcher(&mut self) -> &mut LeafSearcher {
        self.stop();
        let PonderState::Idle(searcher) = &mut self.state else {
            unreachable!("pondering has ended")
        };
        searcher
    }

    /// Whether a search in the background goes on.
    pub(super) const fn is_pondering(&self) -> bool {
        matches!(self.state, PonderState::Pondering { .. })
    }

    /// Ends pondering, and returns whether it was going on.
    pub(super) fn stop(&mut self) -> bool {
        let is_pondering = self.is_pondering();
        self.state = match std::mem::replace(&mut self.state, PonderState::Lost) {
            PonderState::Idle(searcher) => PonderState::Idle(searcher),
            PonderState::Pondering { stop, thread } => {
                stop.store(true, Ordering::Relaxed);
                PonderState::Idle(thread.join().unwrap_or_else(|_| {
                    error!("pondering failed; its tree is lost");
                    Box::new((self.renew)())
                }))
            }
            PonderState::Lost => PonderState::Idle(Box::new((self.renew)())),
        };
        is_pondering
    }

    /// Searches for `color` in the background until [`stop`](Self::stop).
    pub(super) fn ponder(&mut self, game: Game, color: Color, request: SearchRequest) {
        self.stop();
        let PonderState::Idle(mut searcher) = std::mem::replace(&mut self.state, PonderState::Lost)
        else {
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        let wants_stop = Arc::clone(&stop);
        let ponder = move || {
            searcher.search(&game, color, &request, &*wants_stop);
            searcher
        };
        // If the system refuses the thread, the next use makes another searcher.
        if let Ok(thread) = thread::Builder::new().name("ponder".to_string()).spawn(ponder) {
            self.state = PonderState::Pondering { stop, thread };
        }
    }
}

impl Drop for MainSearcher {
    fn drop(&mut self) {
        self.stop();
    }
}
