//! The file of the record: opening and saving it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    session::{Refused, Session},
    tree::GameTree,
};
use crate::{
    board::Size,
    files,
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
    content_hash: Option<u64>,
    /// The bytes that were opened or saved last, to be read again in another charset.
    bytes: Vec<u8>,
    /// The charset, and the evidence for it.
    pub(super) charset: Option<(&'static str, String)>,
    /// The faults that were mended in reading.
    pub(super) warnings: Vec<String>,
}

impl RecordFile {
    /// A hash of the content of the file when it was read or written last.
    pub(super) const fn content_hash(&self) -> Option<u64> {
        self.content_hash
    }

    /// The same, as the record of the file with this path, name and hash of its content.
    pub(super) fn with_source(
        self,
        path: Option<PathBuf>,
        name: Option<String>,
        content_hash: Option<u64>,
    ) -> RecordFile {
        RecordFile { path, name, content_hash, ..self }
    }
}

/// Maximum number of nodes of a file: ten times those of a large database of variations. The page has
/// all nodes of a game in its memory.
pub(super) const MAX_NODES: usize = 2_000_000;

/// Maximum number of warnings that are shown.
const MAX_WARNINGS: usize = 20;

/// Maximum length of a shown name, in characters.
const MAX_NAME_LEN: usize = 200;

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

impl Session {
    /// Opens a record that a page sent, in place of the present one. It has no file to be saved to.
    pub(super) fn open(
        &mut self,
        name: Option<String>,
        charset: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<(), Refused> {
        let opened = read(bytes, charset).map_err(Refused::invalid)?;
        let name = name.map(|name| {
            let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
            base.chars().filter(|c| !c.is_control()).take(MAX_NAME_LEN).collect()
        });
        let (tree, file) = opened;
        self.replace(tree, RecordFile { name, ..file });
        Ok(())
    }

    /// Reads the file again in another charset, as it was opened or saved last. Edits since then are
    /// lost.
    pub(super) fn reread(&mut self, charset: &str) -> Result<(), Refused> {
        if self.file.bytes.is_empty() {
            return Err(Refused::conflict("file", "no file was opened"));
        }
        let (tree, file) =
            read(self.file.bytes.clone(), Some(charset)).map_err(Refused::invalid)?;
        let RecordFile { path, name, content_hash, .. } = self.file.clone();
        self.replace(tree, file.with_source(path, name, content_hash));
        Ok(())
    }

    /// Saves the record to its file, unless that changed on disk meanwhile.
    pub(super) fn save(&mut self, is_forced: bool) -> Result<(), Refused> {
        let path = self.file.path.clone();
        let no_file = || Refused::conflict("no-file", "the record has no file: download it");
        let path = path.ok_or_else(no_file)?;
        let present = match fs::read(&path) {
            Ok(bytes) => Some(hash(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Refused::conflict("read", error.to_string())),
        };
        if present.is_some() && present != self.file.content_hash && !is_forced {
            let message = "the file changed on disk since it was opened: overwrite it?";
            return Err(Refused::conflict("changed-on-disk", message));
        }
        let text = self.tree.collection().write();
        files::replace(&path, text.as_bytes())
            .map_err(|error| Refused::conflict("write", format!("{}: {error}", path.display())))?;
        self.file.content_hash = Some(hash(text.as_bytes()));
        self.file.charset = Some(("UTF-8", "saved".to_owned()));
        self.file.bytes = text.into_bytes();
        self.tree.mark_saved();
        Ok(())
    }
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
