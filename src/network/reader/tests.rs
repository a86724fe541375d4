//! Damaged and hostile files.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::network::{
    InferenceOptions, Input, METADATA, Network, NetworkOutput, Precision, Workspace,
    kernel::{ReferenceKernel, pack},
};

fn read(bytes: &[u8]) -> Result<Model, ModelError> {
    Model::read(unpack(Cursor::new(bytes), bytes.len() as u64)?, pack::<ReferenceKernel>)
}

fn evaluate(model: &Model, input: &Input) -> NetworkOutput {
    let position = (input, InferenceOptions::default());
    model.evaluate(&[position], &mut Workspace::default()).swap_remove(0)
}

fn error(bytes: &[u8]) -> String {
    read(bytes).expect_err("the file is wrong").to_string()
}

/// The test networks, which have random weights.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let is_network = |path: &PathBuf| !path.to_str().unwrap().contains(".jsonl");
    let mut files: Vec<PathBuf> = entries.filter(is_network).collect();
    files.sort();
    files
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The network in text form, in which tests replace words.
fn text() -> String {
    let path = files().into_iter().find(|path| path.to_str().unwrap().contains(".txt")).unwrap();
    String::from_utf8(unpacked(&path)).unwrap()
}

fn error_of_text(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from}");
    error(text.replacen(from, to, 1).as_bytes())
}

/// The end of the bytes after an `@BIN@`: the first line break of the text before the next array,
/// or before the end of the file.
fn array_end(bytes: &[u8]) -> usize {
    let limit = bytes.windows(5).position(|mark| mark == b"@BIN@").unwrap_or(bytes.len());
    let is_text = |byte: &u8| (b' '..=b'~').contains(byte) || *byte == b'\n';
    let text = bytes[..limit].iter().rposition(|byte| !is_text(byte)).map_or(0, |last| last + 1);
    (text..limit).find(|&at| at % 4 == 0 && bytes[at] == b'\n').expect("text after an array")
}

/// Converts a binary file to the compact form.
fn compact(mut bytes: &[u8]) -> Vec<u8> {
    let mut compact = Vec::new();
    while let Some(at) = bytes.windows(5).position(|mark| mark == b"@BIN@") {
        compact.extend([&bytes[..at], b"@F16@"].concat());
        bytes = &bytes[at + 5..];
        let (numbers, rest) = bytes.split_at(array_end(bytes));
        let (words, _) = numbers.as_chunks::<4>();
        compact.extend(words.iter().flat_map(|&word| to_half(f32::from_le_bytes(word))));
        bytes = rest;
    }
    compact.extend(bytes);
    compact
}

/// Rounds to half precision, for numbers in its range.
fn to_half(number: f32) -> [u8; 2] {
    assert!(number.abs() < 65504.0);
    let scaled = number.abs() / (1_u128 << 112) as f32;
    let magnitude = (scaled.to_bits() + 0x1000) >> 13;
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    (sign | magnitude as u16).to_le_bytes()
}

fn binary_files() -> impl Iterator<Item = PathBuf> {
    files().into_iter().filter(|path| path.to_str().unwrap().contains(".bin"))
}

#[test]
fn compact_files_give_nearly_the_same_outputs() {
    for path in binary_files() {
        let bytes = unpacked(&path);
        let compact = compact(&bytes);
        assert!(compact.len() < bytes.len() * 6 / 10, "{}", path.display());
        let mut input = Input::new(7, 7);
        input.planes.iter_mut().enumerate().for_each(|(at, set)| *set = 1 | 1 << (at % 3));
        let [exact, rounded] = [&bytes, &compact].map(|bytes| {
            let model = read(bytes).unwrap();
            let row = Box::new([0.5; METADATA]);
            input.metadata = model.trunk.metadata.is_some().then_some(row);
            evaluate(&model, &input)
        });
        assert!(
            (exact.win - rounded.win).abs() < 0.01,
            "{}: {exact:?} {rounded:?}",
            path.display()
        );
        assert_ne!(exact.win, rounded.win, "the weights were rounded");
        for (exact, rounded) in exact.policy.iter().zip(&rounded.policy) {
            assert!((exact - rounded).abs() < 0.05, "{}: {exact} {rounded}", path.display());
        }
    }
}

