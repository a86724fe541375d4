//! The transport of bytes between ranks.

use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

/// The connection of one rank to all others. Messages between two ranks keep their order.
pub trait Transport: Send + 'static {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Number of ranks.
    fn size(&self) -> usize;

    /// Sends a message. Does not wait for the receiver.
    fn send(&mut self, to: usize, message: &[u8]);

    /// A message that has arrived, with the rank that sent it. Does not wait.
    fn try_receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends all ranks at once, those that do not answer too, with this exit code. It may not return.
    fn abort(&mut self, _code: u8) {}
}

/// Ranks that are threads of one process, for tests and simulations.
pub struct LocalTransport {
    rank: usize,
    latency: Duration,
    others: Vec<Sender<Parcel>>,
    inbox: Receiver<Parcel>,
    /// Messages that were received and are not due yet.
    delayed: VecDeque<Parcel>,
}

/// A message on its way.
struct Parcel {
    due: Instant,
    from: usize,
    message: Vec<u8>,
}

impl LocalTransport {
    /// The transports of this number of ranks. Every message arrives after `latency`.
    #[must_use]
    pub fn ranks(size: usize, latency: Duration) -> Vec<LocalTransport> {
        let (senders, inboxes): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
        let transport = |(rank, inbox)| LocalTransport {
            rank,
            latency,
            others: senders.clone(),
            inbox,
            delayed: VecDeque::new(),
        };
        inboxes.into_iter().enumerate().map(transport).collect()
    }
}

impl Transport for LocalTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.others.len()
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        let due = Instant::now() + self.latency;
        // A rank that has ended receives nothing.
        let _ = self.others[to].send(Parcel { due, from: self.rank, message: message.to_vec() });
    }

    fn try_receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.delayed.extend(self.inbox.try_iter());
        let is_due = self.delayed.front().is_some_and(|parcel| parcel.due <= Instant::now());
        let parcel = if is_due { self.delayed.pop_front() } else { None };
        parcel.map(|parcel| (parcel.from, parcel.message))
    }
}

/// The pauses between polls of a transport without messages: each longer than the one before, since
/// polling takes the processor from others.
#[derive(Debug)]
pub(super) struct Pause {
    next: Duration,
    max: Duration,
}

/// The first pause. An evaluation takes many times as long.
const MIN_PAUSE: Duration = Duration::from_micros(50);

impl Pause {
    /// Pauses of at most `max`.
    pub(super) const fn new(max: Duration) -> Pause {
        Pause { next: MIN_PAUSE, max }
    }

    /// Begins again with the shortest pause, since something has happened.
    pub(super) const fn reset(&mut self) {
        self.next = MIN_PAUSE;
    }

    /// The next pause, at most `limit`.
    pub(super) fn next(&mut self, limit: Duration) -> Duration {
        let pause = self.next.min(limit);
        self.next = (self.next * 2).min(self.max);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_in_order_after_the_latency() {
        let latency = Duration::from_millis(20);
        let mut ranks = LocalTransport::ranks(3, latency);
        let start = Instant::now();
        for number in 0..10 {
            ranks[2].send(1, &[number]);
        }
        assert_eq!(ranks[0].try_receive(), None);
        let mut received = Vec::new();
        while received.len() < 10 {
            received.extend(ranks[1].try_receive());
        }
        assert!(start.elapsed() >= latency);
        assert_eq!(received, (0..10).map(|number| (2, vec![number])).collect::<Vec<_>>());
    }

    #[test]
    fn pauses_grow_up_to_their_limits() {
        let mut pause = Pause::new(Duration::from_micros(300));
        let long = Duration::from_secs(1);
        let micros = [50, 100, 200, 300, 300].map(Duration::from_micros);
        assert_eq!(micros.map(|_| pause.next(long)), micros);
        assert_eq!(pause.next(MIN_PAUSE / 2), MIN_PAUSE / 2);
        pause.reset();
        assert_eq!(pause.next(long), MIN_PAUSE);
    }
}
