//! The log of messages: standard error, or a file.

use std::{
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
};

use env_logger::{Builder, Env, Target};
use thiserror::Error;

/// A log that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write the log {path}: {source}")]
pub(super) struct LogError {
    path: PathBuf,
    source: io::Error,
}

/// Logs on standard error what `RUST_LOG` selects; by default only errors.
pub(super) fn to_standard_error() {
    Builder::from_env(Env::default().default_filter_or("error")).init();
}

/// Appends what `RUST_LOG` selects to a file; by default all messages of this program.
///
/// # Errors
/// The file cannot be opened.
pub(super) fn to_file(path: &Path) -> Result<(), LogError> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let file = opened.map_err(|source| LogError { path: path.to_owned(), source })?;
    let default = concat!("error,", env!("CARGO_PKG_NAME"), "=debug");
    Builder::from_env(Env::default().default_filter_or(default))
        .format_timestamp_millis()
        .target(Target::Pipe(Box::new(file)))
        .init();
    Ok(())
}
