//! Reads KataGo's model files, text or binary, gzipped or not.
//!
//! A file is a stream of tokens between white space; in the binary form arrays stand in it as
//! `@BIN@` followed by little-endian numbers, so that the two forms need not be told apart
//! beforehand. A compact form, of shusaku's own, has `@F16@` there and numbers in half precision
//! (IEEE 754 binary16), two bytes each: it is for networks that come with a program.
//!
//! Memory grows with what was truly read, never with what a file announces.

mod blocks;
mod error;
mod heads;
mod layers;
mod source;
#[cfg(test)]
mod tests;
mod trunk;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    ops::RangeInclusive,
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

pub use self::error::{LoadError, ModelError};
use self::source::Source;
use super::{
    input::{GLOBALS, PLANES},
    kernel::Kernel,
    model::{Model, Scales},
};

/// The model versions that can be read.
pub const VERSIONS: RangeInclusive<u32> = 8..=17;

/// First bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A gzipped file that grows more than this many times is no network: weights hardly compress, the
/// digits of a text some three times.
const MAX_EXPANSION: u64 = 64;

/// What a gzipped file may grow to in any case, in bytes.
const MIN_EXPANDED: u64 = 1 << 20;

/// Size of the read buffer, in bytes.
const BUFFER: usize = 1 << 16;

impl<K: Kernel> Model<K> {
    /// Reads a file.
    ///
    /// # Errors
    /// [`LoadError`] if it cannot be read or holds no network of these [`VERSIONS`].
    pub(super) fn load(path: &Path) -> Result<Model<K>, LoadError> {
        let load = || {
            let file = File::open(path)?;
            let size = file.metadata()?.len();
            Model::read(BufReader::with_capacity(BUFFER, file), size)
        };
        load().map_err(|reason| LoadError { path: path.to_owned(), reason })
    }

    /// Reads a file's bytes, `size` of them.
    ///
    /// # Errors
    /// [`ModelError`] if they are no network of these [`VERSIONS`].
    pub(super) fn read<'b>(
        mut bytes: impl BufRead + 'b,
        size: u64,
    ) -> Result<Model<K>, ModelError> {
        // One type for all streams: the readers of all kernels take 0.4 MB of the program for each.
        let bytes: Box<dyn BufRead + 'b> = if bytes.fill_buf()?.starts_with(&GZIP) {
            let limit = size.saturating_mul(MAX_EXPANSION).max(MIN_EXPANDED);
            let expanded = Limited { bytes: MultiGzDecoder::new(bytes), left: limit };
            Box::new(BufReader::with_capacity(BUFFER, expanded))
        } else {
            Box::new(bytes)
        };
        model(&mut Source::new(bytes))
    }
}

fn model<K: Kernel>(source: &mut Source<impl BufRead>) -> Result<Model<K>, ModelError> {
    let name = source.token("the name of a network")?;
    let version = source.version()?;
    source.exactly("number of planes", PLANES)?;
    source.exactly("number of global inputs", GLOBALS)?;
    let scales = scales(source)?;
    let (has_metadata, strict_pass_alive) = if version >= 15 {
        let switches = (source.switch("metadata encoder version")?, source.switch("switch")?);
        source.reserved(6)?;
        switches
    } else {
        (false, false)
    };
    let trunk = source.trunk(has_metadata)?;
    let channels = trunk.channels();
    let policy = source.policy_head(channels)?;
    let value = source.value_head(channels)?;
    source.end()?;
    Ok(Model { name, version, strict_pass_alive, scales, trunk, policy, value })
}

fn scales(source: &mut Source<impl BufRead>) -> Result<Scales, ModelError> {
    if source.version < 13 {
        return Ok(Scales::BEFORE_13);
    }
    // The first one is used in training only.
    source.number("multiplier")?;
    let mut next = || source.number("multiplier");
    Ok(Scales {
        score_mean: next()?,
        score_stdev: next()?,
        lead: next()?,
        time_variance: next()?,
        value_error: next()?,
        score_error: next()?,
    })
}

/// A stream that fails when it yields more than it may.
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
