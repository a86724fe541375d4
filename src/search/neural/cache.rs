use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, OnceLock},
};

use arc_swap::ArcSwapOption;

use crate::{
    board::Size,
    network::{Input, Network, NetworkOutput, Options, Symmetry, Workspace},
};

/// A network that remembers what it said, as far as its memory reaches. Threads share it, and none
/// waits for another but for the very evaluation that it would have to make itself.
///
/// A position has one place, where the latest of all that share it stays. It is looked at by one of
/// the symmetries of the board, which follows from the position and a seed: the same one each time.
pub struct EvalCache {
    network: Arc<Network>,
    seed: u64,
    places: Box<[ArcSwapOption<Entry>]>,
}

/// What was said of a position, once it has been.
struct Entry {
    key: u64,
    outputs: OnceLock<NetworkOutput>,
}

/// What a network said; it stays as long as somebody holds it.
pub(super) struct CachedEval(Arc<Entry>);

impl CachedEval {
    pub(super) fn outputs(&self) -> &NetworkOutput {
        self.0.outputs.get().expect("it was evaluated before it was given out")
    }
}

impl EvalCache {
    /// An empty cache of at most `memory` bytes for boards of this size.
    #[must_use]
    pub fn new(network: Arc<Network>, size: Size, memory: usize, seed: u64) -> EvalCache {
        let numbers = 2 * size.area() + 1;
        let entry_bytes = size_of::<Entry>() + numbers * size_of::<f32>() + HEAP_OVERHEAD;
        let places = (memory / (entry_bytes + size_of::<usize>())).max(1);
        let places = (0..places).map(|_| ArcSwapOption::empty()).collect();
        EvalCache { network, seed, places }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the network says of a position, now or earlier. Of two policies the optimistic one is
    /// believed as far as `optimism` says, from 0 to 1.
    pub(super) fn evaluate(
        &self,
        input: &Input,
        optimism: f32,
        workspace: &mut Workspace,
    ) -> CachedEval {
        // Where there is one policy it makes no difference, and need not be looked for twice.
        let optimism = if self.network.version() < FIRST_OPTIMISTIC { 0.0 } else { optimism };
        let key = key(input, optimism);
        let place = &self.places[(key % self.places.len() as u64) as usize];
        let known = place.load_full().filter(|entry| entry.key == key);
        let entry = known.unwrap_or_else(|| {
            let entry = Arc::new(Entry { key, outputs: OnceLock::new() });
            place.store(Some(Arc::clone(&entry)));
            entry
        });
        let options = Options { symmetry: self.symmetry(key), optimism };
        entry.outputs.get_or_init(|| self.network.evaluate(input, options, workspace));
        CachedEval(entry)
    }

    fn symmetry(&self, key: u64) -> Symmetry {
        let mut hasher = DefaultHasher::new();
        (key, self.seed).hash(&mut hasher);
        Symmetry::ALL[hasher.finish() as usize % Symmetry::ALL.len()]
    }
}

/// Bytes around the three allocations of an entry: their own records, and the counts of an `Arc`.
const HEAP_OVERHEAD: usize = 64;

/// The first model version with two policies.
const FIRST_OPTIMISTIC: u32 = 12;

/// A number that depends on all that a network is asked. Two of the positions that a cache has seen
/// share it with a chance of one in 10^10 or less.
fn key(input: &Input, optimism: f32) -> u64 {
    let mut hasher = DefaultHasher::new();
    (optimism.to_bits(), input.width(), &input.planes).hash(&mut hasher);
    input.globals.map(f32::to_bits).hash(&mut hasher);
    input.metadata.as_ref().map(|row| row.map(f32::to_bits)).hash(&mut hasher);
    hasher.finish()
}
