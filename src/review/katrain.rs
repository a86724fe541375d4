//! Values as KaTrain keeps them, in KataGo's words: property KT, and the JSON in it.

use std::io::{Read, Write};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use half::f16;
use serde_json::{Map, Value, json};

use super::values::{CandidateValues, PositionValues};
use crate::board::{Color, Move, Size, Vertex};

/// The value of KTV: the version of the format.
pub(super) const VERSION: &str = "1.0";

/// Maximum length of a value of KT that is read, in bytes after decompression.
const MAX_VALUE: u64 = 1 << 20;

/// The order of a move that the analysis did not rank.
const NO_ORDER: usize = 999;

/// The three values of KT: ownership and policy as half-precision numbers, and the rest as JSON, each
/// compressed and in Base64. `played` is the move of the game and the values after it.
pub(super) fn property(
    values: &PositionValues,
    size: Size,
    played: Option<(Move, &PositionValues)>,
) -> [String; 3] {
    let mut object = main_object(values, size);
    if let (Some((mv, after)), Some(moves)) = (played, object["moves"].as_object_mut()) {
        let vertex = Vertex::new(size, mv).to_string();
        moves.entry(vertex.clone()).or_insert_with(|| {
            let next = after.best().map_or(&[][..], |best| &best.line);
            let candidate = CandidateValues {
                visits: after.visits,
                win_rate: after.win_rate,
                score: after.score,
                prior: prior(values, size, mv),
                line: [&[mv], next].concat(),
            };
            move_object(&candidate, size, NO_ORDER)
        });
    }
    object["completed"] = true.into();
    let parts = [
        to_f16_bytes(&values.ownership),
        to_f16_bytes(&values.policy),
        object.to_string().into_bytes(),
    ];
    parts.map(|bytes| BASE64_STANDARD.encode(compressed(&bytes)))
}

/// Reads the values of KT.
pub(super) fn read(parts: &[&str], size: Size, to_move: Color) -> Option<PositionValues> {
    let [ownership, policy, main, ..] = parts else { return None };
    let bytes = |part: &str| decompressed(&BASE64_STANDARD.decode(part).ok()?);
    let object: Value = serde_json::from_slice(&bytes(main)?).ok()?;
    let mut values = from_main_object(&object, size, to_move)?;
    values.ownership = from_f16_bytes(&bytes(ownership)?).filter(|f| f.len() == size.area())?;
    values.policy = from_f16_bytes(&bytes(policy)?).filter(|f| f.len() == size.area() + 1)?;
    Some(values)
}

/// The values as one JSON object, for a file that is read by [`from_json`].
#[must_use]
pub fn to_json(values: &PositionValues, size: Size) -> Value {
    let mut object = main_object(values, size);
    object["ownership"] = json!(values.ownership);
    object["policy"] = json!(values.policy);
    object
}

/// Reads the object that [`to_json`] makes; `None` for anything else.
#[must_use]
pub fn from_json(object: &Value, size: Size) -> Option<PositionValues> {
    let color = object["root"]["currentPlayer"].as_str()?.parse().ok()?;
    let mut values = from_main_object(object, size, color)?;
    let list = |key: &str, len: usize| -> Option<Vec<f32>> {
        let list = object[key].as_array()?;
        let number = |value: &Value| Some(value.as_f64()? as f32).filter(|value| value.is_finite());
        let read: Option<Vec<f32>> = list.iter().map(number).collect();
        read.filter(|read| read.is_empty() || read.len() == len)
    };
    values.ownership = list("ownership", size.area())?;
    values.policy = list("policy", size.area() + 1)?;
    Some(values.clamped())
}

/// Everything but ownership and policy.
fn main_object(values: &PositionValues, size: Size) -> Value {
    let moves = values.candidates.iter().enumerate().map(|(order, candidate)| {
        let vertex = Vertex::new(size, candidate.mv()).to_string();
        (vertex, move_object(candidate, size, order))
    });
    json!({
        "moves": moves.collect::<Map<String, Value>>(),
        "root": {
            "currentPlayer": values.to_move.letter().to_string(),
            "visits": values.visits,
            "winrate": values.win_rate,
            "scoreLead": values.score,
            "scoreSelfplay": values.score,
            "scoreStdev": values.deviation,
            "utility": 2.0 * values.win_rate - 1.0,
        },
    })
}

fn move_object(candidate: &CandidateValues, size: Size, order: usize) -> Value {
    let pv: Vec<String> =
        candidate.line.iter().map(|&mv| Vertex::new(size, mv).to_string()).collect();
    json!({
        "move": Vertex::new(size, candidate.mv()).to_string(),
        "order": order,
        "visits": candidate.visits,
        "winrate": candidate.win_rate,
        "scoreLead": candidate.score,
        "scoreMean": candidate.score,
        "prior": candidate.prior,
        "lcb": candidate.win_rate,
        "utility": 2.0 * candidate.win_rate - 1.0,
        "pv": pv,
    })
}

