//! Threads that do jobs in the order of their arrival.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use super::message::Message;

/// A fixed set of threads that take jobs from one queue. They are not joined at the end: a job may
/// take seconds.
pub(super) struct ThreadTeam<J> {
    jobs: Sender<J>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + 'static> ThreadTeam<J> {
    /// Starts threads that send their results to `outbox`, until its receiver is dropped. `worker`
    /// makes the function of one thread.
    pub(super) fn start<W>(
        threads: usize,
        outbox: &Sender<Message>,
        worker: impl Fn() -> W,
    ) -> ThreadTeam<J>
    where
        W: FnMut(J) -> Message + Send + 'static,
    {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let spawn = |_| {
            let (queue, outbox, worker) = (Arc::clone(&queue), outbox.clone(), worker());
            thread::spawn(move || work(&queue, &outbox, worker))
        };
        ThreadTeam { jobs, threads: (0..threads).map(spawn).collect() }
    }

    /// Queues a job.
    pub(super) fn submit(&self, job: J) {
        // The threads receive until the sender is dropped.
        let _ = self.jobs.send(job);
    }

    /// Whether a thread has panicked, so that its job is not done.
    pub(super) fn has_failed(&self) -> bool {
        self.threads.iter().any(JoinHandle::is_finished)
    }
}

fn work<J>(
    queue: &Mutex<Receiver<J>>,
    outbox: &Sender<Message>,
    mut worker: impl FnMut(J) -> Message,
) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        if outbox.send(worker(job)).is_err() {
            return;
        }
    }
}
