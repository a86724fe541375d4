//! Rank 0: gives work to the other ranks, for a search that does not know of them.

mod event_loop;
mod link;

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

pub(super) use self::link::SharingTimer;
use self::{event_loop::EventLoop, link::Link};
use super::{
    hello::Hello,
    identity::{NetworkId, WorkId},
    job::SearchJob,
    joining::{JoinError, gather},
    pooling::PooledSearch,
    schedule::Schedule,
    transport::Transport,
};
use crate::{
    engine::Peers,
    network::{InferenceOptions, Input, NetworkOutput},
};

/// The connection of rank 0 to the other ranks. Dropped, it ends them.
pub struct Coordinator<T: Transport> {
    link: Arc<Link>,
    /// The thread of the loop, which returns the transport: MPI must end on the thread that began
    /// it.
    thread: Option<JoinHandle<T>>,
    slots: usize,
}

/// A command to the loop of rank 0.
enum Command {
    Evaluate {
        input: Box<Input>,
        options: InferenceOptions,
        reply: Sender<Option<NetworkOutput>>,
    },
    Search(Box<SearchJob>),
    Stop {
        search: u64,
    },
    /// Ranks that have been silent for this time while rank 0 waited for them.
    LeaveOut {
        ranks: Vec<usize>,
        silence: Duration,
    },
    Quit,
}

/// The state that the threads of rank 0 share.
struct SharedState {
    /// The search by playouts that all ranks make.
    pooled: Mutex<PooledSearch>,
    /// By rank, whether it is given work.
    takes_part: Mutex<Vec<bool>>,
}

impl SharedState {
    fn pooled(&self) -> MutexGuard<'_, PooledSearch> {
        self.pooled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn takes_part(&self) -> MutexGuard<'_, Vec<bool>> {
        self.takes_part.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Transport> Coordinator<T> {
    /// Waits until all other ranks are ready, at most `patience`. `network` is the network of rank
    /// 0.
    ///
    /// # Errors
    /// [`JoinError`] if a rank runs another program, has another network, cannot start, or is silent.
    pub fn join(
        transport: T,
        network: NetworkId,
        patience: Duration,
    ) -> Result<Coordinator<T>, JoinError> {
        let own = Hello::new(network, WorkId::SEARCHES, 0);
        let (transport, slots) = gather(transport, &own, patience)?;
        let takes_part: Vec<bool> = (0..slots.len()).map(|rank| rank > 0).collect();
        let shared = Arc::new(SharedState {
            pooled: Mutex::new(PooledSearch::none(takes_part.len(), Instant::now())),
            takes_part: Mutex::new(takes_part),
        });
        let (commands, queue) = channel();
        let all_slots = slots.iter().sum();
        let schedule = Schedule::new(&slots);
        let event_loop = EventLoop::new(transport, queue, schedule, Arc::clone(&shared));
        let builder = thread::Builder::new().name("cluster".to_string());
        let thread = builder.spawn(move || event_loop.run()).map_err(JoinError::Thread)?;
        let link = Arc::new(Link { commands, shared });
        Ok(Coordinator { link, thread: Some(thread), slots: all_slots })
    }

    /// Number of positions that the other ranks take at a time: a search by a network needs as many
    /// threads.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// The other ranks, as an engine uses them.
    #[must_use]
    pub fn peers(&self) -> Peers {
        let link = &self.link;
        Peers { backend: Some(Arc::clone(link) as _), searches: Some(Arc::clone(link) as _) }
    }
}

impl<T: Transport> Drop for Coordinator<T> {
    fn drop(&mut self) {
        // Nobody receives it if the thread has ended.
        let _ = self.link.commands.send(Command::Quit);
        if let Some(thread) = self.thread.take() {
            // The transport ends here.
            drop(thread.join());
        }
    }
}
