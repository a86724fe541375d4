//! The engine's searcher, which ponders on the opponent's time.

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

/// A searcher that can search in the background.
pub(super) struct Ponderer {
    /// Makes another searcher, if a background search fails.
    renew: Box<dyn Fn() -> LeafSearcher + Send>,
    state: State,
}

enum State {
    Idle(Box<LeafSearcher>),
    Pondering {
        stop: Arc<AtomicBool>,
        thread: JoinHandle<Box<LeafSearcher>>,
    },
    /// Only while the state changes.
    Changing,
}

impl Ponderer {
    pub(super) fn new(renew: impl Fn() -> LeafSearcher + Send + 'static) -> Ponderer {
        Ponderer { state: State::Idle(Box::new(renew())), renew: Box::new(renew) }
    }

    /// The searcher. Ends pondering first, which takes about one iteration, or a millisecond of a
    /// collection of its tree.
    pub(super) fn searcher(&mut self) -> &mut LeafSearcher {
        self.stop();
        let State::Idle(searcher) = &mut self.state else { unreachable!("pondering has ended") };
        searcher
    }

    /// Whether a search in the background goes on.
    pub(super) const fn is_pondering(&self) -> bool {
        matches!(self.state, State::Pondering { .. })
    }

    /// Ends pondering, and returns whether it was going on.
    pub(super) fn stop(&mut self) -> bool {
        let is_pondering = self.is_pondering();
        self.state = match std::mem::replace(&mut self.state, State::Changing) {
            State::Idle(searcher) => State::Idle(searcher),
            State::Pondering { stop, thread } => {
                stop.store(true, Ordering::Relaxed);
                State::Idle(thread.join().unwrap_or_else(|_| {
                    error!("pondering failed; its tree is lost");
                    Box::new((self.renew)())
                }))
            }
            State::Changing => State::Idle(Box::new((self.renew)())),
        };
        is_pondering
    }

    /// Searches for `color` in the background until [`stop`](Self::stop).
    pub(super) fn ponder(&mut self, game: Game, color: Color, request: SearchRequest) {
        self.stop();
        let State::Idle(mut searcher) = std::mem::replace(&mut self.state, State::Changing) else {
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
            self.state = State::Pondering { stop, thread };
        }
    }
}

impl Drop for Ponderer {
    fn drop(&mut self) {
        self.stop();
    }
}
