//! Searches of one position by several processes, each with a tree of its own, that share the
//! statistics of the nodes near the root (S. Gelly et al. 2008, "The Parallelization of Monte-Carlo
//! Planning", section 4).

mod ledger;
mod sums;

use std::{sync::Arc, time::Duration};

pub(super) use self::ledger::Ledger;
pub use self::sums::{ChildSums, NodeSums, TreeSums};
use super::request::SearchRequest;
use crate::{board::Color, game::Game};

/// Other processes that search the same positions by playouts.
pub trait RemoteSearches: Send + Sync {
    /// Begins a search on all of them. They end it when the exchange is finished.
    fn begin(&self, game: &Game, color: Color, request: &SearchRequest) -> Arc<dyn Exchange>;
}

/// The connection of one search to those of other processes.
pub trait Exchange: Send + Sync {
    /// Number of processes that search, this one included.
    fn searches(&self) -> u32;

    /// Whether [`exchange`](Self::exchange) is due at this time of the search. Called by the leading
    /// worker after each batch.
    fn is_due(&self, elapsed: Duration) -> bool;

    /// Gives away what this search has found since the last call, and returns what the others have
    /// found. Does not wait.
    fn exchange(&self, own: TreeSums) -> TreeSums;

    /// Does the same for the last time. `is_complete` if this search has made the requested number of
    /// iterations: then it waits for the others, who make as many.
    fn finish(&self, own: TreeSums, is_complete: bool) -> TreeSums;
}
