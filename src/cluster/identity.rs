//! The identity of a network, which all ranks must share.

use std::{fmt, fs, io, path::Path};

use sha2::{Digest, Sha256};

use super::codec::{Decoder, MessageError};

/// What evaluates positions: a network by the hash of its file, or nothing but playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkId([u8; 32]);

impl NetworkId {
    /// Playouts only, or the network that is part of the program, which its version identifies.
    pub const BUILT_IN: NetworkId = NetworkId([0; 32]);

    /// The network of a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<NetworkId> {
        let mut hasher = Sha256::new();
        io::copy(&mut fs::File::open(path)?, &mut HashWriter(&mut hasher))?;
        Ok(NetworkId(hasher.finalize().into()))
    }

    pub(super) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn decode(from: &mut Decoder) -> Result<NetworkId, MessageError> {
        let bytes = from.bytes(32)?.try_into().map_err(|_| MessageError::Length)?;
        Ok(NetworkId(bytes))
    }
}

impl fmt::Display for NetworkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == NetworkId::BUILT_IN {
            return f.write_str("no file");
        }
        self.0[..6].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Feeds what is written to it into a hash.
struct HashWriter<'h>(&'h mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
