//! The weights of features, and the bytes in which they are kept.

use thiserror::Error;

use super::Key;

/// The bytes are no table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("these bytes are no table of move weights: train it again")]
pub struct TableError;

const MAGIC: &[u8; 4] = b"SMW1";

/// Steps of a weight in one unit of log-odds.
pub(super) const STEPS: f32 = 24.0;

/// Weights of features by their keys: buckets of eight, half a line of the processor's cache, the
/// upper bits of a key being its bucket. What does not fit goes to the next one.
///
/// A slot holds the lower 24 bits of the key above the weight; the six bits that are missing are
/// those of the bucket, from which no key strays far enough to be taken for another.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    len: usize,
}

/// The first slots are taken first. Aligned, so that none lies across two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Bucket([u32; BUCKET]);

const BUCKET: usize = 8;
const BUCKET_BITS: u32 = 17;
const BUCKETS: usize = 1 << BUCKET_BITS;
const STORED: u32 = (1 << 24) - 1;

/// A slot without a key: weights are kept with 128 added to them, and none of them is 0 then.
const VACANT: u32 = 0;

impl Table {
    /// The weight of a feature in steps of 1/24, if it is known.
    ///
    /// Whether it is cannot be foreseen, so that no branch of the processor's hangs on it.
    #[inline]
    #[must_use]
    pub fn weight(&self, key: Key) -> Option<i8> {
        let stored = key.bits() & STORED;
        let mut at = home(key);
        loop {
            let Bucket(slots) = &self.buckets[at % BUCKETS];
            let same = |slot: u32| if slot >> 8 == stored { slot } else { 0 };
            let found = slots.iter().fold(0, |found, &slot| found | same(slot));
            let is_known = found != 0;
            if is_known | (slots[BUCKET - 1] == VACANT) {
                return is_known.then_some((found as u8).wrapping_sub(128) as i8);
            }
            at += 1;
        }
    }

    /// Number of features.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The table of these weights. Weights are kept in steps of 1/24, up to 127 of them.
    ///
    /// # Errors
    /// [`TableError`] if there are more than 900,000.
    pub fn new(weights: impl IntoIterator<Item = (Key, f32)>) -> Result<Table, TableError> {
        let mut table = Table::empty();
        for (key, weight) in weights {
            table.insert(key, (weight * STEPS).round().clamp(-127.0, 127.0) as i8)?;
        }
        Ok(table)
    }

    fn empty() -> Table {
        Table { buckets: vec![Bucket([VACANT; BUCKET]); BUCKETS], len: 0 }
    }

    fn insert(&mut self, key: Key, weight: i8) -> Result<(), TableError> {
        const MOST: usize = 900_000;
        self.len += 1;
        if self.len > MOST {
            return Err(TableError);
        }
        let mut at = home(key);
        let vacant = loop {
            let Bucket(slots) = &mut self.buckets[at % BUCKETS];
            match slots.iter_mut().find(|slot| **slot == VACANT) {
                Some(vacant) => break vacant,
                None => at += 1,
            }
        };
        *vacant = (key.bits() & STORED) << 8 | u32::from((weight as u8).wrapping_add(128));
        Ok(())
    }

    /// Reads what [`encode`] wrote.
    ///
    /// # Errors
    /// [`TableError`] if it is anything else.
    pub fn decode(bytes: &[u8]) -> Result<Table, TableError> {
        let mut bytes = bytes.strip_prefix(MAGIC).ok_or(TableError)?.iter().copied();
        let mut table = Table::empty();
        let mut key = 0u32;
        while let Some(step) = read_number(&mut bytes) {
            key = key.checked_add(step).filter(|key| key >> Key::BITS == 0).ok_or(TableError)?;
            let weight = bytes.next().ok_or(TableError)? as i8;
            table.insert(Key::from_bits(key), weight)?;
        }
        Ok(table)
    }
}

/// The bytes of a table: for each feature, in the order of keys, the step from the last key in
/// groups of seven bits, and the weight.
#[must_use]
pub fn encode(weights: &mut [(Key, f32)]) -> Vec<u8> {
    weights.sort_unstable_by_key(|&(key, _)| key);
    let mut bytes = MAGIC.to_vec();
    let mut last = 0;
    for &(key, weight) in weights.iter() {
        let mut step = key.bits() - last;
        last = key.bits();
        while step > 0x7f {
            bytes.push(0x80 | step as u8);
            step >>= 7;
        }
        bytes.push(step as u8);
        bytes.push((weight * STEPS).round().clamp(-127.0, 127.0) as i8 as u8);
    }
    bytes
}

fn read_number(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = bytes.next()?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[inline]
fn home(key: Key) -> usize {
    (key.bits() >> (Key::BITS - BUCKET_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back() {
        let mut weights: Vec<(Key, f32)> = (0..5000u32)
            .map(|i| (Key::from_bits(i.wrapping_mul(0x9e37_79b9)), (i % 200) as f32 / STEPS - 4.0))
            .collect();
        let table = Table::decode(&encode(&mut weights)).unwrap();
        assert_eq!(table.len(), weights.len());
        for &(key, weight) in &weights {
            let found = f32::from(table.weight(key).unwrap());
            assert!((found - weight * STEPS).abs() <= 0.5, "{key:?}: {found} for {weight}");
        }
        let stranger = Key::from_bits(weights[0].0.bits() + 1);
        assert!(
            weights.iter().any(|&(key, _)| key == stranger) || table.weight(stranger).is_none()
        );
    }

    #[test]
    fn other_bytes_are_refused() {
        for bytes in [&b""[..], b"SMW", b"SMW1\x05", b"SMW1\xff\xff\xff\xff\x7f\x01", b"GGP1"] {
            assert_eq!(Table::decode(bytes).err(), Some(TableError), "{bytes:?}");
        }
        assert!(Table::decode(b"SMW1").unwrap().is_empty());
    }
}
