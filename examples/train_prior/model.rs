//! The weights while they are learned.

use shusaku::pattern::{Key, Sink};

/// Weights by key, with the sums of squared gradients that set the pace of each (Duchi, Hazan and
/// Singer 2011, "Adaptive subgradient methods").
pub struct Model {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u32,
    weight: f32,
    squares: f32,
    uses: u32,
}

const VACANT: u32 = u32::MAX;

/// Keeps the first steps of a weight small.
const FIRST_SQUARES: f32 = 0.2;

/// Moves less likely than this are left as they are: pushing them down further costs most of the
/// time and gains nothing.
const NEGLIGIBLE: f32 = 5e-4;

impl Model {
    pub fn new(keys: &[Key]) -> Model {
        let capacity = (2 * keys.len()).next_power_of_two();
        let vacant = Slot { key: VACANT, weight: 0.0, squares: FIRST_SQUARES, uses: 0 };
        let mut model = Model { slots: vec![vacant; capacity] };
        for &key in keys {
            let at = model.place(key);
            model.slots[at].key = key.bits();
        }
        model
    }

    /// The slot of a key, or the vacant one where it would be.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.bits() as usize & mask;
        while self.slots[at].key != key.bits() && self.slots[at].key != VACANT {
            at = (at + 1) & mask;
        }
        at
    }

    pub fn weights(&self) -> impl Iterator<Item = (Key, f32)> + '_ {
        self.used().map(|slot| (Key::from_bits(slot.key), slot.weight))
    }

    fn used(&self) -> impl Iterator<Item = &Slot> + '_ {
        self.slots.iter().filter(|slot| slot.key != VACANT)
    }

    /// The model without all but the `kept` features that matter most: those of large weight that
    /// many moves have.
    pub fn pruned(&self, kept: usize) -> Model {
        let worth = |slot: &Slot| slot.weight.abs() * (slot.uses as f32).sqrt();
        let mut slots: Vec<Slot> = self.used().copied().collect();
        slots.sort_unstable_by(|a, b| worth(b).total_cmp(&worth(a)));
        slots.truncate(kept);
        let keys: Vec<Key> = slots.iter().map(|slot| Key::from_bits(slot.key)).collect();
        let mut model = Model::new(&keys);
        for (slot, key) in slots.into_iter().zip(keys) {
            let at = model.place(key);
            model.slots[at] = slot;
        }
        model
    }

    /// One step towards the move played.
    pub fn learn(&mut self, moves: &Moves, chances: &[f32], played: usize, rate: f32) {
        for (at, &chance) in chances.iter().enumerate() {
            let gradient = chance - if at == played { 1.0 } else { 0.0 };
            if gradient.abs() < NEGLIGIBLE {
                continue;
            }
            for &slot in moves.slots(at) {
                let slot = &mut self.slots[slot as usize];
                slot.uses += 1;
                slot.squares += gradient * gradient;
                slot.weight -= rate * gradient / slot.squares.sqrt();
            }
        }
    }

    /// The chances of the moves of a position.
    pub fn chances(&self, moves: &Moves) -> Vec<f32> {
        let sum = |at| moves.slots(at).iter().map(|&slot| self.slots[slot as usize].weight).sum();
        let mut chances: Vec<f32> = (0..moves.len).map(sum).collect();
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let all: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= all);
        chances
    }
}

/// The known features of the moves of a position, as slots of the model.
#[derive(Default)]
pub struct Moves {
    /// By move; those after the first `len` are kept for their room.
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

impl Sink for Collector<'_> {
    fn begin(&mut self, candidates: usize) {
        self.moves.begin(candidates);
    }

    #[inline]
    fn add(&mut self, place: usize, key: Key) -> bool {
        let at = self.model.place(key);
        let is_known = self.model.slots[at].key != VACANT;
        if is_known {
            self.moves.slots[place].push(at as u32);
        }
        is_known
    }
}

/// Counts how often each key occurs, up to 255.
pub struct Counts(Vec<u8>);

impl Counts {
    pub fn new() -> Counts {
        Counts(vec![0; 1 << Key::BITS])
    }

    /// The most frequent keys, as many as come closest to `most` without exceeding it, and the
    /// least number of occurrences among them.
    pub fn frequent(&self, most: usize) -> (Vec<Key>, u8) {
        let mut histogram = [0usize; 256];
        self.0.iter().for_each(|&count| histogram[usize::from(count)] += 1);
        let mut least = 255;
        let mut total = histogram[255];
        while least > 2 && total + histogram[least - 1] <= most {
            least -= 1;
            total += histogram[least];
        }
        let keys = self.0.iter().enumerate().filter(|(_, count)| usize::from(**count) >= least);
        (keys.map(|(key, _)| Key::from_bits(key as u32)).collect(), least as u8)
    }
}

impl Sink for Counts {
    fn begin(&mut self, _: usize) {}

    fn add(&mut self, _: usize, key: Key) -> bool {
        let count = &mut self.0[key.bits() as usize];
        *count = count.saturating_add(1);
        true
    }
}
