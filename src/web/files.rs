//! The file of the record, and reading it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::tree::GameTree;
use crate::{
    board::Size,
    sgf::{Charset, Collection, Document, Record},
};

/// The file of the record, with its charset and its faults.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordFile {
    /// The file of the command line, to which the record is saved.
    pub(super) path: Option<PathBuf>,
    /// The name that is shown.
    pub(super) name: Option<String>,
    /// A hash of the content when it was read or written last; `None` if there was no file.
    pub(super) content_hash: Option<u64>,
    /// The bytes that were opened or saved last, to be read again in another charset.
    pub(super) bytes: Vec<u8>,
    /// The charset, and the evidence for it.
    pub(super) charset: Option<(&'static str, String)>,
    /// The faults that were mended in reading.
    pub(super) warnings: Vec<String>,
}

/// Maximum number of nodes of a file: ten times those of a large database of variations. The page has
/// all nodes of a game in its memory.
pub(super) const MAX_NODES: usize = 2_000_000;

/// Maximum number of warnings that are shown.
const MAX_WARNINGS: usize = 20;

/// Reads the file of the command line. A file that does not exist is an empty record to be saved
/// there, if its folder exists.
///
/// # Errors
/// The file cannot be read or shown, or its folder does not exist.
pub(super) fn read_path(path: &Path) -> Result<(GameTree, RecordFile), String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    match fs::read(path) {
        Ok(bytes) => {
            let path = path.canonicalize().map_err(|error| error.to_string())?;
            let content_hash = Some(hash(&bytes));
            let (tree, file) = read(bytes, None)?;
            Ok((tree, RecordFile { path: Some(path), name, content_hash, ..file }))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let path = missing_file(path).ok_or("its folder does not exist")?;
            Ok((empty_tree(), RecordFile { path: Some(path), name, ..RecordFile::default() }))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The path of a file that does not exist, as it will be when it does; `None` without its folder.
fn missing_file(path: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(path).ok()?.parent()?.canonicalize().ok()?;
    path.file_name().filter(|_| folder.is_dir()).map(|name| folder.join(name))
}

/// A record of an empty 19×19 board.
pub(super) fn empty_tree() -> GameTree {
    let record = Record::new(Size::square(19).expect("a size"));
    GameTree::new(Collection::from(&record)).expect("an empty board")
}

/// Reads a file.
///
/// # Errors
/// The file has no game that can be shown or more than [`MAX_NODES`] nodes, or the charset is unknown.
pub(super) fn read(
    bytes: Vec<u8>,
    charset: Option<&str>,
) -> Result<(GameTree, RecordFile), String> {
    let known =
        |label| Charset::from_label(label).ok_or_else(|| format!("unknown charset {label:?}"));
    let charset = charset.map(known).transpose()?;
    let document = Document::read_up_to(&bytes, charset, MAX_NODES);
    let document = document.map_err(|error| error.to_string())?;
    let warnings = document.warnings.iter().take(MAX_WARNINGS).map(ToString::to_string).collect();
    let charset = Some((document.charset.name(), document.charset.source.to_string()));
    let tree = GameTree::new(document.collection)?;
    Ok((tree, RecordFile { bytes, charset, warnings, ..RecordFile::default() }))
}

/// A hash for files that outlive the program: it is the same in all versions.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_any_number_of_nodes_were_opened() {
        let nodes = |count| format!("({})", ";".repeat(count)).into_bytes();
        assert!(read(nodes(MAX_NODES), None).is_ok());
        let error = read(nodes(MAX_NODES + 1), None).expect_err("a node too many");
        assert!(error.starts_with("the file has more than 2000000 nodes: "), "{error}");
    }

    #[test]
    fn a_file_in_a_missing_folder_was_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(read_path(&folder.path().join("a.sgf")).is_ok());
        assert!(read_path(&folder.path().join("none/a.sgf")).is_err());
    }
}
