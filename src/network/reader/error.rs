use std::{io, path::PathBuf};

use thiserror::Error;

use super::VERSIONS;

/// Why a file could not be loaded.
#[derive(Debug, Error)]
#[error("cannot load network {}: {reason}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: ModelError,
}

/// Why bytes are no network.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The file system failed.
    #[error("{0}")]
    Io(io::Error),
    /// The gzip stream is damaged.
    #[error("the file is damaged: {0}")]
    Damaged(io::Error),
    /// The gzip stream grows beyond what a network's does.
    #[error("the file unpacks to far more than a network of its size holds")]
    Expands,
    /// The bytes end before the network does.
    #[error("the file breaks off in {0}: download it again")]
    BreaksOff(
        /// The layer.
        String,
    ),
    /// Bytes follow the network.
    #[error("the file goes on behind the end of the network")]
    GoesOn,
    /// A version that is too old.
    #[error(
        "model version {0} is too old: versions {first} to {last} can be read",
        first = VERSIONS.start(), last = VERSIONS.end()
    )]
    TooOld(u32),
    /// A version that is too new.
    #[error(
        "model version {0} is unknown: versions {first} to {last} can be read",
        first = VERSIONS.start(), last = VERSIONS.end()
    )]
    TooNew(u32),
    /// Something else stands where `expected` should.
    #[error("not a KataGo network: expected {expected} in {layer}, not {found:?}")]
    Unexpected {
        /// The layer.
        layer: String,
        /// What should stand there.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// A weight is infinite or no number, or a variance gives one.
    #[error("{0} has a weight that is not a finite number")]
    NotFinite(
        /// The layer.
        String,
    ),
    /// Layers do not fit together.
    #[error("{layer} has {what} {found} where {expected} fits")]
    Misfit {
        /// The layer.
        layer: String,
        /// What does not fit.
        what: &'static str,
        /// As the file has it.
        found: usize,
        /// As the layers before have it.
        expected: usize,
    },
    /// Blocks within blocks, too deep.
    #[error("blocks are nested more than {0} deep")]
    TooDeep(usize),
}

impl From<io::Error> for ModelError {
    fn from(error: io::Error) -> ModelError {
        match error.kind() {
            io::ErrorKind::FileTooLarge => ModelError::Expands,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => ModelError::Damaged(error),
            _ => ModelError::Io(error),
        }
    }
}
