//! One search, or the games of files, on several processes, called *ranks*, of one machine or many.
//!
//! Rank 0 walks the tree and speaks with the client. The others run a [`Worker`]. With a network,
//! evaluations take most of the time, so rank 0 sends positions to the rank that is free
//! ([`Coordinator`]). With playouts, every rank searches a tree of its own, and they share the
//! statistics of the nodes near the root (S. Gelly et al. 2008, "The Parallelization of Monte-Carlo
//! Planning"). Independent games need none of this: rank 0 gives them out and works itself
//! ([`TaskLeader`]).
//!
//! - `transport` moves bytes between ranks: through channels in one process, or by MPI in `mpi`.
//! - `codec` and `message` define the bytes; `job` encodes a search by playouts, `hello` is the first
//!   message of a worker.
//! - `identity` is what all ranks must have in common: the network and the work.
//! - `joining` starts the ranks together, ends them, and prints which are left out and which return.
//! - `schedule` decides which rank gets which position or game, and which rank has failed.
//! - `pooling` adds up the statistics of all ranks.
//! - `coordinator` and `worker` are the loops of rank 0 and of the others in a search; `tasks` has those
//!   for games, and `team` the threads of a rank.
//!
//! `docs/cluster.md` describes how to start it and what to expect.

mod codec;
mod coordinator;
mod hello;
mod identity;
mod job;
mod joining;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod pooling;
mod schedule;
mod tasks;
mod team;
mod transport;
mod worker;

#[cfg(test)]
mod tests;

#[cfg(feature = "mpi")]
pub use self::mpi::MpiTransport;
pub use self::{
    codec::MessageError,
    coordinator::Coordinator,
    identity::{NetworkId, WorkId},
    joining::{JoinError, dismiss},
    tasks::{TaskLeader, TaskOptions},
    transport::{LocalTransport, Transport},
    worker::{InputEvaluator, Worker, WorkerOptions},
};
