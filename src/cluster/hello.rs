//! The first message of a worker.

use super::identity::{NetworkId, WorkId};
use crate::tuning::SLOTS_PER_THREAD;

/// The first message of a worker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hello {
    /// The program's version.
    pub(super) program: String,
    /// Its network.
    pub(super) network: NetworkId,
    /// The work that it takes part in.
    pub(super) work: WorkId,
    /// Number of positions or tasks that it takes at a time.
    pub(super) slots: u16,
}

impl Hello {
    /// The message of a process of this version with this number of threads.
    pub(super) fn new(network: NetworkId, work: WorkId, threads: usize) -> Hello {
        let slots = (threads * SLOTS_PER_THREAD.get()).min(usize::from(u16::MAX)) as u16;
        Hello { program: env!("CARGO_PKG_VERSION").to_string(), network, work, slots }
    }
}
