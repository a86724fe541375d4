//! Ranks that are processes of an MPI job.

use mpi::{
    Threading,
    environment::Universe,
    point_to_point::MatchedReceiveVec,
    topology::SimpleCommunicator,
    traits::{Communicator, Destination, Source},
};
use thiserror::Error;

use super::transport::Transport;

/// A rank of an MPI job. Dropped, it waits for the other ranks to end too.
pub struct MpiTransport {
    universe: Universe,
}

/// MPI cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MpiError {
    /// It was started before in this process.
    #[error("MPI has already been started in this process")]
    Started,
    /// It serves no program with several threads.
    #[error(
        "this MPI library does not support MPI_THREAD_SERIALIZED: use one built with thread support"
    )]
    NoThreads,
}

/// Bytes for messages on their way. Flow control keeps them far below.
const BUFFER: usize = 64 << 20;

impl MpiTransport {
    /// Starts MPI. Drop it on the same thread.
    ///
    /// # Errors
    /// [`MpiError`] if MPI was started before, or serves no threads.
    pub fn new() -> Result<MpiTransport, MpiError> {
        let started = mpi::initialize_with_threading(Threading::Serialized);
        let (mut universe, threading) = started.ok_or(MpiError::Started)?;
        if threading < Threading::Serialized {
            return Err(MpiError::NoThreads);
        }
        universe.set_buffer_size(BUFFER);
        Ok(MpiTransport { universe })
    }

    fn world(&self) -> SimpleCommunicator {
        self.universe.world()
    }
}

impl Transport for MpiTransport {
    fn rank(&self) -> usize {
        self.world().rank() as usize
    }

    fn size(&self) -> usize {
        self.world().size() as usize
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        // Buffered, since a rank that has failed receives nothing.
        self.world().process_at_rank(to as i32).buffered_send(message);
    }

    fn try_receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let matched = self.world().any_process().immediate_matched_probe()?;
        let (bytes, status) = matched.matched_receive_vec::<u8>();
        Some((status.source_rank() as usize, bytes))
    }

    fn abort(&mut self, code: u8) {
        self.world().abort(i32::from(code));
    }
}
