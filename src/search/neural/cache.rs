//! Cache of a network's evaluations.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use super::NetworkBackend;
use crate::{
    board::Size,
    network::{InferenceOptions, Input, Network, NetworkOutput, Symmetry, Workspace},
};

/// A network with a cache of its evaluations, shared by all threads. A thread waits for another only
/// where both need the same evaluation, and while the other looks into the same slot. An evaluation that
/// threads need at the same time for batches is made by each of them.
///
/// Each position has one slot, which holds the latest of the positions that share it. It is evaluated
/// under one symmetry of the board, which is derived from the position and a seed.
pub struct EvalCache {
    network: Arc<Network>,
    /// Random seed of the symmetries; `None` for the board as it is.
    seed: Option<u64>,
    /// Computes the outputs elsewhere.
    backend: Option<Arc<dyn NetworkBackend>>,
    slots: Box<[Slot]>,
    /// Batch size of the highest throughput, in positions, once it is measured.
    best_batch_size: OnceLock<usize>,
}

/// The latest position that maps to this slot. Its lock is held only to look and to replace.
type Slot = Mutex<Option<Arc<CacheEntry>>>;

/// A position to be evaluated.
pub(super) struct CacheQuery {
    input: Input,
    options: InferenceOptions,
    key: EvalKey,
}

impl CacheQuery {
    /// The key by which the evaluation is [found](EvalCache::find).
    pub(super) fn key(&self) -> EvalKey {
        self.key
    }
}

/// The evaluation of a position, once it is made.
struct CacheEntry {
    key: EvalKey,
    output: OnceLock<NetworkOutput>,
}

/// A hash of all inputs of a network. A new position has the key of one of n cached ones with a probability
/// of n / 2^64, about 10^-14 for a full cache on 19×19.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct EvalKey(pub(super) u64);

/// A shared evaluation, which outlives its eviction from the cache.
pub(super) struct CachedEval(Arc<CacheEntry>);

impl CachedEval {
    pub(super) fn output(&self) -> &NetworkOutput {
        self.0.output.get().expect("the position was evaluated")
    }

    /// The key by which it is [found](EvalCache::find) again.
    pub(super) fn key(&self) -> EvalKey {
        self.0.key
    }
}

impl EvalCache {
    /// An empty cache of at most `memory` bytes for boards of this size. `seed` is the random seed of
    /// the symmetries; with `None` every position is evaluated as it is.
    #[must_use]
    pub fn new(network: Arc<Network>, size: Size, memory: usize, seed: Option<u64>) -> EvalCache {
        let floats = 2 * size.area() + 1;
        let entry_bytes = size_of::<CacheEntry>() + floats * size_of::<f32>() + HEAP_OVERHEAD;
        let count = (memory / (entry_bytes + size_of::<Slot>())).max(1);
        let slots = (0..count).map(|_| Slot::default()).collect();
        EvalCache { network, seed, backend: None, slots, best_batch_size: OnceLock::new() }
    }

    /// The same empty cache, of which a search evaluates up to `batch` positions together, instead of
    /// the measured batch size of the highest throughput.
    #[must_use]
    pub fn with_batch(self, batch: usize) -> EvalCache {
        EvalCache { best_batch_size: OnceLock::from(batch), ..self }
    }

