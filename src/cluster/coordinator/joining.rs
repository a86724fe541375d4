//! The start of all ranks, and the end of those that cannot start.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use crate::cluster::{
    codec::MessageError,
    identity::NetworkId,
    message::{Hello, Message},
    transport::{Pause, Transport},
};

/// Why the ranks cannot work together.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A rank has another network.
    #[error(
        "rank {rank} has another network ({other}) than rank 0 ({own}): give all ranks the same file"
    )]
    OtherNetwork {
        /// The rank.
        rank: usize,
        /// The network of rank 0.
        own: NetworkId,
        /// Its network.
        other: NetworkId,
    },
    /// A rank runs another version of the program.
    #[error("rank {rank} runs version {other}, rank 0 runs {own}: give all ranks the same program")]
    OtherProgram {
        /// The rank.
        rank: usize,
        /// The version of rank 0.
        own: String,
        /// Its version.
        other: String,
    },
    /// A rank cannot start.
    #[error("rank {rank} cannot start: {reason}")]
    Unable {
        /// The rank.
        rank: usize,
        /// Its error.
        reason: String,
    },
    /// A rank says what no rank of this version says.
    #[error("rank {rank} is not understood: {reason}")]
    Message {
        /// The rank.
        rank: usize,
        /// What is wrong.
        reason: MessageError,
    },
    /// A rank is silent.
    #[error("rank {rank} was not ready within {seconds} s: see its messages")]
    Silent {
        /// The rank.
        rank: usize,
        /// Seconds that rank 0 has waited.
        seconds: u64,
    },
    /// The system refuses a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// The version that all ranks must have.
pub(in crate::cluster) fn program() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// Longest pause while ranks start or end.
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// Receives one message from each other rank, and returns the slots of all; rank 0 has none.
pub(super) fn receive_hellos(
    transport: &mut impl Transport,
    network: NetworkId,
    patience: Duration,
) -> Result<Vec<usize>, JoinError> {
    let start = Instant::now();
    let mut slots: Vec<Option<usize>> = vec![None; transport.size()];
    slots[0] = Some(0);
    let mut pause = Pause::new(MAX_PAUSE);
    while let Some(silent) = slots.iter().position(Option::is_none) {
        if let Some((rank, bytes)) = transport.try_receive() {
            slots[rank] = Some(check(rank, &bytes, network)?);
        } else if start.elapsed() > patience {
            return Err(JoinError::Silent { rank: silent, seconds: patience.as_secs() });
        } else {
            thread::sleep(pause.next(MAX_PAUSE));
        }
    }
    Ok(slots.into_iter().flatten().collect())
}

/// Checks the first message of a rank, and returns its slots.
fn check(rank: usize, bytes: &[u8], own: NetworkId) -> Result<usize, JoinError> {
    let Hello { program: other, network, slots } = match Message::decode(bytes) {
        Ok(Message::Hello(hello)) => hello,
        Ok(Message::Unable(reason)) => return Err(JoinError::Unable { rank, reason }),
        Ok(_) => return Err(JoinError::Message { rank, reason: MessageError::Value("kind") }),
        Err(reason) => return Err(JoinError::Message { rank, reason }),
    };
    if other != program() {
        return Err(JoinError::OtherProgram { rank, own: program(), other });
    }
    if network != own {
        return Err(JoinError::OtherNetwork { rank, own, other: network });
    }
    Ok(usize::from(slots).max(1))
}

/// Ends the other ranks after an error.
pub(super) fn dismiss(mut transport: impl Transport) {
    for rank in 1..transport.size() {
        transport.send(rank, &Message::Quit.encode());
    }
}

/// Ends the other ranks. Those that do not answer are ended by force.
pub(super) fn part(transport: &mut impl Transport, patience: Duration) {
    let quit = Message::Quit.encode();
    (1..transport.size()).for_each(|rank| transport.send(rank, &quit));
    let mut has_left = vec![false; transport.size()];
    has_left[0] = true;
    let start = Instant::now();
    let mut pause = Pause::new(MAX_PAUSE);
    while has_left.contains(&false) {
        match transport.try_receive() {
            Some((rank, bytes)) => {
                has_left[rank] |= matches!(Message::decode(&bytes), Ok(Message::Bye));
            }
            None if start.elapsed() > patience => return transport.abort(),
            None => thread::sleep(pause.next(MAX_PAUSE)),
        }
    }
}
