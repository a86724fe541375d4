//! The other processes that an engine uses.

use std::{fmt, sync::Arc};

use crate::search::{NetworkBackend, RemoteSearches};

/// Services of other processes for an engine.
#[derive(Clone, Default)]
pub struct Peers {
    /// Computes the network's outputs.
    pub backend: Option<Arc<dyn NetworkBackend>>,
    /// Takes part in searches by playouts.
    pub searches: Option<Arc<dyn RemoteSearches>>,
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (backend, searches) = (self.backend.is_some(), self.searches.is_some());
        f.debug_struct("Peers").field("backend", &backend).field("searches", &searches).finish()
    }
}
