//! Weights of the move predictor: accepted ones are encoded again to the same bytes, and looked up
//! as they were decoded.

use shusaku::pattern::{WeightTable, decode_weights, encode_weights};

/// Least number of bytes of a feature.
const MIN_FEATURE_LEN: usize = 2;

/// Number of steps of a weight per unit.
const STEPS: f32 = 24.0;

/// The bytes are a file, with or without the four bytes that it begins with.
pub fn check(data: &[u8]) {
    check_file(data);
    check_file(&[b"SMW1", data].concat());
}

fn check_file(bytes: &[u8]) {
    let Ok(mut weights) = decode_weights(bytes) else {
        assert!(WeightTable::decode(bytes).is_err());
        return;
    };
    assert!(weights.len() * MIN_FEATURE_LEN <= bytes.len(), "{} features", weights.len());
    assert!(weights.is_sorted_by(|(first, _), (second, _)| first < second));
    assert_eq!(encode_weights(&mut weights), bytes);
    let table = WeightTable::decode(bytes).expect("few features");
    assert_eq!(table.len(), weights.len());
    for (key, weight) in weights {
        assert_eq!(table.weight(key).map(f32::from), Some(weight * STEPS), "{key:?}");
    }
}
