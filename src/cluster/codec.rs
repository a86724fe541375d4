//! Numbers and lists as bytes, the least significant byte first.

use thiserror::Error;

/// Bytes that are not a message of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// It is of another version of the format.
    #[error("the message is of version {0}: all ranks must run the same program")]
    Version(u8),
    /// It ends too early, or goes on after its end.
    #[error("the message has a wrong length")]
    Length,
    /// A value is outside its range.
    #[error("the message has an invalid {0}")]
    Value(&'static str),
}

/// Appends values to a message.
#[derive(Debug, Default)]
pub(super) struct Encoder {
    pub(super) bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn u16(&mut self, value: u16) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    pub(super) fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }

    /// Appends a text after its length.
    pub(super) fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.bytes.extend(text.as_bytes());
    }
}

/// Takes values from the front of a message.
#[derive(Debug)]
pub(super) struct Decoder<'m> {
    rest: &'m [u8],
}

impl<'m> Decoder<'m> {
    pub(super) const fn new(bytes: &'m [u8]) -> Decoder<'m> {
        Decoder { rest: bytes }
    }

    /// Takes some bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'m [u8], MessageError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(MessageError::Length)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], MessageError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(MessageError::Length)?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, MessageError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, MessageError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, MessageError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, MessageError> {
        self.array().map(u64::from_le_bytes)
    }

    /// Takes a number that is not NaN.
    pub(super) fn f32(&mut self) -> Result<f32, MessageError> {
        let value = f32::from_bits(self.u32()?);
        if value.is_nan() { Err(MessageError::Value("number")) } else { Ok(value) }
    }

    /// Takes a finite number.
    pub(super) fn f64(&mut self) -> Result<f64, MessageError> {
        let value = f64::from_bits(self.u64()?);
        if value.is_finite() { Ok(value) } else { Err(MessageError::Value("number")) }
    }

    pub(super) fn text(&mut self) -> Result<String, MessageError> {
        let len = self.u32()? as usize;
        let bytes = self.bytes(len)?.to_vec();
        String::from_utf8(bytes).map_err(|_| MessageError::Value("text"))
    }

    /// Whether a value of 0 or 1 is 1.
    pub(super) fn flag(&mut self) -> Result<bool, MessageError> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(MessageError::Value("flag")),
        }
    }

    /// Checks that nothing is left.
    pub(super) const fn end(&self) -> Result<(), MessageError> {
        if self.rest.is_empty() { Ok(()) } else { Err(MessageError::Length) }
    }
}
