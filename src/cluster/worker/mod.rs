//! A rank other than 0: evaluates positions, and searches by playouts.

mod evaluation;
mod search;

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

pub use self::evaluation::InputEvaluator;
use self::{
    evaluation::{EvaluationJob, evaluation},
    search::{SearchThread, SearchThreadOptions},
};
use super::{
    hello::Hello,
    identity::{NetworkId, WorkId},
    message::Message,
    team::ThreadTeam,
    transport::{Pause, Transport},
};

/// A rank other than 0.
pub struct Worker<T> {
    pub(super) transport: T,
}

/// The options of a worker.
pub struct WorkerOptions {
    /// Computes the network's outputs; `None` with playouts.
    pub evaluator: Option<Arc<dyn InputEvaluator>>,
    /// The network, to be compared with that of rank 0.
    pub network: NetworkId,
    /// Number of threads that evaluate, or search by playouts.
    pub threads: usize,
    /// Bytes for the tree of a search by playouts.
    pub memory: usize,
}

/// Longest pause between two polls of the transport while a thread waits for the next position.
const MAX_WAITING_PAUSE: Duration = Duration::from_micros(100);

/// Longest pause while all threads evaluate.
const MAX_BUSY_PAUSE: Duration = Duration::from_millis(1);

/// Longest pause at other times.
const MAX_IDLE_PAUSE: Duration = Duration::from_millis(2);

impl<T: Transport> Worker<T> {
    /// The worker of this rank.
    #[must_use]
    pub const fn new(transport: T) -> Worker<T> {
        Worker { transport }
    }

    /// Reports to rank 0 that this rank cannot start, and waits for the end.
    pub fn refuse(mut self, reason: &str) {
        self.transport.send(0, &Message::Unable(reason.to_string()).encode());
        self.wait_for_quit();
    }

    /// Works until rank 0 ends it.
    pub fn run(mut self, options: WorkerOptions) {
        let threads = options.threads.max(1);
        let hello = Hello::new(options.network, WorkId::SEARCHES, threads);
        self.transport.send(0, &Message::Hello(hello).encode());
        let (outbox, results) = channel();
        let start = |evaluator| ThreadTeam::start(threads, &outbox, || evaluation(&evaluator));
        let evaluators = options.evaluator.map(start);
        let search_options = SearchThreadOptions {
            rank: self.transport.rank(),
            ranks: self.transport.size() as u32,
            threads,
            memory: options.memory,
        };
        let search = SearchThread::start(search_options, &outbox);
        self.serve(evaluators.as_ref(), threads, &search, &results);
        drop((evaluators, search));
        self.transport.send(0, &Message::Bye.encode());
    }

    /// Passes messages on until rank 0 ends it.
    fn serve(
        &mut self,
        evaluators: Option<&ThreadTeam<EvaluationJob>>,
        threads: usize,
        search: &SearchThread,
        results: &Receiver<Message>,
    ) {
        let mut pause = Pause::new(MAX_IDLE_PAUSE);
        let mut in_flight = 0_usize;
        loop {
            while let Some((_, bytes)) = self.transport.try_receive() {
                pause.reset();
                match Message::decode(&bytes) {
                    Ok(Message::Evaluate { ticket, options, input }) => {
                        in_flight += 1;
                        if let Some(evaluators) = evaluators {
                            evaluators.submit((ticket, options, input));
                        }
                    }
                    Ok(Message::Search(job)) => search.begin(*job),
                    Ok(Message::Stop { search: number }) => search.stop(number),
                    Ok(Message::OtherStats { search: number, sums }) => search.give(number, &sums),
                    Ok(Message::Quit) => return,
                    Ok(other) => log::warn!("rank 0 has sent an unexpected message: {other:?}"),
                    Err(error) => log::error!("rank 0: {error}"),
                }
            }
            let limit = match in_flight {
                0 => MAX_IDLE_PAUSE,
                some if some < threads => MAX_WAITING_PAUSE,
                _ => MAX_BUSY_PAUSE,
            };
            let first = results.recv_timeout(pause.next(limit)).ok();
            for message in first.into_iter().chain(results.try_iter()) {
                pause.reset();
                if matches!(message, Message::Output { .. }) {
                    in_flight = in_flight.saturating_sub(1);
                }
                self.transport.send(0, &message.encode());
            }
        }
    }

    fn wait_for_quit(&mut self) {
        let mut pause = Pause::new(MAX_IDLE_PAUSE);
        loop {
            match self.transport.try_receive() {
                Some((_, bytes)) if Message::decode(&bytes) == Ok(Message::Quit) => break,
                Some(_) => {}
                None => std::thread::sleep(pause.next(MAX_IDLE_PAUSE)),
            }
        }
        self.transport.send(0, &Message::Bye.encode());
    }
}
