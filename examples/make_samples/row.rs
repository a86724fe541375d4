//! Encoding of rows. All numbers are little-endian; points are in order row by row from the top.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | planes | 22 × ⌈area / 8⌉ | one bit a point, the lowest bit of a byte first |
//! | globals | 19 × 4 | f32 |
//! | policy | (area + 1) × 2 | u16: probability × 65535; the last is pass |
//! | played | 2 | u16: the move played as an index into the policy; 65535 if unknown |
//! | reply | 2 | u16: the opponent's next move, likewise |
//! | value | 3 × 4 | f32: win, loss, no result |
//! | score | 3 × 4 | f32: mean, standard deviation, lead, in points |
//! | outcome | 4 | f32: counted score with komi, in points; NaN if not counted |
//! | ownership | area | i8: ownership × 127 |

use shusaku::{
    board::Size,
    network::{GLOBALS, PLANES},
};

use crate::sample::Sample;

const MAGIC: &[u8; 8] = b"SHUROWS1";

/// The index of an unknown move.
const UNKNOWN: u16 = u16::MAX;

/// The header of a file, 24 bytes: magic, width u16, height u16, length of a row u32, eight zeros.
pub fn header(size: Size) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(u16::from(size.width()).to_le_bytes());
    header.extend(u16::from(size.height()).to_le_bytes());
    header.extend((length(size.area()) as u32).to_le_bytes());
    header.extend([0; 8]);
    header
}

/// Number of bytes of a row on a board of `area` points.
const fn length(area: usize) -> usize {
    PLANES * area.div_ceil(8) + GLOBALS * 4 + (area + 1) * 2 + 2 * 2 + 7 * 4 + area
}

/// Appends the row of a sample.
pub fn encode(sample: &Sample, bytes: &mut Vec<u8>) {
    let (input, targets) = (&sample.input, &sample.targets);
    let start = bytes.len();
    for plane in 0..PLANES {
        for points in input.planes.chunks(8) {
            let bit = |(at, set): (usize, &u32)| ((set >> plane & 1) as u8) << at;
            bytes.push(points.iter().enumerate().map(bit).sum());
        }
    }
    bytes.extend(input.globals.iter().flat_map(|number| number.to_le_bytes()));
    let fixed_point = |p: &f32| (p.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    bytes.extend(targets.policy.iter().flat_map(|p| fixed_point(p).to_le_bytes()));
    bytes.extend(sample.played.unwrap_or(UNKNOWN).to_le_bytes());
    bytes.extend(sample.reply.unwrap_or(UNKNOWN).to_le_bytes());
    bytes.extend(targets.value.iter().flat_map(|number| number.to_le_bytes()));
    let score = [targets.score_mean, targets.score_stdev, targets.lead];
    bytes.extend(score.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(sample.outcome.unwrap_or(f32::NAN).to_le_bytes());
    let signed = |owner: &f32| (owner.clamp(-1.0, 1.0) * 127.0).round() as i8 as u8;
    bytes.extend(targets.ownership.iter().map(signed));
    debug_assert_eq!(bytes.len() - start, length(input.planes.len()));
}
