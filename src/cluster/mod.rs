//! One search on several processes, called *ranks*, of one machine or many.
//!
//! Rank 0 walks the tree and speaks with the client. The others run a [`Worker`]. With a network,
//! evaluations are what takes the time, so rank 0 sends positions to the rank that is free
//! ([`Coordinator`]). With playouts, every rank searches a tree of its own, and they share the
//! statistics of the nodes near the root (S. Gelly et al. 2008, "The Parallelization of Monte-Carlo
//! Planning").
//!
//! - `transport` moves bytes between ranks: through channels in one process, or by MPI in `mpi`.
//! - `codec` and `message` define the bytes.
//! - `schedule` decides which rank gets which position, and which rank has failed.
//! - `pooling` adds up the statistics of all ranks.
//! - `coordinator` and `worker` are the loops of rank 0 and of the others.
//!
//! `docs/cluster.md` describes how to start it and what to expect.

mod codec;
mod coordinator;
mod identity;
mod job;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod pooling;
mod schedule;
mod transport;
mod worker;

#[cfg(test)]
mod tests;

#[cfg(feature = "mpi")]
pub use self::mpi::{MpiTransport, is_launched};
pub use self::{
    codec::MessageError,
    coordinator::{Coordinator, JoinError},
    identity::NetworkId,
    transport::{LocalTransport, Transport},
    worker::{InputEvaluator, Worker, WorkerOptions},
};