fn from_main_object(object: &Value, size: Size, to_move: Color) -> Option<PositionValues> {
    let root = &object["root"];
    let mut moves: Vec<(u64, CandidateValues)> = Vec::new();
    for found in object["moves"].as_object()?.values() {
        let order = found["order"].as_u64()?;
        let pv = found["pv"].as_array()?;
        let line = pv.iter().map(|vertex| Vertex::parse(size, vertex.as_str()?).ok());
        let candidate = CandidateValues {
            visits: found["visits"].as_u64()?.try_into().ok()?,
            win_rate: found["winrate"].as_f64()?,
            score: found["scoreLead"].as_f64()?,
            prior: found["prior"].as_f64().unwrap_or(0.0),
            line: line.collect::<Option<_>>()?,
        };
        moves.push((order, candidate));
    }
    moves.retain(|(order, candidate)| *order < NO_ORDER as u64 && !candidate.line.is_empty());
    moves.sort_by_key(|&(order, _)| order);
    Some(PositionValues {
        to_move,
        visits: root["visits"].as_u64()?.try_into().ok()?,
        win_rate: root["winrate"].as_f64()?,
        score: root["scoreLead"].as_f64()?,
        deviation: root["scoreStdev"].as_f64().unwrap_or(0.0),
        candidates: moves.into_iter().map(|(_, candidate)| candidate).collect(),
        ownership: Vec::new(),
        policy: Vec::new(),
    })
}

fn prior(values: &PositionValues, size: Size, mv: Move) -> f64 {
    let place = match mv {
        Move::Pass => size.area(),
        Move::Play(point) => size.row_major_index(point),
    };
    values.policy.get(place).map_or(0.0, |&prior| f64::from(prior).max(0.0))
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    // KaTrain takes an empty text for values that are unknown.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("a vector takes everything")
}

fn decompressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    GzDecoder::new(bytes).take(MAX_VALUE).read_to_end(&mut text).ok()?;
    Some(text)
}

/// Numbers in half precision, little-endian.
fn to_f16_bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| f16::from_f32(number).to_le_bytes()).collect()
}

fn from_f16_bytes(bytes: &[u8]) -> Option<Vec<f32>> {
    let pairs = bytes.chunks_exact(2).map(|pair| f16::from_le_bytes([pair[0], pair[1]]));
    let numbers: Vec<f32> = pairs.map(f16::to_f32).collect();
    let is_valid = bytes.len().is_multiple_of(2) && numbers.iter().all(|number| number.is_finite());
    is_valid.then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::{nine, values};

    #[test]
    fn half_precision_numbers_are_the_nearest_and_finite() {
        let numbers = [0.0, 1.0, -1.0, 0.5, 1e-7];
        let bytes = [0, 0, 0, 0x3c, 0, 0xbc, 0, 0x38, 2, 0];
        assert_eq!(to_f16_bytes(&numbers), bytes);
        assert_eq!(from_f16_bytes(&bytes[..8]), Some(numbers[..4].to_vec()));
        assert_eq!(from_f16_bytes(&[0, 0, 0]), None, "half a number");
        assert_eq!(from_f16_bytes(&[0, 0x7c]), None, "infinity");
    }

    #[test]
    fn values_are_read_back() {
        let mut known = values(0.625, -3.5);
        known.ownership = vec![0.5; 81];
        known.policy = vec![-1.0; 82];
        let json = to_json(&known, nine());
        assert_eq!(from_json(&json, nine()), Some(known.clone()));
        let parts = property(&known, nine(), Some((Move::Pass, &values(0.5, 1.0))));
        let parts = parts.each_ref().map(String::as_str);
        assert_eq!(read(&parts, nine(), Color::Black), Some(known));
        assert_eq!(read(&["", "", ""], nine(), Color::Black), None);
        assert_eq!(read(&["x"], nine(), Color::Black), None);
    }

    #[test]
    fn candidates_and_lines_of_a_file_had_any_length() {
        let mut known = values(0.625, -3.5);
        known.candidates[0].line = vec![Move::Pass; 1000];
        let mut json = to_json(&known, nine());
        for copy in 0..1000 {
            json["moves"][copy.to_string()] = json["moves"]["C3"].clone();
        }
        let read = from_json(&json, nine()).expect("values");
        assert_eq!((read.candidates.len(), read.candidates[0].line.len()), (10, 15));
    }

    #[test]
    fn a_candidate_without_a_line_became_a_pass() {
        let known = values(0.625, -3.5);
        let mut json = to_json(&known, nine());
        json["moves"]["C3"]["pv"] = json!([]);
        let read = from_json(&json, nine()).expect("values");
        assert_eq!(read.candidates, known.candidates[..1]);
    }
}
