//! The identities of the network and the work that all ranks must share.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::codec::{Decoder, Encoder, MessageError};

/// The identity of a network: the hash of its file, [`NetworkId::EMBEDDED`] or
/// [`NetworkId::PLAYOUTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkId([u8; 32]);

impl NetworkId {
    /// The networks that are part of the program, which its version identifies.
    pub const EMBEDDED: NetworkId = NetworkId([0; 32]);

    /// Playouts without a network.
    pub const PLAYOUTS: NetworkId = NetworkId([1; 32]);

    /// The network of a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<NetworkId> {
        file_hash(path).map(NetworkId)
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
        match *self {
            NetworkId::EMBEDDED => f.write_str("no file"),
            NetworkId::PLAYOUTS => f.write_str("playouts only"),
            _ => write_hash(&self.0, f),
        }
    }
}

/// The identity of the work of ranks: one search after the other, or the games of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkId {
    games: u32,
    hash: [u8; 32],
}

impl WorkId {
    /// Searches that rank 0 requests.
    pub(super) const SEARCHES: WorkId = WorkId { games: 0, hash: [0; 32] };

    /// The work on the games of these files, of this number, with the options that the results
    /// depend on. A file that cannot be read is identified by the reason.
    #[must_use]
    pub fn of_games(games: usize, options: &str, files: &[PathBuf]) -> WorkId {
        let mut hasher = Sha256::new_with_prefix(options);
        for path in files {
            let hash =
                file_hash(path).unwrap_or_else(|error| Sha256::digest(error.to_string()).into());
            hasher.update(hash);
        }
        WorkId { games: games as u32, hash: hasher.finalize().into() }
    }

    pub(super) fn encode(&self, out: &mut Encoder) {
        out.u32(self.games);
        out.bytes.extend(self.hash);
    }

    pub(super) fn decode(from: &mut Decoder) -> Result<WorkId, MessageError> {
        let games = from.u32()?;
        let hash = from.bytes(32)?.try_into().map_err(|_| MessageError::Length)?;
        Ok(WorkId { games, hash })
    }
}

impl fmt::Display for WorkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            _ if *self == WorkId::SEARCHES => return f.write_str("searches"),
            1 => f.write_str("1 game (")?,
            games => write!(f, "{games} games (")?,
        }
        write_hash(&self.hash, f)?;
        f.write_str(")")
    }
}

/// Writes the first digits of a hash.
fn write_hash(hash: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    hash[..6].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn file_hash(path: &Path) -> io::Result<[u8; 32]> {
    let mut hasher = Sha256::new();
    io::copy(&mut fs::File::open(path)?, &mut HashWriter(&mut hasher))?;
    Ok(hasher.finalize().into())
}

/// A writer that hashes its input.
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
