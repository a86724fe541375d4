//! The files of the page: embedded in the program, or read from a folder while they are written.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
};

use hyper::body::Bytes;

/// The embedded files, by name.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/board_assets.rs"));

/// The source of the page's files.
#[derive(Clone, Debug)]
pub(super) enum Assets {
    /// The program itself.
    Embedded,
    /// This folder.
    Folder(PathBuf),
}

/// A file of the page.
pub(super) struct Asset {
    pub(super) bytes: Bytes,
    /// The media type.
    pub(super) kind: &'static str,
    /// The entity tag, with its quotes.
    pub(super) tag: String,
}

impl Assets {
    /// The file with this name, such as `main.js`; `None` if there is none.
    pub(super) fn get(&self, name: &str) -> Option<Asset> {
        if !is_plain(name) {
            return None;
        }
        let bytes = match self {
            Assets::Embedded => {
                let (_, bytes) = EMBEDDED.iter().find(|(other, _)| *other == name)?;
                Bytes::from_static(bytes)
            }
            Assets::Folder(folder) => fs::read(folder.join(name)).ok()?.into(),
        };
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        Some(Asset { bytes, kind: media_type(name), tag })
    }
}

/// Whether a name stays in the folder: words of letters, digits and `-_.`, none of which starts
/// with a dot, with `/` between them.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|word| {
        !word.is_empty()
            && !word.starts_with('.')
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    })
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for name in ["main.js", "lang/en.js", "a-b_c.svg"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "..", "../x", "a/../b", "a//b", "/etc/passwd", ".git", "a\\b", "a%2e", "é"]
        {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn files_of_a_folder_have_a_tag_that_follows_their_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let assets = Assets::Folder(folder.path().to_owned());
        fs::write(folder.path().join("a.js"), "1").expect("a file");
        let first = assets.get("a.js").expect("the file").tag;
        fs::write(folder.path().join("a.js"), "2").expect("a file");
        assert_ne!(assets.get("a.js").expect("the file").tag, first);
        assert!(assets.get("b.js").is_none());
    }

    #[test]
    fn the_files_of_the_page_are_embedded() {
        let main = Assets::Embedded.get("main.js").expect("the file");
        assert_eq!(main.kind, "text/javascript; charset=utf-8");
        assert!(Assets::Embedded.get("none.js").is_none());
    }
}
