//! Tokens, numbers and arrays of a file.

use std::{
    io::{self, BufRead},
    str::FromStr,
};

use super::{VERSIONS, error::ModelError};
use crate::network::kernel::{Pack, RoundingSensitivity};

/// Greatest length of a token: names are words, numbers have some twenty digits.
const MAX_TOKEN: usize = 256;

/// Greatest number of bytes of the file that an error message quotes.
const MAX_QUOTED: usize = 20;

/// Precedes an array of numbers in single precision.
const SINGLE: &[u8; 5] = b"@BIN@";

/// Precedes an array of numbers in half precision.
const HALF: &[u8; 5] = b"@F16@";

/// Precedes an array of signed bytes: a number of scales (u32), the scales in single precision, and
/// the bytes, which stand for their product with a scale; the scales take turns.
const SCALED_BYTES: &[u8; 5] = b"@I08@";

/// Size of the pieces in which a binary array is read, in bytes.
const CHUNK: usize = 1 << 14;

/// A reader of a network's unpacked file.
pub(super) struct ModelReader<R> {
    bytes: R,
    /// The model version; 0 until it is read.
    pub(super) version: u32,
    /// Number of weights of the layers so far.
    pub(super) weights: usize,
    /// The sensitivity of the convolutions that are being read.
    pub(super) sensitivity: RoundingSensitivity,
    /// Packs the weights of convolutions.
    pub(super) pack: Pack,
    /// The name of the latest layer, for error messages.
    layer: String,
}

impl<R: BufRead> ModelReader<R> {
    pub(super) fn new(bytes: R, pack: Pack) -> ModelReader<R> {
        let layer = "the header".to_owned();
        ModelReader {
            bytes,
            version: 0,
            weights: 0,
            sensitivity: RoundingSensitivity::High,
            pack,
            layer,
        }
    }