#[test]
fn truncated_compact_files_are_rejected() {
    for path in binary_files() {
        let bytes = compact(&unpacked(&path));
        for len in (600..bytes.len() - 300).step_by(bytes.len() / 50) {
            let error = read(&bytes[..len]).map(drop).expect_err("half a file");
            let is_in_word = !bytes[len].is_ascii_whitespace();
            assert!(is_in_word || matches!(error, ModelError::Truncated(_)), "{len}: {error}");
        }
    }
}

#[test]
fn infinite_weights_in_half_precision_are_rejected() {
    let path = binary_files().next().unwrap();
    let bytes = compact(&unpacked(&path));
    let first = bytes.windows(5).position(|mark| mark == b"@F16@").unwrap() + 5;
    for wrong in [0x7c00_u16, 0xfc00, 0x7e01] {
        let mut bytes = bytes.clone();
        bytes[first..first + 2].copy_from_slice(&wrong.to_le_bytes());
        assert!(error(&bytes).contains("not a finite number"), "{}", error(&bytes));
    }
    let mut bytes = bytes.clone();
    bytes[first - 2] = b'7';
    assert!(error(&bytes).contains("expected an array of numbers"), "{}", error(&bytes));
}

#[test]
fn bytes_are_multiplied_by_their_scales() {
    let array = [&b"@I08@\x02\0\0\0"[..], &0.5_f32.to_le_bytes(), &3.0_f32.to_le_bytes()].concat();
    let numbers = |bytes: &[u8]| ModelReader::new(bytes, pack::<ReferenceKernel>).numbers(4);
    let bytes = [&array[..], &[1, 255, 128, 127]].concat();
    assert_eq!(numbers(&bytes).unwrap(), [0.5, -3.0, -64.0, 381.0]);
    let error = |bytes: &[u8]| numbers(bytes).unwrap_err().to_string();
    for len in 5..bytes.len() {
        assert!(matches!(numbers(&bytes[..len]), Err(ModelError::Truncated(_))), "{len}");
    }
    for wrong in [0, 3, u32::MAX] {
        let bytes = [b"@I08@", &wrong.to_le_bytes()[..], &bytes[9..]].concat();
        assert!(error(&bytes).contains("a number of scales that divides 4"), "{}", error(&bytes));
    }
    for wrong in [f32::NAN, f32::INFINITY] {
        let bytes = [&bytes[..9], &wrong.to_le_bytes(), &bytes[13..]].concat();
        assert!(error(&bytes).contains("not a finite number"), "{}", error(&bytes));
    }
}

#[test]
fn gzipped_and_unpacked_files_are_equal() {
    for path in files() {
        let packed = Model::read(open(&path).unwrap(), pack::<ReferenceKernel>).unwrap();
        let bytes = unpacked(&path);
        let model = read(&bytes).unwrap();
        assert_eq!(format!("{packed:?}"), format!("{model:?}"));
        assert!(path.to_str().unwrap().contains(&model.name));
    }
}

#[test]
fn truncated_files_are_rejected() {
    for path in files() {
        let bytes = unpacked(&path);
        let end = bytes.trim_ascii_end().len();
        let (head, tail) = (0..600, end - 600..end);
        for len in head.chain((600..end).step_by(end / 97)).chain(tail) {
            let is_between_words = bytes[len].is_ascii_whitespace();
            match read(&bytes[..len]).map(drop) {
                Err(ModelError::Truncated(_)) => {}
                // Part of a word may be a wrong word; part of the last number is a number.
                Err(_) if !is_between_words => {}
                Ok(()) if !bytes[len..end].iter().any(u8::is_ascii_whitespace) => {}
                other => panic!("{} {len} of {end}: {other:?}", path.display()),
            }
        }
    }
}

#[test]
fn truncated_gzipped_files_are_rejected() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        for len in (2..bytes.len()).step_by(bytes.len() / 60).chain([bytes.len() - 1]) {
            assert!(error(&bytes[..len]).contains("truncated"), "{len}: {}", error(&bytes[..len]));
        }
    }
}

/// Evaluates the bytes if they are still a network.
fn survives(bytes: &[u8]) {
    match read(bytes) {
        Ok(model) => {
            assert_eq!(evaluate(&model, &Input::new(3, 2)).policy.len(), 7);
        }
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains('\n') && line.len() < 200, "{line}");
        }
    }
}

