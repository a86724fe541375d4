//! The weights of features and their file format.

use std::{iter, slice};

use thiserror::Error;

use super::FeatureKey;

/// The bytes are not a weight table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a weight table of the move predictor")]
pub struct WeightTableError;

const MAGIC: &[u8; 4] = b"SMW1";

/// Number of steps of a weight per unit of log-odds.
pub(super) const STEPS_PER_UNIT: f32 = 24.0;

/// Weights of features by key: a hash table with buckets of eight slots, half a cache line. The
/// upper bits of a key are its bucket; keys overflow into the next bucket.
///
/// A slot holds the lower 24 bits of the key above the weight. The missing six bits are part of the
/// bucket's index, and no key overflows far enough to be mistaken for another.
#[derive(Debug)]
pub struct WeightTable {
    buckets: Vec<Bucket>,
    len: usize,
}

/// Slots are filled from the first. Aligned, so that no bucket crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Bucket([u32; BUCKET_LEN]);

const BUCKET_LEN: usize = 8;
const BUCKET_BITS: u32 = 17;
const BUCKETS: usize = 1 << BUCKET_BITS;
/// The bits of a key that a slot stores.
const STORED_MASK: u32 = (1 << 24) - 1;

/// A slot without a key. Weights are stored plus 128, and so never as 0.
const VACANT: u32 = 0;

/// Maximum number of features in a table.
const MAX_FEATURES: usize = 900_000;

