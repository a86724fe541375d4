//! The start of all ranks together, their end, and the notes on those that are left out or return.

use std::{
    io, mem, thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    codec::MessageError,
    hello::Hello,
    identity::{NetworkId, WorkId},
    message::Message,
    transport::{Pause, Transport},
};
use crate::stderr;

/// The reason why the ranks cannot work together.
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
    /// A rank works on something else.
    #[error(
        "rank {rank} works on {other}, rank 0 on {own}: give all ranks the same options, and the same \
         files at the same paths"
    )]
    OtherWork {
        /// The rank.
        rank: usize,
        /// The work of rank 0.
        own: WorkId,
        /// Its work.
        other: WorkId,
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
    /// The first message of a rank is not one of this version.
    #[error("rank {rank} sent an invalid message: {reason}")]
    Message {
        /// The rank.
        rank: usize,
        /// The error.
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

/// Longest pause while ranks start or end.
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// Waits until all other ranks are ready, and returns the slots of all; rank 0 has none. `own` is
/// the message that theirs must agree with. After an error the other ranks end.
pub(super) fn gather<T: Transport>(
    mut transport: T,
    own: &Hello,
    patience: Duration,
) -> Result<(T, Vec<usize>), JoinError> {
    match receive_hellos(&mut transport, own, patience) {
        Ok(slots) => Ok((transport, slots)),
        Err(error) => {
            match error {
                // MPI would wait for the silent rank. It ends all when this process ends.
                JoinError::Silent { .. } => mem::forget(transport),
                _ => dismiss(transport),
            }
            Err(error)
        }
    }
}

/// Receives one message from each other rank, and returns the slots of all.
fn receive_hellos(
    transport: &mut impl Transport,
    own: &Hello,
    patience: Duration,
) -> Result<Vec<usize>, JoinError> {
    let start = Instant::now();
    let mut slots: Vec<Option<usize>> = vec![None; transport.size()];
    slots[0] = Some(0);
    let mut pause = Pause::new(MAX_PAUSE);
    while let Some(silent) = slots.iter().position(Option::is_none) {
        if let Some((rank, bytes)) = transport.try_receive() {
            slots[rank] = Some(check(rank, &bytes, own)?);
        } else if start.elapsed() > patience {
            return Err(JoinError::Silent { rank: silent, seconds: patience.as_secs() });
        } else {
            thread::sleep(pause.next(MAX_PAUSE));
        }
    }
    Ok(slots.into_iter().flatten().collect())
}

/// Checks the first message of a rank, and returns its slots.
fn check(rank: usize, bytes: &[u8], own: &Hello) -> Result<usize, JoinError> {
    let Hello { program: other, network, work, slots } = match Message::decode(bytes) {
        Ok(Message::Hello(hello)) => hello,
        Ok(Message::Unable(reason)) => return Err(JoinError::Unable { rank, reason }),
        Ok(_) => return Err(JoinError::Message { rank, reason: MessageError::Value("kind") }),
        Err(reason) => return Err(JoinError::Message { rank, reason }),
    };
    if other != own.program {
        return Err(JoinError::OtherProgram { rank, own: own.program.clone(), other });
    }
    if work != own.work {
        return Err(JoinError::OtherWork { rank, own: own.work, other: work });
    }
    if network != own.network {
        return Err(JoinError::OtherNetwork { rank, own: own.network, other: network });
    }
    Ok(usize::from(slots).max(1))
}

/// After an error on rank 0, tells the other ranks to quit, without waiting for their answers.
pub fn dismiss(mut transport: impl Transport) {
    send_quit(&mut transport);
}

fn send_quit(transport: &mut impl Transport) {
    let quit = Message::Quit.encode();
    (1..transport.size()).for_each(|rank| transport.send(rank, &quit));
}

/// Time that the ranks have to end.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(2);

/// Ends the other ranks. If one does not answer, all are ended by force, with this exit code.
pub(super) fn end_ranks(transport: &mut impl Transport, exit_code: u8) {
    send_quit(transport);
    let mut has_left = vec![false; transport.size()];
    has_left[0] = true;
    let start = Instant::now();
    let mut pause = Pause::new(MAX_PAUSE);
    while has_left.contains(&false) {
        match transport.try_receive() {
            Some((rank, bytes)) => {
                has_left[rank] |= matches!(Message::decode(&bytes), Ok(Message::Bye));
            }
            None if start.elapsed() > PATIENCE_AT_THE_END => return transport.abort(exit_code),
            None => thread::sleep(pause.next(MAX_PAUSE)),
        }
    }
}

/// Prints that a rank has been silent for this time.
pub(super) fn report_left_out(rank: usize, silence: Duration) {
    let seconds = silence.as_secs_f64();
    stderr::line(format_args!(
        "rank {rank} has not answered for {seconds:.1} s: it gets no more work"
    ));
}

/// Prints that a rank that was left out answers again.
pub(super) fn report_return(rank: usize) {
    stderr::line(format_args!("rank {rank} answers again: it gets work again"));
}
