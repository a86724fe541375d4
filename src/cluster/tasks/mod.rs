//! Independent tasks, such as games to count: rank 0 gives them to all ranks, and works itself.

#[cfg(test)]
mod tests;

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

use super::{
    hello::Hello,
    identity::{NetworkId, WorkId},
    joining::{JoinError, end_ranks, gather, report_left_out, report_return},
    message::Message,
    schedule::{Schedule, Ticket},
    team::ThreadTeam,
    transport::{Pause, Transport},
    worker::Worker,
};

/// The options of a rank that shares tasks.
#[derive(Clone)]
pub struct TaskOptions {
    /// The network, which all ranks must share.
    pub network: NetworkId,
    /// The tasks, which all ranks must share.
    pub work: WorkId,
    /// Number of tasks. They are numbered from 0.
    pub count: usize,
    /// Number of threads of this rank that work.
    pub threads: usize,
    /// Does the task with this number, and returns its result as a text.
    pub task: Arc<dyn Fn(usize) -> String + Send + Sync>,
}

/// Rank 0 among ranks that share tasks. Dropped, it ends the others.
pub struct TaskLeader<T: Transport> {
    transport: T,
    /// Number of tasks that each rank takes at a time.
    slots: Vec<usize>,
    options: TaskOptions,
    min_patience: Duration,
    exit_code: u8,
}

/// Longest pause between two polls of the transport.
const MAX_PAUSE: Duration = Duration::from_millis(2);

/// Shortest time after which a rank has failed. The times of games differ more than those of positions.
const MIN_PATIENCE: Duration = Duration::from_secs(30);

/// The exit code of a job if rank 0 does not call [`TaskLeader::end`].
const FAILURE: u8 = 1;

impl<T: Transport> TaskLeader<T> {
    /// Waits until all other ranks are ready, at most `patience`.
    ///
    /// # Errors
    /// [`JoinError`] if a rank has other tasks, another network or program, cannot start, or is silent.
    pub fn join(
        transport: T,
        options: TaskOptions,
        patience: Duration,
    ) -> Result<TaskLeader<T>, JoinError> {
        let threads = options.threads.max(1);
        let own = Hello::new(options.network, options.work, threads);
        let (transport, mut slots) = gather(transport, &own, patience)?;
        // The threads of this process need no tasks sent in advance.
        slots[0] = threads;
        let min_patience = MIN_PATIENCE;
        Ok(TaskLeader { transport, slots, options, min_patience, exit_code: FAILURE })
    }

    /// Has all tasks done, and returns the results in the order of the tasks. Calls `progress` after
    /// each. The tasks of a rank that does not answer are done by others.
    ///
    /// # Panics
    /// A task of this rank has panicked.
    pub fn run(&mut self, mut progress: impl FnMut()) -> Vec<String> {
        let mut results = vec![None; self.options.count];
        let mut schedule = Schedule::new(&self.slots).with_min_patience(self.min_patience);
        (0..results.len() as Ticket).for_each(|ticket| schedule.submit(ticket));
        let (outbox, done) = channel();
        let team = team(&self.options, self.slots[0], &outbox);
        let mut pause = Pause::new(MAX_PAUSE);
        while schedule.is_busy() {
            self.assign(&mut schedule, &team);
            for (rank, message) in self.receive(&done, &mut pause) {
                match message {
                    Message::Done { ticket, result } => {
                        if schedule.record_answer(rank, ticket, Instant::now()) {
                            results[ticket as usize] = Some(result);
                            progress();
                        }
                    }
                    other => log::warn!("rank {rank} has sent an unexpected message: {other:?}"),
                }
                if schedule.readmit(rank, Instant::now()) {
                    report_return(rank);
                }
            }
            assert!(!team.has_failed(), "a thread has panicked");
        }
        results.into_iter().map(|result| result.expect("all tasks are done")).collect()
    }

    /// Gives the next tasks to the ranks that are free, those of failed ranks among them.
    fn assign(&mut self, schedule: &mut Schedule, team: &ThreadTeam<Ticket>) {
        for (rank, silence) in schedule.expire(Instant::now()) {
            report_left_out(rank, silence);
        }
        while let Some((rank, ticket)) = schedule.assign(Instant::now()) {
            match rank {
                0 => team.submit(ticket),
                _ => self.transport.send(rank, &Message::Task { ticket }.encode()),
            }
        }
    }

    /// Returns the messages that have arrived, each with its rank; waits briefly if there are none.
    fn receive(&mut self, done: &Receiver<Message>, pause: &mut Pause) -> Vec<(usize, Message)> {
        let mut messages = Vec::new();
        while let Some((rank, bytes)) = self.transport.try_receive() {
            match Message::decode(&bytes) {
                Ok(message) => messages.push((rank, message)),
                Err(error) => log::error!("rank {rank}: {error}"),
            }
        }
        let wait = if messages.is_empty() { pause.next(MAX_PAUSE) } else { Duration::ZERO };
        let own = done.recv_timeout(wait).ok();
        messages.extend(own.into_iter().chain(done.try_iter()).map(|message| (0, message)));
        if !messages.is_empty() {
            pause.reset();
        }
        messages
    }

    /// Ends the other ranks. If they must be ended by force, the job has this exit code.
    pub fn end(mut self, exit_code: u8) {
        self.exit_code = exit_code;
    }
}

impl<T: Transport> Drop for TaskLeader<T> {
    fn drop(&mut self) {
        end_ranks(&mut self.transport, self.exit_code);
    }
}

/// Threads that do tasks.
fn team(options: &TaskOptions, threads: usize, outbox: &Sender<Message>) -> ThreadTeam<Ticket> {
    ThreadTeam::start(threads, outbox, || {
        let task = Arc::clone(&options.task);
        move |ticket| Message::Done { ticket, result: task(ticket as usize) }
    })
}

impl<T: Transport> Worker<T> {
    /// Does tasks until rank 0 ends it.
    pub fn run_tasks(mut self, options: &TaskOptions) {
        let threads = options.threads.max(1);
        let hello = Hello::new(options.network, options.work, threads);
        self.transport.send(0, &Message::Hello(hello).encode());
        let (outbox, done) = channel();
        let team = team(options, threads, &outbox);
        let mut pause = Pause::new(MAX_PAUSE);
        loop {
            while let Some((_, bytes)) = self.transport.try_receive() {
                pause.reset();
                match Message::decode(&bytes) {
                    Ok(Message::Task { ticket }) if ticket < options.count as Ticket => {
                        team.submit(ticket);
                    }
                    Ok(Message::Quit) => {
                        self.transport.send(0, &Message::Bye.encode());
                        return;
                    }
                    Ok(other) => log::warn!("rank 0 has sent an unexpected message: {other:?}"),
                    Err(error) => log::error!("rank 0: {error}"),
                }
            }
            let first = done.recv_timeout(pause.next(MAX_PAUSE)).ok();
            for message in first.into_iter().chain(done.try_iter()) {
                pause.reset();
                self.transport.send(0, &message.encode());
            }
        }
    }
}
