//! Files that are replaced as a whole: at any time either the old content is there or the new one; and
//! files and folders that only the user may read.

use std::{
    fs::{self, DirBuilder, File, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// Writes a file. When this returns, the content is on disk and survives a power failure.
///
/// Anything but a regular file, such as a terminal or a pipe, is written to directly, and so is a file
/// that is mounted on its own.
///
/// # Errors
/// The file or its folder cannot be written. The old content remains, unless the file is written to
/// directly.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(folder) = write(path, bytes, WriteOptions { is_synced: true, is_private: false })?
    else {
        return Ok(());
    };
    // The new name is on disk only when the folder is. Not every system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Writes a file like [`replace`], but does not wait for the disk: the content survives the end of
/// the program, and a power failure a few seconds later.
///
/// # Errors
/// As for [`replace`].
pub fn replace_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, WriteOptions { is_synced: false, is_private: false }).map(drop)
}

/// Writes a file like [`replace_soon`], which only the user may read, even if others might read the
/// old one.
///
/// # Errors
/// As for [`replace`].
pub fn replace_private_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, WriteOptions { is_synced: false, is_private: true }).map(drop)
}

/// Creates a folder that is missing, and those above it, for the user alone.
///
/// # Errors
/// A folder cannot be created.
pub fn create_private_folders(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// The ways to write a file.
struct WriteOptions {
    /// Whether the content is on disk when the write returns.
    is_synced: bool,
    /// Whether only the user may read the file.
    is_private: bool,
}

/// Writes a file and returns its folder, or `None` if it is not replaced but written to directly.
fn write(path: &Path, bytes: &[u8], options: WriteOptions) -> io::Result<Option<PathBuf>> {
    let WriteOptions { is_synced, is_private } = options;
    // The file that a link names is replaced, not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let present = fs::metadata(&target).ok();
    if present.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return fs::write(&target, bytes).map(|()| None);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    let mut temporary = new_file(&folder, is_private || present.is_some()).map_err(without_path)?;
    // Before the content is written, so that it is never open to more users than the old one.
    if let Some(metadata) = present.filter(|_| !is_private) {
        temporary.as_file().set_permissions(metadata.permissions())?;
    }
    temporary.write_all(bytes)?;
    if is_synced {
        temporary.as_file().sync_all()?;
    }
    match temporary.persist(&target) {
        Ok(_) => Ok(Some(folder)),
        // A file that is mounted into a container keeps its place.
        Err(error) if error.error.kind() == io::ErrorKind::ResourceBusy => {
            overwrite(&target, bytes, is_synced).map(|()| None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Overwrites a file in place. A full disk leaves a part of the new content.
fn overwrite(path: &Path, bytes: &[u8], is_synced: bool) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    if is_synced { file.sync_all() } else { Ok(()) }
}

/// A hidden file that is removed unless it gets a name, with the permissions of any new file or, if it
/// is private, for the user alone.
fn new_file(folder: &Path, is_private: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    if let Some(permissions) = usual_permissions().filter(|_| !is_private) {
        return builder.permissions(permissions).tempfile_in(folder);
    }
    builder.tempfile_in(folder)
}

/// An error of `tempfile` without the path of the hidden file at its end.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split_once(" at path ").map_or(&*text, |(reason, _)| reason);
    io::Error::new(error.kind(), reason)
}

/// The permissions of a new file before the umask applies; `None` where the system knows none.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

/// The permissions of a new file before the umask applies; `None` where the system knows none.
#[cfg(not(unix))]
const fn usual_permissions() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        entries.map(name).collect()
    }

    #[test]
    fn a_file_is_written_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        replace(&path, b"old").expect("written");
        replace_soon(&path, b"new").expect("replaced");
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(file_names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn an_error_named_a_hidden_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = replace(&folder.path().join("none/game.sgf"), b"").expect_err("no folder");
        assert!(!error.to_string().contains(".tmp"), "{error}");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_new_files_have_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, usual) = (folder.path().join("a"), folder.path().join("b"));
        let mode = |path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        fs::write(&usual, b"").expect("written");
        replace(&path, b"1").expect("written");
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("permitted");
        replace(&path, b"2").expect("replaced");
        assert_eq!(mode(&path), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn others_could_read_a_kept_session() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (outer, inner) = (folder.path().join("state"), folder.path().join("state/shusaku"));
        let (new, old) = (inner.join("new"), inner.join("old"));
        create_private_folders(&inner).expect("created");
        fs::write(&old, b"").expect("written");
        for path in [&new, &old] {
            replace_private_soon(path, b"text").expect("written");
        }
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!(
            [&outer, &inner, &new, &old].map(|path| mode(path) & 0o777),
            [0o700, 0o700, 0o600, 0o600]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_keeps_naming_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, b"old").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        replace(&link, b"new").expect("replaced");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("the file"), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to() {
        replace(Path::new("/dev/null"), b"text").expect("written");
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(&folder.path().join("none/game.sgf"), b"text").is_err());
        assert!(file_names(folder.path()).is_empty());
    }
}