    /// The same empty cache, whose positions are evaluated by a backend as far as it can.
    #[must_use]
    pub fn with_backend(self, backend: Option<Arc<dyn NetworkBackend>>) -> EvalCache {
        EvalCache { backend, ..self }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network's output for a position, from the cache if it is known. `optimism` is the weight of
    /// the optimistic policy, from 0 to 1, for networks that have two.
    pub(super) fn evaluate(
        &self,
        input: &Input,
        optimism: f32,
        workspace: &mut Workspace,
    ) -> CachedEval {
        let (key, options) = self.key(input, optimism);
        let entry = self.entry(key);
        entry.output.get_or_init(|| {
            let elsewhere = self.backend.as_ref().and_then(|it| it.evaluate(input, options));
            elsewhere.unwrap_or_else(|| self.network.evaluate(input, options, workspace))
        });
        CachedEval(entry)
    }

    /// A position to be evaluated with others, with an `optimism` as for
    /// [`evaluate`](Self::evaluate).
    pub(super) fn query(&self, input: &Input, optimism: f32) -> CacheQuery {
        let (key, options) = self.key(input, optimism);
        CacheQuery { input: input.clone(), options, key }
    }

    /// Evaluates the positions that are not in the cache, all together.
    pub(super) fn evaluate_batch(&self, queries: &[CacheQuery], workspace: &mut Workspace) {
        let mut entries: Vec<Arc<CacheEntry>> = Vec::new();
        let mut positions = Vec::new();
        for query in queries {
            let entry = self.entry(query.key);
            let is_new = entries.iter().all(|other| other.key != query.key);
            if is_new && entry.output.get().is_none() {
                entries.push(entry);
                positions.push((&query.input, query.options));
            }
        }
        let outputs = self.network.evaluate_batch(&positions, workspace);
        for (entry, output) in entries.iter().zip(outputs) {
            // Fails if another thread has evaluated the same position meanwhile.
            let _ = entry.output.set(output);
        }
    }

    /// Batch size of the highest throughput, in positions like `input`; 1 with a backend. The first
    /// call takes as long as some evaluations if the network is large.
    pub(super) fn best_batch_size(&self, input: &Input) -> usize {
        if self.backend.is_some() {
            return 1;
        }
        *self.best_batch_size.get_or_init(|| self.network.best_batch_size(input))
    }

    /// The batch size of the highest throughput if it was measured.
    pub(super) fn known_batch_size(&self) -> Option<usize> {
        self.best_batch_size.get().copied().filter(|_| self.backend.is_none())
    }

    /// The key of a position and the options with which it is evaluated.
    fn key(&self, input: &Input, optimism: f32) -> (EvalKey, InferenceOptions) {
        // Ignored with a single policy, so that the position is not evaluated twice.
        let optimism = if self.network.has_optimistic_policy() { optimism } else { 0.0 };
        let key = EvalKey::new(input, optimism);
        (key, InferenceOptions { symmetry: self.symmetry(key), optimism })
    }

    /// The entry of a position, which replaces that of another one in its slot.
    fn entry(&self, key: EvalKey) -> Arc<CacheEntry> {
        let mut slot = self.slot(key);
        match &*slot {
            Some(entry) if entry.key == key => Arc::clone(entry),
            _ => Arc::clone(slot.insert(Arc::new(CacheEntry { key, output: OnceLock::new() }))),
        }
    }

    /// The evaluation with this key, if it is in the cache and complete.
    pub(super) fn find(&self, key: EvalKey) -> Option<CachedEval> {
        let slot = self.slot(key);
        let entry = slot.as_ref().filter(|it| it.key == key && it.output.get().is_some())?;
        Some(CachedEval(Arc::clone(entry)))
    }

    /// The slot of a position, locked.
    fn slot(&self, key: EvalKey) -> MutexGuard<'_, Option<Arc<CacheEntry>>> {
        let slot = &self.slots[(key.0 % self.slots.len() as u64) as usize];
        slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn symmetry(&self, key: EvalKey) -> Symmetry {
        let Some(seed) = self.seed else { return Symmetry::default() };
        let mut hasher = DefaultHasher::new();
        (key.0, seed).hash(&mut hasher);
        Symmetry::ALL[hasher.finish() as usize % Symmetry::ALL.len()]
    }
}

/// Bytes that an entry takes besides its data: the allocator's headers of three allocations, and the
/// counts of an `Arc`.
const HEAP_OVERHEAD: usize = 64;

impl EvalKey {
    fn new(input: &Input, optimism: f32) -> EvalKey {
        let mut hasher = DefaultHasher::new();
        (optimism.to_bits(), input.width(), &input.planes).hash(&mut hasher);
        input.globals.map(f32::to_bits).hash(&mut hasher);
        input.metadata.as_ref().map(|row| row.map(f32::to_bits)).hash(&mut hasher);
        EvalKey(hasher.finish())
    }
}
