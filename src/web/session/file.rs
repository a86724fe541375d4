//! Opening a record, and saving it to its file.

use std::{fs, io};

use super::{Refused, Session};
use crate::{
    files,
    web::files::{RecordFile, hash, read},
};

/// Maximum length of a shown name, in characters.
const MAX_NAME_LEN: usize = 200;

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
        self.replace(tree, RecordFile { path, name, content_hash, ..file });
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
