//! Configuration in KataGo's format: lines `key = value`, comments after `#`, values in quotes, and
//! `@include FILE`.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A configuration that cannot be used.
#[derive(Debug, Error)]
pub(super) enum KatagoConfigError {
    #[error("cannot read the configuration file {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    #[error("{path}, line {line}: expected KEY = VALUE, got {text:?}")]
    Line { path: PathBuf, line: usize, text: String },
    #[error("{path}, line {line}: the key {key} was set before in this file")]
    Duplicate { path: PathBuf, line: usize, key: String },
    #[error("{path}: files include each other more than {MAX_DEPTH} deep")]
    Depth { path: PathBuf },
    #[error("-override-config: expected KEY=VALUE, got {0:?}")]
    Override(String),
}

/// Files that include each other.
const MAX_DEPTH: usize = 16;

/// The keys and values of a file and of those it includes.
pub(super) fn read(path: &Path) -> Result<BTreeMap<String, String>, KatagoConfigError> {
    let mut entries = BTreeMap::new();
    read_into(path, MAX_DEPTH, &mut entries)?;
    Ok(entries)
}

fn read_into(
    path: &Path,
    depth: usize,
    entries: &mut BTreeMap<String, String>,
) -> Result<(), KatagoConfigError> {
    if depth == 0 {
        return Err(KatagoConfigError::Depth { path: path.into() });
    }
    let bytes =
        fs::read(path).map_err(|source| KatagoConfigError::Read { path: path.into(), source })?;
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    for (index, text) in String::from_utf8_lossy(&bytes).lines().enumerate() {
        let text = without_comment(text).trim();
        let line = index + 1;
        if let Some(file) = text.strip_prefix("@include") {
            let folder = path.parent().unwrap_or(Path::new("."));
            let file = folder.join(unquoted(file.trim_start_matches([' ', '='])));
            read_into(&file, depth - 1, entries)?;
        } else if !text.is_empty() {
            let wrong =
                || KatagoConfigError::Line { path: path.into(), line, text: text.to_string() };
            let (key, value) = text.split_once('=').ok_or_else(wrong)?;
            let key = key.trim().to_string();
            if own.insert(key.clone(), unquoted(value)).is_some() {
                return Err(KatagoConfigError::Duplicate { path: path.into(), line, key });
            }
        }
    }
    entries.extend(own);
    Ok(())
}

/// The keys and values of an option `k=v,k=v`.
pub(super) fn parse_overrides(text: &str) -> Result<Vec<(String, String)>, KatagoConfigError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let wrong = || KatagoConfigError::Override(part.to_string());
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            Ok((key.trim().to_string(), unquoted(value)))
        })
        .collect()
}

/// The part of a line before a `#` outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.char_indices().find(|&(_, symbol)| {
        is_quoted ^= symbol == '"';
        symbol == '#' && !is_quoted
    });
    end.map_or(line, |(at, _)| &line[..at])
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_comments_quotes_and_includes_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            path
        };
        write("base.cfg", "maxVisits = 5\nlogDir = x\n");
        let text = "# mine\n@include base.cfg\nmaxVisits=500 # many\n\nlogFile = \"a # b\"\r\n";
        let entries = read(&write("main.cfg", text)).expect("well formed");
        let expected = [("logDir", "x"), ("logFile", "a # b"), ("maxVisits", "500")];
        let expected = expected.map(|(key, value)| (key.to_string(), value.to_string()));
        assert_eq!(entries.into_iter().collect::<Vec<_>>(), expected);
        for (name, wrong) in [("a", "x = 1\nx = 2\n"), ("b", "nonsense\n"), ("c", "@include c\n")] {
            assert!(read(&write(name, wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn overrides_are_separated_by_commas() {
        let overrides =
            parse_overrides("homeDataDir=/my home, maxVisits = 7").expect("well formed");
        assert_eq!(overrides[0].1, "/my home");
        assert_eq!(overrides[1], ("maxVisits".to_string(), "7".to_string()));
        assert!(parse_overrides("maxVisits").is_err());
    }
}
