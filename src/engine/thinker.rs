//! The searcher, at the engine's disposal or away pondering.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use log::error;

use super::player::Player;
use crate::{
    board::Color,
    game::Game,
    search::{SearchRequest, Searcher},
};

/// A searcher that can be sent to search on the opponent's time, and called back.
pub(super) struct Thinker {
    /// Makes another searcher, should one be lost.
    renew: Box<dyn Fn() -> Searcher + Send>,
    state: State,
}

enum State {
    Idle(Box<Searcher>),
    Pondering {
        stop: Arc<AtomicBool>,
        thread: JoinHandle<Box<Searcher>>,
    },
    /// Only while the state changes.
    Changing,
}

impl Thinker {
    pub(super) fn new(renew: impl Fn() -> Searcher + Send + 'static) -> Thinker {
        Thinker { state: State::Idle(Box::new(renew())), renew: Box::new(renew) }
    }

    /// The searcher, called back if it is away. That takes about as long as one iteration.
    pub(super) fn searcher(&mut self) -> &mut Searcher {
        self.call_back();
        let State::Idle(searcher) = &mut self.state else { unreachable!("it was called back") };
        searcher
    }

    /// Ends pondering.
    pub(super) fn call_back(&mut self) {
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
    }

    /// Sends the searcher to search for `color` until it is called back.
    pub(super) fn ponder(
        &mut self,
        player: Player,
        (game, color): (Game, Color),
        request: SearchRequest,
    ) {
        self.call_back();
        let State::Idle(mut searcher) = std::mem::replace(&mut self.state, State::Changing) else {
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let ponder = move || {
            player.search(&mut searcher, (&game, color), &request, &*stopped);
            searcher
        };
        // If the system has no thread to spare, the next call for the searcher makes another.
        if let Ok(thread) = thread::Builder::new().name("ponder".to_string()).spawn(ponder) {
            self.state = State::Pondering { stop, thread };
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.call_back();
    }
}
