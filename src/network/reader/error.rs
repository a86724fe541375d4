//! Errors of reading a network.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::VERSIONS;

/// The reason why a network's file could not be loaded.
#[derive(Debug, Error)]
#[error("cannot load network {}: {reason}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub reason: ModelError,
}

/// The reason why bytes are not a network.
#[derive(Debug, Error)]
pub enum ModelError {
    /// Reading failed.
    #[error("{0}")]
    Io(io::Error),
    /// The gzip stream is corrupt.
    #[error("the file is corrupt: {0}")]
    Corrupt(io::Error),
    /// The gzip stream unpacks to more than a network can hold.
    #[error("the file unpacks to more than a network of its size can hold: download it again")]
    UnpacksTooFar,
    /// The bytes end before the network does.
    #[error("the file is truncated in {0}: download it again")]
    Truncated(
        /// The layer.
        String,
    ),
    /// The bytes continue after the network.
    #[error("the file continues after the end of the network")]
    TrailingBytes,
    /// The model version is too old.
    #[error(
        "model version {0} is too old: versions {first} to {last} are supported",
        first = VERSIONS.start(), last = VERSIONS.end()
    )]
    TooOld(u32),
    /// The model version is too new.
    #[error(
        "model version {0} is too new: versions {first} to {last} are supported",
        first = VERSIONS.start(), last = VERSIONS.end()
    )]
    TooNew(u32),
    /// A token is not what the format requires.
    #[error("not a KataGo network: expected {expected} in {layer}, found {found:?}")]
    Unexpected {
        /// The layer.
        layer: String,
        /// The required token.
        expected: String,
        /// The token, shortened.
        found: String,
    },
    /// A weight is infinite or NaN, or becomes so by its norm.
    #[error("{0} has a weight that is not a finite number")]
    NotFinite(
        /// The layer.
        String,
    ),
    /// The shapes of layers do not fit together.
    #[error("{layer}: {what} is {found}, expected {expected}")]
    ShapeMismatch {
        /// The layer.
        layer: String,
        /// The quantity that does not fit.
        what: &'static str,
        /// Its value in the file.
        found: usize,
        /// The value that fits the layers before.
        expected: usize,
    },
    /// Blocks are nested too deep.
    #[error("blocks are nested more than {0} levels deep")]
    TooDeep(usize),
}

impl From<io::Error> for ModelError {
    fn from(error: io::Error) -> ModelError {
        match error.kind() {
            io::ErrorKind::FileTooLarge => ModelError::UnpacksTooFar,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => ModelError::Corrupt(error),
            _ => ModelError::Io(error),
        }
    }
}
