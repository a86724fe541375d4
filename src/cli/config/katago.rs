//! Configuration in KataGo's format: lines `key = value`, comments after `#`, values in quotes, and
//! `@include FILE`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A configuration that cannot be used.
#[derive(Debug, Error)]
pub(in crate::cli) enum KatagoConfigError {
    #[error("cannot read the configuration file {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    #[error("{path}, {reason}")]
    Line { path: PathBuf, reason: ConfigLineError },
    #[error("{path}: @include is nested more than {MAX_DEPTH} deep: does a file include itself?")]
    Depth { path: PathBuf },
    #[error("-override-config: expected KEY=VALUE, got {0:?}")]
    Override(String),
}

/// A wrong line of a configuration in KataGo's format. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigLineError {
    /// The line has no `=`.
    #[error("line {line}: expected KEY = VALUE, got {text:?}")]
    Syntax {
        /// The number of the line.
        line: usize,
        /// The line without comment.
        text: String,
    },
    /// An earlier line has the same key.
    #[error("line {line}: the key {key} was set before in this file")]
    Duplicate {
        /// The number of the line.
        line: usize,
        /// The key.
        key: String,
    },
}

/// A line of a configuration in KataGo's format, unless it is blank or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigLine {
    /// `@include FILE`: another configuration stands here.
    Include(String),
    /// `KEY = VALUE`.
    Entry {
        /// The key.
        key: String,
        /// The value, without quotes around it.
        value: String,
    },
}

/// Largest depth of @include.
const MAX_DEPTH: usize = 16;

/// The keys and values of a file and of those it includes.
pub(in crate::cli) fn read(path: &Path) -> Result<BTreeMap<String, String>, KatagoConfigError> {
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
    let lines = parse_katago_config(&String::from_utf8_lossy(&bytes))
        .map_err(|reason| KatagoConfigError::Line { path: path.into(), reason })?;
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    for line in lines {
        match line {
            ConfigLine::Include(file) => {
                let folder = path.parent().unwrap_or(Path::new("."));
                read_into(&folder.join(file), depth - 1, entries)?;
            }
            ConfigLine::Entry { key, value } => {
                own.insert(key, value);
            }
        }
    }
    entries.extend(own);
    Ok(())
}

/// Reads the text of a file in KataGo's format.
///
/// # Errors
/// The first wrong line.
pub fn parse_katago_config(text: &str) -> Result<Vec<ConfigLine>, ConfigLineError> {
    let (mut lines, mut keys) = (Vec::new(), BTreeSet::new());
    // Editors on Windows write a byte order mark.
    for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (text, line) = (without_comment(text).trim(), index + 1);
        if let Some(file) = text.strip_prefix("@include") {
            lines.push(ConfigLine::Include(unquoted(file.trim_start_matches([' ', '=']))));
        } else if !text.is_empty() {
            let wrong = || ConfigLineError::Syntax { line, text: text.to_string() };
            let (key, value) = text.split_once('=').ok_or_else(wrong)?;
            let key = key.trim().to_string();
            if !keys.insert(key.clone()) {
                return Err(ConfigLineError::Duplicate { line, key });
            }
            lines.push(ConfigLine::Entry { key, value: unquoted(value) });
        }
    }
    Ok(lines)
}

/// The keys and values of an option `k=v,k=v`.
pub(in crate::cli) fn parse_overrides(
    text: &str,
) -> Result<Vec<(String, String)>, KatagoConfigError> {
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
