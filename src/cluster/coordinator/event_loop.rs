//! The event loop of rank 0: requests of the search go out, answers of the ranks come in.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError},
    },
    time::{Duration, Instant},
};

use super::{Command, SharedState};
use crate::{
    cluster::{
        joining::{end_ranks, report_left_out, report_return},
        message::Message,
        schedule::{Schedule, Ticket},
        transport::{Pause, Transport},
    },
    network::{InferenceOptions, Input, NetworkOutput},
    search::TreeSums,
};

/// The event loop of rank 0.
pub(super) struct EventLoop<T> {
    transport: T,
    queue: Receiver<Command>,
    schedule: Schedule,
    shared: Arc<SharedState>,
    requests: HashMap<Ticket, Request>,
    next_ticket: Ticket,
    has_quit: bool,
}

/// A position that a thread of the search waits for.
struct Request {
    input: Box<Input>,
    options: InferenceOptions,
    reply: Sender<Option<NetworkOutput>>,
}

/// Longest pause between two polls of the transport while positions are under way.
const MAX_PAUSE: Duration = Duration::from_micros(100);

/// Longest pause at other times.
const MAX_IDLE_PAUSE: Duration = Duration::from_millis(2);

impl<T: Transport> EventLoop<T> {
    pub(super) fn new(
        transport: T,
        queue: Receiver<Command>,
        schedule: Schedule,
        shared: Arc<SharedState>,
    ) -> EventLoop<T> {
        let requests = HashMap::new();
        EventLoop { transport, queue, schedule, shared, requests, next_ticket: 0, has_quit: false }
    }

    /// Serves until the end, and returns the transport.
    pub(super) fn run(mut self) -> T {
        let mut pause = Pause::new(MAX_IDLE_PAUSE);
        while !self.has_quit {
            let has_commands = self.take_commands();
            let has_messages = self.take_messages();
            self.leave_out_silent_ranks();
            self.assign();
            if has_commands || has_messages {
                pause.reset();
                continue;
            }
            let limit = if self.schedule.is_busy() { MAX_PAUSE } else { MAX_IDLE_PAUSE };
            match self.queue.recv_timeout(pause.next(limit)) {
                Ok(command) => {
                    self.execute(command);
                    pause.reset();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.has_quit = true,
            }
        }
        // Threads that still wait compute their positions themselves.
        self.requests.clear();
        end_ranks(&mut self.transport, 0);
        self.transport
    }

    /// Executes the commands in the queue; returns whether there were any.
    fn take_commands(&mut self) -> bool {
        let mut has_any = false;
        loop {
            match self.queue.try_recv() {
                Ok(command) => {
                    has_any = true;
                    self.execute(command);
                }
                Err(TryRecvError::Empty) => return has_any,
                Err(TryRecvError::Disconnected) => {
                    self.has_quit = true;
                    return true;
                }
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Evaluate { input, options, reply } => {
                self.requests.insert(self.next_ticket, Request { input, options, reply });
                self.schedule.submit(self.next_ticket);
                self.next_ticket += 1;
            }
            Command::Search(job) => self.broadcast(&Message::Search(job)),
            Command::Stop { search } => self.broadcast(&Message::Stop { search }),
            Command::LeaveOut { ranks, silence } => {
                for rank in ranks {
                    if self.schedule.leave_out(rank) {
                        self.leave_out(rank, silence);
                    }
                }
            }
            Command::Quit => self.has_quit = true,
        }
    }

    /// Sends a message to all ranks that are not left out.
    fn broadcast(&mut self, message: &Message) {
        let bytes = message.encode();
        for rank in (1..self.transport.size()).filter(|&rank| !self.schedule.is_left_out(rank)) {
            self.transport.send(rank, &bytes);
        }
    }

    /// Receives the messages that have arrived; returns whether there were any.
    fn take_messages(&mut self) -> bool {
        let mut has_any = false;
        while let Some((rank, bytes)) = self.transport.try_receive() {
            has_any = true;
            match Message::decode(&bytes) {
                Ok(Message::Output { ticket, output }) => self.take_output(rank, ticket, output),
                Ok(Message::RankStats { search, is_last, sums }) => {
                    self.take_stats(rank, search, is_last, &sums);
                }
                Ok(other) => log::warn!("rank {rank} has sent an unexpected message: {other:?}"),
                Err(error) => log::error!("rank {rank}: {error}"),
            }
            if self.schedule.readmit(rank, Instant::now()) {
                self.shared.takes_part()[rank] = true;
                report_return(rank);
            }
        }
        has_any
    }

    /// Adds the statistics of a rank, and answers with those of the others.
    fn take_stats(&mut self, rank: usize, search: u64, is_last: bool, sums: &TreeSums) {
        let mut pooled = self.shared.pooled();
        let reply = if pooled.number == search {
            let sums = pooled.exchange(rank, sums, Instant::now());
            Message::OtherStats { search, sums }
        } else {
            // A rank that was left out does not know that its search is over.
            pooled.hear(rank, Instant::now());
            Message::Stop { search }
        };
        if is_last && pooled.number == search {
            pooled.end(rank);
        }
        drop(pooled);
        if !is_last {
            self.transport.send(rank, &reply.encode());
        }
    }

    fn take_output(&mut self, rank: usize, ticket: Ticket, output: NetworkOutput) {
        if !self.schedule.record_answer(rank, ticket, Instant::now()) {
            return;
        }
        let Some(Request { input, reply, .. }) = self.requests.remove(&ticket) else { return };
        // An output for another board would be read beyond its end.
        let fits = output.ownership.len() == input.width() * input.height();
        // A thread that no longer waits does not need it.
        let _ = reply.send(Some(output).filter(|_| fits));
    }

    fn leave_out_silent_ranks(&mut self) {
        for (rank, silence) in self.schedule.expire(Instant::now()) {
            self.leave_out(rank, silence);
        }
        for ticket in self.schedule.give_up() {
            if let Some(request) = self.requests.remove(&ticket) {
                let _ = request.reply.send(None);
            }
        }
    }

    fn leave_out(&self, rank: usize, silence: Duration) {
        self.shared.takes_part()[rank] = false;
        report_left_out(rank, silence);
    }

    /// Sends as many positions as the ranks take.
    fn assign(&mut self) {
        while let Some((rank, ticket)) = self.schedule.assign(Instant::now()) {
            let Some(Request { input, options, .. }) = self.requests.get(&ticket) else { continue };
            let (input, options) = ((**input).clone(), *options);
            self.transport.send(rank, &Message::Evaluate { ticket, options, input }.encode());
        }
    }
}