    /// Reads the next token; `expected` describes it in error messages.
    pub(super) fn token(&mut self, expected: &str) -> Result<String, ModelError> {
        self.skip_white_space()?;
        let mut token = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if token.len() == MAX_TOKEN {
                return Err(self.unexpected(expected, &token));
            }
            token.push(byte);
            self.bytes.consume(1);
        }
        if token.is_empty() {
            return Err(self.truncated());
        }
        String::from_utf8(token).map_err(|error| self.unexpected(expected, error.as_bytes()))
    }

    /// Reads the name that precedes a layer, for later error messages.
    pub(super) fn name(&mut self) -> Result<(), ModelError> {
        let name = self.token("the name of a layer")?;
        self.layer = format!("layer {}", quote(name.as_bytes()));
        Ok(())
    }

    fn parse<T: FromStr>(&mut self, expected: &str) -> Result<T, ModelError> {
        let token = self.token(expected)?;
        token.parse().map_err(|_| self.unexpected(expected, token.as_bytes()))
    }

    pub(super) fn version(&mut self) -> Result<u32, ModelError> {
        self.version = self.parse("a model version")?;
        match self.version {
            old if old < *VERSIONS.start() => Err(ModelError::TooOld(old)),
            new if new > *VERSIONS.end() => Err(ModelError::TooNew(new)),
            supported => Ok(supported),
        }
    }

    /// Reads a positive count; `what` is a noun without an article.
    pub(super) fn count(&mut self, what: &str) -> Result<usize, ModelError> {
        let expected = format!("a positive {what}");
        let count: usize = self.parse(&expected)?;
        if count == 0 {
            return Err(self.unexpected(&expected, b"0"));
        }
        Ok(count)
    }

    /// Reads a count that must be `expected`.
    pub(super) fn exactly(
        &mut self,
        what: &'static str,
        expected: usize,
    ) -> Result<(), ModelError> {
        let found = self.parse(what)?;
        self.check(what, found, expected)
    }

    /// Returns an error unless `found` is `expected`.
    pub(super) fn check(
        &self,
        what: &'static str,
        found: usize,
        expected: usize,
    ) -> Result<(), ModelError> {
        let mismatch =
            || ModelError::ShapeMismatch { layer: self.layer.clone(), what, found, expected };
        if found == expected { Ok(()) } else { Err(mismatch()) }
    }

    /// Reads numbers that are reserved for later versions of the format and must be 0.
    pub(super) fn reserved(&mut self, count: usize) -> Result<(), ModelError> {
        (0..count).try_for_each(|_| self.exactly("reserved number", 0))
    }

    /// Reads 0 or 1; `what` says what it is about.
    pub(super) fn flag(&mut self, what: &str) -> Result<bool, ModelError> {
        let expected = format!("0 or 1 ({what})");
        match self.token(&expected)?.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(self.unexpected(&expected, other.as_bytes())),
        }
    }

    /// Reads a finite number.
    pub(super) fn number(&mut self, what: &str) -> Result<f32, ModelError> {
        let number: f32 = self.parse(what)?;
        if number.is_finite() { Ok(number) } else { Err(self.not_finite()) }
    }

    /// Reads an array of finite numbers, in text or binary.
    pub(super) fn numbers(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        self.skip_white_space()?;
        let numbers = if self.peek()? == Some(SINGLE[0]) {
            self.binary_numbers(count)?
        } else {
            let mut numbers = Vec::new();
            for _ in 0..count {
                numbers.push(self.parse("a number")?);
            }
            numbers
        };
        let is_finite = numbers.iter().all(|number| number.is_finite());
        if is_finite { Ok(numbers) } else { Err(self.not_finite()) }
    }

    fn binary_numbers(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        let mut mark = [0; SINGLE.len()];
        self.fill(&mut mark)?;
        match &mark {
            SINGLE => self.words(count, f32::from_le_bytes),
            HALF => self.words(count, |word| from_half(u16::from_le_bytes(word))),
            SCALED_BYTES => self.scaled_bytes(count),
            _ => Err(self.unexpected("an array of numbers", &mark)),
        }
    }

    fn scaled_bytes(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        let mut scales = [0; 4];
        self.fill(&mut scales)?;
        let scales = u32::from_le_bytes(scales) as usize;
        if scales == 0 || !count.is_multiple_of(scales) {
            let expected = format!("a number of scales that divides {count}");
            return Err(self.unexpected(&expected, scales.to_string().as_bytes()));
        }
        let scales = self.words(scales, f32::from_le_bytes)?;
        let mut numbers = self.words(count, |byte| f32::from(i8::from_le_bytes(byte)))?;
        for (number, scale) in numbers.iter_mut().zip(scales.iter().cycle()) {
            *number *= scale;
        }
        Ok(numbers)
    }

    /// Reads numbers of `N` bytes each.
    fn words<const N: usize>(
        &mut self,
        count: usize,
        number: impl Fn([u8; N]) -> f32,
    ) -> Result<Vec<f32>, ModelError> {
        let mut numbers: Vec<f32> = Vec::new();
        let mut chunk = [0; CHUNK];
        while numbers.len() < count {
            let bytes = &mut chunk[..(count - numbers.len()).min(CHUNK / N) * N];
            self.fill(bytes)?;
            let (words, _) = bytes.as_chunks::<N>();
            numbers.extend(words.iter().map(|&word| number(word)));
        }
        Ok(numbers)
    }

    /// Checks that only white space follows. Reading to the end also verifies the checksum of a
    /// gzip stream.
    pub(super) fn end(&mut self) -> Result<(), ModelError> {
        self.skip_white_space()?;
        if self.peek()?.is_some() { Err(ModelError::TrailingBytes) } else { Ok(()) }
    }

    pub(super) fn unexpected(&self, expected: &str, found: &[u8]) -> ModelError {
        let (layer, expected) = (self.layer.clone(), expected.to_owned());
        ModelError::Unexpected { layer, expected, found: quote(found) }
    }

    pub(super) fn not_finite(&self) -> ModelError {
        ModelError::NotFinite(self.layer.clone())
    }

    fn truncated(&self) -> ModelError {
        ModelError::Truncated(self.layer.clone())
    }

    fn peek(&mut self) -> Result<Option<u8>, ModelError> {
        match self.bytes.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn skip_white_space(&mut self) -> Result<(), ModelError> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.bytes.consume(1);
        }
        Ok(())
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), ModelError> {
        self.bytes.read_exact(buffer).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> ModelError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.truncated(),
            _ => error.into(),
        }
    }
}

/// Converts from half precision (IEEE 754 binary16).
fn from_half(bits: u16) -> f32 {
    /// The difference of the exponent biases is 112.
    const SCALE: f32 = (1_u128 << 112) as f32;
    const EXPONENT: u16 = 0x7c00;
    let sign = u32::from(bits & 0x8000) << 16;
    if bits & EXPONENT == EXPONENT {
        // Infinity or NaN.
        return f32::from_bits(sign | 0x7f80_0000 | u32::from(bits & 0x03ff) << 13);
    }
    // Exact: single precision represents all subnormal numbers of half precision.
    f32::from_bits(sign | u32::from(bits & 0x7fff) << 13) * SCALE
}

/// Returns the start of bytes of a file as one line of text.
fn quote(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_QUOTED)]);
    let printable = |c: char| if c.is_control() { '?' } else { c };
    let mut quoted: String = text.chars().map(printable).collect();
    if bytes.len() > MAX_QUOTED {
        quoted.push_str("...");
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_read_exactly() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0400, 2.0_f32.powi(-14)),
            (0x0001, 2.0_f32.powi(-24)),
            (0x83ff, -1023.0 * 2.0_f32.powi(-24)),
            (0x7c00, f32::INFINITY),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(from_half(bits), number, "{bits:#06x}");
        }
        assert!(from_half(0x8000).is_sign_negative());
        assert!(from_half(0x7e00).is_nan());
    }
}