impl WeightTable {
    /// The weight of a feature in steps of 1/24, `None` if it is unknown.
    ///
    /// Branch-free within a bucket, since whether a feature is known is unpredictable.
    #[inline]
    #[must_use]
    pub fn weight(&self, key: FeatureKey) -> Option<i8> {
        let stored = key.bits() & STORED_MASK;
        let mut at = home(key);
        loop {
            let Bucket(slots) = &self.buckets[at % BUCKETS];
            let same = |slot: u32| if slot >> 8 == stored { slot } else { 0 };
            let found = slots.iter().fold(0, |found, &slot| found | same(slot));
            let is_known = found != 0;
            if is_known | (slots[BUCKET_LEN - 1] == VACANT) {
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

    /// Whether the table has no features.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Builds a table. Weights are rounded to steps of 1/24 and clamped to 127 steps.
    ///
    /// # Errors
    /// [`WeightTableError`] if there are more than 900,000.
    pub fn new(
        weights: impl IntoIterator<Item = (FeatureKey, f32)>,
    ) -> Result<WeightTable, WeightTableError> {
        let mut table = WeightTable::empty();
        for (key, weight) in weights {
            table.insert(key, steps(weight))?;
        }
        Ok(table)
    }

    fn empty() -> WeightTable {
        WeightTable { buckets: vec![Bucket([VACANT; BUCKET_LEN]); BUCKETS], len: 0 }
    }

    fn insert(&mut self, key: FeatureKey, weight: i8) -> Result<(), WeightTableError> {
        self.len += 1;
        if self.len > MAX_FEATURES {
            return Err(WeightTableError);
        }
        let mut at = home(key);
        let vacant = loop {
            let Bucket(slots) = &mut self.buckets[at % BUCKETS];
            match slots.iter_mut().find(|slot| **slot == VACANT) {
                Some(vacant) => break vacant,
                None => at += 1,
            }
        };
        *vacant = (key.bits() & STORED_MASK) << 8 | u32::from((weight as u8).wrapping_add(128));
        Ok(())
    }

    /// Reads the bytes of [`encode_weights`].
    ///
    /// # Errors
    /// [`WeightTableError`] for other bytes.
    pub fn decode(bytes: &[u8]) -> Result<WeightTable, WeightTableError> {
        let mut table = WeightTable::empty();
        for feature in features(bytes)? {
            let (key, weight) = feature?;
            table.insert(key, weight)?;
        }
        Ok(table)
    }
}

/// Encodes a table: for each feature, in the order of keys, the difference from the previous key in
/// groups of seven bits, and the weight.
#[must_use]
pub fn encode_weights(weights: &mut [(FeatureKey, f32)]) -> Vec<u8> {
    weights.sort_unstable_by_key(|&(key, _)| key);
    let mut bytes = MAGIC.to_vec();
    let mut last = 0;
    for &(key, weight) in weights.iter() {
        let mut difference = key.bits() - last;
        last = key.bits();
        while difference > 0x7f {
            bytes.push(0x80 | difference as u8);
            difference >>= 7;
        }
        bytes.push(difference as u8);
        bytes.push(steps(weight) as u8);
    }
    bytes
}

/// A weight in steps, rounded and clamped.
fn steps(weight: f32) -> i8 {
    (weight * STEPS_PER_UNIT).round().clamp(-127.0, 127.0) as i8
}

/// Decodes the bytes of [`encode_weights`] into features by key, from which it encodes the same bytes.
///
/// # Errors
/// [`WeightTableError`] for other bytes.
pub fn decode_weights(bytes: &[u8]) -> Result<Vec<(FeatureKey, f32)>, WeightTableError> {
    let weight = |(key, weight)| (key, f32::from(weight) / STEPS_PER_UNIT);
    features(bytes)?.map(|feature| feature.map(weight)).collect()
}

/// The features in the bytes of [`encode_weights`] with their weights in steps, up to the first error.
fn features(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<(FeatureKey, i8), WeightTableError>>, WeightTableError> {
    let mut bytes = bytes.strip_prefix(MAGIC).ok_or(WeightTableError)?.iter();
    let mut last = None;
    Ok(iter::from_fn(move || {
        let is_at_end = bytes.as_slice().is_empty();
        (!is_at_end).then(|| read_feature(&mut bytes, &mut last).ok_or(WeightTableError))
    }))
}

/// Reads a feature whose key is greater than the last one.
fn read_feature(bytes: &mut slice::Iter<u8>, last: &mut Option<u32>) -> Option<(FeatureKey, i8)> {
    let difference = read_number(bytes)?;
    let key = match *last {
        None => difference,
        Some(last) => last.checked_add(difference).filter(|_| difference > 0)?,
    };
    *last = Some(key);
    let weight = *bytes.next()? as i8;
    let is_valid = key >> FeatureKey::BITS == 0 && weight != i8::MIN;
    is_valid.then(|| (FeatureKey::from_bits(key), weight))
}

/// Reads a number as [`encode_weights`] writes it: in as few bytes as possible.
fn read_number(bytes: &mut slice::Iter<u8>) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = *bytes.next()?;
        let digits = u32::from(byte & 0x7f);
        if digits << shift >> shift != digits {
            return None;
        }
        number |= digits << shift;
        if byte < 0x80 {
            return (byte > 0 || shift == 0).then_some(number);
        }
    }
    None
}

#[inline]
fn home(key: FeatureKey) -> usize {
    (key.bits() >> (FeatureKey::BITS - BUCKET_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_round_trip() {
        let mut weights: Vec<(FeatureKey, f32)> = (0..5000u32)
            .map(|i| {
                (
                    FeatureKey::from_bits(i.wrapping_mul(0x9e37_79b9)),
                    (i % 200) as f32 / STEPS_PER_UNIT - 4.0,
                )
            })
            .collect();
        let table = WeightTable::decode(&encode_weights(&mut weights)).unwrap();
        assert_eq!(table.len(), weights.len());
        for &(key, weight) in &weights {
            let found = f32::from(table.weight(key).unwrap());
            assert!(
                (found - weight * STEPS_PER_UNIT).abs() <= 0.5,
                "{key:?}: {found} for {weight}"
            );
        }
        let other = FeatureKey::from_bits(weights[0].0.bits() + 1);
        assert!(weights.iter().any(|&(key, _)| key == other) || table.weight(other).is_none());
    }

    #[test]
    fn other_bytes_are_an_error() {
        for bytes in [&b""[..], b"SMW", b"SMW1\x05", b"SMW1\xff\xff\xff\xff\x7f\x01", b"GGP1"] {
            assert_eq!(WeightTable::decode(bytes).err(), Some(WeightTableError), "{bytes:?}");
        }
        assert!(WeightTable::decode(b"SMW1").unwrap().is_empty());
    }

    #[test]
    fn a_number_that_ends_with_the_file_is_refused() {
        assert!(WeightTable::decode(b"SMW1\x05\x01\x85").is_err());
    }

    #[test]
    fn a_weight_that_a_slot_cannot_hold_is_refused() {
        // Its slot would look vacant.
        assert!(WeightTable::decode(b"SMW1\x00\x80").is_err());
    }

    #[test]
    fn a_key_that_repeats_or_is_not_written_as_usual_is_refused() {
        for bytes in
            [&b"SMW1\x05\x01\x00\x01"[..], b"SMW1\x85\x00\x01", b"SMW1\x80\x80\x80\x80\x10\x01"]
        {
            assert!(WeightTable::decode(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn decoded_weights_are_encoded_again() {
        let bytes = b"SMW1\x00\x81\x85\x01\x7f";
        assert_eq!(encode_weights(&mut decode_weights(bytes).unwrap()), bytes);
    }
}
