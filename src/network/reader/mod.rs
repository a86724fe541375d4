//! Reads KataGo's model files, text or binary, gzipped or not.
//!
//! A file is a stream of tokens separated by white space. In the binary form arrays are `@BIN@`
//! followed by little-endian numbers, so that one reader reads both forms. shusaku's own compact
//! form, meant for networks that are part of a program, has `@F16@` there and numbers in half
//! precision (IEEE 754 binary16), or `@I08@` and signed bytes with their scales.
//!
//! Memory is allocated for data that was read, never for sizes that a file announces.

mod blocks;
mod error;
mod heads;
mod layers;
#[cfg(test)]
mod tests;
mod tokens;
mod trunk;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    ops::RangeInclusive,
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

pub use self::error::{LoadError, ModelError};
use self::tokens::ModelReader;
use super::{
    kernel::Pack,
    layout::{GLOBALS, PLANES},
    model::{Model, Scales},
};

/// The supported model versions.
pub const VERSIONS: RangeInclusive<u32> = 8..=17;

/// First bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Greatest ratio of a file's unpacked to its gzipped size: weights hardly compress, the digits of
/// a text about three times.
const MAX_EXPANSION: u64 = 64;

/// Unpacked size that is allowed for any gzipped file, in bytes.
const MIN_EXPANDED: u64 = 1 << 20;

/// Size of the read buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// The unpacked bytes of a file. One type for all streams: the readers of all kernels add 0.4 MB to
/// the program for each type.
pub(super) type ModelBytes<'b> = Box<dyn BufRead + 'b>;

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<ModelBytes<'static>, ModelError> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    unpack(BufReader::with_capacity(BUFFER, file), size)
}

/// Unpacks the `size` bytes of a file if they are gzipped.
pub(super) fn unpack<'b>(
    mut bytes: impl BufRead + 'b,
    size: u64,
) -> Result<ModelBytes<'b>, ModelError> {
    if !bytes.fill_buf()?.starts_with(&GZIP) {
        return Ok(Box::new(bytes));
    }
    let limit = size.saturating_mul(MAX_EXPANSION).max(MIN_EXPANDED);
    let expanded = Limited { bytes: MultiGzDecoder::new(bytes), left: limit };
    Ok(Box::new(BufReader::with_capacity(BUFFER, expanded)))
}

impl Model {
    /// Reads a model, and packs its weights.
    ///
    /// # Errors
    /// [`ModelError`] if the bytes are not a network of one of the [`VERSIONS`].
    pub(super) fn read(bytes: ModelBytes, pack: Pack) -> Result<Model, ModelError> {
        model(&mut ModelReader::new(bytes, pack))
    }
}

fn model(reader: &mut ModelReader<impl BufRead>) -> Result<Model, ModelError> {
    let name = reader.token("the name of a network")?;
    let version = reader.version()?;
    reader.exactly("number of planes", PLANES)?;
    reader.exactly("number of global inputs", GLOBALS)?;
    let scales = scales(reader)?;
    let (has_metadata, strict_pass_alive) = if version >= 15 {
        let flags =
            (reader.flag("metadata encoder version")?, reader.flag("strict pass-alive chains")?);
        reader.reserved(6)?;
        flags
    } else {
        (false, false)
    };
    let trunk = reader.trunk(has_metadata)?;
    let channels = trunk.channels();
    let policy = reader.policy_head(channels)?;
    let value = reader.value_head(channels)?;
    reader.end()?;
    let weights = reader.weights;
    Ok(Model { name, version, strict_pass_alive, weights, scales, trunk, policy, value })
}

fn scales(reader: &mut ModelReader<impl BufRead>) -> Result<Scales, ModelError> {
    if reader.version < 13 {
        return Ok(Scales::BEFORE_13);
    }
    // The first one is used in training only.
    reader.number("multiplier")?;
    let mut next = || reader.number("multiplier");
    Ok(Scales {
        score_mean: next()?,
        score_stdev: next()?,
        lead: next()?,
        time_variance: next()?,
        value_error: next()?,
        score_error: next()?,
    })
}

/// A stream that keeps the bytes that are read from it.
pub(super) struct Recorded<R> {
    stream: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> Recorded<R> {
    pub(super) fn new(stream: R) -> Recorded<R> {
        Recorded { stream, bytes: Vec::new() }
    }

    /// The bytes read.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl<R: BufRead> Read for Recorded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        self.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Recorded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stream.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(bytes) = self.stream.fill_buf() {
            self.bytes.extend_from_slice(&bytes[..amount]);
        }
        self.stream.consume(amount);
    }
}

/// A stream that fails after a limit of bytes.
struct Limited<R> {
    bytes: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(read)
    }
}
