//! Random changes of bytes.

use rand::{Rng, RngExt};

/// Most changes of one input.
const MAX_CHANGES: usize = 4;

/// Longest part that is removed or copied, in bytes.
const MAX_PART: usize = 32;

/// Changes some bytes: flips, inserts, removes and copies them, or inserts a word.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], words: &[&str], rng: &mut impl Rng) {
    for _ in 0..rng.random_range(1..=MAX_CHANGES) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(1..=MAX_PART)).min(bytes.len());
        match rng.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = rng.random(),
            2 => bytes.insert(at, rng.random()),
            3 => drop(bytes.drain(at..end)),
            4 => drop(bytes.splice(at..end, part(other, rng))),
            _ => {
                let word = words[rng.random_range(0..words.len())];
                let end = if rng.random() { at } else { end };
                drop(bytes.splice(at..end, word.bytes()));
            }
        }
    }
}

fn part(bytes: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let start = rng.random_range(0..=bytes.len());
    let end = (start + rng.random_range(1..=MAX_PART)).min(bytes.len());
    bytes[start..end].to_vec()
}
