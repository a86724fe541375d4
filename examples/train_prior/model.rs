//! The weights during training.

use shusaku::pattern::{FeatureKey, FeatureSink};

/// Weights by key, trained with AdaGrad (Duchi, Hazan and Singer 2011, "Adaptive subgradient
/// methods").
pub struct Model {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u32,
    weight: f32,
    /// Sum of squared gradients.
    squares: f32,
    /// Number of gradient steps.
    steps: u32,
}

const VACANT: u32 = u32::MAX;

/// Initial sum of squared gradients, which limits the first steps of a weight.
const INITIAL_SQUARES: f32 = 0.2;

/// Smaller gradients are skipped: they take most of the time and improve nothing.
const MIN_GRADIENT: f32 = 5e-4;

impl Model {
    pub fn new(keys: &[FeatureKey]) -> Model {
        let capacity = (2 * keys.len()).next_power_of_two();
        let vacant = Slot { key: VACANT, weight: 0.0, squares: INITIAL_SQUARES, steps: 0 };
        let mut model = Model { slots: vec![vacant; capacity] };
        for &key in keys {
            let at = model.slot_index(key);
            model.slots[at].key = key.bits();
        }
        model
    }

    /// The index of a key's slot, or of the vacant slot to insert it.
    #[inline]
    fn slot_index(&self, key: FeatureKey) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.bits() as usize & mask;
        while self.slots[at].key != key.bits() && self.slots[at].key != VACANT {
            at = (at + 1) & mask;
        }
        at
    }

    pub fn weights(&self) -> impl Iterator<Item = (FeatureKey, f32)> + '_ {
        self.used().map(|slot| (FeatureKey::from_bits(slot.key), slot.weight))
    }

    fn used(&self) -> impl Iterator<Item = &Slot> + '_ {
        self.slots.iter().filter(|slot| slot.key != VACANT)
    }

    /// The model with the `kept` features of greatest importance: absolute weight times the square
    /// root of the number of steps.
    pub fn pruned(&self, kept: usize) -> Model {
        let importance = |slot: &Slot| slot.weight.abs() * (slot.steps as f32).sqrt();
        let mut slots: Vec<Slot> = self.used().copied().collect();
        slots.sort_unstable_by(|a, b| importance(b).total_cmp(&importance(a)));
        slots.truncate(kept);
        let keys: Vec<FeatureKey> =
            slots.iter().map(|slot| FeatureKey::from_bits(slot.key)).collect();
        let mut model = Model::new(&keys);
        for (slot, key) in slots.into_iter().zip(keys) {
            let at = model.slot_index(key);
            model.slots[at] = slot;
        }
        model
    }

    /// One gradient step towards the move played.
    pub fn learn(&mut self, moves: &Moves, policy: &[f32], played: usize, rate: f32) {
        for (at, &probability) in policy.iter().enumerate() {
            let gradient = probability - if at == played { 1.0 } else { 0.0 };
            if gradient.abs() < MIN_GRADIENT {
                continue;
            }
            for &slot in moves.slots(at) {
                let slot = &mut self.slots[slot as usize];
                slot.steps += 1;
                slot.squares += gradient * gradient;
                slot.weight -= rate * gradient / slot.squares.sqrt();
            }
        }
    }

    /// The probabilities of the moves of a position.
    pub fn policy(&self, moves: &Moves) -> Vec<f32> {
        let sum = |at| moves.slots(at).iter().map(|&slot| self.slots[slot as usize].weight).sum();
        let mut policy: Vec<f32> = (0..moves.len).map(sum).collect();
        let max = policy.iter().copied().fold(f32::MIN, f32::max);
        policy.iter_mut().for_each(|logit| *logit = (*logit - max).exp());
        let total: f32 = policy.iter().sum();
        policy.iter_mut().for_each(|odds| *odds /= total);
        policy
    }
}

/// The known features of the moves of a position, as slots of the model.
#[derive(Default)]
pub struct Moves {
    /// By move. Lists beyond `len` are unused and keep their memory.
    slots: Vec<Vec<u32>>,
    len: usize,
}

impl Moves {
    fn begin(&mut self, len: usize) {
        self.len = len;
        self.slots.resize_with(self.slots.len().max(len), Vec::new);
        self.slots.iter_mut().for_each(Vec::clear);
    }

    fn slots(&self, at: usize) -> &[u32] {
        &self.slots[at]
    }
}

/// Collects the known features of moves.
pub struct Collector<'a> {
    pub model: &'a Model,
    pub moves: &'a mut Moves,
}

impl FeatureSink for Collector<'_> {
    fn begin(&mut self, candidates: usize) {
        self.moves.begin(candidates);
    }

    #[inline]
    fn add(&mut self, index: usize, key: FeatureKey) -> bool {
        let at = self.model.slot_index(key);
        let is_known = self.model.slots[at].key != VACANT;
        if is_known {
            self.moves.slots[index].push(at as u32);
        }
        is_known
    }
}

/// Counts the occurrences of each key, up to 255.
pub struct Counts(Vec<u8>);

impl Counts {
    pub fn new() -> Counts {
        Counts(vec![0; 1 << FeatureKey::BITS])
    }

    /// The most frequent keys, at most `max_keys` of them, and their minimum count.
    pub fn frequent(&self, max_keys: usize) -> (Vec<FeatureKey>, u8) {
        let mut histogram = [0usize; 256];
        self.0.iter().for_each(|&count| histogram[usize::from(count)] += 1);
        let mut min_count = 255;
        let mut total = histogram[255];
        while min_count > 2 && total + histogram[min_count - 1] <= max_keys {
            min_count -= 1;
            total += histogram[min_count];
        }
        let keys = self.0.iter().enumerate().filter(|(_, count)| usize::from(**count) >= min_count);
        (keys.map(|(key, _)| FeatureKey::from_bits(key as u32)).collect(), min_count as u8)
    }
}

impl FeatureSink for Counts {
    fn begin(&mut self, _: usize) {}

    fn add(&mut self, _: usize, key: FeatureKey) -> bool {
        let count = &mut self.0[key.bits() as usize];
        *count = count.saturating_add(1);
        true
    }
}