#[test]
fn changed_bytes_are_rejected_or_harmless() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for path in files() {
        for original in [unpacked(&path), std::fs::read(&path).unwrap()] {
            for _ in 0..60 {
                let mut bytes = original.clone();
                for _ in 0..random.random_range(1..4) {
                    let at = random.random_range(0..bytes.len());
                    bytes[at] = random.random();
                }
                survives(&bytes);
            }
        }
    }
}

#[test]
fn replaced_words_are_rejected_or_harmless() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let text = text();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let hostile = ["0", "-1", "1", "2", "99999999999", "18446744073709551616", "nan", "inf", "x"];
    let is_number = |word: &&str| word.contains('.');
    let shapes: Vec<usize> = (0..words.len()).filter(|&at| !is_number(&words[at])).collect();
    for &at in &shapes {
        let mut words = words.clone();
        words[at] = hostile[random.random_range(0..hostile.len())];
        survives(words.join(" ").as_bytes());
    }
}

#[test]
fn unsupported_versions_are_named() {
    let of = |version: &str| error(format!("net\n{version}\n22\n19\n").as_bytes());
    assert_eq!(of("7"), "model version 7 is too old: versions 8 to 17 are supported");
    assert_eq!(of("3"), "model version 3 is too old: versions 8 to 17 are supported");
    assert_eq!(of("18"), "model version 18 is too new: versions 8 to 17 are supported");
}

#[test]
fn other_files_are_rejected() {
    assert_eq!(
        error(b"(;GM[1]FF[4] and more"),
        "not a KataGo network: expected a model version in the header, found \"and\""
    );
    assert_eq!(error(b""), "the file is truncated in the header: download it again");
    assert!(error(&[0xff; 5000]).starts_with("not a KataGo network: expected the name"));
    let missing = Network::load("no/such/file".as_ref(), Precision::F32, &[]).unwrap_err();
    assert!(missing.to_string().starts_with("cannot load network no/such/file: "));
}

#[test]
fn shape_mismatches_are_named() {
    assert_eq!(
        error_of_text("conv1 3 3 22 9", "conv1 3 3 22 8"),
        "layer conv1: number of channels is 8, expected 9"
    );
    assert_eq!(
        error_of_text("conv1 3 3 22 9 1 1", "conv1 3 3 22 9 2 2"),
        "layer conv1: dilation is 2, expected 1"
    );
    assert!(error_of_text("conv1 3 3 22", "conv1 4 3 22").contains("an odd side of a window"));
    assert!(error(format!("{}1 ", text()).as_bytes()).contains("continues after"));
}

#[test]
fn infinite_weights_are_rejected() {
    let text = text();
    let weight = text.split_ascii_whitespace().find(|word| word.contains('.')).unwrap();
    for wrong in ["nan", "inf", "-inf", "1e99"] {
        assert!(error_of_text(weight, wrong).contains("not a finite number"), "{wrong}");
    }
}

#[test]
fn announced_sizes_take_no_memory() {
    let huge = "999999999999";
    let layer = |channels: &str| {
        format!("net 8 22 19 trunk 1 {channels} 1 1 1 1 conv1 3 3 22 {channels} 1 1 @BIN@12345678")
    };
    assert!(error(layer(huge).as_bytes()).contains("truncated"));
    assert!(error(layer("18446744073709551615").as_bytes()).contains("number of weights"));
}

#[test]
fn gzip_bombs_are_rejected() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let header = b"net 8 22 19 trunk 1 99999999 1 1 1 1 conv1 3 3 22 99999999 1 1 @BIN@";
    std::io::Write::write_all(&mut encoder, header).unwrap();
    for _ in 0..16 {
        std::io::Write::write_all(&mut encoder, &[0; 1 << 20]).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert!(error(&bomb).contains("unpacks to more than"), "{}", error(&bomb));
}

#[test]
fn deep_nesting_is_rejected() {
    let text = text();
    let blocks = text.find("ordinary_block").unwrap();
    let norm = "n 9 1 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 a ";
    let narrow = format!("c 1 1 9 9 1 1 {}", "1 ".repeat(81));
    let level = format!("nested_bottleneck_block b 1 {norm}{narrow}");
    let file = format!("{}{}", &text[..blocks], level.repeat(1000));
    assert_eq!(error(file.as_bytes()), "blocks are nested more than 4 levels deep");
}
